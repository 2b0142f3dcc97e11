//! Providers, the front end and live resampling allocate nothing while they run.

use sinew_speech::front_end::{Cepstrum, LogMel};
use sinew_speech::phone::Notation;
use sinew_speech::provider::{
    AmplitudeProvider, EnvelopeProvider, LiveProvider, LookAhead, TemplateProvider, VisemeProvider,
    VoiceProfile,
};
use sinew_speech::sound::{Sound, StreamResampler};
use sinew_speech::timeline::{PhoneSpan, PhoneTrack};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

#[allow(unsafe_code, reason = "an allocator cannot be written without")]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = COUNT.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations while a function runs.
fn allocations(run: impl FnOnce()) -> usize {
    let before = COUNT.get();
    run();
    COUNT.get() - before
}

fn noise() -> Vec<f32> {
    let mut random = fastrand::Rng::with_seed(1);
    (0..32_000).map(|_| random.f32() * 2.0 - 1.0).collect()
}

#[test]
fn nothing_is_allocated_while_sound_runs() {
    let samples = noise();
    assert!(allocations(|| drop(samples.clone())) > 0, "allocations are not counted");
    let spans = ["AA1", "S", "IY1", "M"]
        .into_iter()
        .enumerate()
        .map(|(n, label)| PhoneSpan::new(n as f64 * 0.5, (n + 1) as f64 * 0.5, label, Notation::Arpabet));
    let track = PhoneTrack::new(spans.collect(), vec![]).unwrap();
    let sound = Sound::mono(samples.clone(), 16_000).unwrap();
    let profile = Arc::new(VoiceProfile::calibrate(&sound, &track).unwrap());
    let mut providers: Vec<Box<dyn VisemeProvider>> = vec![
        Box::new(AmplitudeProvider::new()),
        Box::new(EnvelopeProvider::new()),
        Box::new(TemplateProvider::new(profile)),
        Box::new(LiveProvider::new(LookAhead::Ms0)),
        Box::new(LiveProvider::new(LookAhead::Ms60)),
    ];
    for provider in &mut providers {
        let mut frames = 0;
        assert_eq!(
            allocations(|| samples.chunks(441).for_each(|part| provider.push(part, &mut |_| frames += 1))),
            0
        );
        assert!(frames > 150, "{frames}");
    }
    let mut live = LiveProvider::new(LookAhead::Ms30);
    let mut frames = 0;
    let count = allocations(|| {
        live.push(&samples, &mut |_| frames += 1);
        live.finish(&mut |_| frames += 1);
        live.push(&samples, &mut |_| frames += 1);
        live.reset();
    });
    assert_eq!((count, frames), (0, 200 + 196));
    let (mut log_mel, cepstrum) = (LogMel::new(), Cepstrum::default());
    let mut sum = 0.0;
    assert_eq!(allocations(|| log_mel.push(&samples, |frame| sum += cepstrum.of(frame)[1])), 0);
    assert!(sum != 0.0);
    for rate in [8000, 44_100, 48_000, 96_000] {
        let mut resampler = StreamResampler::new(rate, 16_000).unwrap();
        let mut count = 0;
        assert_eq!(
            allocations(|| samples
                .chunks(512)
                .for_each(|part| resampler.push(part, |out| count += out.len()))),
            0
        );
        assert!(count > 1000);
    }
}

//! Lip-sync: time per 10 ms frame of each provider, of live resampling and of coarticulation. Items are
//! frames.

use divan::Bencher;
use divan::counter::ItemsCount;
use sinew_speech::align::align;
use sinew_speech::coarticulation::MouthTrack;
use sinew_speech::front_end::LogMel;
use sinew_speech::phone::Notation;
use sinew_speech::pronunciation::Dictionary;
use sinew_speech::provider::{
    AmplitudeProvider, EnvelopeProvider, LiveProvider, LookAhead, Mode, TemplateProvider, VisemeProvider,
    VoiceProfile, analyze,
};
use sinew_speech::sound::{Sound, StreamResampler};
use sinew_speech::timeline::{DEFAULT_MIN_CUE_SECONDS, PhoneSpan, PhoneTrack};
use sinew_speech::transcript::Transcript;
use std::sync::Arc;

fn main() {
    divan::main();
}

/// Frames of a second.
const FRAMES: usize = 100;

/// Seconds of noise whose level goes up and down four times a second.
fn samples(seconds: usize) -> Vec<f32> {
    let mut random = fastrand::Rng::with_seed(1);
    (0..seconds * 16_000).map(|n| (random.f32() - 0.5) * (n as f32 / 16_000.0 * 12.6).sin()).collect()
}

/// Two seconds of phones of 70 ms.
fn track() -> PhoneTrack {
    let labels = ["HH", "AH0", "L", "OW1", "P", "UH1", "SH", "M", "F", "IY1", "B", "AA1", "S", "T"];
    let span = |n: usize| {
        let start = n as f64 * 0.07;
        PhoneSpan::new(start, start + 0.07, labels[n % labels.len()], Notation::Arpabet)
    };
    PhoneTrack::new((0..28).map(span).collect(), vec![]).unwrap()
}

fn provider(bencher: Bencher<'_, '_>, mut provider: impl VisemeProvider) {
    let samples = samples(1);
    bencher.counter(ItemsCount::new(FRAMES)).bench_local(|| {
        let mut sum = 0.0;
        provider.push(divan::black_box(&samples), &mut |frame| sum += frame.openness);
        sum
    });
}

#[divan::bench]
fn envelope(bencher: Bencher<'_, '_>) {
    provider(bencher, EnvelopeProvider::new());
}

#[divan::bench]
fn textbook_amplitude(bencher: Bencher<'_, '_>) {
    provider(bencher, AmplitudeProvider::new());
}

#[divan::bench]
fn template(bencher: Bencher<'_, '_>) {
    let sound = Sound::mono(samples(2), 16_000).unwrap();
    provider(bencher, TemplateProvider::new(Arc::new(VoiceProfile::calibrate(&sound, &track()).unwrap())));
}

#[divan::bench(args = LookAhead::ALL.map(LookAhead::milliseconds))]
fn live(bencher: Bencher<'_, '_>, milliseconds: u32) {
    provider(bencher, LiveProvider::new(LookAhead::from_milliseconds(milliseconds).unwrap()));
}

#[divan::bench]
fn offline(bencher: Bencher<'_, '_>) {
    let sound = Sound::mono(samples(1), 16_000).unwrap();
    bencher
        .counter(ItemsCount::new(FRAMES))
        .bench_local(|| analyze(divan::black_box(&sound), &Mode::Offline));
}

/// Ten seconds of sound and twenty words.
#[divan::bench]
fn text(bencher: Bencher<'_, '_>) {
    let sound = Sound::mono(samples(10), 16_000).unwrap();
    let text =
        "printing in the only sense with which we are at present concerned differs from most if not from all";
    let (transcript, dictionary) = (Transcript::new(text), Dictionary::english());
    bencher
        .counter(ItemsCount::new(10 * FRAMES))
        .bench_local(|| align(divan::black_box(&sound), &transcript, &dictionary));
}

#[divan::bench]
fn log_mel(bencher: Bencher<'_, '_>) {
    let (samples, mut log_mel) = (samples(1), LogMel::new());
    bencher.counter(ItemsCount::new(FRAMES)).bench_local(|| {
        let mut sum = 0.0;
        log_mel.push(divan::black_box(&samples), |frame| sum += frame[7]);
        sum
    });
}

#[divan::bench(args = [8_000, 44_100, 48_000])]
fn resample_live(bencher: Bencher<'_, '_>, rate: u32) {
    let samples: Vec<f32> = samples(3).into_iter().take(rate as usize).collect();
    let mut resampler = StreamResampler::new(rate, 16_000).unwrap();
    bencher.counter(ItemsCount::new(FRAMES)).bench_local(|| {
        let mut sum = 0.0;
        resampler.push(divan::black_box(&samples), |out| sum += out[0]);
        sum
    });
}

#[divan::bench]
fn coarticulation(bencher: Bencher<'_, '_>) {
    let mouth = MouthTrack::new(&track());
    bencher.counter(ItemsCount::new(FRAMES)).bench_local(|| divan::black_box(&mouth).timeline(1.0));
}

#[divan::bench]
fn cues(bencher: Bencher<'_, '_>) {
    let timeline = MouthTrack::new(&track()).timeline(1.0);
    bencher
        .counter(ItemsCount::new(FRAMES))
        .bench_local(|| divan::black_box(&timeline).cues(DEFAULT_MIN_CUE_SECONDS));
}

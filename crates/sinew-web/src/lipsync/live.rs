//! Live sound: samples of any rate in, frames out.
#![allow(unsafe_code, reason = "exported names have to be unique in the module, which this crate sees to")]
#![allow(unreachable_pub, reason = "the functions are called from outside of the module")]

use super::{FRAME, push_frame};
use sinew_speech::front_end::SAMPLE_RATE;
use sinew_speech::provider::{LiveProvider, LookAhead, VisemeProvider};
use sinew_speech::sound::StreamResampler;
use std::cell::RefCell;

/// Samples that a call takes at most: more than a block of any audio system.
const INPUT: usize = 16_384;
/// Frames that a call makes at most: those of the slowest rate, and those that `finish` adds.
const OUTPUT: usize = INPUT / 80 + 32;

/// Stream of live sound.
struct Live {
    resampler: StreamResampler,
    provider: LiveProvider,
    /// Silence that pushes the last samples out of the resampler.
    resampler_tail: Vec<f32>,
    latency: f32,
    input: Vec<f32>,
    output: Vec<f32>,
}

thread_local! {
    static LIVE: RefCell<Option<Live>> = const { RefCell::new(None) };
}

fn with_live<T>(work: impl FnOnce(&mut Live) -> T) -> Option<T> {
    LIVE.with_borrow_mut(|live| live.as_mut().map(work))
}

/// Starts a stream of a rate in Hz with a look-ahead of 0, 30 or 60 ms; 0 for another look-ahead or a rate outside
/// 8 to 192 kHz.
#[unsafe(no_mangle)]
pub extern "C" fn live_open(rate: u32, look_ahead: u32) -> u32 {
    let Some(look_ahead) = LookAhead::from_milliseconds(look_ahead) else { return 0 };
    let Ok(resampler) = StreamResampler::new(rate, SAMPLE_RATE) else { return 0 };
    let provider = LiveProvider::new(look_ahead);
    let latency = resampler.latency() + provider.latency();
    let resampler_tail = vec![0.0; (resampler.latency() * rate as f32).ceil() as usize];
    let (input, output) = (vec![0.0; INPUT], Vec::with_capacity(OUTPUT * FRAME));
    LIVE.set(Some(Live { resampler, provider, resampler_tail, latency, input, output }));
    1
}

/// Address of the samples that [`live_push`] takes.
#[unsafe(no_mangle)]
pub extern "C" fn live_input() -> *mut f32 {
    with_live(|live| live.input.as_mut_ptr()).unwrap_or(std::ptr::null_mut())
}

/// Number of samples that [`live_push`] takes at most.
#[unsafe(no_mangle)]
pub extern "C" fn live_capacity() -> u32 {
    INPUT as u32
}

/// Takes `count` samples, and returns the number of frames that they complete. Allocates nothing.
#[unsafe(no_mangle)]
pub extern "C" fn live_push(count: u32) -> u32 {
    let made = with_live(|live| {
        let Live { resampler, provider, input, output, .. } = live;
        output.clear();
        resampler.push(&input[..INPUT.min(count as usize)], |samples| {
            provider.push(samples, &mut |frame| push_frame(output, frame));
        });
        output.len() / FRAME
    });
    made.unwrap_or(0) as u32
}

/// Ends the sound, and returns the number of frames that were still missing. The stream starts again.
#[unsafe(no_mangle)]
pub extern "C" fn live_finish() -> u32 {
    let made = with_live(|live| {
        let Live { resampler, provider, output, resampler_tail, .. } = live;
        output.clear();
        // What the resampler still holds.
        resampler
            .push(resampler_tail, |samples| provider.push(samples, &mut |frame| push_frame(output, frame)));
        provider.finish(&mut |frame| push_frame(output, frame));
        output.len() / FRAME
    });
    made.unwrap_or(0) as u32
}

/// Address of the frames of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn live_output() -> *const f32 {
    with_live(|live| live.output.as_ptr()).unwrap_or(std::ptr::null())
}

/// Longest time in seconds from a frame's own time to the sample that completes it.
#[unsafe(no_mangle)]
pub extern "C" fn live_latency() -> f32 {
    with_live(|live| live.latency).unwrap_or(0.0)
}

//! Whole sounds: all samples in, all frames out.
#![allow(unsafe_code, reason = "exported names have to be unique in the module, which this crate sees to")]
#![allow(unreachable_pub, reason = "the functions are called from outside of the module")]

use super::push_frame;
use sinew_speech::align::Emissions;
use sinew_speech::network::SpeechNetworks;
use sinew_speech::provider::{Mode, analyze};
use sinew_speech::sound::Sound;
use std::cell::RefCell;

thread_local! {
    /// Samples of one channel.
    static SAMPLES: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
    static EMISSIONS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static FRAMES: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
}

/// Makes space for the samples of one channel, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn whole_input(count: u32) -> *mut f32 {
    SAMPLES.with_borrow_mut(|samples| {
        *samples = vec![0.0; count as usize];
        samples.as_mut_ptr()
    })
}

/// Analyses the samples at a rate in Hz, and returns the number of frames; 0 for a rate that cannot be resampled.
/// The space of the samples is freed.
#[unsafe(no_mangle)]
pub extern "C" fn whole_analyze(rate: u32) -> u32 {
    let samples = SAMPLES.take();
    let timeline = Sound::mono(samples, rate).and_then(|sound| analyze(&sound, &Mode::Offline));
    let Ok(timeline) = timeline else { return 0 };
    let mut frames = Vec::with_capacity(timeline.frames().len() * super::FRAME);
    timeline.frames().iter().for_each(|frame| push_frame(&mut frames, frame));
    FRAMES.set(frames);
    timeline.frames().len() as u32
}

/// Hears the samples for an alignment, and returns the number of bytes that the other module reads; 0 for a rate that
/// cannot be resampled. The space of the samples is freed.
#[unsafe(no_mangle)]
pub extern "C" fn whole_hear(rate: u32) -> u32 {
    let sound = Sound::mono(SAMPLES.take(), rate);
    let emissions = sound.and_then(|sound| Emissions::new(&sound, &SpeechNetworks::built_in()));
    let bytes = emissions.map(|emissions| emissions.to_bytes()).unwrap_or_default();
    let count = bytes.len() as u32;
    EMISSIONS.set(bytes);
    count
}

/// Address of the bytes of [`whole_hear`].
#[unsafe(no_mangle)]
pub extern "C" fn whole_heard() -> *const u8 {
    EMISSIONS.with_borrow(|bytes| bytes.as_ptr())
}

/// Address of the frames.
#[unsafe(no_mangle)]
pub extern "C" fn whole_output() -> *const f32 {
    FRAMES.with_borrow(|frames| frames.as_ptr())
}

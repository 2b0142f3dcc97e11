//! Loudspeaker and microphone through cpal.

use super::output::SoundOutput;
use super::playhead::Playhead;
use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{FromSample, Sample, SampleFormat, SizedSample, Stream, SupportedStreamConfig};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Loudspeaker with a sound.
pub(crate) struct Loudspeaker {
    head: Arc<Mutex<Playhead>>,
    /// Plays until it is dropped.
    _stream: Stream,
}

/// Reads state that a panic of another thread leaves sound.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Loudspeaker {
    /// Opens the default output device for a sound of one channel at [`PLAY_RATE`](super::PLAY_RATE); paused
    /// at first.
    pub(crate) fn open(samples: Arc<[f32]>) -> Result<Self, String> {
        let device = cpal::default_host().default_output_device().ok_or("no loudspeaker is found")?;
        let config = device.default_output_config().map_err(|error| error.to_string())?;
        let head = Arc::new(Mutex::new(Playhead::new(samples)));
        let stream = match config.sample_format() {
            SampleFormat::F32 => play_on::<f32>(&device, &config, head.clone()),
            SampleFormat::I16 => play_on::<i16>(&device, &config, head.clone()),
            SampleFormat::U16 => play_on::<u16>(&device, &config, head.clone()),
            SampleFormat::I32 => play_on::<i32>(&device, &config, head.clone()),
            other => Err(format!("the loudspeaker takes samples as {other}, which sinew has not")),
        }?;
        stream.play().map_err(|error| error.to_string())?;
        Ok(Self { head, _stream: stream })
    }
}

impl SoundOutput for Loudspeaker {
    fn play(&self, seconds: f64, speed: f64) {
        lock(&self.head).play(seconds, speed);
    }

    fn pause(&self) {
        lock(&self.head).pause();
    }

    fn position(&self) -> f64 {
        lock(&self.head).position()
    }
}

fn play_on<T: SizedSample + FromSample<f32>>(
    device: &cpal::Device,
    config: &SupportedStreamConfig,
    head: Arc<Mutex<Playhead>>,
) -> Result<Stream, String> {
    let (rate, channels) = (config.sample_rate(), usize::from(config.channels()).max(1));
    let write = move |out: &mut [T], info: &cpal::OutputCallbackInfo| {
        let time = info.timestamp();
        let latency = time.playback.duration_since(time.callback).as_secs_f64();
        let frames = out.chunks_mut(channels).map(|frame| |sample: f32| frame.fill(T::from_sample(sample)));
        lock(&head).fill(rate, latency, frames);
    };
    // A device that goes away leaves silence.
    device.build_output_stream(config.config(), write, |_| (), None).map_err(|error| error.to_string())
}

/// Microphone that records into a buffer.
pub(crate) struct Microphone {
    rate: u32,
    heard: Arc<Mutex<Vec<f32>>>,
    /// Records until it is dropped.
    _stream: Stream,
}

impl Microphone {
    /// Opens the default input device.
    pub(crate) fn open() -> Result<Self, String> {
        let device = cpal::default_host().default_input_device().ok_or("no microphone is found")?;
        let config = device.default_input_config().map_err(|error| error.to_string())?;
        // A second of sound is kept, in case that no frame is drawn meanwhile.
        let heard = Arc::new(Mutex::new(Vec::with_capacity(config.sample_rate() as usize)));
        let stream = match config.sample_format() {
            SampleFormat::F32 => record_from::<f32>(&device, &config, heard.clone()),
            SampleFormat::I16 => record_from::<i16>(&device, &config, heard.clone()),
            SampleFormat::U16 => record_from::<u16>(&device, &config, heard.clone()),
            SampleFormat::I32 => record_from::<i32>(&device, &config, heard.clone()),
            other => Err(format!("the microphone gives samples as {other}, which sinew has not")),
        }?;
        stream.play().map_err(|error| error.to_string())?;
        Ok(Self { rate: config.sample_rate(), heard, _stream: stream })
    }

    /// Sampling rate in Hz.
    pub(crate) fn rate(&self) -> u32 {
        self.rate
    }

    /// Moves the samples since the last call to `out`.
    pub(crate) fn take(&self, out: &mut Vec<f32>) {
        let mut heard = lock(&self.heard);
        out.extend_from_slice(&heard);
        heard.clear();
    }
}

fn record_from<T: SizedSample>(
    device: &cpal::Device,
    config: &SupportedStreamConfig,
    heard: Arc<Mutex<Vec<f32>>>,
) -> Result<Stream, String>
where
    f32: FromSample<T>,
{
    let channels = usize::from(config.channels()).max(1);
    let read = move |input: &[T], _: &cpal::InputCallbackInfo| {
        let mut heard = lock(&heard);
        for frame in input.chunks(channels) {
            // Beyond a second nothing is kept, so that this thread never allocates.
            if heard.len() < heard.capacity() {
                let sum: f32 = frame.iter().map(|sample| f32::from_sample(*sample)).sum();
                heard.push(sum / channels as f32);
            }
        }
    };
    device.build_input_stream(config.config(), read, |_| (), None).map_err(|error| error.to_string())
}

//! Resampling of whole sounds by the library Rubato.

use super::error::SoundError;
#[cfg(not(target_arch = "wasm32"))]
use super::rate::greatest_common_divisor;
use super::rate::{MAX_RATE, MIN_RATE};
#[cfg(target_arch = "wasm32")]
use super::stream_resampler::StreamResampler;
#[cfg(not(target_arch = "wasm32"))]
use rubato::{Fft, FixedSync, Resampler, audioadapter_buffers::direct::SequentialSlice};

/// Least samples of a step of the resampler, at the lower of both rates.
#[cfg(not(target_arch = "wasm32"))]
const MIN_STEP: u32 = 512;

/// Input samples of a step. Half a step is the filter's delay, so steps are even at both rates: the delay is
/// then a whole number of samples.
#[cfg(not(target_arch = "wasm32"))]
fn step(from: u32, to: u32) -> usize {
    let divisor = greatest_common_divisor(from, to);
    let even = MIN_STEP.div_ceil(2 * from.min(to) / divisor);
    2 * (even * (from / divisor)) as usize
}

/// Samples of one channel at another rate, in Hz.
///
/// Output sample n stands for the time n / `to`: the filter's delay is cut off. There are as many as the
/// duration holds, rounded up.
///
/// # Errors
/// Rates outside 8 to 192 kHz.
pub fn resample(samples: &[f32], from: u32, to: u32) -> Result<Vec<f32>, SoundError> {
    for rate in [from, to] {
        if !(MIN_RATE..=MAX_RATE).contains(&rate) {
            return Err(SoundError::Rate { rate });
        }
    }
    if from == to || samples.is_empty() {
        return Ok(samples.to_vec());
    }
    resampled(samples, from, to)
}

#[cfg(not(target_arch = "wasm32"))]
fn resampled(samples: &[f32], from: u32, to: u32) -> Result<Vec<f32>, SoundError> {
    let failed = |message: String| SoundError::Unsupported {
        what: format!("resampling {from} to {to} Hz: {message}"),
    };
    let mut resampler = Fft::<f32>::new(from as usize, to as usize, step(from, to), 1, FixedSync::Both)
        .map_err(|error| failed(error.to_string()))?;
    let mut out = vec![0.0; resampler.process_all_needed_output_len(samples.len())];
    let frames = out.len();
    let input = SequentialSlice::new(samples, 1, samples.len()).map_err(|error| failed(error.to_string()))?;
    let mut output =
        SequentialSlice::new_mut(&mut out, 1, frames).map_err(|error| failed(error.to_string()))?;
    let (_, written) = resampler
        .process_all_into_buffer(&input, &mut output, samples.len(), None)
        .map_err(|error| failed(error.to_string()))?;
    out.truncate(written);
    Ok(out)
}

/// In WebAssembly by the resampler of live sound, which needs no Fourier transforms of other lengths.
#[cfg(target_arch = "wasm32")]
fn resampled(samples: &[f32], from: u32, to: u32) -> Result<Vec<f32>, SoundError> {
    let count = (samples.len() as f64 * f64::from(to) / f64::from(from)).ceil() as usize;
    let mut resampler = StreamResampler::new(from, to)?;
    let mut out = Vec::with_capacity(count + 1024);
    resampler.push(samples, |samples| out.extend_from_slice(samples));
    let silence = vec![0.0; from as usize / 100];
    while out.len() < count {
        resampler.push(&silence, |samples| out.extend_from_slice(samples));
    }
    out.truncate(count);
    Ok(out)
}

//! Power spectra of 512 samples: by RustFFT, which is fastest, and in WebAssembly by microfft, which has a tenth of its
//! code.

use super::mel::{BINS, TRANSFORM_SAMPLES};

/// Transform of real samples to the power of its bins. Allocates nothing after it is made.
#[derive(Clone)]
pub(super) struct PowerSpectrum {
    /// Samples, which the transform overwrites.
    pub(super) time: Box<[f32; TRANSFORM_SAMPLES]>,
    #[cfg(not(target_arch = "wasm32"))]
    transform: std::sync::Arc<dyn realfft::RealToComplex<f32>>,
    #[cfg(not(target_arch = "wasm32"))]
    bins: Vec<realfft::num_complex::Complex<f32>>,
    #[cfg(not(target_arch = "wasm32"))]
    scratch: Vec<realfft::num_complex::Complex<f32>>,
}

#[cfg(not(target_arch = "wasm32"))]
impl PowerSpectrum {
    pub(super) fn new() -> Self {
        let transform = realfft::RealFftPlanner::new().plan_fft_forward(TRANSFORM_SAMPLES);
        Self {
            time: Box::new([0.0; TRANSFORM_SAMPLES]),
            bins: transform.make_output_vec(),
            scratch: transform.make_scratch_vec(),
            transform,
        }
    }

    /// Power of the samples.
    pub(super) fn power(&mut self) -> [f32; BINS] {
        // Fails for buffers of other lengths alone.
        let lengths =
            self.transform.process_with_scratch(&mut self.time[..], &mut self.bins, &mut self.scratch);
        debug_assert!(lengths.is_ok());
        std::array::from_fn(|bin| self.bins[bin].norm_sqr())
    }
}

#[cfg(target_arch = "wasm32")]
impl PowerSpectrum {
    pub(super) fn new() -> Self {
        Self { time: Box::new([0.0; TRANSFORM_SAMPLES]) }
    }

    /// Power of the samples.
    pub(super) fn power(&mut self) -> [f32; BINS] {
        let bins = microfft::real::rfft_512(&mut self.time);
        // The last bin is real, and stands in the imaginary part of the first one.
        let (first, last) = (bins[0].re, bins[0].im);
        std::array::from_fn(|bin| match bin {
            0 => first * first,
            _ if bin == BINS - 1 => last * last,
            _ => bins[bin].re * bins[bin].re + bins[bin].im * bins[bin].im,
        })
    }
}

//! Picture of a spectrogram.

use super::colours::level_colour;
use sinew::character::Pixels;
use sinew_speech::front_end::Spectrogram;

/// Range below the loudest level that is shown, in dB.
const RANGE: f32 = 60.0;
/// Lowest level that counts as the loudest one in dB, so that the noise of silence stays white.
const MIN_PEAK: f32 = -40.0;
/// Gain per octave in dB, which makes high formants as dark as low ones, and the lowest frequency in Hz that
/// it counts from.
const EMPHASIS: f32 = 6.0;
const MIN_EMPHASIS_HERTZ: f32 = 100.0;

/// Picture of a sound at 16 kHz: time to the right, frequency from 0 Hz at the bottom to 8 kHz at the top on
/// a linear scale.
pub(crate) fn spectrum_image(samples: &[f32], width: u32, height: u32) -> Pixels {
    let spectrogram = Spectrogram::of_sound(samples, width as usize);
    let emphasis = |bin: usize| EMPHASIS * (Spectrogram::hertz(bin).max(MIN_EMPHASIS_HERTZ) / 1000.0).log2();
    let shown = |column: usize, bin: usize| spectrogram.column(column)[bin] + emphasis(bin);
    let bins = (0..spectrogram.columns()).flat_map(|x| (0..Spectrogram::BINS).map(move |bin| (x, bin)));
    let peak = bins.map(|(x, bin)| shown(x, bin)).fold(MIN_PEAK, f32::max);
    let last = (Spectrogram::BINS - 1) as f32;
    let mut rgba = Vec::with_capacity((width * height * 4) as usize);
    for y in 0..height {
        let position = last * (height - 1 - y) as f32 / (height.max(2) - 1) as f32;
        let below = (position as usize).min(Spectrogram::BINS - 2);
        let part = position - below as f32;
        for x in 0..width as usize {
            let (low, high) = (shown(x, below), shown(x, below + 1));
            let [r, g, b] = level_colour((low + (high - low) * part - peak) / RANGE + 1.0);
            rgba.extend([r, g, b, 255]);
        }
    }
    Pixels { width, height, rgba }
}

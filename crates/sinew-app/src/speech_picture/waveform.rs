//! Waveforms.

use sinew::character::Pixels;

/// Color of the waveform, sRGB.
pub(super) const WAVE: [u8; 3] = [72, 96, 150];
/// Least amplitude that fills the height, so that noise stays low.
const MIN_AMPLITUDE: f32 = 0.05;

/// Smallest and largest sample of so many columns of equal durations, each within −1 to 1.
pub(crate) fn peaks(samples: &[f32], columns: usize) -> Vec<[f32; 2]> {
    let at = |column: usize| (column as u128 * samples.len() as u128 / columns.max(1) as u128) as usize;
    let range = |column: usize| {
        let column_samples = &samples[at(column)..at(column + 1)];
        column_samples.iter().fold([0.0_f32; 2], |[low, high], sample| {
            [low.min(*sample).max(-1.0), high.max(*sample).min(1.0)]
        })
    };
    (0..columns).map(range).collect()
}

/// Picture of a waveform on white; its largest amplitude fills the height.
pub(crate) fn wave_image(peaks: &[[f32; 2]], height: u32) -> Pixels {
    let largest = peaks.iter().flatten().fold(MIN_AMPLITUDE, |most, peak| most.max(peak.abs()));
    let half = height as f32 / 2.0;
    let row = |value: f32| (half * (1.0 - value / largest)).clamp(0.0, height as f32 - 1.0) as u32;
    let width = peaks.len() as u32;
    let mut rgba = vec![255; (width * height * 4) as usize];
    for (x, [low, high]) in peaks.iter().enumerate() {
        for y in row(*high)..=row(*low) {
            let start = (y * width + x as u32) as usize * 4;
            rgba[start..start + 3].copy_from_slice(&WAVE);
        }
    }
    Pixels { width, height, rgba }
}

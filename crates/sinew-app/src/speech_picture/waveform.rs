//! Waveforms.

/// Smallest and largest sample of so many columns of equal durations, each within −1 to 1.
pub(crate) fn peaks(samples: &[f32], columns: usize) -> Vec<[f32; 2]> {
    let at = |column: usize| (column as u128 * samples.len() as u128 / columns.max(1) as u128) as usize;
    let range = |column: usize| {
        let own = &samples[at(column)..at(column + 1)];
        own.iter().fold([0.0_f32; 2], |[low, high], sample| {
            [low.min(*sample).max(-1.0), high.max(*sample).min(1.0)]
        })
    };
    (0..columns).map(range).collect()
}

//! Mel-frequency cepstral coefficients (Davis and Mermelstein, *Comparison of Parametric Representations for
//! Monosyllabic Word Recognition*, 1980).

use super::mel::MELS;

/// Number of coefficients, the one of the energy first.
pub const CEPSTRA: usize = 13;

/// Cosine transform of log-mel energies: the first 13 rows of the orthonormal DCT-II.
#[derive(Clone, Debug)]
pub struct Cepstrum {
    rows: Vec<[f32; MELS]>,
}

impl Default for Cepstrum {
    fn default() -> Self {
        let count = MELS as f64;
        let value = |row: usize, at: usize| {
            let scale = libm::sqrt(if row == 0 { 1.0 } else { 2.0 } / count);
            (scale * libm::cos(std::f64::consts::PI / count * (at as f64 + 0.5) * row as f64)) as f32
        };
        Self { rows: (0..CEPSTRA).map(|row| std::array::from_fn(|at| value(row, at))).collect() }
    }
}

impl Cepstrum {
    /// Coefficients of a frame of log-mel energies.
    #[must_use]
    pub fn of(&self, log_mel: &[f32; MELS]) -> [f32; CEPSTRA] {
        std::array::from_fn(|row| self.rows[row].iter().zip(log_mel).map(|(a, b)| a * b).sum())
    }
}

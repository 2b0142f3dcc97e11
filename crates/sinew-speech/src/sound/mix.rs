//! Channels mixed to one.

/// Energy of the mean of channels, relative to that of as many unrelated ones, below which they cancel one
/// another out: -13 dB.
const CANCELLED_SHARE: f64 = 0.05;

/// Mean of channels; where they cancel one another out, as stereo in antiphase does, the loudest channel.
/// Channels are of equal lengths.
pub(super) fn mix(channels: &[Vec<f32>]) -> Vec<f32> {
    let count = channels.len();
    let share = 1.0 / count.max(1) as f32;
    let mean = |at: usize| channels.iter().map(|channel| channel[at] * share).sum();
    let mixed: Vec<f32> = (0..channels.first().map_or(0, Vec::len)).map(mean).collect();
    let energies = channels.iter().map(|channel| energy(channel));
    let all: f64 = energies.clone().sum();
    // Unrelated channels keep this energy in their mean, as does a single one that sounds.
    let usual = all / (count * count).max(1) as f64;
    if energy(&mixed) >= CANCELLED_SHARE * usual {
        return mixed;
    }
    let loudest =
        channels.iter().zip(energies).reduce(|best, next| if next.1 > best.1 { next } else { best });
    loudest.map_or(mixed, |(channel, _)| channel.clone())
}

fn energy(samples: &[f32]) -> f64 {
    samples.iter().map(|sample| f64::from(*sample) * f64::from(*sample)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(phase: f32) -> Vec<f32> {
        (0..1000).map(|n| libm::sinf(n as f32 * 0.1 + phase)).collect()
    }

    #[test]
    fn channels_are_averaged_unless_they_cancel_out() {
        let (left, silence) = (tone(0.0), vec![0.0; 1000]);
        assert_eq!(mix(std::slice::from_ref(&left)), left);
        let alone = mix(&[left.clone(), silence.clone(), silence.clone(), silence.clone()]);
        assert!(alone.iter().zip(&left).all(|(a, b)| *a == b * 0.25));
        let turned: Vec<f32> = tone(1.5);
        let both = mix(&[left.clone(), turned.clone()]);
        assert!(
            both.iter().zip(left.iter().zip(&turned)).all(|(m, (a, b))| (m - (a + b) * 0.5).abs() < 1e-6)
        );
        let inverse: Vec<f32> = left.iter().map(|sample| -0.9 * sample).collect();
        assert_eq!(mix(&[inverse.clone(), left.clone()]), left);
        assert_eq!(mix(&[silence.clone(), silence.clone()]), silence);
    }
}

//! Resampling keeps times, lengths and levels.

use sinew_speech::sound::{Sound, StreamResampler, resample};

const RATES: [u32; 12] =
    [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 44_101, 48_000, 96_000, 192_000];

/// A bump of 4 ms at a time in seconds.
fn bump(rate: u32, seconds: f64, at: f64) -> Vec<f32> {
    let sample = |n: usize| {
        let distance = (n as f64 / f64::from(rate) - at) / 0.002;
        (-distance * distance).exp() as f32
    };
    (0..(seconds * f64::from(rate)).round() as usize).map(sample).collect()
}

/// Centre of mass in seconds.
fn centre(samples: &[f32], rate: u32) -> f64 {
    let sum: f64 = samples.iter().map(|x| f64::from(*x)).sum();
    let moment: f64 = samples.iter().enumerate().map(|(n, x)| n as f64 * f64::from(*x)).sum();
    moment / sum / f64::from(rate)
}

#[test]
fn a_bump_stays_at_its_time() {
    for from in RATES {
        for at in [0.05, 0.2] {
            let out = resample(&bump(from, 0.25, at), from, 16_000).unwrap();
            assert!(out.len().abs_diff(4000) <= 1, "{from}: {} samples", out.len());
            let shift = (centre(&out, 16_000) - at) * 16_000.0;
            assert!(shift.abs() < 0.02, "{from}: {shift} samples");
            let peak = out.iter().fold(0.0_f32, |most, x| most.max(*x));
            assert!((peak - 1.0).abs() < 0.01, "{from}: {peak}");
        }
    }
}

#[test]
fn tones_pass_below_half_the_rate_and_no_others() {
    let level = |from: u32, hertz: f64| {
        let step = std::f64::consts::TAU * hertz / f64::from(from);
        let tone: Vec<f32> = (0..from as usize / 2).map(|n| (n as f64 * step).sin() as f32).collect();
        let out = resample(&tone, from, 16_000).unwrap();
        let middle = &out[1000..7000];
        (middle.iter().map(|x| x * x).sum::<f32>() / 6000.0).sqrt() * 2.0_f32.sqrt()
    };
    for from in [22_050, 44_100, 48_000, 96_000] {
        assert!((level(from, 1000.0) - 1.0).abs() < 0.005, "{from}");
        assert!(level(from, 9500.0) < 0.01, "{from}");
    }
}

#[test]
fn any_length_has_its_length() {
    for length in [1, 2, 159, 160, 1000, 1023, 1024, 1025, 5000] {
        for from in [8000, 44_100, 192_000] {
            let out = resample(&vec![0.1; length], from, 16_000).unwrap();
            let expected = (length as f64 * 16_000.0 / f64::from(from)).ceil() as usize;
            assert!(out.len().abs_diff(expected) <= 1, "{length} {from}: {}", out.len());
        }
    }
    assert!(resample(&[], 48_000, 16_000).unwrap().is_empty());
    assert!(resample(&[0.0], 4000, 16_000).is_err());
}

#[test]
fn live_sound_comes_out_at_its_time() {
    for from in RATES {
        let mut resampler = StreamResampler::new(from, 16_000).unwrap();
        let samples = bump(from, 0.4, 0.1);
        let mut out = Vec::new();
        for part in samples.chunks(333) {
            resampler.push(part, |ready| out.extend_from_slice(ready));
        }
        let shift = (centre(&out, 16_000) - 0.1) * 16_000.0;
        assert!(shift.abs() < 0.02, "{from}: {shift} samples");
        assert!(resampler.latency() < 0.02, "{from}: {}", resampler.latency());
        let behind = 0.4 - out.len() as f64 / 16_000.0;
        assert!(behind <= f64::from(resampler.latency()) + 0.003, "{from}: {behind} {}", resampler.latency());
        let peak = out.iter().fold(0.0_f32, |most, x| most.max(*x));
        assert!((peak - 1.0).abs() < 0.02, "{from}: {peak}");
    }
    assert!(StreamResampler::new(48_000, 16).is_err());
}

#[test]
fn sounds_of_any_rate_have_the_same_duration() {
    for rate in RATES {
        let sound = Sound::mono(bump(rate, 0.5, 0.2), rate).unwrap();
        assert!((sound.duration() - 0.5).abs() < 1e-3);
        assert!(sound.to_mono(16_000).unwrap().len().abs_diff(8000) <= 1);
    }
}

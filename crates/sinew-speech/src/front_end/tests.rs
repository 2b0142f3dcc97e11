//! Tests of the spectral features, against their definitions and known tones.

use super::{BandEnvelope, CEPSTRA, Cepstrum, LogMel, MELS, Spectrogram};

fn tone(hertz: f64, count: usize) -> Vec<f32> {
    (0..count).map(|n| libm::sin(std::f64::consts::TAU * hertz * n as f64 / 16_000.0) as f32).collect()
}

/// Log-mel energies by the definition: a plain Fourier sum in double precision.
fn by_definition(samples: &[f32], frame: usize) -> Vec<f64> {
    let at = |n: i64| usize::try_from(n).ok().and_then(|n| samples.get(n)).map_or(0.0, |x| f64::from(*x));
    let start = 160 * frame as i64 - 200;
    let tau = std::f64::consts::TAU;
    let x: Vec<f64> = (0..400)
        .map(|n| {
            let i = start + n;
            let emphasized = if i < samples.len() as i64 { at(i) - 0.97 * at(i - 1) } else { 0.0 };
            emphasized * (0.5 - 0.5 * libm::cos(tau * (n as f64 + 0.5) / 400.0))
        })
        .collect();
    let power: Vec<f64> = (0..257)
        .map(|k| {
            let sum = |f: fn(f64) -> f64| -> f64 {
                x.iter().enumerate().map(|(n, x)| x * f(tau * (k * n) as f64 / 512.0)).sum()
            };
            let (re, im) = (sum(libm::cos), sum(libm::sin));
            re * re + im * im
        })
        .collect();
    let mel = |f: f64| 2595.0 * libm::log10(1.0 + f / 700.0);
    let inverse = |m: f64| 700.0 * (libm::pow(10.0, m / 2595.0) - 1.0);
    let edge = |n: usize| inverse(mel(60.0) + (mel(7600.0) - mel(60.0)) * n as f64 / 33.0);
    (0..32)
        .map(|m| {
            let (a, b, c) = (edge(m), edge(m + 1), edge(m + 2));
            let weight = |k: usize| {
                let f = k as f64 * 31.25;
                if f <= a || f >= c {
                    0.0
                } else if f < b {
                    (f - a) / (b - a)
                } else {
                    (c - f) / (c - b)
                }
            };
            libm::log((0..257).map(|k| weight(k) * power[k]).sum::<f64>().max(1e-10))
        })
        .collect()
}

#[test]
fn log_mels_follow_their_definition() {
    let noise = |n: usize| ((n as f32 * 12.9898).sin() * 43_758.547).fract() * 0.1;
    let mut samples: Vec<f32> = tone(440.0, 5000);
    samples.iter_mut().enumerate().for_each(|(n, x)| *x = 0.5 * *x + noise(n));
    let frames = LogMel::of_sound(&samples);
    assert_eq!(frames.len(), 32);
    for frame in [0, 1, 2, 15, 30, 31] {
        for (value, exact) in frames[frame].iter().zip(by_definition(&samples, frame)) {
            assert!((f64::from(*value) - exact).abs() < 2e-3, "frame {frame}: {value} {exact}");
        }
    }
}

#[test]
fn pieces_of_any_length_give_the_same_frames() {
    let samples = tone(700.0, 4321);
    let mut whole = Vec::new();
    LogMel::new().push(&samples, |frame| whole.push(*frame));
    for size in [1, 7, 63, 64, 160, 401] {
        let (mut parts, mut log_mel) = (Vec::new(), LogMel::new());
        samples.chunks(size).for_each(|part| log_mel.push(part, |frame| parts.push(*frame)));
        assert_eq!(parts, whole, "{size}");
    }
}

#[test]
fn wild_samples_stay_finite() {
    let mut log_mel = LogMel::new();
    let mut envelope = BandEnvelope::default();
    let wild: Vec<f32> =
        [f32::NAN, f32::INFINITY, f32::MAX, -1e30, 0.0].into_iter().cycle().take(2000).collect();
    envelope.push(&wild, |value| assert!(value.is_finite()));
    let mut last = [0.0; MELS];
    log_mel.push(&wild, |_| {});
    log_mel.push(&tone(300.0, 2000), |frame| last = *frame);
    assert!(last.iter().all(|x| x.is_finite()));
}

#[test]
fn the_cosine_transform_is_orthonormal() {
    let cepstrum = Cepstrum::default();
    let flat = cepstrum.of(&[1.0; MELS]);
    assert!((flat[0] - (MELS as f32).sqrt()).abs() < 1e-5);
    assert!(flat[1..].iter().all(|x| x.abs() < 1e-5));
    assert_eq!(flat.len(), CEPSTRA);
}

#[test]
fn the_envelope_passes_its_band_alone() {
    let level = |hertz: f64| {
        let (mut band_envelope, mut last) = (BandEnvelope::default(), 0.0);
        band_envelope.push(&tone(hertz, 16_000), |value| last = value);
        last
    };
    assert!((level(700.0) - 0.707).abs() < 0.05, "{}", level(700.0));
    assert!(level(100.0) < 0.01 && level(4000.0) < 0.02);
}

#[test]
fn a_tone_lies_at_its_frequency_and_level_in_the_spectrogram() {
    let sound: Vec<f32> =
        tone(1000.0, 8000).iter().chain(&tone(4000.0, 8000)).map(|sample| 0.5 * sample).collect();
    for columns in [10, 100, 2000] {
        let spectrogram = Spectrogram::of_sound(&sound, columns);
        assert_eq!(spectrogram.columns(), columns);
        for (seconds, hertz) in [(0.1, 1000.0), (0.35, 1000.0), (0.65, 4000.0), (0.9, 4000.0)] {
            let column = spectrogram.column((seconds * columns as f64) as usize);
            let loudest = (0..column.len()).max_by(|a, b| column[*a].total_cmp(&column[*b])).unwrap();
            assert!((Spectrogram::hertz(loudest) - hertz).abs() < 16.0, "{columns} {seconds} {loudest}");
            assert!((column[loudest] + 6.0).abs() < 0.5, "{columns} {seconds}: {} dB", column[loudest]);
            // Two kilohertz away there is nothing.
            assert!(column[loudest + 64] < -90.0 || seconds > 0.5, "{}", column[loudest + 64]);
        }
    }
    for (samples, columns) in [(&[f32::NAN; 500][..], 3), (&[], 2)] {
        let silent = Spectrogram::of_sound(samples, columns);
        assert!((0..columns).all(|n| silent.column(n) == [-120.0; 257]));
        assert!(silent.column(columns).is_empty());
    }
    assert_eq!(Spectrogram::of_sound(&sound, 0).columns(), 0);
}

//! Tests of the viseme providers on synthetic sounds.

use super::{
    AmplitudeProvider, EnvelopeProvider, LiveProvider, LookAhead, Mode, TemplateProvider, VisemeProvider,
    VoiceProfile, analyze,
};
use crate::phone::Notation;
use crate::sound::Sound;
use crate::timeline::{PhoneSpan, PhoneTrack, VisemeFrame};
use sinew_viseme::Viseme;
use std::sync::Arc;

/// Harmonics of 120 Hz with two formants, for so many seconds.
fn vowel(formants: [f64; 2], seconds: f64) -> Vec<f32> {
    let rate = 16_000.0;
    let sample = |n: usize| -> f32 {
        let time = n as f64 / rate;
        let partial = |k: usize| {
            let hertz = 120.0 * k as f64;
            let gain: f64 =
                formants.iter().map(|f| libm::exp(-((hertz - f) / 120.0) * ((hertz - f) / 120.0))).sum();
            (gain + 0.003) * libm::sin(std::f64::consts::TAU * hertz * time)
        };
        (0.05 * (1..40).map(partial).sum::<f64>()) as f32
    };
    (0..(seconds * rate) as usize).map(sample).collect()
}

const A: [f64; 2] = [750.0, 1200.0];
const I: [f64; 2] = [280.0, 2300.0];

/// Half a second each of a, i, silence, a; with its labels.
fn recording() -> (Sound, PhoneTrack) {
    let parts = [vowel(A, 0.5), vowel(I, 0.5), vec![0.0; 8000], vowel(A, 0.5)];
    let labels = ["AA1", "IY1", "sil", "AA1"];
    let span = |(n, label): (usize, &&str)| {
        PhoneSpan::new(n as f64 * 0.5, (n + 1) as f64 * 0.5, *label, Notation::Arpabet)
    };
    let track = PhoneTrack::new(labels.iter().enumerate().map(span).collect(), vec![]).unwrap();
    (Sound::mono(parts.concat(), 16_000).unwrap(), track)
}

fn profile() -> Arc<VoiceProfile> {
    let (sound, track) = recording();
    Arc::new(VoiceProfile::calibrate(&sound, &track).unwrap())
}

fn providers() -> Vec<Box<dyn VisemeProvider>> {
    vec![
        Box::new(AmplitudeProvider::new()),
        Box::new(EnvelopeProvider::new()),
        Box::new(TemplateProvider::new(profile())),
        Box::new(LiveProvider::new(LookAhead::Ms0)),
        Box::new(LiveProvider::new(LookAhead::Ms30)),
        Box::new(LiveProvider::new(LookAhead::Ms60)),
    ]
}

#[test]
fn every_mode_opens_for_a_and_rests_in_silence() {
    let (sound, _) = recording();
    for mode in [Mode::Amplitude, Mode::TextbookAmplitude, Mode::Template(profile())] {
        let timeline = analyze(&sound, &mode).unwrap();
        assert_eq!(timeline.frames().len(), 200);
        assert!(timeline.at(0.3).openness > 0.5, "{mode:?} {:?}", timeline.at(0.3));
        assert!(timeline.at(1.35).openness < 0.05, "{mode:?} {:?}", timeline.at(1.35));
    }
}

#[test]
fn templates_tell_vowels() {
    let (sound, _) = recording();
    let timeline = analyze(&sound, &Mode::Template(profile())).unwrap();
    assert_eq!(timeline.at(0.3).dominant(), Viseme::Aa);
    assert_eq!(timeline.at(0.8).dominant(), Viseme::Ih);
    assert_eq!(timeline.at(1.3).dominant(), Viseme::Sil);
}

#[test]
fn pieces_of_any_length_give_the_same_frames() {
    let (sound, _) = recording();
    let samples = &sound.channels()[0];
    for mut provider in providers() {
        let mut whole: Vec<VisemeFrame> = Vec::new();
        provider.push(samples, &mut |frame| whole.push(*frame));
        provider.reset();
        let mut parts = Vec::new();
        samples.chunks(77).for_each(|part| provider.push(part, &mut |frame| parts.push(*frame)));
        assert_eq!(parts, whole);
        provider.reset();
        let (mut rest, mut parts) = (&samples[..], Vec::new());
        for size in [0, 1, 3, 159, 160, 161, 1000].into_iter().cycle() {
            let (now, later) = rest.split_at(rest.len().min(size));
            provider.push(now, &mut |frame| parts.push(*frame));
            rest = later;
            if rest.is_empty() {
                break;
            }
        }
        assert_eq!(parts, whole);
        let late = (samples.len() as f32 / 16_000.0 - whole.len() as f32 / 100.0).max(0.0);
        assert!(late <= provider.latency() + 0.0101, "{late}");
    }
}

#[test]
fn a_provider_that_was_reset_goes_on_like_a_new_one() {
    let (sound, _) = recording();
    // Quiet sound first, which a known peak alone leaves quiet.
    let quiet: Vec<f32> = sound.channels()[0].iter().map(|sample| sample * 0.02).collect();
    let loud = EnvelopeProvider::new().with_peak(-10.0);
    let known = AmplitudeProvider::with_maximum(1.0);
    let more: [Box<dyn VisemeProvider>; 2] = [Box::new(loud), Box::new(known)];
    for mut provider in providers().into_iter().chain(more) {
        let mut rounds = [Vec::new(), Vec::new()];
        for frames in &mut rounds {
            provider.push(&quiet, &mut |frame| frames.push(*frame));
            provider.push(&sound.channels()[0], &mut |frame| frames.push(*frame));
            provider.reset();
        }
        assert_eq!(rounds[0], rounds[1]);
    }
}

#[test]
fn wild_samples_give_frames() {
    let wild: Vec<f32> =
        [f32::NAN, f32::INFINITY, f32::MAX, -f32::MAX, 0.0].into_iter().cycle().take(8000).collect();
    for mut provider in providers() {
        let mut count = 0;
        for samples in [&wild, &recording().0.channels()[0]] {
            provider.push(samples, &mut |frame| {
                count += 1;
                let sum: f32 = frame.weights.iter().sum();
                assert!((sum - 1.0).abs() < 1e-3 && frame.openness.is_finite());
            });
        }
        assert!(count > 200);
    }
}

#[test]
fn samples_that_are_no_numbers_count_as_0() {
    let (sound, _) = recording();
    let mut wild = sound.channels()[0].clone();
    let mut silent = wild.clone();
    for n in (0..wild.len()).step_by(97) {
        wild[n] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][n % 3];
        silent[n] = 0.0;
    }
    for mut provider in providers() {
        let mut frames = [Vec::new(), Vec::new()];
        for (samples, frames) in [&wild, &silent].into_iter().zip(&mut frames) {
            provider.push(samples, &mut |frame| frames.push(*frame));
            provider.reset();
        }
        assert_eq!(frames[0], frames[1]);
    }
}

#[test]
fn networks_answer_about_every_frame_of_short_sounds() {
    for count in [1, 159, 160, 161, 480, 700, 1500] {
        let sound = Sound::mono(vowel(A, 0.1)[..count.min(1600)].to_vec(), 16_000).unwrap();
        let modes = LookAhead::ALL.map(Mode::Live).into_iter().chain([Mode::Offline]);
        for mode in modes {
            let timeline = analyze(&sound, &mode).unwrap();
            assert_eq!(timeline.frames().len(), count.div_ceil(160), "{mode:?}, {count} samples");
        }
    }
}

#[test]
fn networks_rest_in_silence() {
    let (sound, _) = recording();
    for mode in LookAhead::ALL.map(Mode::Live).into_iter().chain([Mode::Offline]) {
        let timeline = analyze(&sound, &mode).unwrap();
        assert!(timeline.at(1.3).openness < 0.06, "{mode:?} {:?}", timeline.at(1.3));
        assert_eq!(timeline.at(1.3).dominant(), Viseme::Sil);
    }
    assert_eq!(LookAhead::from_milliseconds(30), Some(LookAhead::Ms30));
    assert_eq!(LookAhead::from_milliseconds(40), None);
}

#[test]
fn profiles_are_kept_as_json() {
    let fitted = profile();
    let text = fitted.to_json();
    let back = VoiceProfile::from_json(&text).unwrap();
    assert_eq!(VoiceProfile::from_json(&back.to_json()).unwrap(), back);
    let (sound, _) = recording();
    let [original, back] =
        [fitted, Arc::new(back)].map(|profile| analyze(&sound, &Mode::Template(profile)).unwrap());
    for (a, b) in original.frames().iter().zip(back.frames()) {
        assert!(a.weights.iter().zip(b.weights).all(|(a, b)| (a - b).abs() < 1e-3));
    }
    for (from, to, pointer) in [
        ("\"version\": 1", "\"version\": 9", "/version"),
        ("\"aa\"", "\"zz\"", "/templates"),
        ("\"version\": 1,", "", "line"),
        ("{", "[", "line"),
    ] {
        let error = VoiceProfile::from_json(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(pointer), "{error}");
    }
}

#[test]
fn recordings_without_speech_calibrate_nothing() {
    let silence = Sound::mono(vec![0.0; 16_000], 16_000).unwrap();
    assert!(VoiceProfile::calibrate(&silence, &PhoneTrack::default()).is_err());
}

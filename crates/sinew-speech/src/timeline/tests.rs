//! Tests of phone tracks, viseme timelines and cues.

use super::{
    DEFAULT_MIN_CUE_SECONDS, PhoneSpan, PhoneTrack, PhoneTrackError, VisemeFrame, VisemeTimeline, WordSpan,
};
use crate::phone::Notation;
use sinew_viseme::Viseme;
use test_needs::cases;

fn frame(viseme: Viseme) -> VisemeFrame {
    let mut weights = [0.0; Viseme::COUNT];
    weights[viseme.index()] = 2.0;
    VisemeFrame::new(weights)
}

fn timeline(parts: &[(Viseme, usize)]) -> VisemeTimeline {
    VisemeTimeline::new(parts.iter().flat_map(|(v, n)| std::iter::repeat_n(frame(*v), *n)).collect())
}

#[test]
fn cues_are_whole_ordered_and_long_enough() {
    for mut random in cases(200) {
        let count = random.usize(..30);
        let parts: Vec<_> =
            (0..count).map(|_| (Viseme::ALL[random.usize(..15)], random.usize(..12))).collect();
        let timeline = timeline(&parts);
        let cues = timeline.cues(DEFAULT_MIN_CUE_SECONDS);
        assert_eq!(cues.is_empty(), timeline.frames().is_empty());
        for pair in cues.windows(2) {
            assert_eq!(pair[0].end, pair[1].start);
            assert_ne!(pair[0].viseme, pair[1].viseme);
        }
        if let (Some(first), Some(last)) = (cues.first(), cues.last()) {
            assert_eq!((first.start, last.end), (0.0, timeline.duration()));
            let least = 0.07_f64.min(timeline.duration());
            assert!(cues.iter().all(|cue| cue.end - cue.start > least - 1e-6), "{cues:?}");
        }
    }
}

#[test]
fn short_closures_survive_and_flicker_does_not() {
    let closed = timeline(&[(Viseme::Aa, 20), (Viseme::PP, 5), (Viseme::E, 20)]).cues(0.07);
    assert_eq!(closed.iter().map(|cue| cue.viseme).collect::<Vec<_>>(), [Viseme::Aa, Viseme::PP, Viseme::E]);
    let flicker = timeline(&[(Viseme::Aa, 20), (Viseme::E, 2), (Viseme::Aa, 20)]).cues(0.07);
    assert_eq!(flicker.len(), 1);
}

#[test]
fn weights_between_frames_and_outside() {
    let timeline = timeline(&[(Viseme::Aa, 1), (Viseme::Ou, 1)]);
    let middle = timeline.at(0.005);
    assert!((middle.weights[Viseme::Aa.index()] - 0.5).abs() < 1e-5);
    assert_eq!(timeline.at(-0.1), VisemeFrame::REST);
    assert_eq!(timeline.at(1e300), VisemeFrame::REST);
    assert_eq!(timeline.at(f64::NAN), VisemeFrame::REST);
}

#[test]
fn wild_weights_become_frames() {
    assert_eq!(VisemeFrame::new([f32::NAN; 15]), VisemeFrame::REST);
    let frame = VisemeFrame::new([
        f32::INFINITY,
        -1.0,
        f32::MAX,
        1.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
    ]);
    assert!((frame.weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
}

#[test]
fn tracks_are_in_order() {
    let span = |start, end| PhoneSpan::new(start, end, "AA1", Notation::Arpabet);
    let track = PhoneTrack::new(vec![span(0.1, 0.2), span(0.199, 0.3), span(0.3, 0.3)], vec![]).unwrap();
    assert_eq!(track.phones().len(), 2);
    assert_eq!(track.phones()[1].start, 0.2);
    assert_eq!(track.targets()[0], (crate::phone::Phone::SILENCE, 0.0, 0.1));
    let error = PhoneTrack::new(vec![span(0.5, 0.6), span(0.2, 0.3)], vec![]).unwrap_err();
    assert!(matches!(error, PhoneTrackError::Order { index: 1, .. }), "{error}");
    for (start, end) in [(f64::NAN, 1.0), (-1.0, 1.0), (0.0, f64::INFINITY)] {
        let words = vec![WordSpan::new(start, end, "hello")];
        assert!(matches!(PhoneTrack::new(vec![], words), Err(PhoneTrackError::Time { index: 0, .. })));
    }
    assert!(PhoneTrack::new(vec![span(0.5, 0.4)], vec![]).is_err());
}

#[test]
fn diphthongs_are_two_targets() {
    let track = PhoneTrack::new(vec![PhoneSpan::new(0.0, 1.0, "AY", Notation::Arpabet)], vec![]).unwrap();
    let targets = track.targets();
    assert_eq!(targets.len(), 2);
    assert!((targets[0].2 - 0.6).abs() < 1e-6 && targets[1].2 == 1.0);
}

#[test]
fn contacts_survive_any_frame_rate() {
    // Full contact for 30 ms, with a ramp of 20 ms on both sides.
    let weights = |closed: f32| {
        let mut weights = [0.0; Viseme::COUNT];
        weights[Viseme::PP.index()] = closed;
        weights[Viseme::Aa.index()] = 1.0 - closed;
        VisemeFrame::new(weights)
    };
    for at in 20..60 {
        let shape = |n: i32| match (n - at).abs() {
            0..=1 => 1.0,
            2 => 0.6,
            3 => 0.2,
            _ => 0.0,
        };
        let timeline = VisemeTimeline::new((0..100).map(|n| weights(shape(n))).collect());
        for rate in [7.0, 12.0, 23.976, 24.0, 25.0, 30.0, 60.0, 100.0, 144.0] {
            let step = 1.0 / rate;
            let closed = |frame: VisemeFrame| frame.weights[Viseme::PP.index()] > 0.999;
            let times = (0..rate as usize).map(|n| n as f64 * step);
            let shown: Vec<f64> =
                times.clone().filter(|time| closed(timeline.at_frame(*time, step))).collect();
            let sampled = times.filter(|time| closed(timeline.at(*time))).count();
            // Frames that meet the contact are as they were; else the nearest one shows it.
            let middle = f64::from(at) * 0.01;
            let is_tie = ((middle * rate).fract() - 0.5).abs() < 1e-4;
            let expected = if is_tie { sampled.max(2) } else { sampled.max(1) };
            assert_eq!(shown.len(), expected, "{at} at {rate}");
            assert!(
                (shown[0] - middle).abs() <= 0.0101_f64.max(step * 0.5 + 2e-6),
                "{at} at {rate}: {shown:?}"
            );
        }
    }
    let timeline = VisemeTimeline::new((0..9).map(|_| weights(0.0)).collect());
    assert_eq!(timeline.at_frame(0.03, f64::NAN), timeline.at(0.03));
    assert_eq!(VisemeTimeline::default().at_frame(0.0, 1.0), VisemeFrame::REST);
}

//! Tests of coarticulation: mouth tracks of short phone sequences.

use super::{MAX_LEAD_IN_SECONDS, MIN_CLOSURE_SECONDS, MouthTrack};
use crate::phone::Notation;
use crate::timeline::{PhoneSpan, PhoneTrack};
use sinew_viseme::Viseme;

/// Track of labels that last so many seconds each, after half a second of silence.
fn track(labels: &str, seconds: f64) -> PhoneTrack {
    let spans = labels.split(' ').enumerate().map(|(n, label)| {
        let start = 0.5 + n as f64 * seconds;
        PhoneSpan::new(start, start + seconds, label, Notation::Arpabet)
    });
    PhoneTrack::new(spans.collect(), vec![]).unwrap()
}

const STEP: f64 = 0.001;

#[test]
fn bilabials_close_in_time_and_long_enough_at_any_rate() {
    for seconds in [0.015, 0.03, 0.05, 0.08, 0.15] {
        for label in ["P", "B", "M"] {
            let track = track(&format!("AA1 {label} AA1"), seconds);
            let mouth = MouthTrack::new(&track);
            let start = track.phones()[1].start;
            let times = (-300..600).map(|n| start + f64::from(n) * STEP);
            let closed: Vec<f64> = times
                .filter(|t| {
                    let (pose, frame) = (mouth.pose_at(*t), mouth.frame_at(*t));
                    pose.articulation.lip_aperture < 1e-3 && frame.weights[Viseme::PP.index()] > 0.999
                })
                .collect();
            let (first, last) = (closed[0], closed[closed.len() - 1]);
            assert!(
                last - first > MIN_CLOSURE_SECONDS - 2.0 * STEP,
                "{label} of {seconds} s: {}",
                last - first
            );
            assert!(first <= start && first > start - MAX_LEAD_IN_SECONDS, "{label}: {first} {start}");
            // The movement itself does not begin earlier than allowed.
            let before = mouth.pose_at(start - MAX_LEAD_IN_SECONDS - STEP);
            assert_eq!(before.contact.closed, 0.0);
        }
    }
}

#[test]
fn f_touches_and_s_narrows() {
    for label in ["F", "V", "S", "Z", "SH", "CH"] {
        let track = track(&format!("AA1 {label} AA1"), 0.06);
        let mouth = MouthTrack::new(&track);
        let middle = track.phones()[1].start + 0.02;
        let pose = mouth.pose_at(middle);
        let is_f = label == "F" || label == "V";
        assert_eq!(pose.contact.on_teeth, f32::from(u8::from(is_f)));
        assert!(pose.articulation.lip_aperture < 0.26, "{label} {pose:?}");
        assert!(is_f || pose.articulation.jaw < 0.16);
        let expected = match label {
            "F" | "V" => Viseme::FF,
            "S" | "Z" => Viseme::SS,
            _ => Viseme::CH,
        };
        assert_eq!(mouth.frame_at(middle).dominant(), expected);
    }
}

#[test]
fn fast_vowels_open_less() {
    let opening = |seconds: f64| {
        let track = track("T AA1 T", seconds);
        let mouth = MouthTrack::new(&track);
        let times = (0..1000).map(|n| 0.4 + f64::from(n) * STEP);
        times.map(|t| mouth.pose_at(t).articulation.lip_aperture).fold(0.0, f32::max)
    };
    assert!(opening(0.04) < opening(0.08) && opening(0.08) < opening(0.2));
    assert!(opening(0.2) > 0.8);
}

#[test]
fn rounding_spreads_ahead() {
    let track = track("T S T UW1", 0.08);
    let mouth = MouthTrack::new(&track);
    let before = track.phones()[2].start;
    assert!(mouth.pose_at(before + 0.06).articulation.rounding > 0.3);
    assert!(mouth.pose_at(before + 0.06).articulation.rounding > mouth.pose_at(before).articulation.rounding);
}

#[test]
fn curves_have_no_jumps() {
    let track = track("HH AH0 L OW1 P UH1 SH M F IY1 B", 0.06);
    let mouth = MouthTrack::new(&track);
    let mut last = mouth.frame_at(0.0);
    for n in 1..2000 {
        let frame = mouth.frame_at(f64::from(n) * STEP);
        let jump = frame.weights.iter().zip(last.weights).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(jump < 0.1 && (frame.openness - last.openness).abs() < 0.1, "{n}: {jump}");
        last = frame;
    }
}

#[test]
fn silence_is_rest() {
    let mouth = MouthTrack::new(&track("P AA1 T", 0.1));
    for time in [-1.0, 0.0, 0.3, 1.5, 100.0] {
        let frame = mouth.frame_at(time);
        assert!(frame.weights[0] > 0.98 && frame.openness < 0.02, "{time} {frame:?}");
    }
    assert_eq!(MouthTrack::new(&PhoneTrack::default()).timeline(0.05).frames().len(), 5);
}

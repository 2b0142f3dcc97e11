//! Tests of the picture of speech.

use super::layout::{LEFT, MAX_WIDTH};
use super::{SpeechPicture, peaks, spectrum_image, viseme_colour};
use sinew::character::Pixels;
use sinew::face::Viseme;
use sinew_speech::phone::Notation;
use sinew_speech::timeline::{PhoneSpan, PhoneTrack, VisemeCue, VisemeFrame, VisemeTimeline, WordSpan};

fn tone(hertz: f32, seconds: f32) -> Vec<f32> {
    let count = (seconds * 16_000.0) as usize;
    (0..count).map(|n| 0.5 * (std::f32::consts::TAU * hertz * n as f32 / 16_000.0).sin()).collect()
}

/// Timeline that shows `a` for the first half and `b` for the second one.
fn halves(a: Viseme, b: Viseme, frames: usize) -> VisemeTimeline {
    let frame = |viseme: Viseme| {
        let mut weights = [0.0; Viseme::COUNT];
        weights[viseme.index()] = 1.0;
        VisemeFrame::new(weights)
    };
    VisemeTimeline::new((0..frames).map(|n| frame(if n < frames / 2 { a } else { b })).collect())
}

fn pixel(picture: &Pixels, x: u32, y: u32) -> [u8; 3] {
    let start = ((y * picture.width + x) * 4) as usize;
    [0, 1, 2].map(|n| picture.rgba[start + n])
}

/// Rows of a column that have a color.
fn rows_of(picture: &Pixels, x: u32, color: [u8; 3]) -> Vec<u32> {
    (0..picture.height).filter(|y| pixel(picture, x, *y) == color).collect()
}

#[test]
fn visemes_lie_at_their_times_and_open_lips_high() {
    let timeline = halves(Viseme::PP, Viseme::Aa, 400);
    let cues = [VisemeCue::new(0.0, 2.0, Viseme::PP), VisemeCue::new(2.0, 4.0, Viseme::Aa)];
    let samples = tone(1000.0, 4.0);
    let picture = SpeechPicture { title: "tone", samples: &samples, timeline: &timeline, cues: &cues }.draw();
    let at = |seconds: f64| LEFT + (seconds * 240.0) as u32;
    assert!(picture.width > at(4.0) && picture.width < at(4.0) + 40, "{}", picture.width);
    let (lips, jaw) = (viseme_colour(Viseme::PP), viseme_colour(Viseme::Aa));
    for (time, shown, other) in [(0.5, lips, jaw), (1.95, lips, jaw), (2.05, jaw, lips), (3.5, jaw, lips)] {
        assert!(rows_of(&picture, at(time), shown).len() >= 20, "{time}");
        assert_eq!(rows_of(&picture, at(time), other), [0; 0], "{time}");
    }
    let curve = |time: f64| *rows_of(&picture, at(time), [214, 74, 62]).first().expect("a curve");
    assert!(curve(3.0) + 50 < curve(1.0), "{} {}", curve(3.0), curve(1.0));
    // Known words and phones have rows of their own.
    let spans = PhoneTrack::new(
        vec![PhoneSpan::new(0.0, 2.0, "P", Notation::Arpabet)],
        vec![WordSpan::new(0.0, 4.0, "pa")],
    );
    let known = timeline.with_track(spans.unwrap());
    let taller = SpeechPicture { title: "", samples: &samples, timeline: &known, cues: &cues }.draw();
    assert_eq!((taller.width, taller.height), (picture.width, picture.height + 52));
}

#[test]
fn a_tone_is_dark_at_its_frequency_alone() {
    for hertz in [500.0, 2000.0, 6000.0] {
        let image = spectrum_image(&tone(hertz, 1.0), 100, 257);
        let dark = |y: u32| pixel(&image, 50, y).map(u32::from).iter().sum::<u32>();
        let darkest = (0..257).min_by_key(|y| dark(*y)).unwrap();
        let expected = (256.0 * (1.0 - hertz / 8000.0)) as i64;
        assert!((i64::from(darkest) - expected).abs() <= 1, "{hertz} Hz: row {darkest}, not {expected}");
        assert_eq!(pixel(&image, 50, (darkest + 120) % 257), [255; 3]);
    }
    assert!(spectrum_image(&[0.0; 1600], 10, 20).rgba.iter().all(|byte| *byte == 255), "silence is white");
}

#[test]
fn long_short_and_empty_sounds_have_bounded_pictures() {
    for seconds in [0.0_f32, 0.01, 1.0, 600.0] {
        let (samples, timeline) =
            (tone(300.0, seconds), halves(Viseme::Sil, Viseme::Aa, (seconds * 100.0) as usize));
        let cues = timeline.cues(0.07);
        let title = "a name that is far too long for the picture ".repeat(40);
        let picture =
            SpeechPicture { title: &title, samples: &samples, timeline: &timeline, cues: &cues }.draw();
        assert!((640..=MAX_WIDTH).contains(&picture.width), "{seconds}: {}", picture.width);
        assert_eq!(picture.rgba.len() as u32, picture.width * picture.height * 4);
    }
}

#[test]
fn peaks_are_those_of_the_samples() {
    assert_eq!(peaks(&[0.1, -0.2, 0.3, 2.0], 2), [[-0.2, 0.1], [0.0, 1.0]]);
    assert_eq!(peaks(&[], 3), [[0.0; 2]; 3]);
    assert_eq!(peaks(&[0.5], 0), [[0.0; 2]; 0]);
}

//! Tests of the writers of cues and timelines.

use super::{
    DEFAULT_FRAMES_PER_SECOND, SpeakInput, SwitchNames, dat, mouth_cues, rhubarb_json, speak_json, tsv, xml,
};
use crate::format::read_track;
use crate::phone::{DrawnShapes, MouthShape, Notation};
use crate::timeline::{PhoneSpan, PhoneTrack, VisemeCue, VisemeFrame, VisemeTimeline, WordSpan};
use sinew_viseme::Viseme;

fn cues() -> Vec<VisemeCue> {
    vec![
        VisemeCue::new(0.0, 0.1, Viseme::Sil),
        VisemeCue::new(0.1, 0.2, Viseme::PP),
        VisemeCue::new(0.2, 0.3, Viseme::DD),
        VisemeCue::new(0.3, 0.4, Viseme::SS),
        VisemeCue::new(0.4, 0.55, Viseme::Aa),
    ]
}

#[test]
fn formats_of_rhubarb() {
    assert_eq!(tsv(&cues(), DrawnShapes::ALL), "0.00\tX\n0.10\tA\n0.20\tB\n0.40\tD\n0.55\tX\n");
    let xml = xml("a<&b.wav", 0.55, &cues(), DrawnShapes::ALL);
    assert!(xml.contains("<soundFile>a&lt;&amp;b.wav</soundFile>"));
    assert!(xml.contains("<mouthCue start=\"0.20\" end=\"0.40\">B</mouthCue>"));
    let json: serde_json::Value =
        serde_json::from_str(&rhubarb_json("a.wav", 0.55, &cues(), DrawnShapes::ALL)).unwrap();
    assert_eq!(json["metadata"]["soundFile"], "a.wav");
    assert_eq!(json["mouthCues"][2]["value"], "B");
    assert_eq!(json["mouthCues"].as_array().unwrap().len(), 4);
    assert_eq!(mouth_cues(&cues(), DrawnShapes::ALL).len(), 4);
}

#[test]
fn switch_data_of_moho() {
    assert_eq!(
        dat(&cues(), DEFAULT_FRAMES_PER_SECOND, DrawnShapes::ALL, SwitchNames::PrestonBlair),
        "MohoSwitch1\n1 rest\n3 MBP\n6 etc\n11 AI\n14 rest\n"
    );
    let letters = |cues: &[VisemeCue], rate| dat(cues, rate, DrawnShapes::ALL, SwitchNames::Letters);
    assert_eq!(letters(&cues(), 24.0), "MohoSwitch1\n1 X\n3 A\n6 B\n11 D\n14 X\n");
    assert_eq!(letters(&[], 24.0), "MohoSwitch1\n");
    let blair = |rate| dat(&cues(), rate, DrawnShapes::ALL, SwitchNames::PrestonBlair);
    assert!(blair(f64::NAN).starts_with("MohoSwitch1\n1 rest"));
}

#[test]
fn json_of_the_command() {
    let mut phones = vec![
        PhoneSpan::new(0.0, 0.05, "HH", Notation::Arpabet),
        PhoneSpan::new(0.05, 0.1, "M", Notation::Arpabet),
        PhoneSpan::new(0.1, 0.2, "IY1", Notation::Arpabet),
    ];
    phones[1].is_unwritten = true;
    let mut word = WordSpan::new(0.0, 0.2, "he");
    word.confidence = Some(0.75);
    let track = PhoneTrack::new(phones, vec![word]).unwrap();
    let mut frames = vec![VisemeFrame::REST; 20];
    frames[7] = VisemeFrame::REST.with_openness(0.123_456);
    let timeline = VisemeTimeline::new(frames).with_track(track.clone());
    let input = SpeakInput {
        file: "he.wav",
        mode: "text",
        timeline: &timeline,
        cues: &cues(),
        fits: None,
        confidence: Some(0.123_456),
    };
    let text = speak_json(&input);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["channels"].as_array().unwrap().len(), 15);
    assert_eq!((&json["rate"], &json["start"], &json["duration"]), (&100.into(), &0.0.into(), &0.2.into()));
    assert_eq!(json["values"].as_array().unwrap().len(), 20);
    assert_eq!(json["values"][0][0], 1.0);
    assert_eq!(json["openness"].as_array().unwrap().len(), 20);
    assert_eq!((&json["openness"][6], &json["openness"][7]), (&0.0.into(), &0.1235.into()));
    assert_eq!(json["cues"][1]["value"], "PP");
    assert_eq!(json["words"][0]["phones"].as_array().unwrap().len(), 2);
    assert_eq!(json["words"][0]["phones"][1]["phone"], "IY1");
    assert_eq!((&json["confidence"], &json["words"][0]["confidence"]), (&0.1235.into(), &0.75.into()));
    assert!(json.get("fits").is_none());
    assert_eq!(json["unwritten"][0]["phone"], "M");
    // Its words and phones are read again.
    assert_eq!(read_track(text.as_bytes()).unwrap(), track);
}

/// As `--extendedShapes` of Rhubarb Lip Sync: what is not drawn becomes a basic shape.
#[test]
fn shapes_that_are_not_drawn_are_replaced() {
    let cues = [
        VisemeCue::new(0.0, 0.1, Viseme::Sil),
        VisemeCue::new(0.1, 0.2, Viseme::PP),
        VisemeCue::new(0.2, 0.3, Viseme::FF),
        VisemeCue::new(0.3, 0.4, Viseme::Aa),
    ];
    let drawn = |letters: &str| DrawnShapes::from_letters(letters).unwrap();
    assert_eq!(tsv(&cues, drawn("GHX")), "0.00\tX\n0.10\tA\n0.20\tG\n0.30\tD\n0.40\tX\n");
    assert_eq!(tsv(&cues, drawn("x")), "0.00\tX\n0.10\tA\n0.30\tD\n0.40\tX\n");
    assert_eq!(tsv(&cues, drawn("")), "0.00\tA\n0.30\tD\n0.40\tA\n");
    assert_eq!(tsv(&cues, drawn("HG")), "0.00\tA\n0.20\tG\n0.30\tD\n0.40\tA\n");
    let dat = |names| dat(&cues, 10.0, drawn("G"), names);
    assert_eq!(dat(SwitchNames::Letters), "MohoSwitch1\n1 A\n3 G\n4 D\n5 A\n");
    assert_eq!(dat(SwitchNames::PrestonBlair), "MohoSwitch1\n1 MBP\n3 FV\n4 AI\n5 MBP\n");
    assert!(
        xml("a.wav", 0.4, &cues, drawn("")).contains("<mouthCue start=\"0.00\" end=\"0.30\">A</mouthCue>")
    );
    assert!(!rhubarb_json("a.wav", 0.4, &cues, drawn("")).contains("\"X\""));
    assert_eq!(mouth_cues(&cues, drawn("X"))[1].shape, MouthShape::A);
}

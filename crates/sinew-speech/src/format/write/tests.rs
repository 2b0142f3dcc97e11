//! Tests of the writers of cues and timelines.

use super::{DEFAULT_FRAMES_PER_SECOND, SpeakInput, dat, mouth_cues, rhubarb_json, speak_json, tsv, xml};
use crate::format::read_track;
use crate::phone::Notation;
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
    assert_eq!(tsv(&cues()), "0.00\tX\n0.10\tA\n0.20\tB\n0.40\tD\n0.55\tX\n");
    let xml = xml("a<&b.wav", 0.55, &cues());
    assert!(xml.contains("<soundFile>a&lt;&amp;b.wav</soundFile>"));
    assert!(xml.contains("<mouthCue start=\"0.20\" end=\"0.40\">B</mouthCue>"));
    let json: serde_json::Value = serde_json::from_str(&rhubarb_json("a.wav", 0.55, &cues())).unwrap();
    assert_eq!(json["metadata"]["soundFile"], "a.wav");
    assert_eq!(json["mouthCues"][2]["value"], "B");
    assert_eq!(json["mouthCues"].as_array().unwrap().len(), 4);
    assert_eq!(mouth_cues(&cues()).len(), 4);
}

#[test]
fn switch_data_of_moho() {
    assert_eq!(
        dat(&cues(), DEFAULT_FRAMES_PER_SECOND),
        "MohoSwitch1\n1 rest\n3 MBP\n6 etc\n11 AI\n14 rest\n"
    );
    assert_eq!(dat(&[], 24.0), "MohoSwitch1\n");
    assert!(dat(&cues(), f64::NAN).starts_with("MohoSwitch1\n1 rest"));
}

#[test]
fn json_of_the_command() {
    let mut phones = vec![
        PhoneSpan::new(0.0, 0.05, "HH", Notation::Arpabet),
        PhoneSpan::new(0.05, 0.1, "M", Notation::Arpabet),
        PhoneSpan::new(0.1, 0.2, "IY1", Notation::Arpabet),
    ];
    phones[1].is_unwritten = true;
    let track = PhoneTrack::new(phones, vec![WordSpan::new(0.0, 0.2, "he")]).unwrap();
    let mut frames = vec![VisemeFrame::REST; 20];
    frames[7] = VisemeFrame::REST.with_openness(0.123_456);
    let timeline = VisemeTimeline::new(frames).with_track(track.clone());
    let input = SpeakInput { file: "he.wav", mode: "text", timeline: &timeline, cues: &cues(), fits: None };
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
    assert_eq!(json["unwritten"][0]["phone"], "M");
    // Its words and phones are read again.
    assert_eq!(read_track(text.as_bytes()).unwrap(), track);
}

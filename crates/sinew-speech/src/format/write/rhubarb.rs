//! Output formats of Rhubarb Lip Sync (Daniel Wolf, *Rhubarb Lip Sync*, "Output formats"): TSV, XML, JSON.

use crate::phone::MouthShape;
use crate::timeline::VisemeCue;
use serde::Serialize;
use std::fmt::Write;

/// Mouth shapes of cues; neighbours of the same shape become one.
pub(super) fn shapes(cues: &[VisemeCue]) -> Vec<(f64, f64, MouthShape)> {
    let mut shapes: Vec<(f64, f64, MouthShape)> = Vec::with_capacity(cues.len());
    for cue in cues {
        let shape = MouthShape::of_viseme(cue.viseme);
        match shapes.last_mut() {
            Some(last) if last.2 == shape && last.1 >= cue.start => last.1 = cue.end,
            _ => shapes.push((cue.start, cue.end, shape)),
        }
    }
    shapes
}

/// Tab-separated values: a line with the start in seconds and the letter of the shape per cue. A last line with rest closes the mouth.
#[must_use]
pub fn tsv(cues: &[VisemeCue]) -> String {
    let shapes = shapes(cues);
    let mut out = String::new();
    for (start, _, shape) in &shapes {
        let _ = writeln!(out, "{start:.2}\t{}", shape.letter());
    }
    if let Some((_, end, _)) = shapes.last() {
        let _ = writeln!(out, "{end:.2}\tX");
    }
    out
}

/// XML with the sound's file and duration (seconds) and its mouth cues.
#[must_use]
pub fn xml(file: &str, duration: f64, cues: &[VisemeCue]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rhubarbResult>\n  <metadata>\n");
    let _ = writeln!(out, "    <soundFile>{}</soundFile>", escaped(file));
    let _ = writeln!(out, "    <duration>{duration:.2}</duration>\n  </metadata>\n  <mouthCues>");
    for (start, end, shape) in shapes(cues) {
        let _ = writeln!(
            out,
            "    <mouthCue start=\"{start:.2}\" end=\"{end:.2}\">{}</mouthCue>",
            shape.letter()
        );
    }
    out.push_str("  </mouthCues>\n</rhubarbResult>\n");
    out
}

/// Text in which the characters that XML keeps for itself are entities; control characters, which XML has not, are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[derive(Serialize)]
struct RhubarbJson<'a> {
    metadata: Metadata<'a>,
    #[serde(rename = "mouthCues")]
    mouth_cues: Vec<MouthCue>,
}

#[derive(Serialize)]
struct Metadata<'a> {
    #[serde(rename = "soundFile")]
    sound_file: &'a str,
    duration: f64,
}

#[derive(Serialize)]
struct MouthCue {
    start: f64,
    end: f64,
    value: &'static str,
}

/// JSON with the sound's file and duration (seconds) and its mouth cues.
#[must_use]
pub fn rhubarb_json(file: &str, duration: f64, cues: &[VisemeCue]) -> String {
    let hundredths = |seconds: f64| (seconds * 100.0).round() / 100.0;
    let cue = |(start, end, shape): (f64, f64, MouthShape)| MouthCue {
        start: hundredths(start),
        end: hundredths(end),
        value: shape.letter(),
    };
    let metadata = Metadata { sound_file: file, duration: hundredths(duration) };
    let json = RhubarbJson { metadata, mouth_cues: shapes(cues).into_iter().map(cue).collect() };
    // Numbers and strings alone: writing them cannot fail.
    serde_json::to_string_pretty(&json).unwrap_or_default()
}

//! Output formats of Rhubarb Lip Sync (Daniel Wolf, *Rhubarb Lip Sync*, "Output formats"): TSV, XML, JSON.

use crate::phone::{DrawnShapes, MouthShape};
use crate::timeline::VisemeCue;
use serde::Serialize;
use std::fmt::Write;

/// Mouth shape of Rhubarb Lip Sync with its time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MouthCue {
    /// Start in seconds.
    pub start: f64,
    /// End in seconds.
    pub end: f64,
    /// Mouth shape.
    pub shape: MouthShape,
}

/// Mouth shapes of cues, those that are `drawn`, as all formats of Rhubarb Lip Sync write them: neighbours of the
/// same shape become one.
#[must_use]
pub fn mouth_cues(cues: &[VisemeCue], drawn: DrawnShapes) -> Vec<MouthCue> {
    let mut shapes: Vec<MouthCue> = Vec::with_capacity(cues.len());
    for cue in cues {
        let shape = drawn.nearest(MouthShape::of_viseme(cue.viseme));
        match shapes.last_mut() {
            Some(last) if last.shape == shape && last.end >= cue.start => last.end = cue.end,
            _ => shapes.push(MouthCue { start: cue.start, end: cue.end, shape }),
        }
    }
    shapes
}

/// Tab-separated values: a line with the start in seconds and the letter of the shape per cue. A last line
/// with rest closes the mouth.
#[must_use]
pub fn tsv(cues: &[VisemeCue], drawn: DrawnShapes) -> String {
    let shapes = mouth_cues(cues, drawn);
    let mut out = String::new();
    for MouthCue { start, shape, .. } in &shapes {
        let _ = writeln!(out, "{start:.2}\t{}", shape.letter());
    }
    if let Some(MouthCue { end, .. }) = shapes.last() {
        let _ = writeln!(out, "{end:.2}\t{}", drawn.nearest(MouthShape::X).letter());
    }
    out
}

/// XML with the sound's file and duration (seconds) and its mouth cues.
#[must_use]
pub fn xml(file: &str, duration: f64, cues: &[VisemeCue], drawn: DrawnShapes) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rhubarbResult>\n  <metadata>\n");
    let _ = writeln!(out, "    <soundFile>{}</soundFile>", escaped(file));
    let _ = writeln!(out, "    <duration>{duration:.2}</duration>\n  </metadata>\n  <mouthCues>");
    for MouthCue { start, end, shape } in mouth_cues(cues, drawn) {
        let _ = writeln!(
            out,
            "    <mouthCue start=\"{start:.2}\" end=\"{end:.2}\">{}</mouthCue>",
            shape.letter()
        );
    }
    out.push_str("  </mouthCues>\n</rhubarbResult>\n");
    out
}

/// Text in which the characters that XML keeps for itself are entities; control characters, which XML has
/// not, are left out.
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
    mouth_cues: Vec<CueJson>,
}

#[derive(Serialize)]
struct Metadata<'a> {
    #[serde(rename = "soundFile")]
    sound_file: &'a str,
    duration: f64,
}

#[derive(Serialize)]
struct CueJson {
    start: f64,
    end: f64,
    value: &'static str,
}

/// JSON with the sound's file and duration (seconds) and its mouth cues.
#[must_use]
pub fn rhubarb_json(file: &str, duration: f64, cues: &[VisemeCue], drawn: DrawnShapes) -> String {
    let hundredths = |seconds: f64| (seconds * 100.0).round() / 100.0;
    let cue = |MouthCue { start, end, shape }| CueJson {
        start: hundredths(start),
        end: hundredths(end),
        value: shape.letter(),
    };
    let metadata = Metadata { sound_file: file, duration: hundredths(duration) };
    let json = RhubarbJson { metadata, mouth_cues: mouth_cues(cues, drawn).into_iter().map(cue).collect() };
    // Numbers and strings alone: writing them cannot fail.
    serde_json::to_string_pretty(&json).unwrap_or_default()
}

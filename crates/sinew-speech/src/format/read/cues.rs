//! Files of cues: TSV, XML and JSON of Rhubarb Lip Sync, JSON of `sinew speak`, Moho's switch data (Daniel
//! Wolf, *Rhubarb Lip Sync*, "Output formats").

use super::cue_value::ShapeNames;
use super::error::ReadError;
use super::papagayo::read_papagayo;
use super::text::{excerpt, text};
use crate::format::write::DEFAULT_FRAMES_PER_SECOND;
use crate::timeline::VisemeCue;
use serde::Deserialize;

/// Cue as a file has it: line, start, end where it is stated, name.
struct Row<'a> {
    line: usize,
    start: f64,
    end: Option<f64>,
    name: &'a str,
}

/// Time that a last cue lasts where no end is stated, in seconds.
const LAST_CUE_SECONDS: f64 = 0.1;

/// Cues of a file: TSV, XML or JSON of Rhubarb Lip Sync, JSON of `sinew speak`, switch data of Moho at 24
/// frames per second, or the first voice of Papagayo. The format is detected, and whether shapes have the
/// names of Rhubarb, of Preston Blair or of visemes.
///
/// # Errors
/// Unknown formats; times that are no numbers, negative or out of order, and unknown shapes, with the line or
/// JSON pointer.
pub fn read_cues(bytes: &[u8]) -> Result<Vec<VisemeCue>, ReadError> {
    let text = text(bytes)?;
    let start = text.trim_start();
    if start.starts_with("MohoSwitch1") {
        read_moho_dat(bytes, DEFAULT_FRAMES_PER_SECOND)
    } else if start.starts_with("lipsync version") {
        let voice = read_papagayo(bytes)?.voices.into_iter().next();
        Ok(voice.map(|voice| voice.cues).unwrap_or_default())
    } else if start.starts_with('<') {
        cues(&xml_rows(&text)?)
    } else if start.starts_with('{') {
        json(&text)
    } else if start.starts_with(|c: char| c.is_ascii_digit()) {
        cues(&rows(&text, '\t', 0, |time| time)?)
    } else {
        let expected = "TSV, XML or JSON with mouth cues, Moho switch data, or a Papagayo file";
        Err(ReadError::UnknownFormat { expected })
    }
}

/// Cues of Moho's switch data at so many frames per second; frames are counted from 1.
///
/// # Errors
/// No header; lines without frame and shape; unknown shapes; frames out of order.
pub fn read_moho_dat(bytes: &[u8], frames_per_second: f64) -> Result<Vec<VisemeCue>, ReadError> {
    let text = text(bytes)?;
    if text.lines().next().map(str::trim) != Some("MohoSwitch1") {
        return Err(ReadError::line(1, "expected \"MohoSwitch1\""));
    }
    let rate = if frames_per_second > 0.0 { frames_per_second } else { DEFAULT_FRAMES_PER_SECOND };
    cues(&rows(&text, ' ', 1, |frame| (frame - 1.0).max(0.0) / rate)?)
}

/// Lines of a time and a name.
fn rows(
    text: &str,
    between: char,
    skipped: usize,
    seconds: impl Fn(f64) -> f64,
) -> Result<Vec<Row<'_>>, ReadError> {
    let lines = text.lines().enumerate().skip(skipped).filter(|(_, line)| !line.trim().is_empty());
    let mut rows = Vec::new();
    for (index, line) in lines {
        let parts = line.trim().split_once(between);
        let row = parts.and_then(|(time, name)| Some((time.trim().parse::<f64>().ok()?, name.trim())));
        let Some((time, name)) = row else {
            let message = format!("{:?}, expected a time and a mouth shape", excerpt(line));
            return Err(ReadError::line(index + 1, message));
        };
        rows.push(Row { line: index + 1, start: seconds(time), end: None, name });
    }
    Ok(rows)
}

/// Elements `<mouthCue start="…" end="…">X</mouthCue>`; everything else is skipped.
fn xml_rows(text: &str) -> Result<Vec<Row<'_>>, ReadError> {
    let mut rows = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(at) = rest.find("<mouthCue ") {
        line += rest[..at].bytes().filter(|byte| *byte == b'\n').count();
        rest = &rest[at..];
        let wrong = |message: &str| ReadError::line(line, message);
        let end = rest.find('>').ok_or_else(|| wrong("an element without its end"))?;
        let (tag, after) = (&rest[..end], &rest[end + 1..]);
        let time = |name: &str| {
            let value = tag.split_once(name)?.1.trim_start().strip_prefix('=')?.trim_start();
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            value[1..].split(quote).next()?.trim().parse::<f64>().ok()
        };
        let start = time("start").ok_or_else(|| wrong("expected the attribute start in seconds"))?;
        let stop = time("end").ok_or_else(|| wrong("expected the attribute end in seconds"))?;
        let close = after.find('<').ok_or_else(|| wrong("expected a mouth shape and </mouthCue>"))?;
        rows.push(Row { line, start, end: Some(stop), name: after[..close].trim() });
        line += rest[..end + 1 + close].bytes().filter(|byte| *byte == b'\n').count();
        rest = &after[close..];
    }
    Ok(rows)
}

/// Cues of rows: each lasts to its end, or to the next one.
fn cues(rows: &[Row<'_>]) -> Result<Vec<VisemeCue>, ReadError> {
    let names = ShapeNames::detect(rows.iter().map(|row| row.name));
    let mut cues: Vec<VisemeCue> = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let next = rows.get(index + 1).map(|next| next.start);
        let end = row.end.or(next).unwrap_or(row.start + LAST_CUE_SECONDS);
        let viseme = names
            .viseme(row.name)
            .ok_or_else(|| ReadError::line(row.line, format!("{:?} is no mouth shape", excerpt(row.name))))?;
        let before = cues.last().map_or(0.0, |cue| cue.end);
        if !(row.start.is_finite() && end.is_finite() && row.start >= 0.0 && end >= row.start) {
            return Err(ReadError::line(
                row.line,
                format!("{} s to {end} s is no time in a sound", row.start),
            ));
        }
        if row.start < before - 1e-6 {
            return Err(ReadError::line(
                row.line,
                format!("{} s lies before the end of the last cue", row.start),
            ));
        }
        cues.push(VisemeCue::new(row.start, end, viseme));
    }
    Ok(cues)
}

#[derive(Deserialize)]
struct CuesJson {
    #[serde(alias = "mouthCues")]
    cues: Vec<CueJson>,
}

#[derive(Deserialize)]
struct CueJson {
    start: f64,
    end: f64,
    value: String,
}

fn json(text: &str) -> Result<Vec<VisemeCue>, ReadError> {
    let json: CuesJson = serde_json::from_str(text).map_err(|error| ReadError::json(&error))?;
    let numbered = json.cues.iter().enumerate();
    let rows: Vec<Row<'_>> = numbered
        .map(|(line, cue)| Row { line, start: cue.start, end: Some(cue.end), name: &cue.value })
        .collect();
    cues(&rows).map_err(|error| match error {
        ReadError::Line { line, message } => ReadError::Value { pointer: format!("/cues/{line}"), message },
        other => other,
    })
}

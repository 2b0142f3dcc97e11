//! Text files of Papagayo (.pgo, "lipsync version 1"; Lost Marble, *Papagayo*, lipsync_doc.py): sound, frame
//! rate, and per voice its phrases, words and mouth shapes by frame.

use super::cue_value::ShapeNames;
use super::error::ReadError;
use super::text::{excerpt, text};
use crate::timeline::{VisemeCue, WordSpan};
use sinew_viseme::Viseme;

/// Lip-sync of a Papagayo file.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Papagayo {
    /// Path of the sound as the file states it.
    pub sound: String,
    /// Frames per second.
    pub frames_per_second: f64,
    /// Voices in the file's order.
    pub voices: Vec<PapagayoVoice>,
}

/// Voice of a Papagayo file.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PapagayoVoice {
    /// Name.
    pub name: String,
    /// Words in the file's order.
    pub words: Vec<WordSpan>,
    /// Cues; rest between words that do not touch.
    pub cues: Vec<VisemeCue>,
}

/// Latest frame.
const MAX_FRAME: i64 = 1 << 40;

/// Lip-sync of the text form of Papagayo's files, with Preston Blair's shapes.
///
/// # Errors
/// Other versions; lines that are not as the format has them; unknown shapes; shapes out of order.
pub fn read_papagayo(bytes: &[u8]) -> Result<Papagayo, ReadError> {
    let text = text(bytes)?;
    let mut lines = Lines { lines: text.lines(), line: 0 };
    let header = lines.next()?;
    if header != "lipsync version 1" {
        return Err(lines.error(format!("{:?}, expected \"lipsync version 1\"", excerpt(header))));
    }
    let sound = lines.next()?.to_owned();
    let rate = lines.next()?;
    let frames_per_second = rate.parse::<f64>().ok().filter(|rate| (1.0..=1000.0).contains(rate));
    let frames_per_second = frames_per_second.ok_or_else(|| {
        lines.error(format!("{:?}, expected frames per second from 1 to 1000", excerpt(rate)))
    })?;
    lines.count("the number of frames")?;
    let mut voices = Vec::new();
    for _ in 0..lines.count("the number of voices")? {
        voices.push(voice(&mut lines, frames_per_second)?);
    }
    Ok(Papagayo { sound, frames_per_second, voices })
}

fn voice(lines: &mut Lines<'_>, rate: f64) -> Result<PapagayoVoice, ReadError> {
    let mut voice = PapagayoVoice { name: lines.next()?.to_owned(), ..PapagayoVoice::default() };
    lines.next()?;
    let mut last_frame = 0;
    for _ in 0..lines.count("the number of phrases")? {
        lines.next()?;
        lines.count("the first frame of the phrase")?;
        lines.count("the last frame of the phrase")?;
        for _ in 0..lines.count("the number of words")? {
            let line = lines.next()?;
            let expected = "expected word, first frame, last frame and number of shapes";
            let wrong = |lines: &Lines<'_>| lines.error(format!("{:?}, {expected}", excerpt(line)));
            let mut parts = line.rsplitn(4, char::is_whitespace);
            let mut number = || parts.next().and_then(|part| part.parse::<i64>().ok());
            let (count, end, start) = (number(), number(), number());
            let (Some(count), Some(end), Some(start), Some(word)) = (count, end, start, parts.next()) else {
                return Err(wrong(lines));
            };
            if !(0..MAX_FRAME).contains(&start) || !(start..MAX_FRAME).contains(&end) || count < 0 {
                return Err(wrong(lines));
            }
            // Frames are inclusive.
            let word_end = (end + 1) as f64 / rate;
            voice.words.push(WordSpan::new(start as f64 / rate, word_end, word.trim()));
            for _ in 0..count {
                let (frame, viseme) = shape(lines)?;
                if frame < last_frame {
                    return Err(lines.error(format!("frame {frame} after frame {last_frame}")));
                }
                last_frame = frame;
                add(&mut voice.cues, frame as f64 / rate, word_end, viseme);
            }
        }
    }
    Ok(voice)
}

/// Line of a frame and a shape.
fn shape(lines: &mut Lines<'_>) -> Result<(i64, Viseme), ReadError> {
    let line = lines.next()?;
    let parts = line.split_once(char::is_whitespace);
    let shape = parts.and_then(|(frame, name)| {
        let frame = frame.parse::<i64>().ok().filter(|frame| (0..MAX_FRAME).contains(frame))?;
        Some((frame, ShapeNames::PrestonBlair.viseme(name.trim())?))
    });
    shape.ok_or_else(|| lines.error(format!("{:?}, expected a frame and a mouth shape", excerpt(line))))
}

/// Adds a cue from a start to the end of its word; it ends the one before, and follows rest where that has
/// ended.
fn add(cues: &mut Vec<VisemeCue>, start: f64, word_end: f64, viseme: Viseme) {
    let before = match cues.last_mut() {
        Some(last) => {
            last.end = last.end.min(start);
            last.end
        }
        None => 0.0,
    };
    if before < start {
        cues.push(VisemeCue::new(before, start, Viseme::Sil));
    }
    cues.push(VisemeCue::new(start, word_end.max(start), viseme));
}

struct Lines<'a> {
    lines: std::str::Lines<'a>,
    line: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<&'a str, ReadError> {
        self.line += 1;
        let line = self.lines.next().map(str::trim);
        line.ok_or_else(|| self.error("the file ends in the middle"))
    }

    fn count(&mut self, what: &str) -> Result<u64, ReadError> {
        let line = self.next()?;
        line.parse::<u64>().map_err(|_| self.error(format!("{:?}, expected {what}", excerpt(line))))
    }

    fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::line(self.line, message)
    }
}

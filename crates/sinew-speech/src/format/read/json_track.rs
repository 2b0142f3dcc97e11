//! JSON with times of words and phones, as aligners and speech synthesizers write it: objects with start and
//! end or duration in seconds (Gentle, PocketSphinx, this project), and the tiers of the Montreal Forced
//! Aligner.

use super::error::ReadError;
use super::text::text;
use crate::phone::Notation;
use crate::timeline::{PhoneSpan, PhoneTrack, WordSpan};
use serde_json::Value;
use std::ops::Range;

/// Names of the same thing in different programs.
const PHONES: &[&str] = &["phones", "phonemes"];
const WORDS: &[&str] = &["words", "w", "tokens"];
const START: &[&str] = &["start", "b", "begin", "start_time", "xmin"];
const END: &[&str] = &["end", "e", "end_time", "xmax"];
const DURATION: &[&str] = &["duration", "d", "dur"];
/// Phones of this project's JSON that belong to no word.
const UNWRITTEN: &str = "unwritten";
const LABEL: &[&str] = &["phone", "phoneme", "word", "label", "text", "t", "token"];

/// Phones and words of a JSON text: `{"phones":[{"start","end","phone"}]}`,
/// `{"words":[{"start","end","word","phones":[{"duration","phone"}]}]}` and their kin. Words whose times are
/// unknown are left out.
///
/// # Errors
/// Malformed JSON with its line; missing or wrong values with their JSON pointer; no phones; times out of
/// order.
pub fn read_json_track(bytes: &[u8]) -> Result<PhoneTrack, ReadError> {
    let text = text(bytes)?;
    let json: Value = serde_json::from_str(&text).map_err(|error| ReadError::json(&error))?;
    let mut found = Found::default();
    if let Some(tiers) = json.get("tiers") {
        found.tiers(tiers)?;
    } else if json.is_array() {
        found.words(&json, "")?;
    } else {
        if let Some((name, words)) = field(&json, WORDS) {
            found.words(words, &format!("/{name}"))?;
        }
        if let Some((name, phones)) = field(&json, PHONES) {
            // A list of all phones stands for those of the words.
            found.phones.clear();
            found.phones(phones, &format!("/{name}"), None)?;
        }
        if let Some(unwritten) = json.get(UNWRITTEN) {
            found.unwritten = found.phones.len()..0;
            found.phones(unwritten, &format!("/{UNWRITTEN}"), None)?;
            found.unwritten.end = found.phones.len();
        }
    }
    if found.phones.is_empty() {
        let message =
            format!("{} words; expected a list \"phones\", of the whole or of each word", found.words.len());
        return Err(ReadError::NoPhones { message });
    }
    let notation = Notation::detect(found.phones.iter().map(|(_, _, label)| label.as_str()));
    let span = |(number, (start, end, label))| {
        let mut span = PhoneSpan::new(start, end, label, notation);
        span.is_unwritten = found.unwritten.contains(&number);
        span
    };
    let mut phones: Vec<PhoneSpan> = found.phones.into_iter().enumerate().map(span).collect();
    if !found.unwritten.is_empty() {
        phones.sort_by(|a, b| a.start.total_cmp(&b.start));
    }
    Ok(PhoneTrack::new(phones, found.words)?)
}

#[derive(Default)]
struct Found {
    phones: Vec<(f64, f64, String)>,
    words: Vec<WordSpan>,
    /// Numbers of the phones that belong to no word.
    unwritten: Range<usize>,
}

/// First of several fields that an object has.
fn field<'a>(object: &'a Value, names: &[&'static str]) -> Option<(&'static str, &'a Value)> {
    names.iter().find_map(|name| object.get(name).map(|value| (*name, value)))
}

fn wrong(pointer: &str, message: &str) -> ReadError {
    ReadError::Value { pointer: pointer.to_owned(), message: message.to_owned() }
}

fn list<'a>(value: &'a Value, pointer: &str) -> Result<&'a [Value], ReadError> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| wrong(pointer, "expected a list"))
}

fn seconds(value: &Value, pointer: &str) -> Result<f64, ReadError> {
    value.as_f64().ok_or_else(|| wrong(pointer, "expected a time in seconds"))
}

/// Start and end of an object; the start is `follows` where it has none.
fn times(object: &Value, pointer: &str, follows: Option<f64>) -> Result<(f64, f64), ReadError> {
    let time = |names| match field(object, names) {
        Some((name, value)) => seconds(value, &format!("{pointer}/{name}")).map(Some),
        None => Ok(None),
    };
    let start = time(START)?.or(follows).ok_or_else(|| wrong(pointer, "expected \"start\" in seconds"))?;
    let end = match time(END)? {
        Some(end) => end,
        None => start + time(DURATION)?.ok_or_else(|| wrong(pointer, "expected \"end\" or \"duration\""))?,
    };
    Ok((start, end))
}

/// Confidence of a word, as this project's JSON has it; numbers on another scale are left out.
fn confidence(word: &Value) -> Option<f32> {
    let confidence = word.get("confidence")?.as_f64()? as f32;
    (0.0..=1.0).contains(&confidence).then_some(confidence)
}

fn label<'a>(object: &'a Value, pointer: &str) -> Result<&'a str, ReadError> {
    let text = field(object, LABEL).and_then(|(_, value)| value.as_str());
    text.ok_or_else(|| wrong(pointer, "expected \"phone\" or \"word\" with a text"))
}

impl Found {
    fn phones(&mut self, value: &Value, pointer: &str, start: Option<f64>) -> Result<(), ReadError> {
        let mut follows = start;
        for (index, phone) in list(value, pointer)?.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            let (start, end) = times(phone, &pointer, follows)?;
            self.phones.push((start, end, label(phone, &pointer)?.to_owned()));
            follows = Some(end);
        }
        Ok(())
    }

    fn words(&mut self, value: &Value, pointer: &str) -> Result<(), ReadError> {
        for (index, word) in list(value, pointer)?.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            // Words that an aligner has not found have no times.
            if field(word, START).is_none_or(|(_, start)| start.is_null()) {
                continue;
            }
            let (start, end) = times(word, &pointer, None)?;
            let name = label(word, &pointer)?;
            // Number of the pronunciation: "and(2)".
            let plain =
                name.split_once('(').filter(|(_, rest)| rest.ends_with(')')).map_or(name, |(plain, _)| plain);
            if !plain.is_empty() && !plain.starts_with('<') && plain != "sil" {
                let mut span = WordSpan::new(start, end, plain);
                span.confidence = confidence(word);
                self.words.push(span);
            }
            let inner = PHONES.iter().chain(&["w"]);
            for name in inner {
                if let Some(phones) = word.get(name) {
                    self.phones(phones, &format!("{pointer}/{name}"), Some(start))?;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Tiers of the Montreal Forced Aligner: `{"phones":{"entries":[[start,end,label]]},"words":{…}}`.
    fn tiers(&mut self, tiers: &Value) -> Result<(), ReadError> {
        for (name, tier) in tiers.as_object().ok_or_else(|| wrong("/tiers", "expected an object"))? {
            let kind = name.rsplit(" - ").next().unwrap_or_default();
            let pointer = format!("/tiers/{}/entries", name.replace('~', "~0").replace('/', "~1"));
            if !(PHONES.contains(&kind) || WORDS.contains(&kind)) {
                continue;
            }
            let entries = tier.get("entries").ok_or_else(|| wrong(&pointer, "expected a list"))?;
            for (index, entry) in list(entries, &pointer)?.iter().enumerate() {
                let entry_pointer = format!("{pointer}/{index}");
                let [start, end, label] = list(entry, &entry_pointer)? else {
                    return Err(wrong(&entry_pointer, "expected start, end and label"));
                };
                let (start, end) = (seconds(start, &entry_pointer)?, seconds(end, &entry_pointer)?);
                let label = label.as_str().ok_or_else(|| wrong(&entry_pointer, "expected a label"))?;
                if PHONES.contains(&kind) {
                    self.phones.push((start, end, label.to_owned()));
                } else if !label.is_empty() {
                    self.words.push(WordSpan::new(start, end, label));
                }
            }
        }
        Ok(())
    }
}

//! Phones and words with their times.

use crate::phone::{Notation, Phone, SpeechSound};

/// Phone with its time.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PhoneSpan {
    /// Start in seconds.
    pub start: f64,
    /// End in seconds.
    pub end: f64,
    /// Label as the source writes it.
    pub label: String,
    /// Speech sound of the label.
    pub sound: SpeechSound,
    /// True for speech that the text of an alignment does not have. It belongs to no word, though it may lie
    /// between the parts of one: "five million dollars" where the text has `$5`.
    pub is_unwritten: bool,
}

impl PhoneSpan {
    /// Span of a label in a notation; labels that the notation has not are silence.
    #[must_use]
    pub fn new(start: f64, end: f64, label: impl Into<String>, notation: Notation) -> Self {
        let label = label.into();
        let sound = notation.parse(&label).unwrap_or_default();
        Self { start, end, label, sound, is_unwritten: false }
    }

    /// Span of a speech sound, labelled with its IPA letters.
    #[must_use]
    pub fn of_sound(start: f64, end: f64, sound: SpeechSound) -> Self {
        let label = sound.targets().map(|(phone, _)| phone.ipa()).collect();
        Self { start, end, label, sound, is_unwritten: false }
    }
}

/// Word with its time.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WordSpan {
    /// Start in seconds.
    pub start: f64,
    /// End in seconds.
    pub end: f64,
    /// Word as the source writes it.
    pub word: String,
    /// Fit of the word to the sound at this time, 0 to 1, where [`align`](crate::align::align) measured it: the
    /// square root of the geometric mean, over its phones, of how likely the phone is relative to the likeliest
    /// one. Half of the words that are said have more than 0.6, and nine in ten more than 0.2; half of those that
    /// are not said have less than 0.1.
    pub confidence: Option<f32>,
}

impl WordSpan {
    /// Word between two times in seconds.
    #[must_use]
    pub fn new(start: f64, end: f64, word: impl Into<String>) -> Self {
        Self { start, end, word: word.into(), confidence: None }
    }
}

/// Error of a [`PhoneTrack`]: spans that are in no order, or at no time of a sound.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PhoneTrackError {
    /// Times that are no numbers, negative, or beyond a year.
    #[error("{kind} {index} ({name:?}): {start} s to {end} s is no time in a sound")]
    Time {
        /// "phone" or "word".
        kind: &'static str,
        /// Number of the span, from 0.
        index: usize,
        /// Label.
        name: String,
        /// Start in seconds.
        start: f64,
        /// End in seconds.
        end: f64,
    },
    /// A span that begins before the one before it ends, or ends before it begins.
    #[error(
        "{kind} {index} ({name:?}) at {start} s: expected a start at or after {expected} s, and an end after \
         it"
    )]
    Order {
        /// "phone" or "word".
        kind: &'static str,
        /// Number of the span, from 0.
        index: usize,
        /// Label.
        name: String,
        /// Start in seconds.
        start: f64,
        /// End of the span before, in seconds.
        expected: f64,
    },
}

/// Phones and words of a sound, each in order of time and without overlaps. Gaps are silence.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhoneTrack {
    phones: Vec<PhoneSpan>,
    words: Vec<WordSpan>,
}

/// Overlap of neighbouring spans that counts as rounding of the source, in seconds; the later one is cut.
const OVERLAP_TOLERANCE: f64 = 0.002;
/// Latest time, in seconds: a year.
const MAX_SECONDS: f64 = 3.2e7;

impl PhoneTrack {
    /// Track of phones and words; spans of no length are left out.
    ///
    /// # Errors
    /// Times that are not finite or negative, spans out of order, overlaps of more than 2 ms.
    pub fn new(phones: Vec<PhoneSpan>, words: Vec<WordSpan>) -> Result<Self, PhoneTrackError> {
        let phones = ordered("phone", phones, |p| (&mut p.start, &mut p.end, &p.label))?;
        let words = ordered("word", words, |w| (&mut w.start, &mut w.end, &w.word))?;
        Ok(Self { phones, words })
    }

    /// Phones in order of time.
    #[must_use]
    pub fn phones(&self) -> &[PhoneSpan] {
        &self.phones
    }

    /// Words in order of time.
    #[must_use]
    pub fn words(&self) -> &[WordSpan] {
        &self.words
    }

    /// End of the last span in seconds.
    #[must_use]
    pub fn end(&self) -> f64 {
        let phone = self.phones.last().map_or(0.0, |span| span.end);
        phone.max(self.words.last().map_or(0.0, |span| span.end))
    }

    /// Phones of a word of this track: those whose middle lies in the word, without unwritten ones.
    pub fn phones_of(&self, word: &WordSpan) -> impl Iterator<Item = &PhoneSpan> {
        let first = self.phones.partition_point(|phone| phone.start + phone.end < 2.0 * word.start);
        let last = self.phones.partition_point(|phone| phone.start + phone.end < 2.0 * word.end);
        self.phones[first..last.max(first)].iter().filter(|phone| !phone.is_unwritten)
    }

    /// The track up to a time in seconds: phones and words that begin later are left out, and those that last
    /// longer are cut.
    #[must_use]
    pub fn until(mut self, seconds: f64) -> Self {
        self.phones.retain(|phone| phone.start < seconds);
        self.words.retain(|word| word.start < seconds);
        self.phones.iter_mut().for_each(|phone| phone.end = phone.end.min(seconds));
        self.words.iter_mut().for_each(|word| word.end = word.end.min(seconds));
        self
    }

    /// End of the last phone that is no silence, in seconds; 0 without speech.
    #[must_use]
    pub fn speech_end(&self) -> f64 {
        let is_spoken = |phone: &&PhoneSpan| phone.sound.targets().any(|(phone, _)| !phone.is_silence());
        self.phones.iter().rev().find(is_spoken).map_or(0.0, |phone| phone.end)
    }

    /// Phones that are spoken, with their times: diphthongs are two, gaps between spans and at the start are
    /// silence.
    pub fn targets(&self) -> Vec<(Phone, f64, f64)> {
        let mut targets = Vec::with_capacity(self.phones.len() * 2);
        let mut time = 0.0;
        for span in &self.phones {
            if span.start > time {
                targets.push((Phone::SILENCE, time, span.start));
            }
            let mut start = span.start;
            for (phone, share) in span.sound.targets() {
                let end = (start + (span.end - span.start) * f64::from(share)).min(span.end);
                targets.push((phone, start, end));
                start = end;
            }
            if let Some(last) = targets.last_mut() {
                last.2 = span.end;
            }
            time = span.end;
        }
        targets
    }
}

fn ordered<T>(
    kind: &'static str,
    mut spans: Vec<T>,
    parts: impl Fn(&mut T) -> (&mut f64, &mut f64, &String),
) -> Result<Vec<T>, PhoneTrackError> {
    let mut expected = 0.0;
    let mut index = 0;
    let mut wrong = None;
    spans.retain_mut(|span| {
        let (start, end, name) = parts(span);
        if wrong.is_none() {
            if !(*start >= 0.0 && *start <= MAX_SECONDS && *end >= 0.0 && *end <= MAX_SECONDS) {
                wrong =
                    Some(PhoneTrackError::Time { kind, index, name: name.clone(), start: *start, end: *end });
            } else if *end < *start || *start < expected - OVERLAP_TOLERANCE {
                wrong =
                    Some(PhoneTrackError::Order { kind, index, name: name.clone(), start: *start, expected });
            } else {
                *start = start.max(expected);
                *end = end.max(*start);
                expected = *end;
            }
        }
        index += 1;
        *end > *start
    });
    wrong.map_or(Ok(spans), Err)
}

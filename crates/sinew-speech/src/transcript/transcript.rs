//! The words of a text.

use super::token::readings;

/// Words in capitals from which on a text without small letters is no list of initials.
const MIN_CAPITALS: usize = 3;

/// Longest word, bytes. Texts of languages without spaces between words have longer pieces.
const MAX_PIECE: usize = 256;
/// Longest note in brackets, bytes; it stands on one line.
const MAX_NOTE: usize = 200;

/// Word of a transcript, with the ways to read it aloud.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TranscriptWord {
    /// Word as the text writes it, without punctuation around it.
    pub text: String,
    /// Offset of the word in the text, bytes.
    pub at: usize,
    /// Ways to read it, the likeliest first; each is one or more words in lower case.
    pub readings: Vec<Vec<String>>,
}

/// Text that is spoken, word by word.
///
/// Numbers, years, times, money, ordinals, Roman numerals, abbreviations, initials and symbols are read out,
/// in several ways where speakers differ: the sound decides. Letters with accents and of other alphabets are
/// read as the nearest letters from a to z. Notes in square or angle brackets on one line, such as
/// `[laughs]`, are not spoken.
///
/// ```
/// use sinew_speech::transcript::Transcript;
///
/// let transcript = Transcript::new("Dr. Smith paid $5 in 1852.");
/// let read: Vec<String> = transcript.words().iter().map(|word| word.readings[0].join(" ")).collect();
/// assert_eq!(read, ["doctor", "smith", "paid", "five dollars", "in", "eighteen fifty two"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    words: Vec<TranscriptWord>,
}

impl Transcript {
    /// Words of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut words: Vec<TranscriptWord> = Vec::new();
        // Text in capitals alone has no initials.
        let has_case =
            text.contains(char::is_lowercase) || text.split_whitespace().nth(MIN_CAPITALS).is_none();
        let mut note = None;
        let mut before = "";
        for piece in text.split_whitespace() {
            // The pieces borrow from the text.
            let at = piece.as_ptr() as usize - text.as_ptr() as usize;
            let mut rest = piece;
            while let Some(first) = rest.chars().next() {
                if let Some(closing) = note {
                    let Some((_, after)) = rest.split_once(closing) else { break };
                    (rest, note) = (after, None);
                    continue;
                }
                let end = rest.find(['[', '<']).unwrap_or(rest.len());
                if end == 0 {
                    // A bracket that nothing closes soon is no note.
                    let closing = if first == '[' { ']' } else { '>' };
                    let start = at + (piece.len() - rest.len());
                    rest = &rest[1..];
                    let line =
                        text[start..].char_indices().take_while(|(at, c)| *c != '\n' && *at < MAX_NOTE);
                    note = line.into_iter().any(|(_, c)| c == closing).then_some(closing);
                    continue;
                }
                let start = at + (piece.len() - rest.len());
                add_words(&mut words, &rest[..end], start, before, has_case);
                before = &rest[..end];
                rest = &rest[end..];
            }
        }
        Self { words }
    }

    /// Words in order.
    #[must_use]
    pub fn words(&self) -> &[TranscriptWord] {
        &self.words
    }
}

/// Adds the words of a piece of a text without white space; dashes part words, and so does every
/// [`MAX_PIECE`] bytes.
fn add_words(words: &mut Vec<TranscriptWord>, piece: &str, at: usize, before: &str, has_case: bool) {
    for part in piece.split(['\u{2013}', '\u{2014}', '\u{2026}']).flat_map(|part| part.split("--")) {
        let part_offset = part.as_ptr() as usize - piece.as_ptr() as usize;
        let mut start = 0;
        while start < part.len() {
            let end = part.floor_char_boundary(start + MAX_PIECE);
            for (text, offset, readings) in readings(&part[start..end], before, has_case) {
                words.push(TranscriptWord { text, at: at + part_offset + start + offset, readings });
            }
            start = end;
        }
    }
}

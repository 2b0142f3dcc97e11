//! TextGrid files of Praat, long and short (Paul Boersma and David Weenink, *Praat manual: TextGrid file
//! formats*). As Praat does, the reader takes free-standing numbers, quoted strings and flags, and skips all
//! other text.

use super::error::ReadError;
use super::text::{excerpt, text};
use crate::phone::Notation;
use crate::timeline::{PhoneSpan, PhoneTrack, WordSpan};

/// Annotations of a sound in tiers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TextGrid {
    /// Tiers in the file's order.
    pub tiers: Vec<Tier>,
}

/// Tier of a TextGrid.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Tier {
    /// Name.
    pub name: String,
    /// Intervals in the file's order. Those of tiers of points have no length.
    pub intervals: Vec<TierInterval>,
}

/// Interval of a tier.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TierInterval {
    /// Start in seconds.
    pub start: f64,
    /// End in seconds.
    pub end: f64,
    /// Text.
    pub text: String,
}

/// Names of tiers with phones, best first; and with words.
const PHONE_TIERS: &[&str] =
    &["phones", "phone", "mau", "phonetic", "phoneme", "phonemes", "segments", "segment"];
const WORD_TIERS: &[&str] = &["words", "word", "ort", "ort-mau", "text"];

impl TextGrid {
    /// TextGrid of bytes, in UTF-8 or UTF-16.
    ///
    /// # Errors
    /// Anything but a TextGrid in text form, with the line.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        let text = text(bytes)?;
        let mut tokens = Tokens { rest: &text, line: 1 };
        for expected in ["ooTextFile", "TextGrid"] {
            let found = tokens.string()?;
            // Short files of old versions: "ooTextFile short" "TextGrid".
            if found.split(' ').next() != Some(expected) {
                return Err(tokens.error(format!("{:?}, expected {expected:?}", excerpt(&found))));
            }
        }
        tokens.number()?;
        tokens.number()?;
        if tokens.flag()? != "exists" {
            return Ok(Self::default());
        }
        let mut tiers = Vec::new();
        for _ in 0..tokens.count()? {
            let class = tokens.string()?;
            let is_points = match class.as_str() {
                "IntervalTier" => false,
                "TextTier" => true,
                _ => {
                    let found = excerpt(&class);
                    return Err(tokens.error(format!("{found:?}, expected \"IntervalTier\" or \"TextTier\"")));
                }
            };
            let mut tier = Tier { name: tokens.string()?, intervals: Vec::new() };
            tokens.number()?;
            tokens.number()?;
            for _ in 0..tokens.count()? {
                let start = tokens.number()?;
                let end = if is_points { start } else { tokens.number()? };
                tier.intervals.push(TierInterval { start, end, text: tokens.string()? });
            }
            tiers.push(tier);
        }
        Ok(Self { tiers })
    }

    /// First tier with one of these names, or one that ends with them after the name of a speaker ("Anna -
    /// phones"), in any case.
    fn tier(&self, names: &[&str]) -> Option<&Tier> {
        names.iter().find_map(|name| {
            let is_named = |tier: &&Tier| {
                let last = tier.name.rsplit(" - ").next().unwrap_or_default();
                last.trim().eq_ignore_ascii_case(name)
            };
            self.tiers.iter().find(is_named)
        })
    }

    /// Phones and words: the tiers that aligners name so. The notation of the phones is detected.
    ///
    /// # Errors
    /// Grids without a tier of phones; times out of order.
    pub fn track(&self) -> Result<PhoneTrack, ReadError> {
        let Some(phones) = self.tier(PHONE_TIERS) else {
            let names: Vec<&str> = self.tiers.iter().take(8).map(|tier| tier.name.as_str()).collect();
            let message = format!("tiers {names:?}, expected one named \"phones\"");
            return Err(ReadError::NoPhones { message });
        };
        let notation = Notation::detect(phones.intervals.iter().map(|i| i.text.as_str()));
        let span = |i: &TierInterval| PhoneSpan::new(i.start, i.end, i.text.trim(), notation);
        let spans = phones.intervals.iter().map(span).collect();
        let words = self.tier(WORD_TIERS).map_or(&[][..], |tier| &tier.intervals);
        // Pauses of a tier of words are empty or named as silence.
        let is_word =
            |i: &&TierInterval| Notation::Ipa.parse(&i.text).is_none_or(|sound| !sound.is_silence());
        let words = words.iter().filter(is_word).map(|i| WordSpan::new(i.start, i.end, i.text.trim()));
        Ok(PhoneTrack::new(spans, words.collect())?)
    }
}

/// Tokens of a text file of Praat.
struct Tokens<'a> {
    rest: &'a str,
    line: usize,
}

/// Token: a number, a string without its quotes, or a flag without its brackets.
enum Token<'a> {
    Number(f64),
    Text(String),
    Flag(&'a str),
}

impl<'a> Tokens<'a> {
    fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::line(self.line, message)
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.bytes().filter(|byte| *byte == b'\n').count();
        self.rest = rest;
        skipped
    }

    fn next(&mut self) -> Result<Option<Token<'a>>, ReadError> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.skip(blank);
            match self.rest.chars().next() {
                None => return Ok(None),
                Some('"') => return self.quoted().map(Some),
                Some('!') => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.skip(end);
                }
                Some(_) => {
                    let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
                    let word = self.skip(end);
                    if let Some(flag) = word.strip_prefix('<').and_then(|w| w.strip_suffix('>')) {
                        return Ok(Some(Token::Flag(flag)));
                    }
                    let is_numeric =
                        word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'));
                    if let Some(number) = word.parse::<f64>().ok().filter(|n| is_numeric && n.is_finite()) {
                        return Ok(Some(Token::Number(number)));
                    }
                }
            }
        }
    }

    /// String after an opening quote; two quotes are one in it.
    fn quoted(&mut self) -> Result<Token<'a>, ReadError> {
        let opening = self.line;
        self.skip(1);
        let mut out = String::new();
        loop {
            let Some(end) = self.rest.find('"') else {
                return Err(ReadError::line(opening, "a text without a closing quote"));
            };
            out.push_str(self.skip(end));
            self.skip(1);
            if !self.rest.starts_with('"') {
                return Ok(Token::Text(out));
            }
            self.skip(1);
            out.push('"');
        }
    }

    fn expect<T>(&mut self, what: &str, take: impl Fn(Token<'a>) -> Option<T>) -> Result<T, ReadError> {
        let token = self.next()?;
        let found = match &token {
            None => "the end of the file".to_owned(),
            Some(Token::Number(number)) => format!("the number {number}"),
            Some(Token::Text(text)) => format!("the text {:?}", excerpt(text)),
            Some(Token::Flag(flag)) => format!("the flag {:?}", excerpt(flag)),
        };
        token.and_then(take).ok_or_else(|| self.error(format!("{found}, expected {what}")))
    }

    fn number(&mut self) -> Result<f64, ReadError> {
        self.expect("a number", |token| if let Token::Number(n) = token { Some(n) } else { None })
    }

    fn string(&mut self) -> Result<String, ReadError> {
        self.expect("a text in quotes", |token| if let Token::Text(t) = token { Some(t) } else { None })
    }

    fn flag(&mut self) -> Result<&'a str, ReadError> {
        self.expect("<exists>", |token| if let Token::Flag(f) = token { Some(f) } else { None })
    }

    fn count(&mut self) -> Result<u64, ReadError> {
        let number = self.number()?;
        if number >= 0.0 && number.fract() == 0.0 && number < 1e15 {
            Ok(number as u64)
        } else {
            Err(self.error(format!("{number}, expected a count")))
        }
    }
}

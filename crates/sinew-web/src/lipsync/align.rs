//! Visemes of a text in a sound, and of the times of phones or words.
#![allow(unsafe_code, reason = "exported names have to be unique in the module, which this crate sees to")]
#![allow(unreachable_pub, reason = "the functions are called from outside of the module")]

use super::{FRAME, push_frame};
use sinew_speech::align::{Emissions, align_emissions, phones_of_words};
use sinew_speech::coarticulation::timeline_of;
use sinew_speech::phone::Notation;
use sinew_speech::pronunciation::Dictionary;
use sinew_speech::timeline::{PhoneSpan, PhoneTrack, VisemeTimeline, WordSpan};
use sinew_speech::transcript::Transcript;
use std::cell::RefCell;
use std::fmt::Write;

/// Memory that the page writes, and reads afterwards.
#[derive(Default)]
struct Exchange {
    bytes: Vec<u8>,
    frames: Vec<f32>,
    /// Lines of what was found, or the error.
    text: String,
    emissions: Option<Emissions>,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

/// Makes space for bytes: a text in UTF-8, or emissions; returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn align_bytes(count: u32) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.bytes = vec![0; count as usize];
        exchange.bytes.as_mut_ptr()
    })
}

/// Reads what the other module hears in a sound from the bytes. 1 where it could.
#[unsafe(no_mangle)]
pub extern "C" fn align_emissions_read() -> u32 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.emissions = Emissions::from_bytes(&std::mem::take(&mut exchange.bytes));
        u32::from(exchange.emissions.is_some())
    })
}

/// Finds the text of the bytes in the sound of the emissions. Returns 1, or 0 with the error as the text.
#[unsafe(no_mangle)]
pub extern "C" fn align_text() -> u32 {
    answer(|exchange| {
        let bytes = std::mem::take(&mut exchange.bytes);
        let text = String::from_utf8(bytes).map_err(|_| "the text is not UTF-8")?;
        let emissions = exchange.emissions.take().ok_or("no sound was heard")?;
        let found = align_emissions(&emissions, &Transcript::new(&text), &Dictionary::english());
        let found = found.map_err(|error| error.to_string())?;
        Ok((found.timeline(), found.score))
    })
}

/// Visemes of phones, a line of `start TAB end TAB label` in the bytes each, in a sound of `seconds`. As
/// [`align_text`].
#[unsafe(no_mangle)]
pub extern "C" fn align_phones(seconds: f64) -> u32 {
    answer(|exchange| {
        let spans = spans(&std::mem::take(&mut exchange.bytes))?;
        let notation = Notation::detect(spans.iter().map(|(_, _, label)| label.as_str()));
        let phones = spans.into_iter().map(|(start, end, label)| PhoneSpan::new(start, end, label, notation));
        let track = PhoneTrack::new(phones.collect(), Vec::new()).map_err(|error| error.to_string())?;
        let seconds = seconds.max(track.end());
        Ok((timeline_of(track, seconds), 1.0))
    })
}

/// Visemes of words, whose phones the dictionary knows. As [`align_phones`].
#[unsafe(no_mangle)]
pub extern "C" fn align_words(seconds: f64) -> u32 {
    answer(|exchange| {
        let spans = spans(&std::mem::take(&mut exchange.bytes))?;
        let words = spans.into_iter().map(|(start, end, label)| WordSpan::new(start, end, label));
        let track =
            phones_of_words(words.collect(), &Dictionary::english()).map_err(|error| error.to_string())?;
        let seconds = seconds.max(track.end());
        Ok((timeline_of(track, seconds), 1.0))
    })
}

/// Number of frames of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn align_frame_count() -> u32 {
    EXCHANGE.with_borrow(|exchange| (exchange.frames.len() / FRAME) as u32)
}

/// Address of the frames.
#[unsafe(no_mangle)]
pub extern "C" fn align_frames() -> *const f32 {
    EXCHANGE.with_borrow(|exchange| exchange.frames.as_ptr())
}

/// Number of bytes of the text of the last answer: the score, then a line per phone and word, or the error.
#[unsafe(no_mangle)]
pub extern "C" fn align_text_length() -> u32 {
    EXCHANGE.with_borrow(|exchange| exchange.text.len() as u32)
}

/// Address of the text.
#[unsafe(no_mangle)]
pub extern "C" fn align_text_output() -> *const u8 {
    EXCHANGE.with_borrow(|exchange| exchange.text.as_ptr())
}

/// Answers with a timeline and a score, or with an error.
fn answer(work: impl FnOnce(&mut Exchange) -> Result<(VisemeTimeline, f32), String>) -> u32 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.frames.clear();
        match work(exchange) {
            Ok((timeline, score)) => {
                timeline.frames().iter().for_each(|frame| push_frame(&mut exchange.frames, frame));
                exchange.text = lines(timeline.track(), score);
                1
            }
            Err(error) => {
                exchange.text = error;
                0
            }
        }
    })
}

fn lines(track: &PhoneTrack, score: f32) -> String {
    let mut text = format!("{score}\n");
    let phones = track.phones().iter().map(|phone| ("phone", phone.start, phone.end, &phone.label));
    let words = track.words().iter().map(|word| ("word", word.start, word.end, &word.word));
    for (kind, start, end, label) in phones.chain(words) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{kind}\t{start}\t{end}\t{label}");
    }
    text
}

/// Spans of lines of `start TAB end TAB label`.
fn spans(bytes: &[u8]) -> Result<Vec<(f64, f64, String)>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "the text is not UTF-8")?;
    let span = |(number, line): (usize, &str)| {
        let mut parts = line.splitn(3, '\t');
        let mut time = || parts.next()?.parse::<f64>().ok();
        let (start, end) = (time(), time());
        let label = parts.next().map(str::to_owned);
        start
            .zip(end)
            .zip(label)
            .map(|((start, end), label)| (start, end, label))
            .ok_or_else(|| format!("span {number}: expected a start and an end in seconds, and a label"))
    };
    text.lines().enumerate().map(span).collect()
}

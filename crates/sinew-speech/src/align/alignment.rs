//! Alignment of a text with a sound.

use super::confidence::{self, WordFit};
use super::emissions::{Emissions, FILLER_FRAME_COST};
use super::graph::{COLUMNS, FILLER, Graph, MAX_WORDS, Segment};
use super::path::{BEAM, best_path};
use crate::coarticulation::timeline_of;
use crate::network::{SpeechNetworks, States};
use crate::pronunciation::{Dictionary, Phoneme};
use crate::sound::{Sound, SoundError};
use crate::timeline::{PhoneSpan, PhoneTrack, TIMELINE_RATE, VisemeTimeline, WordSpan};
use crate::transcript::Transcript;
use std::ops::Range;

/// Shortest phoneme of speech that the text does not have, frames.
const MIN_LIKELY_FRAMES: usize = 3;

/// Least score of a sound that is a recording of the text.
const MIN_FIT: f32 = -0.5;

/// Words and phones of a text with their times in a sound.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Alignment {
    /// Words as the text writes them, phones in ARPABET.
    pub track: PhoneTrack,
    /// Duration of the sound in seconds.
    pub duration: f64,
    /// Mean logarithm of how much likelier the phones make their frames than chance: 0.2 to 1.5 for speech
    /// and its text, below −1 for another text. Speech that the text does not have counts as −2.
    pub score: f32,
    /// Confidence of the whole, 0 to 1: the mean of [`WordSpan::confidence`] by the durations of the words, where
    /// speech that the text does not have counts as 0. A recording of its text mostly has 0.5 and more, another text
    /// less than 0.2.
    pub confidence: f32,
}

/// Error of an alignment.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AlignmentError {
    /// Text without a word.
    #[error("the text has no words")]
    NoWords,
    /// More text than an alignment takes.
    #[error("the text is too long: {count} words, at most {max} of usual length can be aligned")]
    TooLong {
        /// Number of words.
        count: usize,
        /// Largest number of words.
        max: usize,
    },
    /// Sound that is shorter than the text.
    #[error("the sound lasts {seconds:.2} s, but its text cannot be said in less than {min:.2} s")]
    TooShort {
        /// Duration of the sound in seconds.
        seconds: f64,
        /// Duration of the text at its fastest, in seconds.
        min: f64,
    },
    /// Long sound in which no path through the text is found within the memory of an alignment.
    #[error("the text is not found in the sound")]
    NotFound,
    /// Sound that cannot be resampled.
    #[error(transparent)]
    Sound(#[from] SoundError),
}

impl Alignment {
    /// True for a sound that is likely to be a recording of the text.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.score > MIN_FIT
    }

    /// Viseme timeline of the sound, with phones and words.
    #[must_use]
    pub fn timeline(&self) -> VisemeTimeline {
        timeline_of(self.track.clone(), self.duration)
    }
}

/// Finds the words and phones of a text in a sound. A text that does not belong to the sound is found
/// somewhere, too: see [`Alignment::fits`]. Words are spoken in order, with pauses anywhere between them; of
/// several readings and pronunciations the sound decides.
///
/// # Errors
/// Texts without words or with too many, sounds that are too short for the text or in which it is not found,
/// rates that cannot be resampled.
pub fn align(
    sound: &Sound,
    transcript: &Transcript,
    dictionary: &Dictionary,
) -> Result<Alignment, AlignmentError> {
    // Before the sound is heard.
    check_length(transcript)?;
    align_emissions(&Emissions::new(sound, &SpeechNetworks::built_in())?, transcript, dictionary)
}

/// [`align`] with what networks hear in the sound.
///
/// # Errors
/// As [`align`].
pub fn align_emissions(
    emissions: &Emissions,
    transcript: &Transcript,
    dictionary: &Dictionary,
) -> Result<Alignment, AlignmentError> {
    let Emissions { rows, states, duration } = emissions;
    check_length(transcript)?;
    let count = transcript.words().len();
    let too_long = AlignmentError::TooLong { count, max: MAX_WORDS };
    let graph = Graph::new(transcript, dictionary, states).ok_or(too_long)?;
    if !graph.segments.iter().any(|segment| matches!(segment, Segment::Phone(..))) {
        return Err(AlignmentError::NoWords);
    }
    let rate = f64::from(TIMELINE_RATE);
    let least = graph.min_frames();
    if rows.len() < least {
        return Err(AlignmentError::TooShort { seconds: *duration, min: least as f64 / rate });
    }
    // Texts that do not belong to the sound have no path within the beam; an unlikely one is still found.
    let path = best_path(&graph, rows, BEAM)
        .or_else(|| best_path(&graph, rows, f32::INFINITY))
        .ok_or(AlignmentError::NotFound)?;
    let score = score(&graph, &path, rows);
    let track = track(&graph, &path, transcript, rows, states);
    let words = track.words().iter().map(|word| (word.end - word.start, word.confidence.unwrap_or(0.0)));
    let unwritten = track.phones().iter().filter(|phone| phone.is_unwritten);
    let unwritten = unwritten.map(|phone| phone.end - phone.start).sum();
    let confidence = confidence::of_text(words, unwritten);
    Ok(Alignment { confidence, track, duration: *duration, score })
}

fn check_length(transcript: &Transcript) -> Result<(), AlignmentError> {
    match transcript.words().len() {
        0 => Err(AlignmentError::NoWords),
        count if count > MAX_WORDS => Err(AlignmentError::TooLong { count, max: MAX_WORDS }),
        _ => Ok(()),
    }
}

/// Mean emission of the frames of phones; other speech counts as its cost.
fn score(graph: &Graph, path: &[u32], emissions: &[[f32; COLUMNS]]) -> f32 {
    let (mut sum, mut count) = (0.0, 0);
    for (node, emission) in path.iter().zip(emissions) {
        let node = &graph.nodes[*node as usize];
        sum += match graph.segments[node.segment as usize] {
            Segment::Phone(..) => emission[usize::from(node.state)],
            Segment::Filler => -FILLER_FRAME_COST,
            Segment::Silence => continue,
        };
        count += 1;
    }
    sum / count.max(1) as f32
}

/// Phones and words of a path.
pub(super) fn track(
    graph: &Graph,
    path: &[u32],
    transcript: &Transcript,
    emissions: &[[f32; COLUMNS]],
    states: &States,
) -> PhoneTrack {
    let time = |frame: usize| frame as f64 / f64::from(TIMELINE_RATE);
    let mut phones: Vec<PhoneSpan> = Vec::new();
    let mut words: Vec<WordSpan> = Vec::new();
    let mut fits: Vec<WordFit> = Vec::new();
    let mut word_before = None;
    let mut start = 0;
    let segment = |node: u32| graph.nodes[node as usize].segment;
    for run in path.chunk_by(|a, b| segment(*a) == segment(*b)) {
        let first = start;
        start += run.len();
        let (from, to) = (time(first), time(start));
        let (word, phoneme) = match graph.segments[segment(run[0]) as usize] {
            Segment::Phone(word, phoneme) => (word, phoneme),
            Segment::Silence => continue,
            Segment::Filler => {
                for (phoneme, frames) in likely_phonemes(&emissions[first..start], states) {
                    let mut heard = span(phoneme, time(first + frames.start), time(first + frames.end));
                    heard.is_unwritten = true;
                    phones.push(heard);
                }
                continue;
            }
        };
        phones.push(span(phoneme, from, to));
        match words.last_mut().filter(|_| word_before == Some(word)) {
            Some(last) => last.end = to,
            None => {
                words.push(WordSpan::new(from, to, transcript.words()[word].text.clone()));
                fits.push(WordFit::default());
            }
        }
        if let Some(fit) = fits.last_mut() {
            let states = run.iter().map(|node| graph.nodes[*node as usize].state);
            fit.add(states, &emissions[first..start]);
        }
        word_before = Some(word);
    }
    for (word, fit) in words.iter_mut().zip(fits) {
        word.confidence = Some(fit.confidence());
    }
    // Times of a path are in order.
    PhoneTrack::new(phones, words).unwrap_or_default()
}

fn span(phoneme: Phoneme, from: f64, to: f64) -> PhoneSpan {
    let mut span = PhoneSpan::of_sound(from, to, phoneme.sound());
    span.label = phoneme.label().into();
    span
}

/// Likeliest phonemes of frames, with their ranges, without a text: runs that are too short belong to the one
/// before.
fn likely_phonemes(emissions: &[[f32; COLUMNS]], states: &States) -> Vec<(Phoneme, Range<usize>)> {
    let likeliest = |row: &[f32; COLUMNS]| {
        let best = (0..FILLER).max_by(|a, b| row[*a].total_cmp(&row[*b]));
        best.and_then(|state| states.phoneme(state))
    };
    let frames: Vec<Option<Phoneme>> = emissions.iter().map(likeliest).collect();
    let mut found: Vec<(Option<Phoneme>, Range<usize>)> = Vec::new();
    let mut start = 0;
    for run in frames.chunk_by(|a, b| a == b) {
        let span = start..start + run.len();
        start = span.end;
        match found.last_mut() {
            Some((phoneme, last)) if span.len() < MIN_LIKELY_FRAMES || *phoneme == run[0] => {
                last.end = span.end
            }
            _ => found.push((run[0], span)),
        }
    }
    found.into_iter().filter_map(|(phoneme, frames)| Some((phoneme?, frames))).collect()
}

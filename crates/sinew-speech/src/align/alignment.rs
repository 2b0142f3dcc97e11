//! Alignment of a text with a sound.

use super::graph::{Graph, MAX_WORDS, Segment};
use super::path::best_path;
use crate::coarticulation::MouthTrack;
use crate::front_end::SAMPLE_RATE;
use crate::network::{STATES, SpeechNetworks};
use crate::pronunciation::Dictionary;
use crate::sound::{Sound, SoundError};
use crate::timeline::{PhoneSpan, PhoneTrack, TIMELINE_RATE, VisemeTimeline, WordSpan};
use crate::transcript::Transcript;

/// Power of the prior by which posteriors are divided.
const PRIOR_POWER: f32 = 0.6;
/// Least probability of a state.
const MIN_PROBABILITY: f32 = 1e-6;

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
    /// Mean logarithm of how much likelier the phones make their frames than chance: 0.2 to 1.5 for speech and its text, below −1 for another text.
    pub score: f32,
}

/// Error of an alignment.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AlignmentError {
    /// Text without a word.
    #[error("the text has no words")]
    NoWords,
    /// More text than an alignment takes.
    #[error("the text has {count} words, more than {most}")]
    TooManyWords {
        /// Number of words.
        count: usize,
        /// Most words.
        most: usize,
    },
    /// Sound that is shorter than the text.
    #[error("the sound lasts {seconds:.2} s, but its text cannot be said in less than {least:.2} s")]
    TooShort {
        /// Duration of the sound in seconds.
        seconds: f64,
        /// Duration of the text at its fastest, in seconds.
        least: f64,
    },
    /// Sound in which the text is not found.
    #[error("the text is not found in the sound")]
    NotFound,
    /// Sound that cannot be resampled.
    #[error(transparent)]
    Sound(#[from] SoundError),
}

impl Alignment {
    /// Whether the sound is likely to be a recording of the text.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.score > MIN_FIT
    }

    /// Viseme timeline of the sound, with phones and words.
    #[must_use]
    pub fn timeline(&self) -> VisemeTimeline {
        MouthTrack::new(&self.track).timeline(self.duration).with_track(self.track.clone())
    }
}

/// Finds the words and phones of a text in a sound. Words are spoken in order, with pauses anywhere between them; of several readings and pronunciations the
/// sound decides.
///
/// # Errors
/// Texts without words, sounds that are too short for the text or in which it is not found.
pub fn align(
    sound: &Sound,
    transcript: &Transcript,
    dictionary: &Dictionary,
) -> Result<Alignment, AlignmentError> {
    let count = transcript.words().len();
    if count > MAX_WORDS {
        return Err(AlignmentError::TooManyWords { count, most: MAX_WORDS });
    }
    let networks = SpeechNetworks::built_in();
    let graph = Graph::new(transcript, dictionary, &networks.states);
    if !graph.segments.iter().any(|segment| matches!(segment, Segment::Phone(..))) {
        return Err(AlignmentError::NoWords);
    }
    let samples = sound.to_mono(SAMPLE_RATE)?;
    let prior = networks.states.prior.map(|prior| PRIOR_POWER * libm::logf(prior));
    let emissions: Vec<[f32; STATES]> = networks
        .whole
        .run(&networks.normalised(&samples))
        .map(|posterior| {
            std::array::from_fn(|n| libm::logf(posterior.states[n].max(MIN_PROBABILITY)) - prior[n])
        })
        .collect();
    let rate = f64::from(TIMELINE_RATE);
    let least = graph.min_frames();
    if emissions.len() < least {
        let (seconds, least) = (sound.duration(), least as f64 / rate);
        return Err(AlignmentError::TooShort { seconds, least });
    }
    let path = best_path(&graph, &emissions).ok_or(AlignmentError::NotFound)?;
    let score = score(&graph, &path, &emissions);
    let track = track(&graph, &path, transcript);
    Ok(Alignment { track, duration: sound.duration(), score })
}

/// Mean emission of the frames of phones.
fn score(graph: &Graph, path: &[u32], emissions: &[[f32; STATES]]) -> f32 {
    let (mut sum, mut count) = (0.0, 0);
    for (node, emission) in path.iter().zip(emissions) {
        let node = &graph.nodes[*node as usize];
        if matches!(graph.segments[node.segment as usize], Segment::Phone(..)) {
            sum += emission[usize::from(node.state)];
            count += 1;
        }
    }
    sum / count.max(1) as f32
}

/// Phones and words of a path.
fn track(graph: &Graph, path: &[u32], transcript: &Transcript) -> PhoneTrack {
    let time = |frame: usize| frame as f64 / f64::from(TIMELINE_RATE);
    let mut phones: Vec<PhoneSpan> = Vec::new();
    let mut words: Vec<WordSpan> = Vec::new();
    let mut word_before = None;
    let mut start = 0;
    let segment = |node: u32| graph.nodes[node as usize].segment;
    for run in path.chunk_by(|a, b| segment(*a) == segment(*b)) {
        let (from, to) = (time(start), time(start + run.len()));
        start += run.len();
        let Segment::Phone(word, phoneme) = graph.segments[segment(run[0]) as usize] else { continue };
        let mut span = PhoneSpan::of_sound(from, to, phoneme.sound());
        span.label = phoneme.label().into();
        phones.push(span);
        match words.last_mut().filter(|_| word_before == Some(word)) {
            Some(last) => last.end = to,
            None => words.push(WordSpan::new(from, to, transcript.words()[word].text.clone())),
        }
        word_before = Some(word);
    }
    // Times of a path are in order.
    PhoneTrack::new(phones, words).unwrap_or_default()
}

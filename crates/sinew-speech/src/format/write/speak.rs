//! JSON of `sinew speak`: weights at 100 Hz, cues, words with their phones.

use crate::timeline::{PhoneSpan, VisemeCue, VisemeTimeline};
use serde::Serialize;
use sinew_viseme::Viseme;

/// Content of the JSON of `sinew speak`: the timeline and its origin.
#[derive(Clone, Copy, Debug)]
pub struct SpeakInput<'a> {
    /// Name of the sound's file.
    pub file: &'a str,
    /// Name of the mode: `amplitude`, `template` and so on.
    pub mode: &'a str,
    /// Timeline.
    pub timeline: &'a VisemeTimeline,
    /// Cues of the timeline.
    pub cues: &'a [VisemeCue],
    /// Whether the sound is likely to be a recording of the text or phones that the timeline comes from; none
    /// where there are none.
    pub fits: Option<bool>,
    /// Confidence of the text that the timeline comes from, 0 to 1
    /// ([`Alignment::confidence`](crate::align::Alignment::confidence)); none without a text.
    pub confidence: Option<f32>,
}

#[derive(Serialize)]
struct SpeakJson<'a> {
    file: &'a str,
    mode: &'a str,
    duration: f64,
    rate: u32,
    start: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fits: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    channels: [&'static str; Viseme::COUNT],
    values: Vec<[f64; Viseme::COUNT]>,
    openness: Vec<f64>,
    cues: Vec<CueJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<WordJson<'a>>,
    /// Phones of speech that the text does not have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unwritten: Vec<PhoneJson<'a>>,
}

#[derive(Serialize)]
struct CueJson {
    start: f64,
    end: f64,
    value: &'static str,
}

#[derive(Serialize)]
struct WordJson<'a> {
    start: f64,
    end: f64,
    word: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    phones: Vec<PhoneJson<'a>>,
}

#[derive(Serialize)]
struct PhoneJson<'a> {
    start: f64,
    end: f64,
    phone: &'a str,
}

impl<'a> From<&'a PhoneSpan> for PhoneJson<'a> {
    fn from(span: &'a PhoneSpan) -> Self {
        Self { start: millis(span.start), end: millis(span.end), phone: &span.label }
    }
}

/// JSON of a timeline. `values` has the weights of a frame in the order of `channels`, `openness` the opening
/// of the lips of the same frames, 0 closed and 1 widest. Both have four decimals, times of phones are those
/// of the sound. `confidence` of words and of the whole, from 0 to 1, is there where a text was aligned. `words` is
/// left out where none are known, and `unwritten`, the phones of speech that the
/// text of an alignment does not have, where there are none.
#[must_use]
pub fn speak_json(input: &SpeakInput<'_>) -> String {
    let round = |weight: &f32| (f64::from(*weight) * 1e4).round() / 1e4;
    let timeline = input.timeline;
    let track = timeline.track();
    let words = track.words().iter().map(|word| WordJson {
        start: millis(word.start),
        end: millis(word.end),
        word: &word.word,
        confidence: word.confidence.as_ref().map(round),
        phones: track.phones_of(word).map(PhoneJson::from).collect(),
    });
    let cue = |cue: &VisemeCue| CueJson {
        start: millis(cue.start),
        end: millis(cue.end),
        value: cue.viseme.name(),
    };
    let json = SpeakJson {
        file: input.file,
        mode: input.mode,
        duration: timeline.duration(),
        rate: crate::timeline::TIMELINE_RATE,
        start: 0.0,
        fits: input.fits,
        confidence: input.confidence.as_ref().map(round),
        channels: Viseme::ALL.map(Viseme::name),
        values: timeline
            .frames()
            .iter()
            .map(|frame| std::array::from_fn(|n| round(&frame.weights[n])))
            .collect(),
        openness: timeline.frames().iter().map(|frame| round(&frame.openness)).collect(),
        cues: input.cues.iter().map(cue).collect(),
        words: words.collect(),
        unwritten: track.phones().iter().filter(|phone| phone.is_unwritten).map(PhoneJson::from).collect(),
    };
    // Numbers and strings alone: writing them cannot fail.
    serde_json::to_string(&json).unwrap_or_default()
}

/// Time to the millisecond.
fn millis(seconds: f64) -> f64 {
    (seconds * 1e3).round() / 1e3
}

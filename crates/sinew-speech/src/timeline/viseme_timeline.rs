//! Viseme weights over time.

use super::contact::{Contact, contacts};
use super::phone_track::PhoneTrack;
use sinew::face::Viseme;

/// Frames per second.
pub const TIMELINE_RATE: u32 = 100;

/// Difference of distances, in seconds, below which two frames are equally near to a contact.
const TIE_SECONDS: f64 = 1e-6;

/// Mouth at one time: weights of all visemes in the order of [`Viseme::ALL`], each 0 to 1 with the sum 1, and the opening of the lips.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct VisemeFrame {
    /// Weights.
    pub weights: [f32; Viseme::COUNT],
    /// Opening of the lips: 0 closed, 1 widest.
    pub openness: f32,
}

impl VisemeFrame {
    /// Mouth at rest.
    pub const REST: Self = Self { weights: rest(), openness: 0.0 };

    /// Frame of these weights. They are clamped to 0 and more, and divided by their sum; all zeros are rest, and numbers that are not finite count
    /// as 0. The opening is the mean of the visemes' own.
    #[must_use]
    pub fn new(mut weights: [f32; Viseme::COUNT]) -> Self {
        weights = weights.map(|weight| if weight.is_finite() { weight.clamp(0.0, 1e6) } else { 0.0 });
        let sum: f32 = weights.iter().sum();
        if sum <= 1e-6 {
            return Self::REST;
        }
        let weights = weights.map(|weight| weight / sum);
        let openness = weights.iter().zip(OPENNESS).map(|(weight, open)| weight * open).sum();
        Self { weights, openness }
    }

    /// The same frame with another opening, clamped to 0 and 1.
    #[must_use]
    pub fn with_openness(mut self, openness: f32) -> Self {
        self.openness = if openness.is_finite() { openness.clamp(0.0, 1.0) } else { 0.0 };
        self
    }

    /// Viseme with the largest weight; the first of several.
    #[must_use]
    pub fn dominant(&self) -> Viseme {
        let mut best = 0;
        for (at, weight) in self.weights.iter().enumerate() {
            if *weight > self.weights[best] {
                best = at;
            }
        }
        Viseme::ALL[best]
    }

    fn blend(&self, other: &Self, part: f32) -> Self {
        let mix = |a: f32, b: f32| a + (b - a) * part;
        Self {
            weights: std::array::from_fn(|n| mix(self.weights[n], other.weights[n])),
            openness: mix(self.openness, other.openness),
        }
    }
}

const fn rest() -> [f32; Viseme::COUNT] {
    let mut weights = [0.0; Viseme::COUNT];
    weights[Viseme::Sil.index()] = 1.0;
    weights
}

/// Openings of the lips of all visemes: about the middle of those that the articulatory table gives the phones of each.
const OPENNESS: [f32; Viseme::COUNT] =
    [0.0, 0.0, 0.12, 0.28, 0.28, 0.35, 0.25, 0.2, 0.3, 0.3, 0.9, 0.6, 0.33, 0.6, 0.2];

/// Viseme weights of a sound: a frame every 10 ms from time 0 on, with phones and words where they are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VisemeTimeline {
    frames: Vec<VisemeFrame>,
    /// Contacts of the lips in the frames.
    contacts: Vec<Contact>,
    track: PhoneTrack,
}

impl VisemeTimeline {
    /// Timeline of frames at 100 Hz: frame n stands for the time n / 100 s.
    #[must_use]
    pub fn new(frames: Vec<VisemeFrame>) -> Self {
        Self { contacts: contacts(&frames), frames, track: PhoneTrack::default() }
    }

    /// The same timeline with its phones and words.
    #[must_use]
    pub fn with_track(mut self, track: PhoneTrack) -> Self {
        self.track = track;
        self
    }

    /// Frames at 100 Hz.
    #[must_use]
    pub fn frames(&self) -> &[VisemeFrame] {
        &self.frames
    }

    /// Phones and words; empty where they are not known.
    #[must_use]
    pub fn track(&self) -> &PhoneTrack {
        &self.track
    }

    /// Duration in seconds.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.frames.len() as f64 / f64::from(TIMELINE_RATE)
    }

    /// Mouth at a time in seconds, between frames by linear interpolation; rest before the start, after the end and at times that are no numbers.
    #[must_use]
    pub fn at(&self, seconds: f64) -> VisemeFrame {
        let place = seconds * f64::from(TIMELINE_RATE);
        if place.is_nan() || place < 0.0 || place >= self.frames.len() as f64 {
            return VisemeFrame::REST;
        }
        let index = place as usize;
        let next = self.frames.get(index + 1).unwrap_or(&VisemeFrame::REST);
        self.frames[index].blend(next, (place - index as f64) as f32)
    }

    /// Mouth of a key or a picture that stands for `frame_seconds` around a time, as in a clip or a film of 1 / `frame_seconds` frames per second.
    ///
    /// It is the mouth [`at`](Self::at) that time, but for the frame nearest to the middle of a contact (p, b, m; f, v) that falls between two
    /// frames: that one shows the mouth at the nearest moment of the contact, so that closures survive at any rate; two frames that are equally near
    /// both show it. Of several contacts within a frame the fullest is shown, the first of equal ones. A duration that is not finite and positive
    /// gives the mouth at the time.
    ///
    /// ```
    /// use sinew::face::Viseme;
    /// use sinew_speech::coarticulation::MouthTrack;
    /// use sinew_speech::phone::Notation;
    /// use sinew_speech::timeline::{PhoneSpan, PhoneTrack};
    ///
    /// let span = |start, end, label| PhoneSpan::new(start, end, label, Notation::Arpabet);
    /// let phones = vec![span(0.0, 0.145, "AA"), span(0.145, 0.19, "B"), span(0.19, 0.4, "AA")];
    /// let line = MouthTrack::new(&PhoneTrack::new(phones, Vec::new())?).timeline(0.4);
    /// let step = 1.0 / 10.0;
    /// let closed = |weights: [f32; 15]| weights[Viseme::PP.index()] > 0.98;
    /// assert!(!(0..4).any(|n| closed(line.at(f64::from(n) * step).weights)));
    /// assert!((0..4).any(|n| closed(line.at_frame(f64::from(n) * step, step).weights)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn at_frame(&self, seconds: f64, frame_seconds: f64) -> VisemeFrame {
        // Rounding must not leave a contact between two frames.
        let half = if frame_seconds.is_finite() { frame_seconds * 0.5 + TIE_SECONDS } else { 0.0 };
        let first = self.contacts.partition_point(|contact| contact.middle() < seconds - half);
        let last = self.contacts.partition_point(|contact| contact.middle() < seconds + half).max(first);
        let within = self.contacts[first..last].iter();
        let fullest = within.reduce(|best, next| if next.weight > best.weight { next } else { best });
        self.at(fullest.map_or(seconds, |contact| seconds.clamp(contact.start, contact.end)))
    }
}

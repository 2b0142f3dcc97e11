//! Viseme weights over time.

use super::contact::{Contact, contacts};
use super::phone_track::PhoneTrack;
use super::viseme_frame::{TIMELINE_RATE, VisemeFrame};

/// Difference of distances, in seconds, below which two frames are equally near to a contact.
const TIE_SECONDS: f64 = 1e-6;

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

    /// Mouth at a time in seconds, between frames by linear interpolation; rest before the start, after the
    /// end and at times that are no numbers.
    #[must_use]
    pub fn at(&self, seconds: f64) -> VisemeFrame {
        let frame_position = seconds * f64::from(TIMELINE_RATE);
        if frame_position.is_nan() || frame_position < 0.0 || frame_position >= self.frames.len() as f64 {
            return VisemeFrame::REST;
        }
        let index = frame_position as usize;
        let next = self.frames.get(index + 1).unwrap_or(&VisemeFrame::REST);
        self.frames[index].blend(next, (frame_position - index as f64) as f32)
    }

    /// Mouth of a key or a picture that stands for `frame_seconds` around a time, as in a clip or a film of 1
    /// / `frame_seconds` frames per second.
    ///
    /// It is the mouth [`at`](Self::at) that time, but for the frame nearest to the middle of a contact (p,
    /// b, m; f, v) that falls between two frames: that one shows the mouth at the nearest moment of the
    /// contact, so that closures survive at any rate; two frames that are equally near both show it. Of
    /// several contacts within a frame the fullest is shown, the first of equal ones. A duration that is not
    /// finite and positive gives the mouth at the time.
    ///
    /// ```
    /// use sinew_viseme::Viseme;
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

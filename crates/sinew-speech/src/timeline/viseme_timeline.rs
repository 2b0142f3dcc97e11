//! Viseme weights over time.

use super::phone_track::PhoneTrack;
use sinew_viseme::{VISEME_TRACK_RATE, VisemeFrame, VisemeTrack};
use std::sync::Arc;

/// Frames per second.
pub const TIMELINE_RATE: u32 = VISEME_TRACK_RATE;

/// Viseme weights of a sound: a frame every 10 ms from time 0 on, with phones and words where they are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VisemeTimeline {
    visemes: Arc<VisemeTrack>,
    track: PhoneTrack,
}

impl VisemeTimeline {
    /// Timeline of frames at 100 Hz: frame n stands for the time n / 100 s.
    #[must_use]
    pub fn new(frames: Vec<VisemeFrame>) -> Self {
        Self { visemes: Arc::new(VisemeTrack::from_frames(frames)), track: PhoneTrack::default() }
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
        self.visemes.frames()
    }

    /// The visemes alone, for a face that speaks them by itself: `FaceState::speak` of `sinew`.
    #[must_use]
    pub fn viseme_track(&self) -> &Arc<VisemeTrack> {
        &self.visemes
    }

    /// Phones and words; empty where they are not known.
    #[must_use]
    pub fn track(&self) -> &PhoneTrack {
        &self.track
    }

    /// Duration in seconds.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.visemes.duration()
    }

    /// Mouth at a time in seconds, between frames by linear interpolation; rest before the start, after the
    /// end and at times that are no numbers.
    #[must_use]
    pub fn at(&self, seconds: f64) -> VisemeFrame {
        self.visemes.at(seconds)
    }

    /// Mouth of a key or a picture that stands for `frame_seconds` around a time, as in a clip or a film of 1
    /// / `frame_seconds` frames per second.
    ///
    /// Contacts (p, b, m; f, v) are shown at any rate: [`VisemeTrack::at_frame`].
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
        self.visemes.at_frame(seconds, frame_seconds)
    }
}

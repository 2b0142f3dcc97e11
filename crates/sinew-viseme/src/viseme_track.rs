//! Visemes over time: what a face speaks, without sound, phones and words.

use crate::contact::{Contact, contacts};
use crate::viseme::Viseme;
use crate::viseme_frame::{VISEME_TRACK_RATE, VisemeFrame};
use std::fmt;

/// Difference of distances, in seconds, below which two frames are equally near to a contact.
const TIE_SECONDS: f64 = 1e-6;

/// Viseme weights over time: a frame every 10 ms from time 0 on. Immutable: faces share it in an `Arc`.
///
/// ```
/// use sinew_viseme::{Viseme, VisemeTrack};
///
/// // Half a second of silence, then an open mouth, as in the `values` of `sinew speak line.wav -o line.json`.
/// let shows = |viseme: Viseme| Viseme::ALL.map(|other| f32::from(u8::from(other == viseme)));
/// let rows: Vec<_> = (0..100).map(|n| shows(if n < 50 { Viseme::Sil } else { Viseme::Aa })).collect();
/// let track = VisemeTrack::new(&rows)?;
/// assert_eq!(track.duration(), 1.0);
/// assert_eq!(track.at(0.75).dominant(), Viseme::Aa);
/// # Ok::<(), sinew_viseme::VisemeTrackError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VisemeTrack {
    frames: Vec<VisemeFrame>,
    /// Contacts of the lips in the frames.
    contacts: Vec<Contact>,
}

/// Error of a row of [`VisemeTrack::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VisemeTrackError {
    /// A row has not one weight per viseme.
    Length {
        /// Index of the row.
        row: usize,
        /// Number of its weights.
        weights: usize,
    },
    /// A weight is not a finite number.
    Weight {
        /// Index of the row.
        row: usize,
        /// The viseme.
        viseme: Viseme,
    },
}

impl fmt::Display for VisemeTrackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { row, weights } => {
                write!(f, "row {row} has {weights} weights; expected {}, one per viseme", Viseme::COUNT)
            }
            Self::Weight { row, viseme } => {
                write!(f, "row {row}: the weight of {viseme} is not a finite number")
            }
        }
    }
}

impl std::error::Error for VisemeTrackError {}

impl VisemeTrack {
    /// Track of a row of weights per 10 ms, in the order of [`Viseme::ALL`]. Each becomes a
    /// [`VisemeFrame::new`]: of positive weights with the sum 1.
    ///
    /// # Errors
    /// When a row has another number of weights than there are visemes, or one that is not finite.
    pub fn new<R: AsRef<[f32]>>(rows: &[R]) -> Result<Self, VisemeTrackError> {
        let frame = |(row, weights): (usize, &R)| {
            let weights = weights.as_ref();
            let length = VisemeTrackError::Length { row, weights: weights.len() };
            let weights: [f32; Viseme::COUNT] = weights.try_into().map_err(|_| length)?;
            match Viseme::ALL.into_iter().find(|viseme| !weights[viseme.index()].is_finite()) {
                Some(viseme) => Err(VisemeTrackError::Weight { row, viseme }),
                None => Ok(VisemeFrame::new(weights)),
            }
        };
        rows.iter().enumerate().map(frame).collect::<Result<_, _>>().map(Self::from_frames)
    }

    /// Track of frames: frame n stands for the time n / 100 s.
    #[must_use]
    pub fn from_frames(frames: Vec<VisemeFrame>) -> Self {
        Self { contacts: contacts(&frames), frames }
    }

    /// Frames at 100 Hz.
    #[must_use]
    pub fn frames(&self) -> &[VisemeFrame] {
        &self.frames
    }

    /// Duration in seconds.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.frames.len() as f64 / f64::from(VISEME_TRACK_RATE)
    }

    /// Mouth at a time in seconds, between frames by linear interpolation; rest before the start, after the
    /// end and at times that are no numbers.
    #[must_use]
    pub fn at(&self, seconds: f64) -> VisemeFrame {
        let frame_position = seconds * f64::from(VISEME_TRACK_RATE);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_checked() {
        let rows = [vec![0.0; 15], vec![0.0; 14]];
        assert_eq!(VisemeTrack::new(&rows), Err(VisemeTrackError::Length { row: 1, weights: 14 }));
        let mut rows = [[0.0; 15]; 3];
        rows[2][Viseme::FF.index()] = f32::NAN;
        let error = VisemeTrack::new(&rows).unwrap_err();
        assert_eq!(error, VisemeTrackError::Weight { row: 2, viseme: Viseme::FF });
        assert_eq!(error.to_string(), "row 2: the weight of FF is not a finite number");
        rows[2][Viseme::FF.index()] = 3.0;
        let track = VisemeTrack::new(&rows).unwrap();
        assert_eq!((track.at(0.02).weights[Viseme::FF.index()], track.at(0.0)), (1.0, VisemeFrame::REST));
    }

    #[test]
    fn a_track_without_rows_rests() {
        let track = VisemeTrack::new::<[f32; 15]>(&[]).unwrap();
        assert_eq!((track.duration(), track.at_frame(0.0, 0.1)), (0.0, VisemeFrame::REST));
    }

    #[test]
    fn a_closure_between_two_frames_is_shown() {
        let shows = |viseme: Viseme| Viseme::ALL.map(|other| f32::from(u8::from(other == viseme)));
        let rows: Vec<_> = (0..40).map(|n| shows(if n == 15 { Viseme::PP } else { Viseme::Aa })).collect();
        let track = VisemeTrack::new(&rows).unwrap();
        let closed = |frame: VisemeFrame| frame.dominant() == Viseme::PP;
        assert!(!(0..4).any(|n| closed(track.at(f64::from(n) * 0.1 + 0.01))));
        assert!((0..4).any(|n| closed(track.at_frame(f64::from(n) * 0.1 + 0.01, 0.1))));
    }
}

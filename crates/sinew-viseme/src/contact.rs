//! Contacts of the lips in a track of visemes, which frames of any rate have to show.

use crate::viseme::Viseme;
use crate::viseme_frame::VISEME_TRACK_RATE;
use crate::viseme_frame::VisemeFrame;

/// Largest difference of a weight from the peak of its contact that counts as the full contact.
const PEAK_TOLERANCE: f32 = 0.02;

/// Contact of the lips (p, b, m) or of lip and teeth (f, v) at its fullest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Contact {
    /// First and last moment of the full contact, in seconds.
    pub(crate) start: f64,
    pub(crate) end: f64,
    /// Weight of its viseme.
    pub(crate) weight: f32,
}

impl Contact {
    /// Middle of the contact in seconds.
    pub(crate) fn middle(&self) -> f64 {
        (self.start + self.end) * 0.5
    }
}

/// Contacts of frames at [`VISEME_TRACK_RATE`], in order of time: runs of frames in which a contact's viseme is
/// the strongest.
pub(crate) fn contacts(frames: &[VisemeFrame]) -> Vec<Contact> {
    let touching = |frame: &VisemeFrame| match frame.dominant() {
        viseme @ (Viseme::PP | Viseme::FF) => Some(viseme),
        _ => None,
    };
    let mut found = Vec::new();
    let mut first = 0;
    for run in frames.chunk_by(|a, b| touching(a) == touching(b)) {
        if let Some(viseme) = touching(&run[0]) {
            let weight = |frame: &VisemeFrame| frame.weights[viseme.index()];
            let peak = run.iter().map(weight).fold(0.0, f32::max);
            let is_full = |frame: &VisemeFrame| weight(frame) >= peak - PEAK_TOLERANCE;
            let start = run.iter().position(is_full).unwrap_or_default();
            let end = run.iter().rposition(is_full).unwrap_or_default();
            let time = |frame: usize| (first + frame) as f64 / f64::from(VISEME_TRACK_RATE);
            found.push(Contact { start: time(start), end: time(end), weight: peak });
        }
        first += run.len();
    }
    found
}

//! Method that finds the visemes in the viewer.

/// Method of the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpeechMode {
    /// Phones or words of the file beside the sound.
    Phones,
    /// Trained networks on the whole sound.
    Offline,
    /// Trained network as it hears live sound.
    Live,
    /// Energy of the sound.
    Amplitude,
}

impl SpeechMode {
    pub(crate) const ALL: [Self; 4] = [Self::Phones, Self::Offline, Self::Live, Self::Amplitude];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Phones => "Phones",
            Self::Offline => "Offline",
            Self::Live => "Live",
            Self::Amplitude => "Amplitude",
        }
    }
}

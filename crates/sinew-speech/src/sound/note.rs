use std::fmt;

/// Fault of a sound file that was read all the same.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SoundNote {
    /// The file ends before its sound does.
    CutOff {
        /// Time up to which there is sound, in seconds.
        seconds: f64,
        /// Duration that the file states, in seconds; `None` where it states none.
        expected: Option<f64>,
    },
    /// A chunk of a WAV file that holds no sound is empty or damaged. It was skipped.
    Chunk {
        /// Name of the chunk, such as `LIST`.
        name: String,
        /// Its offset in the file, in bytes.
        offset: usize,
    },
}

impl fmt::Display for SoundNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CutOff { seconds, expected: Some(expected) } => {
                write!(f, "the file is cut off: it has {seconds:.3} of {expected:.3} s of sound")
            }
            Self::CutOff { seconds, expected: None } => {
                write!(
                    f,
                    "the file is cut off: its sound ends after {seconds:.3} s, in the middle of the data"
                )
            }
            Self::Chunk { name, offset } => {
                write!(
                    f,
                    "the chunk {name:?} at byte {offset} is empty or damaged; it holds no sound and is \
                     skipped"
                )
            }
        }
    }
}

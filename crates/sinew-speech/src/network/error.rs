//! Errors of weights files.

/// Error of a file of speech networks, with its location.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// Bytes of another format.
    #[error("byte 0: expected the signature SINEWSP1 of speech networks")]
    Signature,
    /// Unknown version of the format.
    #[error("byte 8: version {found}, expected {expected}")]
    Version {
        /// Version in the file.
        found: u32,
        /// Version that is read.
        expected: u32,
    },
    /// Checksum that differs from that of the bytes: the file is damaged.
    #[error("byte {at}: checksum {found:08x}, but the bytes before it have {computed:08x}")]
    Checksum {
        /// Offset of the checksum.
        at: usize,
        /// Checksum in the file.
        found: u32,
        /// Checksum of the bytes.
        computed: u32,
    },
    /// End of the file inside a tensor.
    #[error("byte {at}: the file ends inside tensor {index}")]
    Truncated {
        /// Offset at which bytes are missing.
        at: usize,
        /// Number of the tensor, from 0.
        index: usize,
    },
    /// Tensor that cannot be read.
    #[error("byte {at}: tensor {index}: {problem}")]
    Tensor {
        /// Offset in the file.
        at: usize,
        /// Number of the tensor, from 0.
        index: usize,
        /// Finding and expectation.
        problem: &'static str,
    },
    /// Bytes between the last tensor and the checksum.
    #[error("byte {at}: {count} bytes follow the last tensor, expected the checksum")]
    Excess {
        /// Offset of the first of them.
        at: usize,
        /// Number of bytes.
        count: usize,
    },
    /// State that the file lacks.
    #[error("tensor \"states\": {name:?} is missing")]
    MissingState {
        /// Name of the state.
        name: String,
    },
    /// Tensor that the networks need and the file lacks.
    #[error("tensor {name:?} is missing")]
    Missing {
        /// Name of the tensor.
        name: String,
    },
    /// Tensor of another kind.
    #[error("tensor {name:?}: expected {expected}")]
    Kind {
        /// Name of the tensor.
        name: String,
        /// Expected kind.
        expected: &'static str,
    },
    /// Tensor of other dimensions.
    #[error("tensor {name:?}: dimensions {found:?}, expected {expected}")]
    Shape {
        /// Name of the tensor.
        name: String,
        /// Dimensions in the file.
        found: Vec<usize>,
        /// Expected dimensions.
        expected: String,
    },
    /// Number that is not finite or outside its range.
    #[error("tensor {name:?}, number {index}: {value}, expected {least} to {most}")]
    Value {
        /// Name of the tensor.
        name: String,
        /// Number of the value, from 0.
        index: usize,
        /// Value in the file.
        value: f32,
        /// Least value.
        least: f32,
        /// Largest value.
        most: f32,
    },
    /// Phone state without a viseme.
    #[error("tensor \"states\": state {index}: {found:?}, expected NAME:viseme")]
    State {
        /// Number of the state, from 0.
        index: usize,
        /// Text of the state.
        found: String,
    },
}

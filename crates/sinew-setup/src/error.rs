/// Error of a set-up, with its file and the location in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {}{message}", if .location.is_empty() { String::new() } else { format!("{}: ", .location) })]
#[non_exhaustive]
pub struct SetupError {
    /// File in which the fault is: the set-up, or one that it names.
    pub file: String,
    /// Line, column and field path in a text, or a location in another file; empty where it is the whole
    /// file.
    pub location: String,
    /// The fault, and what was expected.
    pub message: String,
}

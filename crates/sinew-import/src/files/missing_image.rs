use crate::error::quoted;

/// Message for an image that cannot be read, of any format.
pub(crate) fn message(name: &str, why: &str) -> String {
    format!("image {} cannot be read: {why}; materials that use it show a checker pattern", quoted(name))
}

/// Message for an image that is not where its file says and was found at `path`.
#[cfg(any(feature = "fbx", feature = "x"))]
pub(crate) fn found_message(name: &str, path: &str) -> String {
    format!("image {} is not where the file says; {} is used", quoted(name), quoted(path))
}

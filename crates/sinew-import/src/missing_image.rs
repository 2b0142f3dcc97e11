use crate::error::quoted;

/// Message for an image that cannot be read, of any format.
pub(crate) fn message(name: &str, why: &str) -> String {
    format!("image {} cannot be read: {why}; materials that use it show a checker pattern", quoted(name))
}

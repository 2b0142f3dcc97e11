use sinew::hair::GroomError;

/// Error of a field of a description.
pub(super) fn field_error(location: impl Into<String>, message: impl Into<String>) -> GroomError {
    GroomError::Description { location: location.into(), message: message.into() }
}

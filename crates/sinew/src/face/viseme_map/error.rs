/// Error of [`VisemeMap::new`](super::VisemeMap::new): unknown shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no expression or morph target called {name:?}; {known}")]
#[non_exhaustive]
pub struct VisemeMapError {
    /// The name looked for.
    pub name: String,
    /// A similar name, if there is one, and the known names.
    pub known: String,
}

/// Error in the description of a viseme map, with its location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message}")]
#[non_exhaustive]
pub struct VisemeMapDescriptionError {
    /// Location in the description, such as `visemes["PP"].morphs["lips"]`, or line and column of a text.
    pub location: String,
    /// Problem at that location.
    pub message: String,
}

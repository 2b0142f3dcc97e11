/// What is wrong with a graph, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct GraphError {
    /// Which node or other part, such as `output.states["walk"].node`.
    pub place: String,
    /// What is wrong there.
    pub problem: GraphProblem,
}

/// What may be wrong with a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphProblem {
    /// The text is none.
    #[error("{0}")]
    Text(String),
    /// A name that means nothing.
    #[error("no {kind} called {name:?}; there {known}")]
    Unknown {
        /// What should have that name.
        kind: &'static str,
        /// The name.
        name: String,
        /// What there is.
        known: String,
    },
    /// A parameter of another kind.
    #[error("parameter {name:?} is {found}, expected {expected}")]
    Kind {
        /// The parameter.
        name: String,
        /// What it is.
        found: &'static str,
        /// What it should be.
        expected: &'static str,
    },
    /// A name that is there twice.
    #[error("{0:?} is there twice")]
    Double(String),
    /// Something that cannot be.
    #[error("{0}")]
    Invalid(String),
}

impl GraphProblem {
    /// A name that means nothing, with the names that do.
    pub(super) fn unknown<'a>(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self::Unknown { kind, name: name.to_owned(), known: known_names(known) }
    }
}

/// What there is instead of a name that means nothing: "are …", of many the first.
pub(crate) fn known_names<'a>(known: impl IntoIterator<Item = &'a str>) -> String {
    const MOST: usize = 24;
    let mut names: Vec<String> = known.into_iter().map(|name| format!("{name:?}")).collect();
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    match (names.len(), more) {
        (0, _) => "are none".to_owned(),
        (_, 0) => format!("are {}", names.join(", ")),
        _ => format!("are {} and {more} more", names.join(", ")),
    }
}

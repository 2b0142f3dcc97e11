use crate::skeleton::did_you_mean;
use std::borrow::Cow;
use std::collections::BTreeSet;

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
    #[error("no {kind} called {name:?}; {known}")]
    Unknown {
        /// What should have that name.
        kind: &'static str,
        /// The name.
        name: String,
        /// The name that was meant, where one is near, and what there is.
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
        Self::Unknown { kind, name: name.to_owned(), known: instead(name, known) }
    }
}

/// What there is instead of a name that means nothing: the one that was meant, where one is near, and all; of many the first.
pub(crate) fn instead<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let mut seen = BTreeSet::new();
    // Where names are doubled by mistake, that is told elsewhere.
    let names: Vec<&str> = known.into_iter().filter(|name| seen.insert(*name)).collect();
    did_you_mean(wrong, names.iter().copied()) + &listed(names.iter().map(|name| format!("{name:?}")))
}

/// "there are …", of many the first.
fn listed(names: impl ExactSizeIterator<Item = String>) -> String {
    const MAX: usize = 24;
    let more = names.len().saturating_sub(MAX);
    let shown: Vec<String> = names.take(MAX).collect();
    match (shown.is_empty(), more) {
        (true, _) => "there are none".to_owned(),
        (_, 0) => format!("there are {}", shown.join(", ")),
        _ => format!("there are {} and {more} more", shown.join(", ")),
    }
}

/// Letters of a name that are told.
const TOLD: usize = 64;

/// A name as errors tell it: of one that is longer than any that people give, the beginning.
pub(crate) fn short(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(TOLD) {
        Some((end, _)) => format!("{}…", &name[..end]).into(),
        None => name.into(),
    }
}

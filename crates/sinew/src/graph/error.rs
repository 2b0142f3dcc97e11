use crate::skeleton::did_you_mean;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Error in a graph description, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct GraphError {
    /// Place in the graph, such as `output.states["walk"].node`, or line and column of a text.
    pub place: String,
    /// Problem at that place.
    pub problem: GraphProblem,
}

/// Problem of a graph description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphProblem {
    /// Text that is not a valid description.
    #[error("{0}")]
    Text(String),
    /// Unknown name.
    #[error("no {kind} called {name:?}; {known}")]
    Unknown {
        /// Kind of the named thing, such as `clip`.
        kind: &'static str,
        /// Unknown name.
        name: String,
        /// Suggestion of a similar name, and list of the known names.
        known: String,
    },
    /// Parameter of the wrong kind.
    #[error("parameter {name:?} is {found}; expected {expected}")]
    Kind {
        /// Name of the parameter.
        name: String,
        /// Its kind.
        found: &'static str,
        /// Expected kind.
        expected: &'static str,
    },
    /// Duplicate name.
    #[error("the name {0:?} is used twice")]
    Double(String),
    /// Invalid value or structure.
    #[error("{0}")]
    Invalid(String),
}

impl GraphProblem {
    /// Unknown name, with the known names.
    pub(super) fn unknown<'a>(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self::Unknown { kind, name: name.to_owned(), known: instead(name, known) }
    }
}

/// Suggestion of a similar name, and list of the known names; the first ones of many.
pub(crate) fn instead<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let mut seen = BTreeSet::new();
    // Duplicates are reported elsewhere.
    let names: Vec<&str> = known.into_iter().filter(|name| seen.insert(*name)).collect();
    did_you_mean(wrong, names.iter().copied()) + &listed(names.iter().map(|name| format!("{name:?}")))
}

/// "there are …", with the first ones of many.
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

/// Longest name in messages, characters.
const TOLD: usize = 64;

/// Name for messages: the beginning of a very long one.
pub(crate) fn short(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(TOLD) {
        Some((end, _)) => format!("{}…", &name[..end]).into(),
        None => name.into(),
    }
}

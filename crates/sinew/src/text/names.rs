//! Names in error messages: suggestions, lists of known names and abbreviations.

use crate::text::did_you_mean;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Longest list of known names in a message.
const MAX_LISTED: usize = 24;

/// Longest name in a message, in characters.
const MAX_NAME: usize = 64;

/// Suggestion of a similar name, followed by the list of known names without duplicates; the first
/// 24 of many.
pub fn suggest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let mut seen = BTreeSet::new();
    let names: Vec<&str> = known.into_iter().filter(|name| seen.insert(*name)).collect();
    did_you_mean(wrong, names.iter().copied()) + &list(names.iter().map(|name| format!("{name:?}")))
}

/// "there are …", with the first names of many.
fn list(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(MAX_LISTED);
    let shown: Vec<String> = names.take(MAX_LISTED).collect();
    match (shown.is_empty(), more) {
        (true, _) => "there are none".to_owned(),
        (_, 0) => format!("there are {}", shown.join(", ")),
        _ => format!("there are {} and {more} more", shown.join(", ")),
    }
}

/// Name for a message: the beginning of a name longer than [`MAX_NAME`].
pub(crate) fn abbreviate(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]).into(),
        None => name.into(),
    }
}

//! Ragdolls of character files: from a text, from the file's rigid bodies, or fitted.

use super::input_file::read_text;
use super::source::Loaded;
use super::text_fields::fields;
use crate::report::failure::Failure;
use sinew::Character;
use sinew::ragdoll::{Ragdoll, RagdollDescription, RagdollError};
use std::path::Path;

/// Ragdoll of a file's character: that of a RON file, else the character file's own, else a fitted one.
pub(crate) fn ragdoll_of_file(file: &Loaded, text: Option<&Path>) -> Result<Ragdoll, Failure> {
    let character = &file.imported.character;
    match (&file.imported.ragdoll, text) {
        (Some(description), None) => Ragdoll::from_description(description, character)
            .map_err(|error| Failure::input(&file.name, error)),
        (None, None) => Ragdoll::fit(character).map_err(|error| not_fitted(file, &error)),
        (_, Some(path)) => ragdoll_of_text(path, character),
    }
}

/// Failure of a fitted ragdoll.
pub(crate) fn not_fitted(file: &Loaded, error: &RagdollError) -> Failure {
    match error {
        RagdollError::NoSkin | RagdollError::NoParts => Failure::unsuited(&file.name, error),
        error => Failure::input(&file.name, error),
    }
}

/// Ragdoll of a RON file for a character.
pub(crate) fn ragdoll_of_text(path: &Path, character: &Character) -> Result<Ragdoll, Failure> {
    let text = read_text(path)?;
    Ragdoll::from_ron(&text, character).map_err(|error| Failure::input(path.display(), error))
}

/// True for the text of a ragdoll: it reads as one, or has a field that no other text has.
pub(crate) fn is_ragdoll(text: &str) -> bool {
    let fields = fields(text);
    let is_named = ["ignored_pairs", "units_per_metre"].iter().any(|field| fields.contains(field));
    let reads = || RagdollDescription::from_ron(text).is_ok_and(|ragdoll| !ragdoll.parts.is_empty());
    is_named || fields.contains(&"parts") && reads()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_ragdolls_are_known() {
        for (text, expected) in [
            ("(parts: [(joint: \"hips\", mass: 1)])", true),
            ("(parts: [(joint: 1)], ignored_pairs: None)", true),
            ("(human: true, parts: [])", false),
            ("(parts: [])", false),
            ("(nodes: {}, output: \"parts\")", false),
        ] {
            assert_eq!(is_ragdoll(text), expected, "{text}");
        }
    }
}

/// Words of one text format for error messages: phrases in place of the names of Rust types, and hints for
/// usual mistakes.
pub struct Grammar {
    /// The whole document and an example, for the message about an empty text.
    pub document: &'static str,
    /// Phrases for structs by their name in the text format, such as `("Limb", "a limb")`.
    pub structs: &'static [(&'static str, &'static str)],
    /// Phrases for enums by their Rust name, such as `("LayerMode", "mode")`.
    pub enums: &'static [(&'static str, &'static str)],
    /// Names of whole-number fields that may be negative.
    pub signed: &'static [&'static str],
    /// Messages for usual mistakes.
    pub hints: &'static [Hint],
}

/// Message for a usual mistake.
pub enum Hint {
    /// A value stands where fields are expected, behind a text that ends so.
    Fields(&'static str, &'static str),
    /// Something else stands where a list is expected, behind a text that ends so.
    List(&'static str, &'static str),
    /// No variant of the untagged enum of this name matches.
    Untagged(&'static str, &'static str),
}

impl Grammar {
    /// Phrase for a struct; the name itself where the grammar has none.
    pub(crate) fn structure<'a>(&self, name: &'a str) -> &'a str {
        let known = self.structs.iter().find(|(known, _)| *known == name);
        match (known, name) {
            (Some((_, phrase)), _) => phrase,
            (None, "Vec3") => "three numbers, such as (0, 1, 0)",
            (None, other) => other,
        }
    }

    /// Phrase for an enum; "kind" where the grammar has none.
    pub(crate) fn enumeration(&self, name: &str) -> &'static str {
        self.enums.iter().find(|(known, _)| *known == name).map_or("kind", |(_, phrase)| phrase)
    }

    /// Hint for fields behind `before`.
    pub(crate) fn fields_hint(&self, before: &str) -> Option<&'static str> {
        self.hints.iter().find_map(|hint| match hint {
            Hint::Fields(end, message) => before.ends_with(end).then_some(*message),
            _ => None,
        })
    }

    /// Hint for a list behind `before`.
    pub(crate) fn list_hint(&self, before: &str) -> Option<&'static str> {
        self.hints.iter().find_map(|hint| match hint {
            Hint::List(end, message) => before.ends_with(end).then_some(*message),
            _ => None,
        })
    }

    /// Hint for a message of serde about an untagged enum.
    pub(crate) fn untagged_hint(&self, message: &str) -> Option<&'static str> {
        self.hints.iter().find_map(|hint| match hint {
            Hint::Untagged(name, hint) => {
                message.ends_with(&format!("untagged enum {name}")).then_some(*hint)
            }
            _ => None,
        })
    }
}

//! `extras` of meshes and primitives: arbitrary JSON, with `targetNames` as the customary names of morph
//! targets.

use super::bounded_json::List;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// `extras` of a mesh or primitive.
#[derive(Debug, Default)]
pub(super) enum Extras {
    /// Object with its `targetNames`.
    Object(Option<Box<Extras>>),
    /// Array.
    List(List<Extras>),
    /// String.
    Text(String),
    /// Any other value.
    #[default]
    Other,
}

impl Extras {
    /// True for `extras` with data beside names of morph targets.
    pub(super) fn is_data(&self) -> bool {
        !matches!(self, Self::Object(Some(_)) | Self::Other)
    }

    /// Morph target names, if any; `None` for an entry that is not a string.
    pub(super) fn target_names(&self) -> impl Iterator<Item = Option<&str>> {
        let names = match self {
            Self::Object(Some(value)) => match &**value {
                Self::List(names) => &**names,
                _ => &[],
            },
            _ => &[],
        };
        names.iter().map(|name| if let Self::Text(name) = name { Some(name.as_str()) } else { None })
    }
}

impl<'de> Deserialize<'de> for Extras {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Anything)
    }
}

struct Anything;

impl<'de> Visitor<'de> for Anything {
    type Value = Extras;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Extras, A::Error> {
        let mut names = None;
        while let Some(key) = map.next_key::<String>()? {
            if key == "targetNames" {
                names = Some(Box::new(map.next_value()?));
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Extras::Object(names))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, sequence: A) -> Result<Extras, A::Error> {
        let list = List::deserialize(serde::de::value::SeqAccessDeserializer::new(sequence))?;
        Ok(Extras::List(list))
    }

    fn visit_str<E>(self, text: &str) -> Result<Extras, E> {
        Ok(Extras::Text(text.to_owned()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Extras, E> {
        Ok(Extras::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Extras, E> {
        Ok(Extras::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Extras, E> {
        Ok(Extras::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Extras, E> {
        Ok(Extras::Other)
    }

    fn visit_unit<E>(self) -> Result<Extras, E> {
        Ok(Extras::Other)
    }
}

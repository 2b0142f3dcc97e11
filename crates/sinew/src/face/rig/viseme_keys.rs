//! Visemes as keys of a text format: the names of the set; unknown and duplicate ones are errors.

use super::shapes::VisemeShapes;
use crate::face::Viseme;
use crate::text::{abbreviate, suggest};
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::Serializer;
use std::collections::BTreeMap;
use std::fmt;

pub(super) fn serialize<S: Serializer>(
    visemes: &BTreeMap<Viseme, VisemeShapes>,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_map(visemes.iter().map(|(viseme, shapes)| (viseme.name(), shapes)))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<Viseme, VisemeShapes>, D::Error> {
    from.deserialize_map(Visemes)
}

struct Visemes;

impl<'de> Visitor<'de> for Visemes {
    type Value = BTreeMap<Viseme, VisemeShapes>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("visemes and their shapes")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut all = BTreeMap::new();
        while let Some(Key(viseme)) = map.next_key()? {
            if all.insert(viseme, map.next_value()?).is_some() {
                return Err(A::Error::custom(format!("duplicate key {:?}", viseme.name())));
            }
        }
        Ok(all)
    }
}

/// Viseme by its name, so that an unknown name is an error at its own location.
struct Key(Viseme);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        Viseme::from_name(&name).map(Self).ok_or_else(|| {
            let known = suggest(&name, Viseme::ALL.into_iter().map(Viseme::name));
            D::Error::custom(format!("no viseme called {:?}; {known}", abbreviate(&name)))
        })
    }
}

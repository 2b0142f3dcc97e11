//! Parts of a set-up that have a text format of their own.

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// Description of a part, in the set-up's own text or in a file beside it.
///
/// In RON it is a path in quotation marks, or the fields of the description: `graph: "walk.ron"`, or
/// `graph: (output: Clip(clip: "idle"))`.
#[derive(Clone, Debug, PartialEq)]
pub enum Part<T> {
    /// Path of its file, relative to the set-up.
    File(String),
    /// The description itself.
    Inline(T),
}

impl<T: Serialize> Serialize for Part<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::File(path) => serializer.serialize_str(path),
            Self::Inline(description) => description.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Part<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PartVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for PartVisitor<T> {
            type Value = Part<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the path of a file in quotation marks, or a description in ( )")
            }

            fn visit_str<E>(self, path: &str) -> Result<Part<T>, E> {
                Ok(Part::File(path.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Part<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields)).map(Part::Inline)
            }
        }

        deserializer.deserialize_any(PartVisitor(PhantomData))
    }
}

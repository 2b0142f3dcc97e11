//! `extras`, where anything may stand, and the one entry of it that has become custom: `targetNames`, the names of a
//! mesh's morph targets.

use super::json::List;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// The `extras` of a mesh or primitive; whatever is no object counts as empty.
#[derive(Debug, Default)]
pub(super) struct Mesh {
    pub(super) target_names: List<String>,
}

impl<'de> Deserialize<'de> for Mesh {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Anything)
    }
}

struct Anything;

impl<'de> Visitor<'de> for Anything {
    type Value = Mesh;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Mesh, A::Error> {
        let mut mesh = Mesh::default();
        while let Some(key) = map.next_key::<String>()? {
            if key == "targetNames" {
                mesh.target_names = map.next_value()?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(mesh)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Mesh, A::Error> {
        while sequence.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Mesh::default())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Mesh, E> {
        Ok(Mesh::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Mesh, E> {
        Ok(Mesh::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Mesh, E> {
        Ok(Mesh::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Mesh, E> {
        Ok(Mesh::default())
    }

    fn visit_str<E>(self, _: &str) -> Result<Mesh, E> {
        Ok(Mesh::default())
    }

    fn visit_unit<E>(self) -> Result<Mesh, E> {
        Ok(Mesh::default())
    }
}

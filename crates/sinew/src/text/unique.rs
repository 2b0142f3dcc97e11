//! Reading of maps whose keys must be unique.

use crate::text::abbreviate;
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::marker::PhantomData;

/// Deserializes a map by name; a duplicate name is an error.
pub fn unique<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, T>, D::Error> {
    from.deserialize_map(Names(PhantomData))
}

/// Map by name as a whole document; a duplicate name is an error.
#[cfg(feature = "ron")]
pub(crate) struct Unique<T>(pub(crate) BTreeMap<String, T>);

#[cfg(feature = "ron")]
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Unique<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        unique(from).map(Self)
    }
}

struct Names<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Names<T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("names and what they stand for")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut all = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            match all.entry(name) {
                Entry::Occupied(known) => {
                    return Err(A::Error::custom(format!("duplicate key {:?}", abbreviate(known.key()))));
                }
                Entry::Vacant(entry) => entry.insert(map.next_value()?),
            };
        }
        Ok(all)
    }
}

//! Bounded JSON parsing: lists with limits of memory and length, and separately parsed parts of a file.

use super::json_pointer;
use crate::ImportError;
use crate::limits::MAX_ENTRIES;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

thread_local! {
    /// Remaining memory for lists, in bytes; thread-local, since `Deserialize` takes no context.
    static LEFT: Cell<usize> = const { Cell::new(0) };
}

/// Parses the JSON of a file. `left` is the memory limit for lists in bytes and is reduced by the used
/// memory; `unknown` is called with the JSON pointer of every skipped property.
pub(super) fn read<T: DeserializeOwned>(
    text: &[u8],
    left: &mut usize,
    mut unknown: impl FnMut(String),
) -> Result<T, ImportError> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let mut track = serde_path_to_error::Track::new();
    LEFT.set(*left);
    let root = serde_ignored::deserialize(
        serde_path_to_error::Deserializer::new(&mut deserializer, &mut track),
        |path| unknown(json_pointer::ignored(&path)),
    );
    *left = LEFT.get();
    let root = root.map_err(|error| {
        let why = if error.is_eof() { "the file seems to be cut off: " } else { "" };
        ImportError::new("json", json_pointer::failed(&track.path()), format!("{why}{error}"))
    })?;
    deserializer.end().map_err(|e| ImportError::new("json", "/", e.to_string()))?;
    Ok(root)
}

/// Array of at most `MAX` entries, which limits memory during parsing.
#[derive(Debug)]
pub(super) struct List<T, const MAX: usize = MAX_ENTRIES> {
    entries: Vec<T>,
    /// Whether the array is present: glTF forbids empty arrays, but not missing ones.
    pub(super) is_present: bool,
}

impl<T, const MAX: usize> Default for List<T, MAX> {
    fn default() -> Self {
        Self { entries: Vec::new(), is_present: false }
    }
}

impl<T, const MAX: usize> List<T, MAX> {
    /// Drops all entries from `len` on. A list of which none is left counts as missing.
    pub(super) fn truncate(&mut self, len: usize) {
        self.entries.truncate(len);
        self.is_present &= !self.entries.is_empty();
    }

    /// Adds entries, for which the caller has reserved memory.
    pub(super) fn extend(&mut self, entries: impl IntoIterator<Item = T>) {
        self.entries.extend(entries);
    }

    /// Keeps the entries that `is_kept` accepts.
    pub(super) fn retain(&mut self, is_kept: impl FnMut(&T) -> bool) {
        self.entries.retain(is_kept);
    }
}

impl<T, const MAX: usize> Deref for List<T, MAX> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.entries
    }
}

impl<T, const MAX: usize> DerefMut for List<T, MAX> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.entries
    }
}

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for List<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T, const MAX: usize>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for Entries<T, MAX> {
            type Value = Vec<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "an array of at most {MAX} entries")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = sequence.next_element()? {
                    if entries.len() == MAX {
                        return Err(A::Error::invalid_length(MAX + 1, &self));
                    }
                    push(&mut entries, entry)?;
                }
                Ok(entries)
            }
        }
        let entries = deserializer.deserialize_seq(Entries::<T, MAX>(PhantomData))?;
        Ok(Self { entries, is_present: true })
    }
}

/// Object with arbitrary keys in the file's order, limited like [`List`].
#[derive(Debug)]
pub(super) struct Table<T>(Vec<(String, T)>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Deref for Table<T> {
    type Target = [(String, T)];
    fn deref(&self) -> &[(String, T)] {
        &self.0
    }
}

impl<T> Table<T> {
    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Vec<(String, T)>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "an object of at most {MAX_ENTRIES} entries")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    if entries.len() == MAX_ENTRIES {
                        return Err(A::Error::invalid_length(MAX_ENTRIES + 1, &self));
                    }
                    push(&mut entries, entry)?;
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Entries(PhantomData)).map(Self)
    }
}

/// Adds an entry. A full list moves to twice the memory: both blocks are reserved until it has moved.
fn push<T, E: Error>(entries: &mut Vec<T>, entry: T) -> Result<(), E> {
    if entries.len() == entries.capacity() {
        let held = entries.capacity() * size_of::<T>();
        let more = entries.len().max(2);
        let left = LEFT.get().checked_sub(held + more * size_of::<T>());
        LEFT.set(left.ok_or_else(|| E::custom("the entries exceed the memory limit"))?);
        entries.reserve_exact(more);
        LEFT.set(LEFT.get() + held);
    }
    entries.push(entry);
    Ok(())
}

/// List or null; some exporters write null for an empty list.
#[derive(Debug)]
pub(super) struct NullableList<T>(List<T>);

impl<T> Default for NullableList<T> {
    fn default() -> Self {
        Self(List::default())
    }
}

impl<T> Deref for NullableList<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for NullableList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Option::deserialize(deserializer)?.unwrap_or_default()))
    }
}

/// Unparsed part of the file. It is parsed separately, so that an error in it does not affect the rest.
pub(super) type Raw = Option<Box<serde_json::value::RawValue>>;

/// Parses a [`Raw`] part. `left` is as in [`read`]. An error is a JSON pointer within the part and a message.
pub(super) fn read_part<T: DeserializeOwned>(text: &str, left: &mut usize) -> Result<T, (String, String)> {
    LEFT.set(*left);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let part = serde_path_to_error::deserialize(&mut deserializer);
    *left = LEFT.get();
    part.map_err(|error| (json_pointer::failed(error.path()), error.inner().to_string()))
}

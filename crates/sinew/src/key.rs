/// An entry of a table of named things: its id, or its name, which is looked up.
///
/// Functions that take `impl Into<Key<Id>>` accept either: `actor.play("Walk")` as well as `actor.play(walk)` with a
/// [`ClipId`](crate::playback::ClipId) looked up before. Both fail in the same way. Looking a name up compares strings, so keep
/// the id of what is used every frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key<'a, Id> {
    /// The id.
    Id(Id),
    /// The name.
    Name(&'a str),
}

impl<'a, Id> From<&'a str> for Key<'a, Id> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

impl<'a, Id> From<&'a String> for Key<'a, Id> {
    fn from(name: &'a String) -> Self {
        Self::Name(name)
    }
}

/// Lets an id stand for a [`Key`].
macro_rules! id_is_key {
    ($id:ty) => {
        impl From<$id> for $crate::Key<'_, $id> {
            fn from(id: $id) -> Self {
                Self::Id(id)
            }
        }
    };
}
pub(crate) use id_is_key;

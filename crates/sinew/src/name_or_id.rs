/// An entry of a table of named things: its id, or its name, which is looked up.
///
/// Functions that take `impl Into<NameOrId<Id>>` accept either: `actor.play("Walk")` as well as
/// `actor.play(walk)` with a [`ClipId`](crate::playback::ClipId) looked up before. Both fail in the same way.
/// Looking a name up compares strings, so keep the id of what is used every frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOrId<'a, Id> {
    /// The id.
    Id(Id),
    /// The name.
    Name(&'a str),
}

impl<'a, Id> From<&'a str> for NameOrId<'a, Id> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

impl<'a, Id> From<&'a String> for NameOrId<'a, Id> {
    fn from(name: &'a String) -> Self {
        Self::Name(name)
    }
}

/// Lets an id stand for a [`NameOrId`].
macro_rules! id_is_name_or_id {
    ($id:ty) => {
        impl From<$id> for $crate::NameOrId<'_, $id> {
            fn from(id: $id) -> Self {
                Self::Id(id)
            }
        }
    };
}
pub(crate) use id_is_name_or_id;

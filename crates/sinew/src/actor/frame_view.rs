use crate::character::{Character, FirstPersonMesh, MeshInstanceId};

/// View of one camera on a character: with a split screen or a mirror each camera has its own.
/// [`Frame::in_view`](super::Frame::in_view) takes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FrameView {
    /// Whether the camera is in the character's head: without the head, and with the meshes that only the
    /// character's own camera sees.
    pub first_person: bool,
    /// Mesh instances that this camera does not see, of those that are shown.
    pub hidden: Vec<MeshInstanceId>,
}

impl FrameView {
    /// View from outside, of all that is shown.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the first-person view.
    #[must_use]
    pub fn with_first_person(mut self, first_person: bool) -> Self {
        self.first_person = first_person;
        self
    }

    /// Sets the mesh instances that the camera does not see.
    #[must_use]
    pub fn with_hidden(mut self, hidden: impl IntoIterator<Item = MeshInstanceId>) -> Self {
        self.hidden = hidden.into_iter().collect();
        self
    }
}

/// Whether a mesh instance that is shown is drawn from inside or outside the head.
pub(super) fn is_seen(character: &Character, instance: MeshInstanceId, first_person: bool) -> bool {
    match first_person {
        true => *character.first_person_mesh(instance) != FirstPersonMesh::Hidden,
        false => !character.is_first_person_only(instance),
    }
}

use sinew::glam::Vec3;

/// Settings and tools of the ragdoll.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RagdollTools {
    /// Strength of the muscles of a falling character, from 0 to 1.
    pub(crate) strength: f32,
    /// Point in the world to which the grabbed part is dragged; none while none is grabbed.
    pub(super) drag_target: Option<Vec3>,
}

impl RagdollTools {
    /// True while the mouse holds a part of the falling character.
    pub(crate) fn is_dragging(&self) -> bool {
        self.drag_target.is_some()
    }
}

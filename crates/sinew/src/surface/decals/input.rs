use crate::character::MeshInstanceId;
use crate::surface::{DecalView, SkinPose};
use std::fmt;

/// Input of decals in a frame, and of what is done with them: the skin that they lie on.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct DecalInput<'a> {
    /// The skin in the pose of the frame.
    pub skin: SkinPose<'a>,
    /// Whether rays hit a mesh instance; `None` for all.
    pub shown: Option<&'a dyn Fn(MeshInstanceId) -> bool>,
    /// Views of the character; empty where nobody looks.
    pub views: &'a [DecalView],
}

impl<'a> DecalInput<'a> {
    /// A skin, all of whose meshes rays hit, that nobody looks at.
    #[must_use]
    pub fn new(skin: SkinPose<'a>) -> Self {
        Self { skin, shown: None, views: &[] }
    }

    /// Sets the mesh instances that rays hit.
    #[must_use]
    pub fn with_shown(self, shown: &'a dyn Fn(MeshInstanceId) -> bool) -> Self {
        Self { shown: Some(shown), ..self }
    }

    /// Sets the views of the character.
    #[must_use]
    pub fn with_views(self, views: &'a [DecalView]) -> Self {
        Self { views, ..self }
    }
}

impl fmt::Debug for DecalInput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecalInput")
            .field("skin", &self.skin)
            .field("views", &self.views)
            .finish_non_exhaustive()
    }
}

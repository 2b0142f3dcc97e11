use sinew::glam::{Quat, Vec3};

/// Hand or foot of a body that faces +Z.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limb {
    /// Position of shoulder or hip.
    pub(super) root: Vec3,
    /// Vector from the held rung to wrist or ankle.
    pub(super) hold: Vec3,
    /// Vector from the held rung to the goal (palm or ankle), and the goal's rotation.
    pub(super) goal: Vec3,
    pub(super) rotation: Quat,
}

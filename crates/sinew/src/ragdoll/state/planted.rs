use glam::{Affine3A, Vec3};

/// End of a hand or foot of a body that gets up, and its hold on the ground, in the world.
#[derive(Clone, Copy, Debug)]
pub(in crate::ragdoll) struct Planted {
    /// Where it lay as the body began to get up.
    pub(in crate::ragdoll) lay: Vec3,
    /// Where the animated pose last had it; `None` before the first frame.
    pub(in crate::ragdoll) tip: Option<Vec3>,
    /// Point to which it holds on; `None` while it is moved.
    pub(in crate::ragdoll) anchor: Option<Vec3>,
    /// Horizontal way from where the animated pose has it.
    pub(in crate::ragdoll) drift: Vec3,
}

impl Planted {
    pub(in crate::ragdoll) const NONE: Self =
        Self { lay: Vec3::ZERO, tip: None, anchor: None, drift: Vec3::ZERO };

    /// Moves it along with the character.
    pub(in crate::ragdoll) fn follow(&mut self, way: Affine3A) {
        self.lay = way.transform_point3(self.lay);
        for point in [&mut self.tip, &mut self.anchor].into_iter().flatten() {
            *point = way.transform_point3(*point);
        }
        self.drift = way.transform_vector3(self.drift);
    }
}

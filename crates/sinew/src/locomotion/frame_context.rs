use crate::ground::Ground;
use crate::locomotion::FootIk;
use crate::locomotion::gait::Movement;
use crate::locomotion::space::Space;
use glam::{Affine3A, Vec3};

/// Context of one frame, shared by all feet.
pub(crate) struct FrameContext<'a> {
    pub(crate) feet: &'a FootIk,
    pub(crate) ground: &'a dyn Ground,
    pub(crate) space: &'a Space,
    pub(crate) model: &'a [Affine3A],
    pub(crate) dt: f32,
    /// Whether time goes on; not where the last step is solved again.
    pub(crate) goes_on: bool,
    pub(crate) movement: Movement,
    /// Sine of the steepest slope that feet are aligned to.
    pub(crate) steepest: f32,
}

impl FrameContext<'_> {
    /// Point a little above a position, so that ground above the foot is found too.
    pub(crate) fn over(&self, position: Vec3) -> Vec3 {
        position.with_y(self.space.floor().max(position.y) + 0.3 * self.space.leg)
    }
}

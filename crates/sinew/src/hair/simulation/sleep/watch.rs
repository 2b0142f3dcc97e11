use crate::clone_from::impl_clone_from;
use crate::hair::simulation::{HairCollider, HairRoot};
use crate::math::ops;
use glam::Vec3;

/// Detector of rest: positions from which movement is measured, as displacements find slow movement that
/// velocities hide.
#[derive(Debug)]
pub(in crate::hair::simulation) struct RestWatch {
    /// Positions of the points and, while they hardly move, the wind at the tips and the roots and colliders.
    pub(in crate::hair::simulation) points: Vec<Vec3>,
    pub(super) air: Vec<Vec3>,
    pub(in crate::hair::simulation) roots: Vec<HairRoot>,
    pub(in crate::hair::simulation) colliders: Vec<HairCollider>,
    /// Seconds without movement since the air, roots and colliders were taken; `None` while the hair moves.
    pub(super) seconds: Option<f32>,
    pub(super) is_sleeping: bool,
    /// Seconds for which roots and colliders have stood still in still air.
    pub(super) still: f32,
}

/// Seconds of stillness after which points begin to go shorter ways in a step, and those in which the ways
/// become half as long.
const SETTLING: [f32; 2] = [2.0, 1.0];
/// Times that the ways become half as long at most.
const MAX_HALVINGS: f32 = 8.0;

impl_clone_from!(RestWatch { points, air, roots, seconds, is_sleeping, still }, buffers { colliders });

impl RestWatch {
    pub(in crate::hair::simulation) fn new(points: usize, hairs: usize) -> Self {
        Self {
            points: vec![Vec3::NAN; points],
            air: vec![Vec3::ZERO; hairs],
            roots: vec![HairRoot::REST; hairs],
            colliders: Vec::new(),
            seconds: None,
            is_sleeping: false,
            still: 0.0,
        }
    }

    /// Wakes the hair.
    pub(in crate::hair::simulation) fn wake(&mut self) {
        (self.seconds, self.is_sleeping, self.still) = (None, false, 0.0);
    }

    /// Share of the way of a step that points go, 1 but where nothing has moved the hair for long. The mean
    /// of a step and of none has the same positions of rest as the step and damps what goes to and fro
    /// between contacts, which would tremble for ever (M. Krasnoselskii, *Two Remarks on the Method of
    /// Successive Approximations*, 1955).
    pub(in crate::hair::simulation) fn share(&self) -> f32 {
        let [delay, half] = SETTLING;
        let halvings = ((self.still - delay) / half).clamp(0.0, MAX_HALVINGS);
        ops::powf(0.5, halvings)
    }
}

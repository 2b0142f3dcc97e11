use crate::clone_from::impl_clone_from;
use crate::hair::simulation::{HairCollider, HairRoot};
use glam::Vec3;

/// Detector of rest: places from which movement is measured, as displacements find slow movement that velocities hide.
#[derive(Debug)]
pub(in crate::hair::simulation) struct RestWatch {
    /// Places of the points and, while they hardly move, the wind at the tips and the roots and colliders.
    pub(in crate::hair::simulation) points: Vec<Vec3>,
    pub(super) air: Vec<Vec3>,
    pub(in crate::hair::simulation) roots: Vec<HairRoot>,
    pub(in crate::hair::simulation) colliders: Vec<HairCollider>,
    /// Seconds without movement since the air, roots and colliders were taken; `None` while the hair moves.
    pub(super) seconds: Option<f32>,
    pub(super) is_asleep: bool,
}

impl_clone_from!(RestWatch { points, air, roots, seconds, is_asleep }, buffers { colliders });

impl RestWatch {
    pub(in crate::hair::simulation) fn new(points: usize, hairs: usize) -> Self {
        Self {
            points: vec![Vec3::NAN; points],
            air: vec![Vec3::ZERO; hairs],
            roots: vec![HairRoot::REST; hairs],
            colliders: Vec::new(),
            seconds: None,
            is_asleep: false,
        }
    }

    /// Wakes the hair.
    pub(in crate::hair::simulation) fn wake(&mut self) {
        (self.seconds, self.is_asleep) = (None, false);
    }
}

use crate::hair::simulation::HairRoot;
use glam::Vec3;

/// Root of a hair in one step.
#[derive(Clone, Copy, Debug)]
pub(in crate::hair::simulation) struct RootStep {
    /// Root at the end of the step.
    pub(in crate::hair::simulation) root: HairRoot,
    /// True where it moves so far that the hair is taken along.
    pub(in crate::hair::simulation) is_jump: bool,
}

impl RootStep {
    /// Step that ends at the share `until` of the way between the roots of two updates. `before` is the root one step before, `first` the
    /// first point at rest, and `teleport` the distance of a jump, metres.
    pub(in crate::hair::simulation) fn new(
        [from, to]: [&HairRoot; 2],
        until: f32,
        before: &HairRoot,
        first: Vec3,
        teleport: f32,
    ) -> Self {
        let root = HairRoot::between(from, to, until, first);
        Self { root, is_jump: before.at(first).distance(root.at(first)) > teleport }
    }
}

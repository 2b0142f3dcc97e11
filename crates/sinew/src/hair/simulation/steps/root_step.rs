use crate::hair::simulation::HairRoot;
use crate::hair::simulation::path::Path;
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
    /// Step that ends on the path between the last two of three updates, which had these roots. `before` is
    /// the root one step before, `first` the first point at rest, and `teleport` the distance of a jump,
    /// metres.
    pub(in crate::hair::simulation) fn new(
        roots: [&HairRoot; 3],
        path: Path,
        before: &HairRoot,
        first: Vec3,
        teleport: f32,
    ) -> Self {
        let root = HairRoot::between(roots, path, first);
        Self { root, is_jump: before.at(first).distance(root.at(first)) > teleport }
    }
}

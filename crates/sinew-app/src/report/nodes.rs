use crate::report::failure::Failure;
use serde::Serialize;
use sinew::Skeleton;
use sinew::glam::{Affine3A, Mat4};
use std::fmt::Display;

/// Node with its world transform, for JSON.
#[derive(Serialize)]
pub(crate) struct NodeEntry {
    pub(crate) name: String,
    /// Index of the parent in the list; -1 for a root.
    pub(crate) parent: i64,
    pub(crate) world: [f32; 16],
}

/// Nodes of one or several characters, in their files' order.
#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct Nodes(pub(crate) Vec<NodeEntry>);

impl Nodes {
    /// Adds the nodes of `skeleton` in the model pose `model`, its roots under node `parent`. Returns the
    /// index in the list of each joint; none for joints outside of the default scene.
    pub(crate) fn add(
        &mut self,
        file: impl Display,
        skeleton: &Skeleton,
        (world, model): (Affine3A, &[Affine3A]),
        parent: Option<usize>,
    ) -> Result<Vec<Option<usize>>, Failure> {
        let mut node_indices = vec![None; skeleton.len()];
        let file_order = (0..skeleton.len()).filter_map(|n| skeleton.by_file_index(n));
        let shown: Vec<_> = file_order.filter(|&j| skeleton.in_scene(j)).collect();
        for (n, joint) in shown.iter().enumerate() {
            node_indices[joint.index()] = Some(self.0.len() + n);
        }
        for joint in shown {
            let parent = skeleton.parent(joint).and_then(|p| node_indices[p.index()]).or(parent);
            let name = skeleton.name(joint).to_owned();
            let world = world * model[joint.index()];
            if !world.is_finite() {
                let what = format!("node {name:?}: its world transform is not finite");
                return Err(Failure::input(file, what));
            }
            let parent = parent.map_or(-1, |p| p as i64);
            self.0.push(NodeEntry { name, parent, world: Mat4::from(world).to_cols_array() });
        }
        Ok(node_indices)
    }
}

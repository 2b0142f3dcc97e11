//! Visibility of nodes (KHR_node_visibility), which applies to the nodes below too.

use super::source::Source;
use sinew::Skeleton;

/// Whether each node is visible, by joint.
pub(super) fn of_joints(source: &Source<'_>, skeleton: &Skeleton) -> Vec<bool> {
    let mut visible: Vec<bool> = Vec::with_capacity(skeleton.len());
    // Parents precede their children.
    for joint in skeleton.joints() {
        let node = source.json.nodes.get(skeleton.file_index(joint));
        let is_visible = node
            .and_then(|node| node.extensions.visibility.as_ref())
            .is_none_or(|visibility| visibility.is_visible());
        let above = skeleton.parent(joint).and_then(|parent| visible.get(parent.index())).copied();
        visible.push(is_visible && above.unwrap_or(true));
    }
    visible
}

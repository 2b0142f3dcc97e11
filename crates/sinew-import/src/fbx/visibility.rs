//! Visibility of nodes: the property `Visibility`, which applies to the nodes below too. The property `Show`
//! is not read, as in Blender and three.js: exporters write 0 there for nodes that they draw.

use super::source::{Source, location};
use sinew::{JointId, Skeleton};
use std::collections::HashMap;

const VISIBILITY: &str = "Visibility";
/// Property of a curve node for the value without curves.
const CURVE_DEFAULT: &str = "d|Visibility";
/// Property of a node that is 0 where it does not inherit the visibility of its parent.
const INHERITANCE: &str = "Visibility Inheritance";

/// Whether each node is visible, by file index. Exporters write constant curves, which replace the property.
/// Visibility that changes is reported.
pub(super) fn of_nodes(source: &mut Source<'_>) -> Vec<bool> {
    let scene = source.scene;
    let animated = animated(scene);
    let defaults = defaults(scene);
    let mut visible: Vec<bool> = Vec::with_capacity(scene.nodes.len());
    // Parents precede their children.
    for node in &scene.nodes {
        // A property that the file has for clips alone has the value of its curve node.
        let property = node.element.props.find_prop(VISIBILITY);
        let is_stated = property.is_none_or(|property| !property.flags.has_any(ufbx::PropFlags::SYNTHETIC));
        let at_rest = match defaults.get(&node.element.element_id).filter(|_| !is_stated) {
            Some(default) => *default,
            None => node.visible || !is_stated,
        };
        let is_visible = match animated.get(&node.element.element_id) {
            Some(Some(constant)) => *constant,
            Some(None) => {
                let state = if at_rest { "visible" } else { "hidden" };
                let message =
                    format!("clips change the visibility of the node, which is not played; it stays {state}");
                source.report.warn("visibility-animated", location(&node.element), message);
                at_rest
            }
            None => at_rest,
        };
        let inherits = node.element.props.find_prop(INHERITANCE).is_none_or(|prop| prop.value_int != 0);
        let parent = node.parent.as_ref().filter(|_| inherits).map(|parent| parent.element.typed_id as usize);
        let above = parent.and_then(|parent| visible.get(parent)).copied().unwrap_or(true);
        visible.push(is_visible && above);
    }
    visible
}

/// Elements whose visibility has curves, with the value that all keys of all stacks have; `None` for
/// different values.
fn animated(scene: &ufbx::Scene) -> HashMap<u32, Option<bool>> {
    let mut found: HashMap<u32, Option<bool>> = HashMap::new();
    for prop in scene.anim_layers.iter().flat_map(|layer| layer.anim_props.iter()) {
        if &*prop.prop_name != VISIBILITY {
            continue;
        }
        let keys = prop.anim_value.curves.iter().flatten().flat_map(|curve| curve.keyframes.iter());
        for visible in keys.map(|key| key.value != 0.0) {
            let known = found.entry(prop.element.element_id).or_insert(Some(visible));
            *known = known.filter(|known| *known == visible);
        }
    }
    found
}

/// Visibility of elements by their curve nodes.
fn defaults(scene: &ufbx::Scene) -> HashMap<u32, bool> {
    let props = scene.anim_layers.iter().flat_map(|layer| layer.anim_props.iter());
    let visibility = props.filter(|prop| &*prop.prop_name == VISIBILITY);
    let stated = visibility.filter_map(|prop| {
        let default = prop.anim_value.element.props.find_prop(CURVE_DEFAULT)?;
        Some((prop.element.element_id, default.value_vec4.x != 0.0))
    });
    stated.collect()
}

/// Whether the node of a joint is visible.
pub(super) fn of_joint(visible: &[bool], skeleton: &Skeleton, joint: JointId) -> bool {
    visible.get(skeleton.file_index(joint)).copied().unwrap_or(true)
}

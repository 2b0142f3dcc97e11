//! Node constraints (VRMC_node_constraint 1.0), in any glTF file.

use super::json::NodeConstraint1;
use super::refs::{Refs, finite};
use crate::ImportError;
use crate::error::quoted;
use crate::gltf::source::Source;
use sinew::character::{Axis, ConstraintKind, NodeConstraint, dependency_order};
use sinew::{CharacterParts, JointId, Skeleton};

pub(super) fn read(source: &mut Source<'_>, parts: &mut CharacterParts) -> Result<(), ImportError> {
    let mut constraints = Vec::new();
    for n in 0..source.json.nodes.len() {
        let Some(raw) = source.json.nodes.get_mut(n).and_then(|node| node.extensions.constraint.take())
        else {
            continue;
        };
        let location = format!("/nodes/{n}/extensions/VRMC_node_constraint");
        let json: Option<NodeConstraint1> = source.part(&Some(raw), &location)?;
        let Some(json) = json else { continue };
        let constraint = read_one(&json, n as i64, &location, &mut Refs::new(source, parts, ""));
        if let Some(constraint) = constraint {
            // Each solve of an aim constraint visits all ancestors of its node and its source.
            if matches!(constraint.kind, ConstraintKind::Aim { .. }) {
                let above =
                    depth(&parts.skeleton, constraint.node) + depth(&parts.skeleton, constraint.source);
                source.budget.read(above, 64, &location)?;
            }
            source.budget.take(1, 4 * size_of::<NodeConstraint>(), &location)?;
            constraints.push(constraint);
        }
    }
    // Cycles are broken by leaving out one constraint after the other.
    while let Err(error) = dependency_order(&parts.skeleton, &constraints) {
        source.budget.read(constraints.len(), 256, "/nodes")?;
        let constraint = constraints.swap_remove(error.constraint);
        let node = parts.skeleton.file_index(constraint.node);
        let location = format!("/nodes/{node}/extensions/VRMC_node_constraint");
        source.report.error(
            "constraint-circle",
            location,
            "the constraint depends on itself; it is left out",
        );
    }
    parts.constraints = constraints;
    Ok(())
}

fn depth(skeleton: &Skeleton, joint: JointId) -> usize {
    std::iter::successors(Some(joint), |&joint| skeleton.parent(joint)).count()
}

fn read_one(
    json: &NodeConstraint1,
    node: i64,
    location: &str,
    refs: &mut Refs<'_>,
) -> Option<NodeConstraint> {
    let constraint = &json.constraint;
    let axis = |name: Option<&str>| match name {
        None | Some("X") => Some(Axis::X),
        Some("Y") => Some(Axis::Y),
        Some("Z") => Some(Axis::Z),
        Some(_) => None,
    };
    let (source, weight, name, kind) = if let Some(roll) = &constraint.roll {
        let name = roll.roll_axis.as_deref();
        (roll.source, roll.weight, name, axis(name).map(ConstraintKind::Roll))
    } else if let Some(aim) = &constraint.aim {
        let name = aim.aim_axis.as_deref().unwrap_or("PositiveX");
        let negative = name.starts_with("Negative");
        let axis =
            name.strip_prefix("Positive").or(name.strip_prefix("Negative")).and_then(|n| axis(Some(n)));
        let kind = axis.map(|axis| ConstraintKind::Aim { axis, negative });
        (aim.source, aim.weight, Some(name), kind)
    } else if let Some(rotation) = &constraint.rotation {
        (rotation.source, rotation.weight, None, Some(ConstraintKind::Rotation))
    } else {
        refs.warn(
            "vrm-value",
            location,
            "the constraint is neither roll nor aim nor rotation; it is left out",
        );
        return None;
    };
    let Some(kind) = kind else {
        refs.warn(
            "vrm-value",
            location,
            format!("axis {} is unknown; the constraint is left out", quoted(name.unwrap_or_default())),
        );
        return None;
    };
    let (node, source) = (refs.joint(Some(node), location)?, refs.joint(source, location)?);
    if node == source {
        refs.warn("vrm-reference", location, "the node is its own source; the constraint is left out");
        return None;
    }
    Some(NodeConstraint { node, source, weight: finite(weight, 1.0).clamp(0.0, 1.0), kind })
}

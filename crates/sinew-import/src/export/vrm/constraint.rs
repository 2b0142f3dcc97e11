use super::SPEC;
use crate::export::document::Document;
use crate::export::number::number;
use serde_json::json;
use sinew::Character;
use sinew::character::setup::{Axis, ConstraintKind};

/// Adds to each node how it follows another. A node can follow but one.
pub(super) fn write(document: &mut Document, character: &Character) {
    let number_of = |joint| character.skeleton().file_index(joint);
    let mut followers = std::collections::HashSet::new();
    for (n, constraint) in character.setup().constraints.iter().enumerate() {
        if !followers.insert(constraint.node) {
            let message = "its node follows another one already; it is left out";
            document.report.warn("export-left-out", format!("/setup/constraints/{n}"), message);
            continue;
        }
        let (source, weight) = (number_of(constraint.source), number(constraint.weight));
        let json = match constraint.kind {
            ConstraintKind::Roll(axis) => {
                json!({ "roll": { "source": source, "rollAxis": letter(axis), "weight": weight } })
            }
            ConstraintKind::Aim { axis, negative } => {
                let axis = format!("{}{}", if negative { "Negative" } else { "Positive" }, letter(axis));
                json!({ "aim": { "source": source, "aimAxis": axis, "weight": weight } })
            }
            ConstraintKind::Rotation => json!({ "rotation": { "source": source, "weight": weight } }),
        };
        let json = json!({ "specVersion": SPEC, "constraint": json });
        if let Some(node) = document.nodes.get_mut(number_of(constraint.node)) {
            document.extensions.add(node, "VRMC_node_constraint", json);
        }
    }
}

fn letter(axis: Axis) -> &'static str {
    match axis {
        Axis::X => "X",
        Axis::Y => "Y",
        Axis::Z => "Z",
    }
}

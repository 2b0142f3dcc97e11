use super::spec_version::SPEC_VERSION;
use crate::export::document::Document;
use crate::export::number::number;
use serde_json::json;
use sinew::Character;
use sinew::character::{Axis, ConstraintKind};

/// Writes all node constraints. A node can have only one.
pub(super) fn write(document: &mut Document, character: &Character) {
    let number_of = |joint| character.skeleton().file_index(joint);
    let mut constrained = std::collections::HashSet::new();
    for (n, constraint) in character.constraints().iter().enumerate() {
        if !constrained.insert(constraint.node) {
            let message = "the node already has a constraint; this one is left out";
            document.report.warn("export-left-out", format!("/constraints/{n}"), message);
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
        let json = json!({ "specVersion": SPEC_VERSION, "constraint": json });
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

//! Lines and names of `--overlay`.

use super::names::PlacedName;
use super::placed_parts::{PlacedPart, placed_parts};
use super::ragdoll_lines::ragdoll_lines;
use crate::asset::size::is_motion_only;
use crate::options::overlay::Overlay;
use sinew::Actor;
use sinew::ragdoll::MassProperties;
use sinew_render::overlay::{self, Line};

/// Appends the lines of overlays over an actor. Motion without meshes always has its skeleton.
pub(crate) fn overlay_lines(overlays: &[Overlay], actor: &Actor, lines: &mut Vec<Line>) {
    if overlays.contains(&Overlay::Skeleton) || is_motion_only(actor) {
        overlay::skeleton(&actor.frame(), lines);
    }
    if overlays.contains(&Overlay::Bounds) {
        overlay::bounds(&actor.frame(), lines);
    }
    if overlays.contains(&Overlay::Ragdoll) {
        ragdoll_lines(actor, lines);
    }
}

/// Names of the shapes of a ragdoll that is drawn over an actor.
pub(crate) fn overlay_names(overlays: &[Overlay], actor: &Actor) -> Vec<PlacedName> {
    let mut names = Vec::new();
    if !overlays.contains(&Overlay::Ragdoll) {
        return names;
    }
    for PlacedPart { part, world_from_part, .. } in placed_parts(actor) {
        for (n, shape) in part.shapes.iter().enumerate() {
            let name = part.shape_name(n);
            if !name.is_empty() {
                let center = MassProperties::of([(shape, 1.0)]).center;
                names
                    .push(PlacedName { at: world_from_part.transform_point3(center), name: name.to_owned() });
            }
        }
    }
    names
}

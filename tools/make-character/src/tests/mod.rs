//! Invariants of the built-in character.

mod face;
mod file;
mod mirror;

use crate::assemble::{Body, assemble};
use crate::skeleton::Skeleton;
use std::sync::OnceLock;

/// The body, made once.
pub(crate) fn body() -> &'static Body {
    static BODY: OnceLock<Body> = OnceLock::new();
    BODY.get_or_init(|| assemble(&Skeleton::new()).expect("the character is made"))
}

#[test]
fn weights_sum_to_one() {
    for part in &body().parts {
        for i in &part.surface.influences {
            let sum: f32 = i.iter().map(|(_, w)| w).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{}: {sum}", part.name);
        }
    }
}

#[test]
fn triangles_stay_in_the_budget() {
    let count: usize = body().parts.iter().map(|p| p.surface.triangles.len()).sum();
    assert!((5_000..=20_000).contains(&count), "{count}");
}

#[test]
fn normals_are_unit_and_coordinates_inside_the_image() {
    for part in &body().parts {
        for n in &part.surface.normals {
            assert!((n.length() - 1.0).abs() < 1e-3, "{}: {n}", part.name);
        }
        for uv in &part.surface.uvs {
            assert!(uv.iter().all(|v| (0.0..=1.0).contains(v)), "{}: {uv:?}", part.name);
        }
    }
}

#[test]
fn human_bones_are_there_and_rest_without_rotation() {
    let skeleton = Skeleton::new();
    let middle = ["hips", "spine", "chest", "upperChest", "neck", "head", "jaw", "leftEye", "rightEye"];
    for name in middle {
        skeleton.index(name);
    }
    for side in ["left", "right"] {
        for stem in ["Shoulder", "UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot", "Toes"] {
            skeleton.index(&format!("{side}{stem}"));
        }
        for finger in ["Index", "Middle", "Ring", "Little"] {
            for joint in ["Proximal", "Intermediate", "Distal"] {
                skeleton.index(&format!("{side}{finger}{joint}"));
            }
        }
        for joint in ["Metacarpal", "Proximal", "Distal"] {
            skeleton.index(&format!("{side}Thumb{joint}"));
        }
    }
}

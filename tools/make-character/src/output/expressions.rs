//! VRM expressions, as weights of shapes.

use sinew::CharacterParts;
use sinew::character::{Expression, MeshInstanceId, MorphBind, OverrideKind};

/// Expression: its name, weights of shapes, and whether it blocks blinks.
type Row = (&'static str, &'static [(&'static str, f32)], bool);

/// Expressions by VRM name, with the weights of morph targets of all meshes that have them.
pub(crate) const FACES: [Row; 19] = [
    (
        "happy",
        &[
            ("mouthSmileLeft", 0.95),
            ("mouthSmileRight", 0.95),
            ("cheekSquintLeft", 0.75),
            ("cheekSquintRight", 0.75),
            ("eyeSquintLeft", 0.25),
            ("eyeSquintRight", 0.25),
            ("mouthUpperUpLeft", 0.30),
            ("mouthUpperUpRight", 0.30),
            ("browInnerUp", 0.15),
            ("browOuterUpLeft", 0.25),
            ("browOuterUpRight", 0.25),
        ],
        false,
    ),
    (
        "angry",
        &[
            ("browDownLeft", 1.0),
            ("browDownRight", 1.0),
            ("eyeSquintLeft", 0.35),
            ("eyeSquintRight", 0.35),
            ("noseSneerLeft", 0.30),
            ("noseSneerRight", 0.30),
            ("mouthPressLeft", 0.55),
            ("mouthPressRight", 0.55),
            ("mouthFrownLeft", 0.55),
            ("mouthFrownRight", 0.55),
            ("mouthShrugLower", 0.30),
            ("jawForward", 0.25),
        ],
        false,
    ),
    (
        "sad",
        &[
            ("browInnerUp", 1.0),
            ("browDownLeft", 0.25),
            ("browDownRight", 0.25),
            ("eyeSquintLeft", 0.25),
            ("eyeSquintRight", 0.25),
            ("mouthFrownLeft", 0.85),
            ("mouthFrownRight", 0.85),
            ("mouthShrugLower", 0.45),
            ("mouthPucker", 0.12),
        ],
        false,
    ),
    (
        "relaxed",
        &[
            ("mouthSmileLeft", 0.40),
            ("mouthSmileRight", 0.40),
            ("eyeBlinkLeft", 0.22),
            ("eyeBlinkRight", 0.22),
            ("browOuterUpLeft", 0.10),
            ("browOuterUpRight", 0.10),
        ],
        false,
    ),
    (
        "surprised",
        &[
            ("browInnerUp", 0.95),
            ("browOuterUpLeft", 1.0),
            ("browOuterUpRight", 1.0),
            ("eyeWideLeft", 1.0),
            ("eyeWideRight", 1.0),
            ("jawOpen", 0.45),
            ("mouthFunnel", 0.30),
        ],
        true,
    ),
    (
        "disgusted",
        &[
            ("noseSneerLeft", 1.0),
            ("noseSneerRight", 1.0),
            ("browDownLeft", 0.60),
            ("browDownRight", 0.60),
            ("cheekSquintLeft", 0.45),
            ("cheekSquintRight", 0.45),
            ("eyeSquintLeft", 0.35),
            ("eyeSquintRight", 0.35),
            ("mouthUpperUpLeft", 0.25),
            ("mouthUpperUpRight", 0.25),
            ("mouthFrownLeft", 0.55),
            ("mouthFrownRight", 0.55),
            ("mouthShrugLower", 0.55),
        ],
        false,
    ),
    (
        "afraid",
        &[
            ("browInnerUp", 1.0),
            ("browDownLeft", 0.30),
            ("browDownRight", 0.30),
            ("eyeWideLeft", 0.90),
            ("eyeWideRight", 0.90),
            ("jawOpen", 0.16),
            ("mouthStretchLeft", 0.80),
            ("mouthStretchRight", 0.80),
            ("mouthLowerDownLeft", 0.30),
            ("mouthLowerDownRight", 0.30),
        ],
        true,
    ),
    ("aa", &[("viseme_aa", 1.0)], false),
    ("ih", &[("viseme_ih", 1.0)], false),
    ("ou", &[("viseme_ou", 1.0)], false),
    ("ee", &[("viseme_E", 1.0)], false),
    ("oh", &[("viseme_oh", 1.0)], false),
    ("blink", &[("eyeBlinkLeft", 1.0), ("eyeBlinkRight", 1.0)], false),
    ("blinkLeft", &[("eyeBlinkLeft", 1.0)], false),
    ("blinkRight", &[("eyeBlinkRight", 1.0)], false),
    ("browUp", &[("brow_up", 1.0)], false),
    ("jawOpen", &[("jaw_open", 1.0)], false),
    ("smile", &[("smile", 1.0)], false),
    ("neutral", &[], false),
];

/// All expressions, bound to the meshes of the character.
pub(super) fn all(parts: &CharacterParts) -> Vec<Expression> {
    FACES.iter().map(|row| expression(row, parts)).collect()
}

fn expression(&(name, weights, stares): &Row, parts: &CharacterParts) -> Expression {
    let mut morphs = Vec::new();
    for (instance, placed) in (0..).map(MeshInstanceId).zip(&parts.mesh_instances) {
        for (target, morph_name) in parts.meshes[placed.mesh].morph_names.iter().enumerate() {
            let weight = weights.iter().find(|(wanted, _)| wanted == morph_name).map(|(_, weight)| *weight);
            morphs.extend(weight.map(|weight| MorphBind { instance, target, weight }));
        }
    }
    // Wide eyes would not close fully in a blink.
    let override_blink = if stares { OverrideKind::Block } else { OverrideKind::None };
    Expression { name: name.into(), morphs, override_blink, ..Expression::default() }
}

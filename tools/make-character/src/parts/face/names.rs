//! Names of the shapes, and the mixtures that visemes are.

/// The 52 shapes of ARKit's face tracking (Apple, "ARFaceAnchor.BlendShapeLocation").
pub(crate) const ARKIT: [&str; 52] = [
    "browDownLeft",
    "browDownRight",
    "browInnerUp",
    "browOuterUpLeft",
    "browOuterUpRight",
    "cheekPuff",
    "cheekSquintLeft",
    "cheekSquintRight",
    "eyeBlinkLeft",
    "eyeBlinkRight",
    "eyeLookDownLeft",
    "eyeLookDownRight",
    "eyeLookInLeft",
    "eyeLookInRight",
    "eyeLookOutLeft",
    "eyeLookOutRight",
    "eyeLookUpLeft",
    "eyeLookUpRight",
    "eyeSquintLeft",
    "eyeSquintRight",
    "eyeWideLeft",
    "eyeWideRight",
    "jawForward",
    "jawLeft",
    "jawOpen",
    "jawRight",
    "mouthClose",
    "mouthDimpleLeft",
    "mouthDimpleRight",
    "mouthFrownLeft",
    "mouthFrownRight",
    "mouthFunnel",
    "mouthLeft",
    "mouthLowerDownLeft",
    "mouthLowerDownRight",
    "mouthPressLeft",
    "mouthPressRight",
    "mouthPucker",
    "mouthRight",
    "mouthRollLower",
    "mouthRollUpper",
    "mouthShrugLower",
    "mouthShrugUpper",
    "mouthSmileLeft",
    "mouthSmileRight",
    "mouthStretchLeft",
    "mouthStretchRight",
    "mouthUpperUpLeft",
    "mouthUpperUpRight",
    "noseSneerLeft",
    "noseSneerRight",
    "tongueOut",
];

/// Shape made of others: its name, and the parts with their weights.
type Mix = (&'static str, &'static [(&'static str, f32)]);

/// The 15 Oculus visemes (Meta, "Viseme reference"). Beside ARKit's shapes they use `lipToTeeth`, which lays
/// the lower lip on the upper teeth, `tongueTipUp` (behind the upper teeth), `tongueTipOut` (between the
/// teeth) and `tongueBackUp`.
pub(crate) const VISEMES: [Mix; 15] = [
    ("viseme_sil", &[]),
    (
        "viseme_PP",
        &[
            ("mouthPressLeft", 0.75),
            ("mouthPressRight", 0.75),
            ("mouthRollUpper", 0.35),
            ("mouthRollLower", 0.40),
            ("mouthPucker", 0.08),
        ],
    ),
    (
        "viseme_FF",
        &[
            ("lipToTeeth", 1.0),
            ("mouthUpperUpLeft", 0.45),
            ("mouthUpperUpRight", 0.45),
            ("mouthStretchLeft", 0.10),
            ("mouthStretchRight", 0.10),
        ],
    ),
    (
        "viseme_TH",
        &[
            ("jawOpen", 0.20),
            ("tongueTipOut", 1.0),
            ("mouthUpperUpLeft", 0.20),
            ("mouthUpperUpRight", 0.20),
            ("mouthLowerDownLeft", 0.20),
            ("mouthLowerDownRight", 0.20),
        ],
    ),
    (
        "viseme_DD",
        &[
            ("jawOpen", 0.16),
            ("tongueTipUp", 1.0),
            ("mouthUpperUpLeft", 0.20),
            ("mouthUpperUpRight", 0.20),
            ("mouthLowerDownLeft", 0.30),
            ("mouthLowerDownRight", 0.30),
        ],
    ),
    (
        "viseme_kk",
        &[
            ("jawOpen", 0.24),
            ("tongueBackUp", 1.0),
            ("mouthUpperUpLeft", 0.15),
            ("mouthUpperUpRight", 0.15),
            ("mouthStretchLeft", 0.12),
            ("mouthStretchRight", 0.12),
            ("mouthLowerDownLeft", 0.15),
            ("mouthLowerDownRight", 0.15),
        ],
    ),
    (
        "viseme_CH",
        &[
            ("jawOpen", 0.08),
            ("mouthFunnel", 0.80),
            ("mouthUpperUpLeft", 0.25),
            ("mouthUpperUpRight", 0.25),
            ("mouthLowerDownLeft", 0.30),
            ("mouthLowerDownRight", 0.30),
        ],
    ),
    (
        "viseme_SS",
        &[
            ("jawOpen", 0.05),
            ("mouthStretchLeft", 0.28),
            ("mouthStretchRight", 0.28),
            ("mouthSmileLeft", 0.18),
            ("mouthSmileRight", 0.18),
            ("mouthUpperUpLeft", 0.38),
            ("mouthUpperUpRight", 0.38),
            ("mouthLowerDownLeft", 0.48),
            ("mouthLowerDownRight", 0.48),
        ],
    ),
    (
        "viseme_nn",
        &[
            ("jawOpen", 0.13),
            ("tongueTipUp", 1.0),
            ("mouthUpperUpLeft", 0.12),
            ("mouthUpperUpRight", 0.12),
            ("mouthLowerDownLeft", 0.20),
            ("mouthLowerDownRight", 0.20),
        ],
    ),
    (
        "viseme_RR",
        &[
            ("jawOpen", 0.14),
            ("mouthFunnel", 0.42),
            ("mouthPucker", 0.15),
            ("tongueTipUp", 0.4),
            ("tongueBackUp", 0.4),
        ],
    ),
    (
        "viseme_aa",
        &[
            ("jawOpen", 0.72),
            ("mouthUpperUpLeft", 0.25),
            ("mouthUpperUpRight", 0.25),
            ("mouthLowerDownLeft", 0.12),
            ("mouthLowerDownRight", 0.12),
        ],
    ),
    (
        "viseme_E",
        &[
            ("jawOpen", 0.36),
            ("mouthStretchLeft", 0.25),
            ("mouthStretchRight", 0.25),
            ("mouthSmileLeft", 0.22),
            ("mouthSmileRight", 0.22),
            ("mouthUpperUpLeft", 0.25),
            ("mouthUpperUpRight", 0.25),
            ("mouthLowerDownLeft", 0.25),
            ("mouthLowerDownRight", 0.25),
        ],
    ),
    (
        "viseme_ih",
        &[
            ("jawOpen", 0.20),
            ("mouthStretchLeft", 0.20),
            ("mouthStretchRight", 0.20),
            ("mouthSmileLeft", 0.32),
            ("mouthSmileRight", 0.32),
            ("mouthUpperUpLeft", 0.22),
            ("mouthUpperUpRight", 0.22),
            ("mouthLowerDownLeft", 0.25),
            ("mouthLowerDownRight", 0.25),
        ],
    ),
    ("viseme_oh", &[("jawOpen", 0.46), ("mouthFunnel", 0.70), ("mouthPucker", 0.15)]),
    ("viseme_ou", &[("jawOpen", 0.09), ("mouthPucker", 0.80), ("mouthFunnel", 0.34)]),
];

/// Shapes of older versions of the character, which its clips use.
pub(crate) const OLDER: [Mix; 5] = [
    ("jaw_open", &[("jawOpen", 1.0)]),
    (
        "smile",
        &[
            ("mouthSmileLeft", 0.95),
            ("mouthSmileRight", 0.95),
            ("cheekSquintLeft", 0.40),
            ("cheekSquintRight", 0.40),
        ],
    ),
    (
        "brow_up",
        &[
            ("browInnerUp", 0.85),
            ("browOuterUpLeft", 0.95),
            ("browOuterUpRight", 0.95),
            ("eyeWideLeft", 0.35),
            ("eyeWideRight", 0.35),
        ],
    ),
    ("blink_left", &[("eyeBlinkLeft", 1.0)]),
    ("blink_right", &[("eyeBlinkRight", 1.0)]),
];

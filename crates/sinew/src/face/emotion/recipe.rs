//! Recipes of emotions over ARKit's blend shapes (P. Ekman, W. V. Friesen, J. C. Hager, *Facial Action Coding
//! System*, 2002, Investigator's Guide, action units of the emotions).

/// Emotion as a sum of blend shapes.
pub(super) struct Recipe {
    pub(super) name: &'static str,
    /// ARKit's names, without the side, and their weights.
    pub(super) shapes: &'static [(&'static str, f32)],
}

/// Recipes of VRM's emotions and of the two others of Ekman's six. Each action unit is the ARKit shape of the
/// same muscle; the numbers are those of the units. `relaxed` is no emotion of the system: lids that droop
/// (43) and a weak smile (12).
pub(super) const RECIPES: [Recipe; 7] = [
    // 6 + 12.
    Recipe { name: "happy", shapes: &[("cheekSquint", 0.6), ("mouthSmile", 0.8)] },
    // 4 + 5 + 7 + 17 + 23: lips that tighten are rolled in and pressed.
    Recipe {
        name: "angry",
        shapes: &[
            ("browDown", 1.0),
            ("eyeWide", 0.3),
            ("eyeSquint", 0.6),
            ("mouthPress", 0.1),
            ("mouthRollLower", 0.3),
            ("mouthRollUpper", 0.3),
            ("mouthShrugLower", 0.6),
        ],
    },
    // 1 + 4 + 15.
    Recipe { name: "sad", shapes: &[("browInnerUp", 0.9), ("browDown", 0.3), ("mouthFrown", 0.8)] },
    Recipe { name: "relaxed", shapes: &[("eyeBlink", 0.25), ("mouthSmile", 0.3)] },
    // 1 + 2 + 5 + 26.
    Recipe {
        name: "surprised",
        shapes: &[("browInnerUp", 0.9), ("browOuterUp", 0.9), ("eyeWide", 0.8), ("jawOpen", 0.4)],
    },
    // 1 + 2 + 4 + 5 + 7 + 20 + 26.
    Recipe {
        name: "fearful",
        shapes: &[
            ("browInnerUp", 0.9),
            ("browOuterUp", 0.3),
            ("browDown", 0.3),
            ("eyeWide", 0.9),
            ("eyeSquint", 0.3),
            ("mouthStretch", 0.9),
            ("jawOpen", 0.15),
        ],
    },
    // 9 + 10 + 15 + 16.
    Recipe {
        name: "disgusted",
        shapes: &[("noseSneer", 1.0), ("mouthUpperUp", 0.3), ("mouthFrown", 0.5), ("mouthLowerDown", 0.3)],
    },
];

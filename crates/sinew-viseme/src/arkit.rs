//! Recipe of the visemes with the blend shapes of Apple's ARKit (Apple, *ARFaceAnchor.BlendShapeLocation*).

use crate::viseme::Viseme;

/// Weights of [`Viseme::ARKIT_NAMES`] for each viseme, in the order of [`Viseme::ALL`]: those of the viseme's
/// typical phone, see `arkit_weights` of `sinew-speech`.
const RECIPE: [[f32; 14]; Viseme::COUNT] = [
    [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00],
    [0.11, 0.11, 0.00, 0.00, 0.00, 0.00, 0.40, 0.40, 0.15, 0.15, 0.00, 0.00, 0.00, 0.00],
    [0.10, 0.00, 0.00, 0.00, 0.02, 0.02, 0.00, 0.00, 0.60, 0.00, 0.25, 0.25, 0.00, 0.00],
    [0.15, 0.00, 0.00, 0.00, 0.05, 0.05, 0.00, 0.00, 0.00, 0.00, 0.04, 0.04, 0.05, 0.05],
    [0.14, 0.00, 0.00, 0.00, 0.05, 0.05, 0.00, 0.00, 0.00, 0.00, 0.05, 0.05, 0.06, 0.06],
    [0.20, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.04, 0.04, 0.06, 0.06],
    [0.07, 0.00, 0.45, 0.41, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.09, 0.09, 0.12, 0.12],
    [0.06, 0.00, 0.00, 0.00, 0.10, 0.10, 0.00, 0.00, 0.00, 0.00, 0.07, 0.07, 0.10, 0.10],
    [0.17, 0.00, 0.00, 0.00, 0.05, 0.05, 0.00, 0.00, 0.00, 0.00, 0.02, 0.02, 0.03, 0.03],
    [0.17, 0.00, 0.27, 0.38, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00],
    [0.70, 0.00, 0.00, 0.00, 0.02, 0.02, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00],
    [0.36, 0.00, 0.00, 0.00, 0.24, 0.24, 0.00, 0.00, 0.00, 0.00, 0.05, 0.05, 0.06, 0.06],
    [0.20, 0.00, 0.00, 0.00, 0.28, 0.28, 0.00, 0.00, 0.00, 0.00, 0.04, 0.04, 0.06, 0.06],
    [0.45, 0.00, 0.45, 0.20, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.03, 0.03, 0.04, 0.04],
    [0.14, 0.00, 0.54, 0.80, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00],
];

impl Viseme {
    /// ARKit blend shapes that visemes move, in the order of `sinew-speech`'s `arkit_weights`.
    pub const ARKIT_NAMES: [&'static str; 14] = [
        "jawOpen",
        "mouthClose",
        "mouthFunnel",
        "mouthPucker",
        "mouthStretchLeft",
        "mouthStretchRight",
        "mouthPressLeft",
        "mouthPressRight",
        "mouthRollLower",
        "mouthRollUpper",
        "mouthUpperUpLeft",
        "mouthUpperUpRight",
        "mouthLowerDownLeft",
        "mouthLowerDownRight",
    ];

    /// ARKit blend shapes that make this viseme, with their weights, each above 0. `mouthClose` undoes what
    /// `jawOpen` opens, as ARKit defines it, so closed lips have both.
    pub fn arkit_weights(self) -> impl Iterator<Item = (&'static str, f32)> {
        Self::ARKIT_NAMES.into_iter().zip(RECIPE[self.index()]).filter(|(_, weight)| *weight > 0.0)
    }
}

//! ARKit's 52 blend shapes (Apple, *ARFaceAnchor.BlendShapeLocation*), in the spellings of common tools.

use super::normalized::normalized;

/// Names of ARKit's 52 blend shapes; those of [`SIDED`] have one for each side.
pub(super) const SINGLE: [&str; 16] = [
    "browInnerUp",
    "cheekPuff",
    "jawForward",
    "jawLeft",
    "jawOpen",
    "jawRight",
    "mouthClose",
    "mouthFunnel",
    "mouthLeft",
    "mouthPucker",
    "mouthRight",
    "mouthRollLower",
    "mouthRollUpper",
    "mouthShrugLower",
    "mouthShrugUpper",
    "tongueOut",
];
pub(super) const SIDED: [&str; 18] = [
    "browDown",
    "browOuterUp",
    "cheekSquint",
    "eyeBlink",
    "eyeLookDown",
    "eyeLookIn",
    "eyeLookOut",
    "eyeLookUp",
    "eyeSquint",
    "eyeWide",
    "mouthDimple",
    "mouthFrown",
    "mouthLowerDown",
    "mouthPress",
    "mouthSmile",
    "mouthStretch",
    "mouthUpperUp",
    "noseSneer",
];
/// Shapes that ARKit has once and some tools split into sides.
pub(super) const SPLIT: [&str; 2] = ["browInnerUp", "cheekPuff"];

/// Texts around the names in files: Genesis figures from 8.1 on write `facs_jnt_JawOpen` and
/// `facs_bs_MouthFunnel_div2`.
const AROUND: [(&str, &str); 6] = [
    ("", ""),
    ("facs_bs_", "_div2"),
    ("facs_bs_", ""),
    ("facs_jnt_", ""),
    ("facs_ctrl_", ""),
    ("arkit_", ""),
];

/// Side of a blend shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum ShapeSide {
    Both,
    Left,
    Right,
}

/// An ARKit blend shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ArKitName {
    /// Name without its side.
    pub(crate) name: &'static str,
    pub(crate) side: ShapeSide,
}

impl ArKitName {
    /// All shapes, and those that some tools split into sides.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let single = SINGLE.into_iter().map(|name| Self { name, side: ShapeSide::Both });
        let sided = SIDED.into_iter().chain(SPLIT);
        let sides =
            sided.flat_map(|name| [ShapeSide::Left, ShapeSide::Right].map(|side| Self { name, side }));
        single.chain(sides)
    }

    /// The name with its side, such as `mouthSmileLeft`.
    pub(crate) fn full(self) -> String {
        let side = match self.side {
            ShapeSide::Both => "",
            ShapeSide::Left => "Left",
            ShapeSide::Right => "Right",
        };
        format!("{}{side}", self.name)
    }

    /// Normalized spellings of the name: as Apple, Maya (`blendShape1.jawOpen`), Character Creator
    /// (`A25_Jaw_Open`), MakeHuman's pack faceunits01 and Genesis figures write it, with `Left`, `_L`, `.L`
    /// or `L` for the sides.
    pub(super) fn spellings(self) -> Vec<String> {
        let mut spellings = Vec::new();
        for (before, after) in AROUND {
            let plain = normalized(&format!("{before}{}{after}", self.full()));
            let side = [("left", "l"), ("right", "r")].into_iter().find(|(side, _)| plain.ends_with(side));
            if let Some((side, letter)) = side {
                spellings.push(plain.replace(side, letter));
            }
            spellings.push(plain);
        }
        spellings
    }
}

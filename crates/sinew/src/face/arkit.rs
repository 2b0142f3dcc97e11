//! Blend shapes of Apple's ARKit on characters (Apple, *ARFaceAnchor.BlendShapeLocation*), in the spellings of common tools.

use super::names::{FaceNames, LONG, normalized, spelled_morphs};
use crate::character::{Character, MorphTargetId};
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

/// Names of ARKit's 52 blend shapes; those of [`SIDED`] have one for each side.
const SINGLE: [&str; 12] = [
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
    "tongueOut",
];
const ROLLS: [&str; 4] = ["mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper"];
const SIDED: [&str; 18] = [
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
const SPLIT: [&str; 2] = ["browInnerUp", "cheekPuff"];

/// Texts around the names in files: Genesis figures from 8.1 on write `facs_jnt_JawOpen` and `facs_bs_MouthFunnel_div2`.
const AROUND: [(&str, &str); 6] = [
    ("", ""),
    ("facs_bs_", "_div2"),
    ("facs_bs_", ""),
    ("facs_jnt_", ""),
    ("facs_ctrl_", ""),
    ("arkit_", ""),
];

/// Normalized spellings of an ARKit name: as Apple, Maya (`blendShape1.jawOpen`), Character Creator (`A25_Jaw_Open`), MakeHuman's pack faceunits01 and
/// Genesis figures write them, with `Left`, `_L`, `.L` or `L` for the sides.
pub(crate) fn arkit_spellings(name: &str) -> Vec<String> {
    let mut spellings = Vec::new();
    for (before, after) in AROUND {
        let plain = normalized(&format!("{before}{name}{after}"));
        let side = [("left", "l"), ("right", "r")].into_iter().find(|(side, _)| plain.ends_with(side));
        if let Some((side, letter)) = side {
            spellings.push(plain.replace(side, letter));
        }
        spellings.push(plain);
    }
    spellings
}

/// Side of a blend shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ShapeSide {
    Both,
    Left,
    Right,
}

/// ARKit's blend shapes of a character: morph targets by name without side, and side.
#[derive(Clone, Debug, Default)]
pub(super) struct ArKitShapes {
    morphs: BTreeMap<(&'static str, ShapeSide), Vec<MorphTargetId>>,
}

impl ArKitShapes {
    /// Shapes of a character, found by their names.
    pub(super) fn of(character: &Character) -> Self {
        let mut morphs: BTreeMap<_, Vec<MorphTargetId>> = BTreeMap::new();
        for (id, spellings) in spelled_morphs(character) {
            let long = spellings.iter().filter(|own| own.own.chars().count() >= LONG);
            let shapes = long.into_iter().find_map(|own| known().get(&own.own));
            for shape in shapes.into_iter().flatten() {
                morphs.entry(*shape).or_default().push(id);
            }
        }
        Self { morphs }
    }

    /// Morph targets of a shape and side.
    pub(super) fn side(&self, name: &'static str, side: ShapeSide) -> &[MorphTargetId] {
        self.morphs.get(&(name, side)).map_or(&[], Vec::as_slice)
    }

    /// Morph targets of a shape, else of its two sides.
    pub(super) fn both(&self, name: &'static str) -> impl Iterator<Item = MorphTargetId> {
        let whole = self.side(name, ShapeSide::Both);
        let sides = [ShapeSide::Left, ShapeSide::Right].into_iter().filter(|_| whole.is_empty());
        let mut all: Vec<MorphTargetId> =
            whole.iter().chain(sides.flat_map(move |side| self.side(name, side))).copied().collect();
        // One shape may be both sides.
        all.sort_unstable();
        all.dedup();
        all.into_iter()
    }
}

/// Shapes by their normalized spellings: as ARKit names them, and as other tools do.
fn known() -> &'static HashMap<String, Vec<(&'static str, ShapeSide)>> {
    static KNOWN: OnceLock<HashMap<String, Vec<(&'static str, ShapeSide)>>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let mut known: HashMap<String, Vec<(&'static str, ShapeSide)>> = HashMap::new();
        let mut add = |name: &'static str, end: &str, side: ShapeSide| {
            let word = format!("{name}{end}");
            for spelling in arkit_spellings(&word) {
                known.insert(spelling, vec![(name, side)]);
            }
            for spelling in FaceNames::built_in().arkit.iter().flat_map(|family| family.names_of(&word)) {
                let shapes = known.entry(spelling).or_default();
                if !shapes.contains(&(name, side)) {
                    shapes.push((name, side));
                }
            }
        };
        for name in SINGLE.into_iter().chain(ROLLS) {
            add(name, "", ShapeSide::Both);
        }
        for name in SIDED.into_iter().chain(SPLIT) {
            add(name, "Left", ShapeSide::Left);
            add(name, "Right", ShapeSide::Right);
        }
        known
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::viseme_map::face;

    #[test]
    fn there_are_52_shapes_in_all_spellings() {
        assert_eq!(SINGLE.len() + ROLLS.len() + 2 * SIDED.len(), 52);
        for (name, shape, side) in [
            ("mouthSmileLeft", "mouthSmile", ShapeSide::Left),
            ("blendShape1.mouthSmile_R", "mouthSmile", ShapeSide::Right),
            ("Genesis9__facs_bs_MouthSmileLeft_div2", "mouthSmile", ShapeSide::Left),
            ("A25_Jaw_Open", "jawOpen", ShapeSide::Both),
            ("jawLeft", "jawLeft", ShapeSide::Both),
            ("Mouth_Roll_Upper", "mouthRollUpper", ShapeSide::Both),
            ("browInnerUp_L", "browInnerUp", ShapeSide::Left),
        ] {
            let found = ArKitShapes::of(&face(&[name], &[]));
            assert_eq!(found.side(shape, side).len(), 1, "{name}");
        }
        assert!(ArKitShapes::of(&face(&["smile", "Fcl_MTH_Joy"], &[])).morphs.is_empty());
    }
}

//! ARKit's blend shapes of a character, by the table of face names.

use crate::character::{Character, MorphTargetId};
use crate::face_names::{ArKitName, ShapeSide, Spelling, other_side, spellings};
use std::collections::{BTreeMap, BTreeSet};

/// Morph target of a character that is one or more of ARKit's shapes.
pub(super) struct ArKitMorph<'a> {
    pub(super) id: MorphTargetId,
    pub(super) shapes: &'a [ArKitName],
    /// Tool that gives the shape its name.
    pub(super) family: &'a str,
}

/// Morph targets of a character with the spellings of their names.
pub(super) fn spelled_morphs(character: &Character) -> Vec<(MorphTargetId, Vec<Spelling>)> {
    let names: BTreeSet<&str> = character.morph_targets().map(|(_, name)| name).collect();
    let spelled = character.morph_targets().map(|(id, name)| {
        let mut spellings = spellings(name);
        // An L beside an R is a side.
        if other_side(name).is_some_and(|other| names.contains(other.as_str())) {
            spellings.retain(|spelling| !spelling.is_letter);
        }
        (id, spellings)
    });
    spelled.collect()
}

/// Morph targets of a character that are ARKit's shapes. One that does several is left out where each of them
/// has a morph target of its own, so that none is shown twice.
pub(super) fn named_arkit<'a>(
    character: &'a Character,
    morphs: &[(MorphTargetId, Vec<Spelling>)],
) -> Vec<ArKitMorph<'a>> {
    let found = morphs.iter().filter_map(|(id, spellings)| {
        let (shapes, family) = character.face_names().arkit(spellings)?;
        Some(ArKitMorph { id: *id, shapes, family })
    });
    let mut found: Vec<ArKitMorph<'_>> = found.collect();
    let alone: Vec<ArKitName> =
        found.iter().filter_map(|morph| <[_; 1]>::try_from(morph.shapes).ok()).flatten().collect();
    found.retain(|morph| morph.shapes.len() == 1 || !morph.shapes.iter().all(|shape| alone.contains(shape)));
    found
}

/// Morph targets that are an ARKit shape, or its sides where the name has none.
pub fn arkit_morphs(character: &Character, name: &str) -> Vec<MorphTargetId> {
    let morphs = spelled_morphs(character);
    let is_shape = |shape: &ArKitName| shape.name == name || shape.full() == name;
    let found = named_arkit(character, &morphs).into_iter();
    found.filter(|morph| morph.shapes.iter().any(is_shape)).map(|morph| morph.id).collect()
}

/// ARKit's blend shapes of a character: morph targets by name without side, and side.
#[derive(Clone, Debug, Default)]
pub(super) struct ArKitShapes {
    morphs: BTreeMap<ArKitName, Vec<MorphTargetId>>,
}

impl ArKitShapes {
    /// Shapes of a character, found by their names.
    pub(super) fn of(character: &Character) -> Self {
        let mut morphs: BTreeMap<_, Vec<MorphTargetId>> = BTreeMap::new();
        for morph in named_arkit(character, &spelled_morphs(character)) {
            for shape in morph.shapes {
                morphs.entry(*shape).or_default().push(morph.id);
            }
        }
        Self { morphs }
    }

    /// Morph targets of a shape and side.
    pub(super) fn side(&self, name: &'static str, side: ShapeSide) -> &[MorphTargetId] {
        self.morphs.get(&ArKitName { name, side }).map_or(&[], Vec::as_slice)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::viseme_map::face;

    #[test]
    fn shapes_of_both_sides_give_way_to_those_of_one() {
        let both = face(&["eyesLookUp", "mouthSmile"], &[]);
        let shapes = ArKitShapes::of(&both);
        assert_eq!(shapes.side("eyeLookUp", ShapeSide::Left), shapes.side("eyeLookUp", ShapeSide::Right));
        assert_eq!(shapes.both("mouthSmile").count(), 1);
        let split =
            face(&["eyesLookUp", "eyeLookUpLeft", "eyeLookUp_R", "mouthSmile", "mouthSmileLeft"], &[]);
        let shapes = ArKitShapes::of(&split);
        assert_eq!(shapes.side("eyeLookUp", ShapeSide::Left).len(), 1);
        assert_eq!(shapes.side("mouthSmile", ShapeSide::Left).len(), 2, "there is no other right side");
        assert_eq!(arkit_morphs(&split, "eyeLookUp").len(), 2);
        assert_eq!(arkit_morphs(&split, "eyeLookUpRight").len(), 1);
        assert!(ArKitShapes::of(&face(&["smile", "Fcl_MTH_Joy"], &[])).morphs.is_empty());
    }
}

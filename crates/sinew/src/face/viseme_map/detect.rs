use super::families::mouth_shapes;
use super::jaw_joint::{character_creator_jaw, jaw_joint};
use super::map::VisemeMap;
use super::naming::vowel;
use super::targets::VisemeTargets;
use crate::character::Character;
use crate::face::Viseme;

impl VisemeMap {
    /// Map of a character whose mouth shapes have usual names: morph targets of the 15 visemes, else ARKit's blend shapes (also as faceshift, SRanipal, Fuse
    /// and FaceScape name them), else those of Character Creator, Genesis, MakeHuman, Preston Blair's or Rhubarb's mouths, else VRM's five mouth expressions, else
    /// morph targets of five vowels, else a shape that opens the mouth, else a jaw joint. `None` where there is no mouth to move.
    ///
    /// Case, separators, a mesh's name or other words in front, and a number behind do not matter. Where a part of a set is missing, the others show what they
    /// can. Five vowels, an opening and a jaw show no closed lips and no teeth beyond a closed mouth.
    #[must_use]
    pub fn detect(character: &Character) -> Option<Self> {
        let by_morphs = mouth_shapes(character).map(|found| {
            let map = Self::of_morphs(character, found.kind, found.rows).with_family(found.family);
            match found.kind {
                // The morph targets of Character Creator shape the lips; the jaw opens by its joint.
                VisemeTargets::Reallusion | VisemeTargets::ArKit => {
                    map.with_jaw(character, character_creator_jaw(character))
                }
                _ => map,
            }
        });
        // A VRM's author chose the shapes of its vowels; only shapes with consonants are better.
        let is_better = |map: &Self| {
            use VisemeTargets::{Opening, VRoid, Vowels};
            !matches!(map.kind(), VRoid | Vowels | Opening)
        };
        let vowels = || {
            let names = Viseme::VRM_NAMES.into_iter().enumerate();
            let found: Vec<_> =
                names.filter_map(|(n, name)| Some((character.find_expression(name)?, vowel(n)))).collect();
            let opens = character.find_expression("aa").is_some();
            opens.then(|| Self::of_expressions(character, found))
        };
        let jaw = || jaw_joint(character).map(|joint| Self::of_jaw(character, joint));
        match by_morphs {
            Some(map) if is_better(&map) => Some(map),
            other => vowels().or(other).or_else(jaw),
        }
    }
}

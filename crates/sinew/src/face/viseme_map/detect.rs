//! Detection of the mouth shapes or the jaw joint by which a character shows visemes.

use super::families::{MouthShapes, mouth_shapes};
use super::jaw_joint::{character_creator_jaw, jaw_joint};
use super::map::VisemeMap;
use super::missing::with_missing_visemes;
use super::naming::vowel;
use super::targets::{Row, VisemeTargets};
use crate::character::{Character, ExpressionId};
use crate::face::Viseme;

impl VisemeMap {
    /// Map of a character whose mouth shapes have usual names: morph targets of the 15 visemes, else ARKit's
    /// blend shapes (also as faceshift, SRanipal, Fuse and FaceScape name them), else those of Character
    /// Creator, Genesis, MakeHuman, Preston Blair's or Rhubarb's mouths, else VRM's five mouth expressions,
    /// else morph targets of five vowels, else a shape that opens the mouth, else a jaw joint. `None` where
    /// there is no mouth to move.
    ///
    /// Case, separators, a mesh's name or other words in front, and a number behind do not matter. Where a
    /// part of a set is missing, the others show what they can: a vowel is shown by its neighbours, all
    /// vowels by a shape that opens the mouth or a jaw joint. Some shapes of a set are one where nothing else
    /// is called so, as `viseme_aa`. Expressions without an
    /// [effect](crate::character::Expression::has_effect) count where nothing else is found. Five vowels, an
    /// opening and a jaw show no closed lips and no teeth beyond a closed mouth.
    #[must_use]
    pub fn detect(character: &Character) -> Option<Self> {
        let shapes = mouth_shapes(character);
        // A VRM's author chose the shapes of its vowels; only whole sets with consonants, and sets of more
        // vowels, are better.
        let is_better = |shapes: &MouthShapes, vowels: usize| {
            use VisemeTargets::{Opening, VRoid, Vowels};
            let has_consonants = !matches!(shapes.kind, VRoid | Vowels | Opening);
            shapes.is_whole && has_consonants || shapes.vowel_count > vowels
        };
        let expressions = |find: &dyn Fn(&str) -> Option<ExpressionId>| -> Vec<(ExpressionId, Row)> {
            let names = Viseme::VRM_NAMES.into_iter().enumerate();
            names.filter_map(|(n, name)| Some((find(name)?, vowel(n)))).collect()
        };
        let by_expressions = |found: Vec<(ExpressionId, Row)>| {
            let has_any = !found.is_empty();
            has_any.then(|| Self::of_expressions(character, with_missing_visemes(found, true)))
        };
        let effective = expressions(&|name| character.find_effective_expression(name));
        let opens = effective.len() > 1 || character.find_effective_expression("aa").is_some();
        let morphs_come_first = shapes.as_ref().is_some_and(|shapes| is_better(shapes, effective.len()));
        let by_morphs = shapes.map(|shapes| Self::of_shapes(character, shapes));
        if opens && !morphs_come_first {
            return by_expressions(effective);
        }
        let jaw = || jaw_joint(character).map(|joint| Self::of_jaw(character, joint));
        let empty = || {
            let has_open = character.find_expression("aa").is_some();
            let all = || by_expressions(expressions(&|name| character.find_expression(name)));
            has_open.then(all).flatten()
        };
        by_morphs.or_else(jaw).or_else(|| by_expressions(effective)).or_else(empty)
    }

    /// Map of morph targets, with the jaw that they leave to its joint.
    fn of_shapes(character: &Character, shapes: MouthShapes) -> Self {
        let MouthShapes { kind, family, rows, single, missing, .. } = shapes;
        let map = Self::of_morphs(character, kind, rows).with_family(family, single);
        match (kind, missing) {
            (_, Some(openings)) => map.with_jaw_of(character, jaw_joint(character), openings),
            // The morph targets of Character Creator shape the lips; the jaw opens by its joint.
            (VisemeTargets::Reallusion | VisemeTargets::ArKit, None) => {
                map.with_jaw(character, character_creator_jaw(character))
            }
            (_, None) => map,
        }
    }
}

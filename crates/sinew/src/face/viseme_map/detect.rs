use super::jaw_joint::{character_creator_jaw, jaw_joint};
use super::map::VisemeMap;
use super::naming::{namings, vowel};
use super::targets::VisemeTargets;
use crate::character::{Character, MorphTargetId};
use crate::face::Viseme;
use crate::face::names::normalized;
use std::collections::BTreeSet;

impl VisemeMap {
    /// Map of a character whose mouth shapes have usual names: morph targets of the 15 visemes, else ARKit's blend shapes, else those of Character
    /// Creator, Genesis or MakeHuman, else VRM's five mouth expressions, else morph targets of five vowels, else a jaw joint. `None` where there is no mouth
    /// to move.
    ///
    /// Case, separators and a mesh name before a dot or two underscores do not matter. Five vowels and a jaw show no closed lips and no teeth beyond a
    /// closed mouth.
    #[must_use]
    pub fn detect(character: &Character) -> Option<Self> {
        let morphs: Vec<(String, MorphTargetId)> =
            character.morph_targets().map(|(id, name)| (normalized(name), id)).collect();
        let by_morphs = namings().into_iter().find_map(|naming| {
            let mut found = BTreeSet::new();
            let mut bound = Vec::new();
            for (name, id) in &morphs {
                if let Some((own, row)) = naming.shapes.iter().find(|(own, _)| own == name) {
                    found.insert(own.as_str());
                    bound.push((*id, *row));
                }
            }
            (found.len() >= naming.min_count).then(|| {
                let map = Self::of_morphs(character, naming.kind, bound);
                match naming.kind {
                    // The morph targets of Character Creator shape the lips; the jaw opens by its joint.
                    VisemeTargets::Reallusion | VisemeTargets::ArKit => {
                        map.with_jaw(character, character_creator_jaw(character))
                    }
                    _ => map,
                }
            })
        });
        // A VRM's author chose the shapes of its vowels; only shapes with consonants are better.
        let is_better = |map: &Self| !matches!(map.kind(), VisemeTargets::VRoid | VisemeTargets::Vowels);
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

use super::map::VisemeMap;
use super::naming::{namings, vowel};
use super::targets::VisemeTargets;
use crate::character::{Character, MorphTargetId};
use crate::face::Viseme;
use crate::face::names::normalized;
use crate::humanoid::HumanBone;
use crate::skeleton::JointIndex;
use std::collections::BTreeSet;

impl VisemeMap {
    /// Map of a character whose mouth shapes have usual names: morph targets of the 15 visemes, else ARKit's blend shapes, else those of Character
    /// Creator or Genesis, else VRM's five mouth expressions, else VRoid Studio's vowels, else a jaw joint. `None` where there is no mouth to move.
    ///
    /// Case, separators and a mesh name before a dot do not matter. Five vowels and a jaw show no closed lips and no teeth beyond a closed mouth.
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
            (found.len() >= naming.min_count).then(|| Self::of_morphs(character, naming.kind, bound))
        });
        // A VRM's author chose the shapes of its vowels; only shapes with consonants are better.
        let is_better = |map: &Self| map.kind() != VisemeTargets::VRoid;
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

/// Jaw of a humanoid, else a joint of that name.
pub(crate) fn jaw_joint(character: &Character) -> Option<JointIndex> {
    let skeleton = character.skeleton();
    let find =
        |is_jaw: fn(&str) -> bool| skeleton.joints().find(|joint| is_jaw(&normalized(skeleton.name(*joint))));
    let human = character.humanoid().and_then(|body| body.joint(HumanBone::Jaw));
    human.or_else(|| find(|name| name == "jaw")).or_else(|| {
        find(|name| (name.ends_with("jaw") && !name.contains("upper")) || name.starts_with("jawlower"))
    })
}

//! Clips of a pack for a character that was read elsewhere, by names.

use super::{Pack, PackedMorph};
use crate::character::Character;
use crate::clip::{Clip, Target};
use crate::skeleton::{JointIndex, Skeleton};
use std::collections::{BTreeSet, HashMap};

impl Pack {
    /// Clip number `clip` for another character: joints, expressions and morph targets of the same names, the latter on
    /// nodes of the same names. Also what the clip moves and the character does not have. The clip's data is shared.
    ///
    /// # Panics
    /// When there is no such clip.
    pub fn bound(&self, clip: usize, character: &Character) -> (Clip, Vec<String>) {
        let clip = &self.clips[clip];
        let joints = partners(&self.skeleton, character.skeleton());
        let joint = |own: JointIndex| joints.get(own.index()).copied().flatten();
        let expression = |own: usize| character.find_expression(self.expressions.get(own)?);
        let named = |instance: usize, target: usize| {
            self.morphs.iter().find(|morph| (morph.instance, morph.target) == (instance, target))
        };
        let morph = |instance: usize, target: usize| self.partner(named(instance, target)?, character);
        let bound = clip.rebind(joint, morph, expression);
        let mut missing = BTreeSet::new();
        for target in clip.targets() {
            let name = match target {
                Target::Morph { instance, target } => {
                    let (instance, target) = (instance as usize, target as usize);
                    let lacks = morph(instance, target).is_none();
                    lacks.then(|| named(instance, target).map(|morph| morph.name.clone())).flatten()
                }
                Target::Expression(n) => {
                    let lacks = expression(n as usize).is_none();
                    lacks.then(|| self.expressions.get(n as usize).cloned()).flatten()
                }
                other => other
                    .joint()
                    .filter(|own| joint(*own).is_none())
                    .map(|own| self.skeleton.name(own).to_owned()),
            };
            missing.extend(name);
        }
        (bound, missing.into_iter().collect())
    }

    /// The instance and target of another character: where it has the same numbers, those.
    fn partner(&self, morph: &PackedMorph, character: &Character) -> Option<(usize, usize)> {
        let node = self.skeleton.name(morph.node);
        let alike: Vec<(usize, usize)> = character
            .find_morph(&morph.name)
            .filter(|(instance, _)| character.skeleton().name(character.instances()[*instance].node) == node)
            .collect();
        let same = alike.iter().find(|other| **other == (morph.instance, morph.target));
        same.or(alike.first()).copied()
    }
}

/// Of each joint the other skeleton's first of the same name, no joint twice. Skeletons whose names agree all along are
/// taken number by number, since names need not be unique.
fn partners(own: &Skeleton, other: &Skeleton) -> Vec<Option<JointIndex>> {
    let same = own.len() == other.len()
        && own.joints().all(|j| own.name(j) == other.name(j) && own.parent(j) == other.parent(j));
    if same {
        return own.joints().map(Some).collect();
    }
    let mut first: HashMap<&str, JointIndex> = HashMap::new();
    for joint in (0..other.len()).filter_map(|n| other.by_source(n)) {
        first.entry(other.name(joint)).or_insert(joint);
    }
    let mut partners = vec![None; own.len()];
    for joint in (0..own.len()).filter_map(|n| own.by_source(n)) {
        partners[joint.index()] = first.remove(own.name(joint));
    }
    partners
}

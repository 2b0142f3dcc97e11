//! Binding of a pack's clips to a character from another file, by names.

use super::{Pack, PackedMorph};
use crate::character::Character;
use crate::clip::{Clip, Target};
use crate::morph::{ExpressionId, MeshInstanceId, MorphTargetId};
use crate::skeleton::{JointIndex, Skeleton};
use std::collections::{BTreeSet, HashMap};

impl Pack {
    /// Copy of clip number `clip` for another character, with joints, expressions and morph targets of the same names (morph
    /// targets also need a node of the same name). Returns it with the names that the character lacks; those channels are
    /// dropped. The clip's data is shared. Takes a number, not a clip, since only the pack has the names;
    /// [`Clip::rebind`] does the work.
    ///
    /// # Panics
    /// When there is no such clip.
    #[must_use]
    pub fn rebind(&self, clip: usize, character: &Character) -> (Clip, Vec<String>) {
        let clip = &self.clips[clip];
        let joints = joint_map(&self.skeleton, character.skeleton());
        let joint = |own: JointIndex| joints.get(own.index()).copied().flatten();
        let expression = |own: ExpressionId| character.find_expression(self.expressions.get(own.index())?);
        let named: HashMap<MorphTargetId, &PackedMorph> =
            self.morphs.iter().rev().map(|morph| (morph.id(), morph)).collect();
        let morphs = self.morph_map(character);
        let morph = |own: MorphTargetId| morphs.get(&own).copied();
        let mut bound = clip.rebind(joint, morph, expression);
        bound.keep_rest_of(clip, &self.skeleton, character.skeleton(), joint);
        let mut missing = BTreeSet::new();
        for target in clip.targets() {
            let name = match target {
                Target::Morph { instance, target } => {
                    let own = MorphTargetId { instance: MeshInstanceId(instance), target: target as usize };
                    let lacks = morph(own).is_none();
                    lacks.then(|| named.get(&own).map(|morph| morph.name.clone())).flatten()
                }
                Target::Expression(n) => {
                    let lacks = expression(ExpressionId(n)).is_none();
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

    /// Instance and target in another character for each morph target: the same numbers where their names agree.
    fn morph_map(&self, character: &Character) -> HashMap<MorphTargetId, MorphTargetId> {
        let mut by_name: HashMap<(&str, &str), MorphTargetId> = HashMap::new();
        for (instance, own) in character.mesh_instance_ids().zip(character.mesh_instances()) {
            let node = character.skeleton().name(own.node);
            for (target, name) in character.meshes()[own.mesh].morph_names.iter().enumerate() {
                by_name.entry((node, name)).or_insert(MorphTargetId { instance, target });
            }
        }
        let is_same = |morph: &PackedMorph| {
            let instance = character.mesh_instances().get(morph.instance.index())?;
            let name = character.meshes()[instance.mesh].morph_names.get(morph.target)?;
            let node = character.skeleton().name(instance.node);
            (*name == morph.name && node == self.skeleton.name(morph.node)).then_some(())
        };
        let entry = |morph: &PackedMorph| {
            let own = morph.id();
            let other = match is_same(morph) {
                Some(()) => Some(own),
                None => by_name.get(&(self.skeleton.name(morph.node), morph.name.as_str())).copied(),
            };
            other.map(|other| (own, other))
        };
        // Of entries with the same numbers the first one counts.
        self.morphs.iter().rev().filter_map(entry).collect()
    }
}

/// For each joint the first joint of the same name in another skeleton, each at most once. Skeletons whose names and
/// parents agree throughout are matched by number, since names need not be unique.
fn joint_map(own: &Skeleton, other: &Skeleton) -> Vec<Option<JointIndex>> {
    let same = own.len() == other.len()
        && own.joints().all(|j| own.name(j) == other.name(j) && own.parent(j) == other.parent(j));
    if same {
        return own.joints().map(Some).collect();
    }
    let mut first: HashMap<&str, JointIndex> = HashMap::new();
    for joint in (0..other.len()).filter_map(|n| other.by_file_index(n)) {
        first.entry(other.name(joint)).or_insert(joint);
    }
    let mut map = vec![None; own.len()];
    for joint in (0..own.len()).filter_map(|n| own.by_file_index(n)) {
        map[joint.index()] = first.remove(own.name(joint));
    }
    map
}

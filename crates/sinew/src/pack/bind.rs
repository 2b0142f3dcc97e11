//! Binding of a pack's clips to a character from another file, by names.

use super::{Pack, PackedMorph};
use crate::character::Character;
use crate::clip::{Clip, Target};
use crate::morph::{ExpressionId, MeshInstanceId, MorphTargetId};
use crate::skeleton::{JointId, Skeleton};
use std::collections::{BTreeSet, HashMap};

impl Pack {
    /// Copy of clip number `clip` for another character, with joints, expressions and morph targets of the
    /// same names (morph targets also need a node of the same name). Returns it with the names that the
    /// character lacks; those channels are dropped. The clip's data is shared. Takes a number, not a clip,
    /// since only the pack has the names; [`Clip::rebind`] does the work.
    ///
    /// # Panics
    /// When there is no such clip.
    #[must_use]
    pub fn rebind(&self, clip: usize, character: &Character) -> (Clip, Vec<String>) {
        let clip = &self.clips[clip];
        let joints = joint_map(&self.skeleton, character.skeleton());
        let joint = |id: JointId| joints.get(id.index()).copied().flatten();
        let expression = |id: ExpressionId| character.find_expression(self.expressions.get(id.index())?);
        let named: HashMap<MorphTargetId, &PackedMorph> =
            self.morphs.iter().rev().map(|morph| (morph.id(), morph)).collect();
        let morphs = self.morph_map(character);
        let morph = |id: MorphTargetId| morphs.get(&id).copied();
        let mut bound = clip.rebind(joint, morph, expression);
        bound.keep_rest_of(clip, &self.skeleton, character.skeleton(), joint);
        let mut missing = BTreeSet::new();
        for target in clip.targets() {
            let name = match target {
                Target::Morph { instance, target } => {
                    let id = MorphTargetId { instance: MeshInstanceId(instance), target: target as usize };
                    let lacks = morph(id).is_none();
                    lacks.then(|| named.get(&id).map(|morph| morph.name.clone())).flatten()
                }
                Target::Expression(n) => {
                    let lacks = expression(ExpressionId(n)).is_none();
                    lacks.then(|| self.expressions.get(n as usize).cloned()).flatten()
                }
                other => other
                    .joint()
                    .filter(|lost| joint(*lost).is_none())
                    .map(|lost| self.skeleton.name(lost).to_owned()),
            };
            missing.extend(name);
        }
        (bound, missing.into_iter().collect())
    }

    /// Instance and target in another character for each morph target: the same numbers where their names
    /// agree.
    fn morph_map(&self, character: &Character) -> HashMap<MorphTargetId, MorphTargetId> {
        let mut by_name: HashMap<(&str, &str), MorphTargetId> = HashMap::new();
        for (instance, mesh_instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
            let node = character.skeleton().name(mesh_instance.node);
            for (target, name) in character.meshes()[mesh_instance.mesh].morph_names.iter().enumerate() {
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
            let id = morph.id();
            let other = match is_same(morph) {
                Some(()) => Some(id),
                None => by_name.get(&(self.skeleton.name(morph.node), morph.name.as_str())).copied(),
            };
            other.map(|other| (id, other))
        };
        // Of entries with the same numbers the first one counts.
        self.morphs.iter().rev().filter_map(entry).collect()
    }
}

/// For each joint the first joint of the same name in another skeleton, each at most once. Skeletons whose
/// names and parents agree throughout are matched by number, since names need not be unique.
fn joint_map(source: &Skeleton, target: &Skeleton) -> Vec<Option<JointId>> {
    let same = source.len() == target.len()
        && source.joints().all(|j| source.name(j) == target.name(j) && source.parent(j) == target.parent(j));
    if same {
        return source.joints().map(Some).collect();
    }
    let mut first: HashMap<&str, JointId> = HashMap::new();
    for joint in (0..target.len()).filter_map(|n| target.by_file_index(n)) {
        first.entry(target.name(joint)).or_insert(joint);
    }
    let mut map = vec![None; source.len()];
    for joint in (0..source.len()).filter_map(|n| source.by_file_index(n)) {
        map[joint.index()] = first.remove(source.name(joint));
    }
    map
}

//! Removal of mesh instances from the parts of a character.

use crate::character::{CharacterParts, MeshId, MeshInstance, SkinId};
use crate::clip::RawClip;
use crate::morph::MeshInstanceId;
use std::collections::BTreeMap;

/// New ids of the mesh instances that are left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstanceMap {
    new: Vec<Option<MeshInstanceId>>,
}

impl InstanceMap {
    /// New id of an instance; `None` for one that is removed or was never there.
    #[must_use]
    pub fn instance(&self, old: MeshInstanceId) -> Option<MeshInstanceId> {
        self.new.get(old.index()).copied().flatten()
    }

    /// Moves the morph tracks of a clip to the new ids, and removes those of removed instances.
    pub fn remap_clip(&self, clip: &mut RawClip) {
        clip.morphs.retain_mut(|track| {
            let new = self.instance(track.instance);
            new.inspect(|new| track.instance = *new).is_some()
        });
    }
}

impl CharacterParts {
    /// Removes the mesh instances that `keep` refuses, with the meshes and skins that no other uses.
    /// Expressions and the first-person setup lose what concerns them; joints, materials and images stay.
    pub fn retain_instances(&mut self, keep: impl Fn(MeshInstanceId) -> bool) -> InstanceMap {
        let mut map = InstanceMap::default();
        let mut kept: Vec<MeshInstance> = Vec::new();
        for (id, instance) in (0..).map(MeshInstanceId).zip(std::mem::take(&mut self.mesh_instances)) {
            let stays = keep(id);
            map.new.push(stays.then_some(MeshInstanceId(kept.len() as u32)));
            kept.extend(stays.then_some(instance));
        }
        let meshes = retain_used(&mut self.meshes, kept.iter().map(|instance| instance.mesh.index()));
        let skins = retain_used(
            &mut self.skins,
            kept.iter().filter_map(|instance| instance.skin).map(|skin| skin.index()),
        );
        for instance in &mut kept {
            if let Some(mesh) = meshes.get(&instance.mesh.index()) {
                instance.mesh = MeshId(*mesh);
            }
            let skin = instance.skin.and_then(|skin| skins.get(&skin.index()));
            instance.skin = skin.map(|skin| SkinId(*skin)).or(instance.skin);
        }
        self.mesh_instances = kept;
        for expression in &mut self.expressions {
            expression.morphs.retain_mut(|bind| {
                let new = map.instance(bind.instance);
                new.inspect(|new| bind.instance = *new).is_some()
            });
        }
        if let Some(first_person) = &mut self.first_person {
            first_person.mesh_annotations.retain_mut(|(instance, _)| {
                let new = map.instance(*instance);
                new.inspect(|new| *instance = *new).is_some()
            });
        }
        map
    }
}

/// Removes all but the used items, and returns the new number of each.
pub(super) fn retain_used<T>(items: &mut Vec<T>, used: impl Iterator<Item = usize>) -> BTreeMap<usize, u32> {
    let mut new: BTreeMap<usize, u32> = used.map(|old| (old, 0)).collect();
    new.retain(|old, _| *old < items.len());
    new.values_mut().zip(0..).for_each(|(new, number)| *new = number);
    let mut number = 0;
    items.retain(|_| {
        number += 1;
        new.contains_key(&(number - 1))
    });
    new
}

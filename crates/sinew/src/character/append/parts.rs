//! Parts of another character that are added to one: clothes, armour, another head of hair.

use crate::character::{
    Character, CharacterError, CharacterParts, ImageId, JointMap, MaterialId, MeshId, MeshInstance,
    MeshInstanceId, Skin, SkinId, Spring, TextureId,
};
use crate::humanoid::HumanBone;
use crate::skeleton::{Joint, JointId, Skeleton};
use std::ops::Range;

/// Parts that [`CharacterParts::append_parts`] has added.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AppendedParts {
    /// New indices of the joints that were there before, and those of the added ones.
    pub joints: JointMap,
    /// The added mesh instances.
    pub mesh_instances: Range<u32>,
    /// Added joints that move skin and hang on no joint that was there before: they do not follow the body.
    pub loose_joints: Vec<JointId>,
}

impl AppendedParts {
    /// The added mesh instances.
    pub fn instances(&self) -> impl Iterator<Item = MeshInstanceId> + use<> {
        self.mesh_instances.clone().map(MeshInstanceId)
    }
}

impl CharacterParts {
    /// Adds the meshes of another character of the same rig, with their skins, materials, spring bones and
    /// constraints: clothes that were made on the same body.
    ///
    /// Joints of the other character are those of the same name here, or of the same human bone, which they may
    /// have as their name (VRM 1.0 names); those that
    /// this character lacks are added below the ones that it has, as far as the meshes need them. Meshes keep
    /// the pose in which they were bound. Expressions here move the morph targets of expressions of the same
    /// name there.
    ///
    /// # Errors
    /// When the other character has no meshes, or added joints lead too far away. The parts then stay as they
    /// were.
    pub fn append_parts(&mut self, other: &Character) -> Result<AppendedParts, CharacterError> {
        if other.mesh_instances().is_empty() {
            return Err(CharacterError::new("mesh_instances", "the other character has no meshes"));
        }
        let needed = needed_joints(other);
        let (joints, mut there) = (other.skeleton().joints(), vec![None; other.skeleton().len()]);
        let mut added = Vec::new();
        for joint in joints.filter(|joint| needed[joint.index()]) {
            if let Some(here) = self.same_joint(other, joint) {
                there[joint.index()] = Some(Place::Here(here));
                continue;
            }
            let parent = other.skeleton().parent(joint).and_then(|parent| there[parent.index()]);
            let parent = parent.map(|found| match found {
                Place::Here(here) => self.skeleton.file_index(here) as u32,
                Place::Added(number) => (self.skeleton.len() + number) as u32,
            });
            there[joint.index()] = Some(Place::Added(added.len()));
            added.push(Joint {
                name: other.skeleton().name(joint).to_owned(),
                parent,
                rest: other.skeleton().rest()[joint.index()],
                in_scene: other.skeleton().in_scene(joint),
            });
        }
        let map = self.append_joints(added)?;
        let joint_of = |joint: JointId| match there[joint.index()] {
            Some(Place::Here(here)) => map.joint(here),
            Some(Place::Added(number)) => map.added()[number],
            // Needed joints all have a place.
            None => JointId(0),
        };
        let first = self.mesh_instances.len() as u32;
        self.append_surfaces(other);
        self.append_meshes(other, joint_of);
        self.append_springs(other, joint_of);
        self.lights.extend(other.lights().iter().cloned().map(|mut light| {
            light.joint = joint_of(light.joint);
            light
        }));
        let constraints = other.constraints().iter().filter(|constraint| {
            let is_added = |joint: JointId| matches!(there[joint.index()], Some(Place::Added(_)));
            is_added(constraint.node) && there[constraint.source.index()].is_some()
        });
        let moved = constraints.map(|constraint| {
            let mut moved = *constraint;
            (moved.node, moved.source) = (joint_of(moved.node), joint_of(moved.source));
            moved
        });
        self.constraints.extend(moved);
        for expression in &mut self.expressions {
            let Some(same) = other.expressions().iter().find(|same| same.name == expression.name) else {
                continue;
            };
            expression.morphs.extend(same.morphs.iter().map(|bind| {
                let mut bind = *bind;
                bind.instance.0 += first;
                bind
            }));
        }
        let moves_skin = |joint: &JointId| other.skins().iter().any(|skin| skin.joints.contains(joint));
        let hangs = |joint: JointId| {
            let above = std::iter::successors(Some(joint), |at| other.skeleton().parent(*at));
            above.into_iter().any(|at| matches!(there[at.index()], Some(Place::Here(_))))
        };
        let loose = other.skeleton().joints().filter(|joint| moves_skin(joint) && !hangs(*joint));
        let mesh_instances = first..self.mesh_instances.len() as u32;
        Ok(AppendedParts { loose_joints: loose.map(joint_of).collect(), joints: map, mesh_instances })
    }

    /// The joint of the same name, or of the same human bone.
    fn same_joint(&self, other: &Character, joint: JointId) -> Option<JointId> {
        let by_name = self.skeleton.find(other.skeleton().name(joint));
        let by_bone = || {
            // A part of a rig is no humanoid, but its joints may be called as human bones are.
            let bone = other.humanoid().and_then(|body| body.named_bones.bone(joint));
            let bone = bone.or_else(|| HumanBone::from_name(other.skeleton().name(joint)))?;
            self.humanoid.as_ref()?.named_bones.joint(bone)
        };
        by_name.or_else(by_bone)
    }

    /// Adds images, textures and materials.
    fn append_surfaces(&mut self, other: &Character) {
        let (images, textures) = (self.images.len() as u32, self.textures.len() as u32);
        self.images.extend(other.images().iter().cloned());
        self.textures.extend(other.textures().iter().cloned().map(|mut texture| {
            texture.image = texture.image.map(|image| ImageId(image.0 + images));
            texture
        }));
        self.materials.extend(other.materials().iter().cloned().map(|mut material| {
            for (_, texture) in material.texture_fields() {
                if let Some(texture) = texture {
                    texture.texture = TextureId(texture.texture.0 + textures);
                }
            }
            material
        }));
    }

    /// Adds skins, meshes and their instances, whose materials have been added.
    fn append_meshes(&mut self, other: &Character, joint_of: impl Fn(JointId) -> JointId) {
        let (skins, meshes) = (self.skins.len() as u32, self.meshes.len() as u32);
        let materials = (self.materials.len() - other.materials().len()) as u32;
        self.skins.extend(other.skins().iter().map(|skin| Skin {
            name: skin.name.clone(),
            joints: skin.joints.iter().map(|joint| joint_of(*joint)).collect(),
            inverse_binds: skin.inverse_binds.clone(),
        }));
        self.meshes.extend(other.meshes().iter().cloned().map(|mut mesh| {
            for primitive in &mut mesh.primitives {
                primitive.material = primitive.material.map(|id| MaterialId(id.0 + materials));
            }
            mesh
        }));
        self.mesh_instances.extend(other.mesh_instances().iter().map(|instance| MeshInstance {
            node: joint_of(instance.node),
            mesh: MeshId(instance.mesh.0 + meshes),
            skin: instance.skin.map(|skin| SkinId(skin.0 + skins)),
            ..instance.clone()
        }));
    }

    /// Adds springs with their colliders, but for those of joints that swing already.
    fn append_springs(&mut self, other: &Character, joint_of: impl Fn(JointId) -> JointId) {
        let springs = other.spring_bones();
        let (colliders, groups) =
            (self.spring_bones.colliders.len(), self.spring_bones.collider_groups.len());
        let swing: Vec<JointId> = self
            .spring_bones
            .springs
            .iter()
            .flat_map(|spring| &spring.joints)
            .map(|swinging| swinging.joint)
            .collect();
        let added: Vec<Spring> = springs
            .springs
            .iter()
            .map(|spring| {
                let mut moved = spring.clone();
                moved.joints.iter_mut().for_each(|swinging| swinging.joint = joint_of(swinging.joint));
                moved.center = moved.center.map(&joint_of);
                moved.body_damping.iter_mut().for_each(|damping| damping.joint = joint_of(damping.joint));
                moved.collider_groups.iter_mut().for_each(|group| *group += groups);
                moved
            })
            .filter(|spring| !spring.joints.iter().any(|swinging| swing.contains(&swinging.joint)))
            .collect();
        if added.is_empty() {
            return;
        }
        self.spring_bones.springs.extend(added);
        self.spring_bones.colliders.extend(springs.colliders.iter().map(|collider| {
            let mut moved = *collider;
            moved.joint = joint_of(moved.joint);
            moved
        }));
        self.spring_bones.collider_groups.extend(springs.collider_groups.iter().cloned().map(|mut group| {
            group.colliders.iter_mut().for_each(|collider| *collider += colliders);
            group
        }));
    }
}

/// Where a joint of the other character is here.
#[derive(Clone, Copy)]
enum Place {
    Here(JointId),
    /// Number among the added ones.
    Added(usize),
}

/// Joints that meshes, springs, colliders and lights name, with their ancestors.
fn needed_joints(character: &Character) -> Vec<bool> {
    let skeleton: &Skeleton = character.skeleton();
    let mut needed = vec![false; skeleton.len()];
    let springs = character.spring_bones();
    let named = (character.skins().iter().flat_map(|skin| skin.joints.iter().copied()))
        .chain(character.mesh_instances().iter().map(|instance| instance.node))
        .chain(springs.colliders.iter().map(|collider| collider.joint))
        .chain(springs.springs.iter().flat_map(|spring| {
            let joints = spring.joints.iter().map(|swinging| swinging.joint);
            joints.chain(spring.center).chain(spring.body_damping.map(|damping| damping.joint))
        }));
    for joint in named.chain(character.lights().iter().map(|light| light.joint)) {
        let mut above = Some(joint);
        while let Some(at) = above.filter(|at| !needed[at.index()]) {
            needed[at.index()] = true;
            above = skeleton.parent(at);
        }
    }
    needed
}

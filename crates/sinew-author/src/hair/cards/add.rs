//! Cards as parts of a character.

use super::layer::LayerCards;
use super::pose::chain_transforms;
use super::weights::CardJoint;
use super::{CardError, HairCards};
use glam::{Affine3A, Quat};
use sinew::character::{
    Character, CharacterError, CharacterParts, Influences, JointMap, MaterialId, Mesh, MeshId, MeshInstance,
    MeshInstanceId, Skin, SkinId, SkinningMethod, Spring, SpringBones,
};
use sinew::humanoid::HumanBone;
use sinew::math::Transform;
use sinew::pose::ModelPose;
use sinew::skeleton::{Joint, JointId};
use sinew::spring::add_body_colliders;
use std::collections::BTreeMap;

/// Mover of the chains of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CardMotion {
    /// Spring bones, with colliders that are measured on the body.
    #[default]
    Springs,
    /// Keys of clips: the character gets no spring bones for its hair.
    Keys,
}

/// Indices of what cards have added to the parts.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AddedCards {
    /// New indices of the joints, for clips.
    pub joints: JointMap,
    /// Per chain: its joints from root to end.
    pub chains: Vec<Vec<JointId>>,
    /// Mesh instance of each layer with cards.
    pub instances: Vec<MeshInstanceId>,
}

impl HairCards {
    /// Adds the cards to the parts of the character that they were made for, with a material per layer of the
    /// groom. Joints get new indices ([`AddedCards::joints`]).
    ///
    /// # Errors
    /// When there is not one material per layer, or the parts are those of another character or inconsistent.
    /// The parts may then have joints of chains.
    pub fn add_to(
        &self,
        parts: &mut CharacterParts,
        materials: &[MaterialId],
        motion: CardMotion,
    ) -> Result<AddedCards, CardError> {
        if materials.len() != self.layers.len() {
            return Err(CardError::Materials { materials: materials.len(), layers: self.layers.len() });
        }
        let joints = parts.append_joints(self.joints(parts)?)?;
        let mut rest = joints.added().iter().copied();
        let chains = self.chains.iter().map(|chain| rest.by_ref().take(chain.positions.len()).collect());
        let mut added =
            AddedCards { chains: chains.collect(), joints: JointMap::default(), instances: Vec::new() };
        let node = rest.next().unwrap_or(JointId(0));
        added.joints = joints;
        if motion == CardMotion::Springs {
            let mut bones = self.spring_bones(&added);
            // Players that know VRM alone have no damping against the head: there the motion of the whole
            // body swings no hair.
            bones.springs.iter_mut().for_each(|spring| spring.center = center(parts, spring));
            add_body_colliders(&mut bones, &Character::new(parts.clone())?);
            join(&mut parts.spring_bones, bones);
        }
        let reference = ModelPose::reference(&parts.skeleton);
        for (layer, material) in self.layers.iter().zip(materials) {
            if layer.mesh.indices.is_empty() {
                continue;
            }
            let (skin, influences) = skin(layer, &added, reference.as_slice())?;
            let mut primitive = layer.mesh.primitive();
            primitive.influences = Some(influences);
            primitive.tangents = layer.tangents.clone();
            primitive.colors = layer.colors.clone();
            primitive.material = Some(*material);
            primitive.has_file_normals = true;
            added.instances.push(MeshInstanceId(parts.mesh_instances.len() as u32));
            parts.mesh_instances.push(MeshInstance {
                node,
                mesh: MeshId(parts.meshes.len() as u32),
                skin: Some(SkinId(parts.skins.len() as u32)),
                weights: Vec::new(),
                skinning: SkinningMethod::Linear,
                visible: true,
            });
            let name = if layer.name.is_empty() { "hair cards".to_owned() } else { layer.name.clone() };
            parts.meshes.push(Mesh { name, primitives: vec![primitive], ..Mesh::default() });
            parts.skins.push(skin);
        }
        Ok(added)
    }

    /// Joints of all chains, then the node of the meshes.
    fn joints(&self, parts: &CharacterParts) -> Result<Vec<Joint>, CardError> {
        let skeleton = &parts.skeleton;
        let reference = ModelPose::reference(skeleton);
        let prefix = free_prefix(parts);
        let (mut joints, mut local) = (Vec::new(), Vec::new());
        for (number, chain) in self.chains.iter().enumerate() {
            let Some(anchor) = reference.as_slice().get(chain.anchor.index()) else {
                return Err(CardError::Character(CharacterError::new(
                    format!("chain {number}"),
                    format!("joint {} does not exist", chain.anchor.0),
                )));
            };
            local.clear();
            chain_transforms(
                &chain.positions,
                chain.positions.iter().copied(),
                Quat::IDENTITY,
                anchor,
                &mut local,
            );
            for (bone, rest) in local.iter().enumerate() {
                let parent = match bone {
                    0 => skeleton.file_index(chain.anchor),
                    _ => skeleton.len() + joints.len() - 1,
                };
                joints.push(Joint {
                    name: format!("{prefix} {number} {bone}"),
                    parent: Some(parent as u32),
                    rest: *rest,
                    in_scene: true,
                });
            }
        }
        joints.push(Joint { name: prefix, parent: None, rest: Transform::IDENTITY, in_scene: true });
        Ok(joints)
    }
}

/// Joint that moves as the body as a whole: the hips, or the highest ancestor of the joint that damps the
/// spring.
fn center(parts: &CharacterParts, spring: &Spring) -> Option<JointId> {
    let joint = spring.body_damping?.joint;
    let above = |joint| std::iter::successors(Some(joint), |joint| parts.skeleton.parent(*joint));
    let hips = parts.humanoid.as_ref().and_then(|humanoid| humanoid.joint(HumanBone::Hips));
    hips.filter(|hips| above(joint).any(|ancestor| ancestor == *hips)).or_else(|| above(joint).last())
}

/// Beginning of the names of new joints that no joint has.
fn free_prefix(parts: &CharacterParts) -> String {
    let skeleton = &parts.skeleton;
    let is_free =
        |prefix: &String| !skeleton.joints().any(|joint| skeleton.name(joint).starts_with(prefix.as_str()));
    let numbered = (2..).map(|number| format!("hair cards {number}"));
    std::iter::once("hair cards".to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

/// Skin of a layer: the joints that its cards use, bound in the reference pose.
fn skin(
    layer: &LayerCards,
    added: &AddedCards,
    reference: &[Affine3A],
) -> Result<(Skin, Influences), CardError> {
    let index_of = |joint: CardJoint| match joint {
        CardJoint::Anchor(old) => added.joints.joint(old),
        CardJoint::Bone { chain, bone } => added.chains[chain as usize][bone as usize],
    };
    let used = layer.weights.iter().flatten().filter(|(_, weight)| *weight > 0.0);
    let mut slots: BTreeMap<CardJoint, u16> = used.map(|(joint, _)| (*joint, 0)).collect();
    slots.values_mut().zip(0..).for_each(|(slot, number)| *slot = number);
    let all = || layer.weights.iter().flatten();
    let numbers: Vec<u16> = all().map(|(joint, _)| slots.get(joint).copied().unwrap_or(0)).collect();
    let weights: Vec<f32> = all().map(|(_, weight)| *weight).collect();
    let stride = layer.weights.first().map_or(1, |row| row.len());
    let influences = Influences::new(stride, &numbers, &weights)
        .map_err(|error| CharacterError::new(format!("layer '{}'", layer.name), error.to_string()))?;
    let joints: Vec<JointId> = slots.keys().map(|joint| index_of(*joint)).collect();
    let inverse_binds = joints.iter().map(|joint| reference[joint.index()].inverse()).collect();
    Ok((Skin { name: layer.name.clone(), joints, inverse_binds }, influences))
}

/// Adds further spring bones with colliders of their own.
fn join(bones: &mut SpringBones, mut more: SpringBones) {
    let (colliders, groups) = (bones.colliders.len(), bones.collider_groups.len());
    for group in &mut more.collider_groups {
        group.colliders.iter_mut().for_each(|collider| *collider += colliders);
    }
    for spring in &mut more.springs {
        spring.collider_groups.iter_mut().for_each(|group| *group += groups);
    }
    bones.colliders.append(&mut more.colliders);
    bones.collider_groups.append(&mut more.collider_groups);
    bones.springs.append(&mut more.springs);
}

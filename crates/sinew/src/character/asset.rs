use super::check::check;
use super::first_person::{first_person, first_person_meshes};
use super::instance_bounds::InstanceBounds;
use super::parts::{CharacterError, CharacterParts};
use super::shared_images;
use super::vrm::{Expression, FirstPersonSetup, LookAtSetup, Meta, NodeConstraint, SpringBones};
use super::vrm::{FirstPersonFlag, dependency_order, from_vrm0_preset};
use super::{ExpressionId, ImageId, MeshId, MeshInstanceId, MorphTargetId, SkinId};
use super::{
    FirstPersonMesh, Image, Light, Material, Mesh, MeshInstance, Primitive, Skin, SkinningMethod, Texture,
};
use crate::face_names::FaceNames;
use crate::fingerprint::Fingerprint;
use crate::humanoid::{HumanBone, Humanoid, forward, rotation_from_z};
use crate::math::{Bounds, Transform};
use crate::morph::MorphWeights;
use crate::pose::ModelPose;
use crate::skeleton::{JointId, ReferenceOrigin, ReferencePoseError, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// A character asset: all data that does not change at run time. Immutable; share it between actors with
/// `Arc`.
///
/// ```
/// use sinew::skeleton::{Joint, Skeleton};
/// use sinew::{Character, CharacterParts, Transform};
///
/// let root = Joint { name: "root".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
/// let skeleton = Skeleton::new(vec![root])?;
/// let character = Character::new(CharacterParts { skeleton, ..CharacterParts::default() })?;
/// assert_eq!(character.find_joint("root"), character.skeleton().find("root"));
/// assert!(character.rest_bounds().is_empty(), "no meshes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Character {
    parts: CharacterParts,
    rest_weights: MorphWeights,
    bounds: InstanceBounds,
    /// First-person visibility per mesh instance; empty where the file does not state it.
    first_person: Vec<FirstPersonFlag>,
    /// The resulting meshes; empty likewise.
    first_person_meshes: Vec<FirstPersonMesh>,
    /// Constraints in solving order.
    constraint_order: Vec<usize>,
    rest_model: ModelPose,
    /// The reference pose in model space, where it is not the rest pose.
    reference_model: Option<ModelPose>,
    rest_bounds: Bounds,
    reference_bounds: Bounds,
    /// Direction in which it faces in the reference pose.
    forward: Vec3,
    /// See [`Character::shapes_fingerprint`].
    shapes_fingerprint: u64,
    /// Per mesh and primitive: whether its triangles stay flat.
    flat: Vec<Vec<bool>>,
}

impl Character {
    /// Checks `parts`: every reference exists, every slice has its required length, all numbers are finite
    /// and small enough for poses in 32-bit floats ([`MAX_COORDINATE`](crate::skeleton::MAX_COORDINATE)); so
    /// nothing fails at run time. A material may name a set of texture coordinates that a mesh lacks; a
    /// renderer draws it with (0, 0). Images of equal bytes share them ([`Character::distinct_images`]).
    ///
    /// # Errors
    /// The first inconsistent part.
    pub fn new(mut parts: CharacterParts) -> Result<Self, CharacterError> {
        check(&parts)?;
        shared_images::share_equal_bytes(&mut parts.images);
        let rest_weights = MorphWeights::new(parts.mesh_instances.iter().map(|i| i.weights.as_slice()));
        let rest_model = ModelPose::rest(&parts.skeleton);
        let reference_model = reference_model(&parts.skeleton);
        let first_person = first_person(&parts);
        let is_visible = |id: MeshInstanceId| {
            let is_own_view = first_person.get(id.index()) == Some(&FirstPersonFlag::FirstPersonOnly);
            parts.mesh_instances[id].visible && !is_own_view
        };
        let bounds = InstanceBounds::new(&parts, is_visible);
        let first_person_meshes = first_person_meshes(&parts, &first_person);
        let constraint_order = dependency_order(&parts.skeleton, &parts.constraints)
            .map_err(|e| CharacterError { location: "constraints".into(), message: e.to_string() })?;
        let forward = parts.humanoid.as_ref().map_or(Vec3::Z, |body| forward(&parts.skeleton, body));
        let shapes_fingerprint = shapes_fingerprint(&parts);
        let is_flat = |mesh: &Mesh| mesh.primitives.iter().map(Primitive::has_flat_normals).collect();
        let flat = parts.meshes.iter().map(is_flat).collect();
        let mut character = Self {
            parts,
            rest_weights,
            bounds,
            first_person,
            first_person_meshes,
            constraint_order,
            rest_model,
            reference_model,
            rest_bounds: Bounds::EMPTY,
            reference_bounds: Bounds::EMPTY,
            forward,
            shapes_fingerprint,
            flat,
        };
        character.rest_bounds = character.bounds_in(character.rest_model());
        character.reference_bounds = character.bounds_in(character.reference_model());
        Ok(character)
    }

    /// Parts of the character, to change them and make another character of them.
    #[must_use]
    pub fn into_parts(self) -> CharacterParts {
        self.parts
    }

    /// A copy of the character with some of its parts changed.
    ///
    /// ```
    /// # use sinew::{Character, CharacterParts};
    /// # let character = Character::new(CharacterParts::default())?;
    /// let unsprung = character.edited(|parts| parts.spring_bones.springs.clear())?;
    /// assert!(unsprung.spring_bones().springs.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the parts no longer fit together, see [`Character::new`].
    pub fn edited(&self, edit: impl FnOnce(&mut CharacterParts)) -> Result<Self, CharacterError> {
        let mut parts = self.parts.clone();
        edit(&mut parts);
        Self::new(parts)
    }

    /// The character without its images and thumbnail, for programs that draw nothing: most of the memory of
    /// a character is images. Materials and their textures keep their ids; the textures show nothing.
    #[must_use]
    pub fn without_images(mut self) -> Self {
        self.parts.images = Vec::new();
        self.parts.textures.iter_mut().for_each(|texture| texture.image = None);
        if let Some(meta) = &mut self.parts.meta {
            meta.thumbnail = None;
        }
        self
    }

    /// Mesh instances by which a character is measured: the visible ones; all where none is visible.
    pub fn measured_instances(&self) -> impl Iterator<Item = (MeshInstanceId, &MeshInstance)> {
        let is_any_visible = self.parts.mesh_instances.iter().any(|instance| instance.visible);
        let all = self.mesh_instance_ids().zip(&self.parts.mesh_instances);
        all.filter(move |(_, instance)| instance.visible || !is_any_visible)
    }

    /// Bounding box of the mesh instances in a pose with the morph weights of the rest pose, without hidden
    /// ones unless all are.
    fn bounds_in(&self, model: &[Affine3A]) -> Bounds {
        self.measured_instances().fold(Bounds::EMPTY, |bounds, (id, instance)| {
            bounds.union(self.posed_bounds(id, model, &instance.weights, instance.skinning))
        })
    }

    /// All nodes.
    #[must_use]
    pub fn skeleton(&self) -> &Skeleton {
        &self.parts.skeleton
    }

    /// Hash of the joints, expressions and morph targets: what maps of faces refer to by index.
    pub(crate) fn shapes_fingerprint(&self) -> u64 {
        self.shapes_fingerprint
    }

    /// Whether the triangles of a primitive stay flat ([`Primitive::has_flat_normals`]).
    pub(crate) fn is_flat(&self, mesh: MeshId, primitive: usize) -> bool {
        self.flat[mesh.index()][primitive]
    }

    /// Direction in which the character faces in its reference pose, in model space: a level unit vector,
    /// found in the hips and shoulders of a humanoid ([`humanoid::forward`](crate::humanoid::forward)); +Z
    /// for characters that are none. Everything that has a forward direction follows it: retargeted clips,
    /// gaze, foot IK, scenes, views and exports.
    #[must_use]
    pub fn forward(&self) -> Vec3 {
        self.forward
    }

    /// Rotation about +Y from +Z to the direction in which the character faces: exact for the four axes.
    #[must_use]
    pub fn forward_rotation(&self) -> Quat {
        rotation_from_z(self.forward)
    }

    /// Matrix of a joint in the rest pose, turned to a character that faces +Z: gaze is measured in these
    /// axes.
    #[must_use]
    pub fn rest_ahead(&self, joint: JointId) -> Affine3A {
        Affine3A::from_quat(self.forward_rotation().inverse()) * self.rest_model()[joint.index()]
    }

    /// Skins over the skeleton, by [`SkinId`].
    #[must_use]
    pub fn skins(&self) -> &[Skin] {
        &self.parts.skins
    }

    /// Geometry, by [`MeshId`](super::MeshId).
    #[must_use]
    pub fn meshes(&self) -> &[Mesh] {
        &self.parts.meshes
    }

    /// Meshes on nodes, which are drawn, by [`MeshInstanceId`].
    #[must_use]
    pub fn mesh_instances(&self) -> &[MeshInstance] {
        &self.parts.mesh_instances
    }

    /// Ids of all skins, in order.
    pub fn skin_ids(&self) -> impl ExactSizeIterator<Item = SkinId> + Clone + use<> {
        (0..self.parts.skins.len() as u32).map(SkinId)
    }

    /// Ids of all mesh instances, in order.
    pub fn mesh_instance_ids(&self) -> impl ExactSizeIterator<Item = MeshInstanceId> + Clone + use<> {
        (0..self.parts.mesh_instances.len() as u32).map(MeshInstanceId)
    }

    /// Materials, by [`MaterialId`](super::MaterialId).
    #[must_use]
    pub fn materials(&self) -> &[Material] {
        &self.parts.materials
    }

    /// Textures, by [`TextureId`](super::TextureId).
    #[must_use]
    pub fn textures(&self) -> &[Texture] {
        &self.parts.textures
    }

    /// Images, still encoded, by [`ImageId`](super::ImageId).
    #[must_use]
    pub fn images(&self) -> &[Image] {
        &self.parts.images
    }

    /// The first image with the same bytes, for each image; the image itself where it is the first. Decode
    /// and upload that one for all. Images without bytes stand alone.
    #[must_use]
    pub fn distinct_images(&self) -> Vec<ImageId> {
        shared_images::first_of_each(&self.parts.images)
    }

    /// First-person version of a mesh instance: the part visible to the character's own eyes.
    ///
    /// # Panics
    /// When the instance does not exist.
    #[must_use]
    pub fn first_person_mesh(&self, instance: MeshInstanceId) -> &FirstPersonMesh {
        const WHOLE: &FirstPersonMesh = &FirstPersonMesh::Whole;
        self.expect_instance(instance);
        self.first_person_meshes.get(instance.index()).unwrap_or(WHOLE)
    }

    /// Whether a mesh instance is visible only to the character's own eyes.
    ///
    /// # Panics
    /// When the instance does not exist.
    #[must_use]
    pub fn is_first_person_only(&self, instance: MeshInstanceId) -> bool {
        self.expect_instance(instance);
        self.first_person.get(instance.index()) == Some(&FirstPersonFlag::FirstPersonOnly)
    }

    #[track_caller]
    fn expect_instance(&self, id: MeshInstanceId) {
        assert!(id.index() < self.parts.mesh_instances.len(), "mesh instance {} does not exist", id.0);
    }

    /// Indices of the constraints in solving order: each comes after those that it depends on.
    #[must_use]
    pub fn constraint_order(&self) -> &[usize] {
        &self.constraint_order
    }

    /// Id of the first expression of this name. Names of VRM 0.x presets find those of VRM 1.0: `joy` finds
    /// `happy` where no expression is called `joy`.
    #[must_use]
    pub fn find_expression(&self, name: &str) -> Option<ExpressionId> {
        let find = |name: &str| self.parts.expressions.iter().position(|e| e.name == name);
        let number = find(name).or_else(|| find(from_vrm0_preset(name)?))?;
        Some(ExpressionId(number as u32))
    }

    /// The expression of [`find_expression`](Self::find_expression), where it [has an
    /// effect](Expression::has_effect).
    pub(crate) fn find_effective_expression(&self, name: &str) -> Option<ExpressionId> {
        self.find_expression(name).filter(|id| self.parts.expressions[id.index()].has_effect())
    }

    /// Rest pose: one model-space matrix per joint.
    #[must_use]
    pub fn rest_model(&self) -> &[Affine3A] {
        self.rest_model.as_slice()
    }

    /// Reference pose ([`Skeleton::reference`]): one model-space matrix per joint.
    #[must_use]
    pub fn reference_model(&self) -> &[Affine3A] {
        self.reference_model.as_ref().unwrap_or(&self.rest_model).as_slice()
    }

    /// Replaces the reference pose ([`Skeleton::set_reference`]): the pose in which the character stands.
    ///
    /// # Errors
    /// As [`Skeleton::set_reference`].
    pub fn set_reference(
        &mut self,
        pose: Vec<Transform>,
        origin: ReferenceOrigin,
    ) -> Result<(), ReferencePoseError> {
        self.parts.skeleton.set_reference(pose, origin)?;
        self.reference_model = reference_model(&self.parts.skeleton);
        self.reference_bounds = self.bounds_in(self.reference_model());
        if let Some(humanoid) = &mut self.parts.humanoid {
            humanoid.judge_pose(&self.parts.skeleton);
        }
        Ok(())
    }

    /// Names by which the shapes of the face are found.
    #[must_use]
    pub fn face_names(&self) -> &FaceNames {
        &self.parts.face_names
    }

    /// Humanoid bones; `None` for a character that is not a humanoid.
    #[must_use]
    pub fn humanoid(&self) -> Option<&Humanoid> {
        self.parts.humanoid.as_ref()
    }

    /// Joint of this name, else the joint of the human bone of this VRM 1.0 name.
    #[must_use]
    pub fn find_joint(&self, name: &str) -> Option<JointId> {
        let bone = || self.humanoid()?.joint(HumanBone::from_name(name)?);
        self.skeleton().find(name).or_else(bone)
    }

    /// Names that [`find_joint`](Self::find_joint) accepts: joint names, then names of human bones that no
    /// joint has.
    pub fn joint_names(&self) -> impl Iterator<Item = &str> {
        let skeleton = self.skeleton();
        let bones =
            self.humanoid().into_iter().flat_map(|body| body.named_bones.iter()).map(|(bone, _)| bone.name());
        let joints = skeleton.joints().map(|joint| skeleton.name(joint));
        joints.chain(bones.filter(|name| skeleton.find(name).is_none()))
    }

    /// Expressions, by [`ExpressionId`].
    #[must_use]
    pub fn expressions(&self) -> &[Expression] {
        &self.parts.expressions
    }

    /// Look-at of the eyes; `None` where the file has none.
    #[must_use]
    pub fn look_at(&self) -> Option<&LookAtSetup> {
        self.parts.look_at.as_ref()
    }

    /// First-person visibility; `None` where the file has none.
    #[must_use]
    pub fn first_person(&self) -> Option<&FirstPersonSetup> {
        self.parts.first_person.as_ref()
    }

    /// Node constraints.
    #[must_use]
    pub fn constraints(&self) -> &[NodeConstraint] {
        &self.parts.constraints
    }

    /// Lights on joints, in the order of the file's nodes. The runtime does nothing with them: renderers do.
    #[must_use]
    pub fn lights(&self) -> &[Light] {
        &self.parts.lights
    }

    /// Spring bones and their colliders.
    #[must_use]
    pub fn spring_bones(&self) -> &SpringBones {
        &self.parts.spring_bones
    }

    /// Name, authors and licence; `None` where the file has none.
    #[must_use]
    pub fn meta(&self) -> Option<&Meta> {
        self.parts.meta.as_ref()
    }

    /// Morph weights of the rest pose, one row per mesh instance.
    #[must_use]
    pub fn rest_weights(&self) -> &MorphWeights {
        &self.rest_weights
    }

    /// Bounding box of a mesh instance in the pose `model` (one model-space matrix per joint) with the morph
    /// weights `weights`, in model space. Computed from one box per joint, not from the vertices, so slightly
    /// larger than the exact box, and larger still with dual quaternions, whose vertices move on arcs.
    ///
    /// # Panics
    /// When the instance does not exist, or `model` is shorter than the skeleton.
    #[must_use]
    pub fn posed_bounds(
        &self,
        instance: MeshInstanceId,
        model: &[Affine3A],
        weights: &[f32],
        method: SkinningMethod,
    ) -> Bounds {
        self.bounds.posed(&self.parts, instance, model, weights, method)
    }

    /// Boxes of the vertices of a mesh instance that each joint influences, in the joint's space, without
    /// morph targets. Vertices without a skin follow the node of the instance. Joints without vertices are
    /// left out.
    ///
    /// # Panics
    /// When the instance does not exist.
    pub fn joint_boxes(&self, instance: MeshInstanceId) -> impl Iterator<Item = (JointId, Bounds)> + '_ {
        self.bounds.joint_boxes(&self.parts, instance)
    }

    /// Union of [`Character::posed_bounds`] of all instances that are visible by default, with the skinning
    /// methods of their files. Faster than one by one.
    pub(crate) fn default_posed_bounds(&self, model: &[Affine3A], weights: &MorphWeights) -> Bounds {
        self.bounds.posed_by_default(&self.parts, model, weights)
    }

    /// Bounding box of the rest pose in model space; empty without geometry.
    #[must_use]
    pub fn rest_bounds(&self) -> Bounds {
        self.rest_bounds
    }

    /// Bounding box of the reference pose in model space; empty without geometry.
    #[must_use]
    pub fn reference_bounds(&self) -> Bounds {
        self.reference_bounds
    }

    /// Ids of all morph targets of this name.
    pub fn find_morphs<'a>(&'a self, name: &'a str) -> impl Iterator<Item = MorphTargetId> + 'a {
        self.morph_targets().filter(move |(_, target_name)| *target_name == name).map(|(id, _)| id)
    }

    /// All morph targets of all instances with their names.
    pub fn morph_targets(&self) -> impl Iterator<Item = (MorphTargetId, &str)> {
        self.mesh_instance_ids().zip(&self.parts.mesh_instances).flat_map(move |(instance, mesh_instance)| {
            let names = self.parts.meshes[mesh_instance.mesh].morph_names.iter().enumerate();
            names.map(move |(target, name)| (MorphTargetId { instance, target }, name.as_str()))
        })
    }
}

fn shapes_fingerprint(parts: &CharacterParts) -> u64 {
    let mut all = Fingerprint::default().number(parts.skeleton.fingerprint());
    for expression in &parts.expressions {
        all = all.name(&expression.name);
    }
    for (number, instance) in parts.mesh_instances.iter().enumerate() {
        let names = &parts.meshes[instance.mesh].morph_names;
        // Meshes without shapes may come and go.
        if !names.is_empty() {
            all = names.iter().fold(all.number(number as u64), |all, name| all.name(name));
        }
    }
    all.value()
}

/// The reference pose of a skeleton in model space; `None` where it is the rest pose.
fn reference_model(skeleton: &Skeleton) -> Option<ModelPose> {
    (skeleton.reference_origin() != ReferenceOrigin::RestPose).then(|| ModelPose::reference(skeleton))
}

use super::check::check;
use super::headless::{first_person, own_views};
use super::joint_bounds::JointBounds;
use super::setup::{FirstPerson, dependency_order};
use super::{FirstPersonMesh, Image, Material, Mesh, MeshInstance, Setup, Skin, SkinningMethod, Texture};
use crate::humanoid::{HumanBone, Humanoid};
use crate::math::Bounds;
use crate::morph::MorphWeights;
use crate::pose::ModelPose;
use crate::skeleton::{JointIndex, Skeleton};
use glam::Affine3A;
use std::collections::HashMap;

/// What a character is made of, as an importer or a program puts it together. [`Character::new`] checks it.
#[derive(Clone, Debug, Default)]
pub struct CharacterParts {
    /// All nodes.
    pub skeleton: Skeleton,
    /// Skins over the skeleton.
    pub skins: Vec<Skin>,
    /// Geometry.
    pub meshes: Vec<Mesh>,
    /// Meshes on nodes: what is drawn.
    pub instances: Vec<MeshInstance>,
    /// Materials.
    pub materials: Vec<Material>,
    /// Textures.
    pub textures: Vec<Texture>,
    /// Images, still encoded.
    pub images: Vec<Image>,
    /// What makes it a human body; none for other beings.
    pub humanoid: Option<Humanoid>,
    /// Faces, gaze, constraints, springs, licence.
    pub setup: Setup,
}

/// A character: everything that does not change while it moves. Immutable; share it with `Arc` between actors.
#[derive(Clone, Debug)]
pub struct Character {
    parts: CharacterParts,
    rest_weights: MorphWeights,
    /// Joint boxes of every mesh under every skin it is shown with.
    boxes: Vec<JointBounds>,
    /// Which of `boxes` an instance has.
    boxes_of: Vec<usize>,
    /// How each instance shows to its own eyes, and what they see of it; empty where the file does not say.
    first_person: Vec<FirstPerson>,
    own_views: Vec<FirstPersonMesh>,
    /// Its constraints in the order to solve them.
    constraint_order: Vec<usize>,
    rest_model: ModelPose,
    rest_bounds: Bounds,
}

/// Parts that do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct CharacterError {
    /// Which part, such as `meshes[2].primitives[0].indices`.
    pub place: String,
    /// What is wrong with it, and what was expected.
    pub message: String,
}

impl Character {
    /// Checks that everything `parts` refers to exists, that every slice has the length it must have, and that what
    /// is computed with is finite, so that nothing that runs later can fail. A material may name a set of texture
    /// coordinates that a mesh lacks; a renderer draws it with (0, 0).
    ///
    /// # Errors
    /// The first part that does not fit.
    pub fn new(parts: CharacterParts) -> Result<Self, CharacterError> {
        check(&parts)?;
        let rest_weights = MorphWeights::new(parts.instances.iter().map(|i| i.weights.as_slice()));
        let mut known = HashMap::new();
        let mut boxes = Vec::new();
        let boxes_of = parts.instances.iter().map(|i| {
            *known.entry((i.mesh, i.skin)).or_insert_with(|| {
                boxes.push(JointBounds::new(&parts.meshes[i.mesh], i.skin.map(|s| &parts.skins[s])));
                boxes.len() - 1
            })
        });
        let boxes_of = boxes_of.collect();
        let rest_model = ModelPose::rest(&parts.skeleton);
        let first_person = first_person(&parts);
        let own_views = own_views(&parts, &first_person);
        let constraint_order = dependency_order(&parts.skeleton, &parts.setup.constraints)
            .map_err(|e| CharacterError { place: "setup.constraints".into(), message: e.to_string() })?;
        let mut character = Self {
            parts,
            rest_weights,
            boxes,
            boxes_of,
            first_person,
            own_views,
            constraint_order,
            rest_model,
            rest_bounds: Bounds::EMPTY,
        };
        for (n, instance) in character.parts.instances.iter().enumerate() {
            let rest = character.rest_model.as_slice();
            let bounds = character.posed_bounds(n, rest, &instance.weights, instance.skinning);
            character.rest_bounds = character.rest_bounds.union(bounds);
        }
        Ok(character)
    }

    /// All nodes.
    pub fn skeleton(&self) -> &Skeleton {
        &self.parts.skeleton
    }

    /// Skins over the skeleton.
    pub fn skins(&self) -> &[Skin] {
        &self.parts.skins
    }

    /// Geometry.
    pub fn meshes(&self) -> &[Mesh] {
        &self.parts.meshes
    }

    /// Meshes on nodes: what is drawn.
    pub fn instances(&self) -> &[MeshInstance] {
        &self.parts.instances
    }

    /// Materials.
    pub fn materials(&self) -> &[Material] {
        &self.parts.materials
    }

    /// Textures.
    pub fn textures(&self) -> &[Texture] {
        &self.parts.textures
    }

    /// Images, still encoded.
    pub fn images(&self) -> &[Image] {
        &self.parts.images
    }

    /// What the character's own eyes see of mesh instance `instance`.
    ///
    /// # Panics
    /// When there is no such instance.
    pub fn first_person_mesh(&self, instance: usize) -> &FirstPersonMesh {
        const WHOLE: &FirstPersonMesh = &FirstPersonMesh::Whole;
        assert!(instance < self.parts.instances.len(), "there is no mesh instance {instance}");
        self.own_views.get(instance).unwrap_or(WHOLE)
    }

    /// Whether only the character's own eyes see mesh instance `instance`.
    pub fn is_for_own_view_only(&self, instance: usize) -> bool {
        self.first_person.get(instance) == Some(&FirstPerson::FirstOnly)
    }

    /// Numbers of the constraints in an order in which each comes after those it depends on.
    pub fn constraint_order(&self) -> &[usize] {
        &self.constraint_order
    }

    /// The first expression called `name`.
    pub fn find_expression(&self, name: &str) -> Option<usize> {
        self.parts.setup.expressions.iter().position(|e| e.name == name)
    }

    /// The rest pose, model from joint.
    pub fn rest_model(&self) -> &[Affine3A] {
        self.rest_model.as_slice()
    }

    /// What makes it a human body; none for other beings.
    pub fn humanoid(&self) -> Option<&Humanoid> {
        self.parts.humanoid.as_ref()
    }

    /// The joint called `name`, else the human bone of that name (as VRM 1.0 names bones).
    pub fn find_joint(&self, name: &str) -> Option<JointIndex> {
        let bone = || self.humanoid()?.map.joint(HumanBone::from_name(name)?);
        self.skeleton().find(name).or_else(bone)
    }

    /// All that [`find_joint`](Self::find_joint) knows: the names of joints, then those of human bones that no joint has.
    pub(crate) fn joint_names(&self) -> impl Iterator<Item = &str> {
        let skeleton = self.skeleton();
        let bones = self.humanoid().into_iter().flat_map(|body| body.map.iter()).map(|(bone, _)| bone.name());
        let joints = skeleton.joints().map(|joint| skeleton.name(joint));
        joints.chain(bones.filter(|name| skeleton.find(name).is_none()))
    }

    /// Faces, gaze, constraints, springs, licence.
    pub fn setup(&self) -> &Setup {
        &self.parts.setup
    }

    /// Morph weights while nothing is animated, a row per instance.
    pub fn rest_weights(&self) -> &MorphWeights {
        &self.rest_weights
    }

    /// A box around every vertex of mesh instance `instance` in the pose `model` (model from joint, one per joint)
    /// with morph `weights`, in model space, without touching the vertices. Tight to within the boxes of single
    /// joints; wider with dual quaternions, whose vertices travel along arcs.
    ///
    /// # Panics
    /// When there is no such instance, or `model` is shorter than the skeleton.
    pub fn posed_bounds(
        &self,
        instance: usize,
        model: &[Affine3A],
        weights: &[f32],
        method: SkinningMethod,
    ) -> Bounds {
        let placed = &self.parts.instances[instance];
        let method = if placed.skin.is_some() { method } else { SkinningMethod::Linear };
        self.boxes[self.boxes_of[instance]].posed(placed.node, model, weights, method)
    }

    /// The box around everything in the rest pose, in model space; empty without geometry.
    pub fn rest_bounds(&self) -> Bounds {
        self.rest_bounds
    }

    /// Every (instance, target) whose morph target is called `name`.
    pub fn find_morph<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.parts.instances.iter().enumerate().flat_map(move |(i, instance)| {
            let names = &self.parts.meshes[instance.mesh].morph_names;
            names.iter().enumerate().filter(move |(_, n)| *n == name).map(move |(t, _)| (i, t))
        })
    }
}

use super::joint_bounds::JointBounds;
use super::{
    Image, Material, Mesh, MeshInstance, Primitive, Skin, SkinningMethod, Texture, TextureRef, Topology,
};
use crate::math::Bounds;
use crate::morph::MorphWeights;
use crate::pose::ModelPose;
use crate::skeleton::Skeleton;
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

fn fail<T>(place: String, message: impl Into<String>) -> Result<T, CharacterError> {
    Err(CharacterError { place, message: message.into() })
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
        let rest = ModelPose::rest(&parts.skeleton);
        let mut character = Self { parts, rest_weights, boxes, boxes_of, rest_bounds: Bounds::EMPTY };
        for (n, instance) in character.parts.instances.iter().enumerate() {
            let bounds = character.posed_bounds(n, rest.as_slice(), &instance.weights, instance.skinning);
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

fn check(parts: &CharacterParts) -> Result<(), CharacterError> {
    for (s, skin) in parts.skins.iter().enumerate() {
        if let Some(j) = skin.joints.iter().position(|j| j.index() >= parts.skeleton.len()) {
            return fail(format!("skins[{s}].joints[{j}]"), "the joint does not exist");
        }
        if skin.joints.len() != skin.inverse_binds.len() {
            return fail(
                format!("skins[{s}]"),
                format!("{} joints but {} inverse binds", skin.joints.len(), skin.inverse_binds.len()),
            );
        }
        if let Some(j) = skin.inverse_binds.iter().position(|m| !m.is_finite()) {
            return fail(format!("skins[{s}].inverse_binds[{j}]"), "not finite");
        }
    }
    for (m, mesh) in parts.meshes.iter().enumerate() {
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let place = format!("meshes[{m}].primitives[{p}]");
            check_primitive(primitive, &place, mesh.morph_names.len(), parts.materials.len())?;
        }
    }
    for (i, instance) in parts.instances.iter().enumerate() {
        let place = |field: &str| format!("instances[{i}].{field}");
        if instance.node.index() >= parts.skeleton.len() {
            return fail(place("node"), "the node does not exist");
        }
        let Some(mesh) = parts.meshes.get(instance.mesh) else {
            return fail(place("mesh"), "the mesh does not exist");
        };
        if instance.weights.len() != mesh.morph_names.len() {
            let (found, expected) = (instance.weights.len(), mesh.morph_names.len());
            return fail(place("weights"), format!("{found} weights for {expected} morph targets"));
        }
        if instance.weights.iter().any(|w| !w.is_finite()) {
            return fail(place("weights"), "not finite");
        }
        let Some(skin) = instance.skin else { continue };
        let Some(skin) = parts.skins.get(skin) else {
            return fail(place("skin"), "the skin does not exist");
        };
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let max = primitive.influences.as_ref().and_then(|f| f.max_joint());
            if max.is_some_and(|max| usize::from(max) >= skin.joints.len()) {
                let place = format!("meshes[{}].primitives[{p}].influences", instance.mesh);
                return fail(place, "an influence names a joint that the instance's skin does not have");
            }
        }
    }
    for (t, texture) in parts.textures.iter().enumerate() {
        if texture.image.is_some_and(|i| i >= parts.images.len()) {
            return fail(format!("textures[{t}].image"), "the image does not exist");
        }
    }
    for (m, material) in parts.materials.iter().enumerate() {
        let refs: [&Option<TextureRef>; 5] = [
            &material.base_color_texture,
            &material.metallic_roughness_texture,
            &material.normal_texture,
            &material.occlusion_texture,
            &material.emissive_texture,
        ];
        if refs.into_iter().flatten().any(|r| r.texture >= parts.textures.len()) {
            return fail(format!("materials[{m}]"), "it uses a texture that does not exist");
        }
    }
    Ok(())
}

fn check_primitive(
    p: &Primitive,
    place: &str,
    morphs: usize,
    materials: usize,
) -> Result<(), CharacterError> {
    let count = p.positions.len();
    let per_vertex = [
        ("normals", p.normals.len()),
        ("tangents", p.tangents.len()),
        ("colors", p.colors.len()),
        ("influences", p.influences.as_ref().map_or(0, |i| i.len())),
    ];
    let sets = p.uvs.iter().map(|set| ("uvs", set.len()));
    for (attribute, length) in per_vertex.into_iter().chain(sets) {
        if length != 0 && length != count {
            return fail(format!("{place}.{attribute}"), format!("{length} entries for {count} vertices"));
        }
    }
    if p.source_vertex.len() != count {
        let message = format!("{} entries for {count} vertices", p.source_vertex.len());
        return fail(format!("{place}.source_vertex"), message);
    }
    if p.source_vertex.iter().any(|&v| v as usize >= p.source_vertex_count) {
        return fail(format!("{place}.source_vertex"), "a vertex of the file that does not exist");
    }
    if let Some(v) = p.positions.iter().position(|p| !p.is_finite()) {
        return fail(format!("{place}.positions[{v}]"), "not finite");
    }
    if p.normals.iter().any(|n| !n.is_finite()) || p.tangents.iter().any(|t| !t.is_finite()) {
        return fail(place.to_owned(), "a normal or tangent is not finite");
    }
    let corners = match p.topology {
        Topology::Points => 1,
        Topology::Lines => 2,
        Topology::Triangles => 3,
    };
    if !p.indices.len().is_multiple_of(corners) {
        return fail(format!("{place}.indices"), format!("{} are no multiple of {corners}", p.indices.len()));
    }
    if let Some(i) = p.indices.iter().position(|&i| i as usize >= count) {
        let message = format!("vertex {} of {count} does not exist", p.indices[i]);
        return fail(format!("{place}.indices[{i}]"), message);
    }
    if p.morph_targets.len() != morphs {
        let message = format!("{} targets for {morphs} names", p.morph_targets.len());
        return fail(format!("{place}.morph_targets"), message);
    }
    for (t, target) in p.morph_targets.iter().enumerate() {
        if target.vertices().last().is_some_and(|&v| v as usize >= count) {
            return fail(format!("{place}.morph_targets[{t}]"), "it moves a vertex that does not exist");
        }
    }
    if p.material.is_some_and(|m| m >= materials) {
        return fail(format!("{place}.material"), "the material does not exist");
    }
    Ok(())
}

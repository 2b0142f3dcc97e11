//! Consistency check of the parts of a character.

use super::vrm::{ColliderShape, LookAtSetup, SpringBones, SpringJoint};
use super::{CharacterError, CharacterParts, Primitive, Topology};
use crate::skeleton::{MAX_COORDINATE, MAX_WEIGHT, Skeleton};
use glam::{Affine3A, Vec3};

fn fail<T>(location: String, message: impl Into<String>) -> Result<T, CharacterError> {
    Err(CharacterError { location, message: message.into() })
}

/// Whether a position is finite, and near enough for poses in 32-bit floats.
fn is_position(point: &Vec3) -> bool {
    point.is_finite() && point.abs().max_element() <= MAX_COORDINATE
}

fn is_matrix(matrix: &Affine3A) -> bool {
    matrix.is_finite() && matrix.to_cols_array().iter().all(|number| number.abs() <= MAX_COORDINATE)
}

fn is_weight(weight: f32) -> bool {
    weight.abs() <= MAX_WEIGHT
}

fn too_large(max: f32) -> String {
    format!("not finite, or beyond {max:e}, too large for poses in 32-bit floats")
}

/// Checks that the rest pose and the reference pose can be computed in 32-bit floats.
fn check_poses(skeleton: &Skeleton) -> Result<(), CharacterError> {
    for (what, pose) in [("rest", skeleton.rest()), ("reference", skeleton.reference())] {
        if let Some(joint) = skeleton.unposable(pose).next() {
            let (name, node) = (skeleton.name(joint), skeleton.file_index(joint));
            let message = format!("node {node} {name:?} is {}", too_large(MAX_COORDINATE));
            return fail(format!("skeleton.{what}[{}]", joint.index()), message);
        }
    }
    Ok(())
}

/// Checks all parts; returns the first fault.
pub(super) fn check(parts: &CharacterParts) -> Result<(), CharacterError> {
    check_poses(&parts.skeleton)?;
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
        if let Some(j) = skin.inverse_binds.iter().position(|m| !is_matrix(m)) {
            return fail(format!("skins[{s}].inverse_binds[{j}]"), too_large(MAX_COORDINATE));
        }
    }
    for (m, mesh) in parts.meshes.iter().enumerate() {
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let location = format!("meshes[{m}].primitives[{p}]");
            check_primitive(primitive, &location, mesh.morph_names.len(), parts.materials.len())?;
        }
    }
    for (i, instance) in parts.mesh_instances.iter().enumerate() {
        let location = |field: &str| format!("instances[{i}].{field}");
        if instance.node.index() >= parts.skeleton.len() {
            return fail(location("node"), "the node does not exist");
        }
        let Some(mesh) = parts.meshes.get(instance.mesh.index()) else {
            return fail(location("mesh"), "the mesh does not exist");
        };
        if instance.weights.len() != mesh.morph_names.len() {
            let (found, expected) = (instance.weights.len(), mesh.morph_names.len());
            return fail(location("weights"), format!("{found} weights for {expected} morph targets"));
        }
        if !instance.weights.iter().all(|weight| is_weight(*weight)) {
            return fail(location("weights"), too_large(MAX_WEIGHT));
        }
        let Some(skin) = instance.skin else { continue };
        let Some(skin) = parts.skins.get(skin.index()) else {
            return fail(location("skin"), "the skin does not exist");
        };
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let max = primitive.influences.as_ref().and_then(|f| f.max_joint());
            if max.is_some_and(|max| usize::from(max) >= skin.joints.len()) {
                let location = format!("meshes[{}].primitives[{p}].influences", instance.mesh.0);
                return fail(location, "an influence names a joint that the instance's skin does not have");
            }
        }
    }
    for (t, texture) in parts.textures.iter().enumerate() {
        if texture.image.is_some_and(|i| i.index() >= parts.images.len()) {
            return fail(format!("textures[{t}].image"), "the image does not exist");
        }
    }
    for (m, material) in parts.materials.iter().enumerate() {
        if material.textures().any(|(_, r)| r.texture.index() >= parts.textures.len()) {
            return fail(format!("materials[{m}]"), "it uses a texture that does not exist");
        }
    }
    for (l, light) in parts.lights.iter().enumerate() {
        if light.joint.index() >= parts.skeleton.len() {
            return fail(format!("lights[{l}].joint"), "the joint does not exist");
        }
        if !light.is_sound() {
            return fail(format!("lights[{l}]"), "a number is not finite, negative or out of range");
        }
    }
    let bones = parts.humanoid.iter().flat_map(|h| h.named_bones.iter());
    if let Some((bone, _)) = bones.into_iter().find(|(_, joint)| joint.index() >= parts.skeleton.len()) {
        return fail(format!("humanoid.{}", bone.name()), "the joint does not exist");
    }
    check_vrm(parts)
}

/// Checks the VRM data: every index exists and every number is finite.
fn check_vrm(parts: &CharacterParts) -> Result<(), CharacterError> {
    let CharacterParts { expressions, look_at, first_person, constraints, spring_bones, meta, .. } = parts;
    let (joints, materials) = (parts.skeleton.len(), parts.materials.len());
    let missing =
        |location: String| fail(location, "it refers to something that does not exist, or is not finite");
    for (e, expression) in expressions.iter().enumerate() {
        let location = |field: &str, n: usize| format!("expressions[{e}].{field}[{n}]");
        for (n, bind) in expression.morphs.iter().enumerate() {
            let targets = parts.mesh_instances.get(bind.instance.index()).map_or(0, |i| i.weights.len());
            if bind.target >= targets || !is_weight(bind.weight) {
                return missing(location("morphs", n));
            }
        }
        for (n, bind) in expression.colors.iter().enumerate() {
            if bind.material.index() >= materials || !bind.value.is_finite() {
                return missing(location("colors", n));
            }
        }
        for (n, bind) in expression.uvs.iter().enumerate() {
            if bind.material.index() >= materials || !bind.offset.is_finite() || !bind.scale.is_finite() {
                return missing(location("uvs", n));
            }
        }
    }
    if let Some(look_at) = look_at {
        let LookAtSetup {
            offset_from_head,
            horizontal_inner,
            horizontal_outer,
            vertical_down,
            vertical_up,
            ..
        } = look_at;
        if look_at.eyes.into_iter().flatten().chain([look_at.head]).any(|j| j.index() >= joints) {
            return missing("look_at".into());
        }
        let maps = [horizontal_inner, horizontal_outer, vertical_down, vertical_up];
        if !is_position(offset_from_head)
            || maps.iter().any(|m| !m.input_max.is_finite() || !m.output_scale.is_finite())
        {
            return fail("look_at".into(), "not finite");
        }
    }
    if let Some(first_person) = first_person
        && (first_person.head.index() >= joints
            || first_person
                .mesh_annotations
                .iter()
                .any(|&(instance, _)| instance.index() >= parts.mesh_instances.len()))
    {
        return missing("first_person".into());
    }
    for (c, constraint) in constraints.iter().enumerate() {
        let there = constraint.node.index() < joints && constraint.source.index() < joints;
        if !there || constraint.node == constraint.source || !constraint.weight.is_finite() {
            return missing(format!("constraints[{c}]"));
        }
    }
    check_springs(spring_bones, joints)?;
    let thumbnail = meta.as_ref().and_then(|l| l.thumbnail);
    if thumbnail.is_some_and(|image| image.index() >= parts.images.len()) {
        return missing("meta.thumbnail".into());
    }
    Ok(())
}

fn check_springs(springs: &SpringBones, joints: usize) -> Result<(), CharacterError> {
    let SpringBones { colliders, collider_groups, springs } = springs;
    let wrong =
        |location: String| fail(location, "it refers to something that does not exist, or is not finite");
    for (c, collider) in colliders.iter().enumerate() {
        let finite = match collider.shape {
            ColliderShape::Sphere { offset, radius, .. } => offset.is_finite() && radius.is_finite(),
            ColliderShape::Capsule { offset, tail, radius, .. } => {
                offset.is_finite() && tail.is_finite() && radius.is_finite()
            }
            ColliderShape::Plane { offset, normal } => offset.is_finite() && normal.is_finite(),
        };
        if collider.joint.index() >= joints || !finite {
            return wrong(format!("spring_bones.colliders[{c}]"));
        }
    }
    if let Some(g) = collider_groups.iter().position(|g| g.colliders.iter().any(|&c| c >= colliders.len())) {
        return wrong(format!("spring_bones.collider_groups[{g}]"));
    }
    for (s, spring) in springs.iter().enumerate() {
        let sound = |j: &SpringJoint| {
            let numbers = [j.hit_radius, j.stiffness, j.gravity_power, j.drag];
            j.joint.index() < joints && j.gravity_dir.is_finite() && numbers.iter().all(|n| n.is_finite())
        };
        if !spring.joints.iter().all(sound)
            || spring.collider_groups.iter().any(|&g| g >= collider_groups.len())
            || spring.center.is_some_and(|j| j.index() >= joints)
            || spring
                .body_damping
                .is_some_and(|damping| damping.joint.index() >= joints || !damping.air_drag.is_finite())
            || spring.tail.is_some_and(|t| !t.is_finite())
        {
            return wrong(format!("spring_bones.springs[{s}]"));
        }
    }
    Ok(())
}

fn check_primitive(
    p: &Primitive,
    location: &str,
    morphs: usize,
    materials: usize,
) -> Result<(), CharacterError> {
    let count = p.positions.len();
    // No influences at all are `None`: every vertex of a primitive with a list has a row in it.
    if let Some(influences) = p.influences.as_ref().filter(|influences| influences.len() != count) {
        let message = format!("{} entries for {count} vertices", influences.len());
        return fail(format!("{location}.influences"), message);
    }
    let per_vertex =
        [("normals", p.normals.len()), ("tangents", p.tangents.len()), ("colors", p.colors.len())];
    let sets = p.uvs.iter().map(|set| ("uvs", set.len()));
    for (attribute, length) in per_vertex.into_iter().chain(sets) {
        if length != 0 && length != count {
            return fail(format!("{location}.{attribute}"), format!("{length} entries for {count} vertices"));
        }
    }
    if p.file_vertices.len() != count {
        let message = format!("{} entries for {count} vertices", p.file_vertices.len());
        return fail(format!("{location}.file_vertices"), message);
    }
    if p.file_vertices.iter().any(|&v| v as usize >= p.file_vertex_count) {
        return fail(format!("{location}.file_vertices"), "a vertex of the file that does not exist");
    }
    if let Some(v) = p.positions.iter().position(|p| !is_position(p)) {
        return fail(format!("{location}.positions[{v}]"), too_large(MAX_COORDINATE));
    }
    if p.normals.iter().any(|n| !n.is_finite()) || p.tangents.iter().any(|t| !t.is_finite()) {
        return fail(location.to_owned(), "a normal or tangent is not finite");
    }
    let corners = match p.topology {
        Topology::Points => 1,
        Topology::Lines => 2,
        Topology::Triangles => 3,
    };
    if !p.indices.len().is_multiple_of(corners) {
        return fail(
            format!("{location}.indices"),
            format!("{} are no multiple of {corners}", p.indices.len()),
        );
    }
    if let Some(i) = p.indices.iter().position(|&i| i as usize >= count) {
        let message = format!("vertex {} of {count} does not exist", p.indices[i]);
        return fail(format!("{location}.indices[{i}]"), message);
    }
    if p.morph_targets.len() != morphs {
        let message = format!("{} targets for {morphs} names", p.morph_targets.len());
        return fail(format!("{location}.morph_targets"), message);
    }
    for (t, target) in p.morph_targets.iter().enumerate() {
        if target.vertices().last().is_some_and(|&v| v as usize >= count) {
            return fail(format!("{location}.morph_targets[{t}]"), "it moves a vertex that does not exist");
        }
        if !target.positions().iter().all(is_position) {
            return fail(format!("{location}.morph_targets[{t}]"), too_large(MAX_COORDINATE));
        }
    }
    if p.material.is_some_and(|m| m.index() >= materials) {
        return fail(format!("{location}.material"), "the material does not exist");
    }
    Ok(())
}

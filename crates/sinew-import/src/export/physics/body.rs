//! Bodies of parts and their colliders.

use super::lists::{Lists, PartNode, add_child, add_property};
use crate::export::buffer::Use;
use crate::export::document::Document;
use crate::export::node::put_transform;
use crate::export::number::{number, numbers};
use crate::export::vertex;
use crate::export::vertex_format::VertexFormat;
use serde_json::{Value, json};
use sinew::Transform;
use sinew::glam::{Affine3A, Mat3A, Quat, Vec3};
use sinew::ragdoll::{PartDynamics, PartShape, RagdollPart};

/// Largest difference between a collider's matrix and its translation, rotation and scale, relative to the
/// scale.
const SHEAR: f32 = 1e-3;

/// Writes the body of a part. `n` is its index.
pub(super) fn write(
    document: &mut Document,
    lists: &mut Lists,
    part: &RagdollPart,
    part_node: &PartNode,
    filter: Option<usize>,
    n: usize,
) {
    let mass = &part.mass;
    let motion = json!({
        "mass": number(mass.mass),
        "centerOfMass": numbers(part_node.node_from_part * mass.center),
        "inertiaDiagonal": numbers(mass.inertia),
        "inertiaOrientation": numbers((part_node.rotation.inverse() * mass.axes).normalize()),
    });
    add_property(document, part_node.node, "motion", motion);
    for (s, shape) in part.shapes.iter().enumerate() {
        let (geometry, node_from_shape) = match shape {
            PartShape::Sphere { center, radius } => {
                (sphere(lists, *radius), node_from_collider(part_node, *center, Quat::IDENTITY))
            }
            PartShape::Capsule { ends: [from, to], radius } => {
                let along = *to - *from;
                let rotation = along
                    .try_normalize()
                    .map_or(Quat::IDENTITY, |direction| Quat::from_rotation_arc(Vec3::Y, direction));
                let geometry = match along.length() {
                    // A capsule has a length.
                    0.0 => sphere(lists, *radius),
                    height => {
                        let radius = number(*radius);
                        let capsule =
                            json!({ "height": number(height), "radiusBottom": radius, "radiusTop": radius });
                        implicit(lists, json!({ "type": "capsule", "capsule": capsule }))
                    }
                };
                (geometry, node_from_collider(part_node, from.midpoint(*to), rotation))
            }
            PartShape::Box { center, rotation, half } => {
                let size = numbers(*half * 2.0);
                let geometry = implicit(lists, json!({ "type": "box", "box": { "size": size } }));
                (geometry, node_from_collider(part_node, *center, *rotation))
            }
            PartShape::Hull { points, triangles } => {
                let points: Vec<Vec3> =
                    points.iter().map(|point| part_node.node_from_part * *point).collect();
                (hull(document, &points, triangles), Affine3A::IDENTITY)
            }
        };
        let transform = Transform::from_affine(&node_from_shape);
        let largest = node_from_shape.matrix3.to_cols_array().into_iter().map(f32::abs).fold(0.0, f32::max);
        if !transform.to_affine().matrix3.abs_diff_eq(node_from_shape.matrix3, largest * SHEAR) {
            let message = "the joint is scaled unevenly, which shears the shape; the nearest one is written";
            document.report.warn("export-ragdoll", format!("/ragdoll/parts/{n}/shapes/{s}"), message);
        }
        let mut collider = json!({ "geometry": geometry });
        if let Some(filter) = filter {
            collider["collisionFilter"] = json!(filter);
        }
        if let Some(material) = material(lists, part.dynamics.friction) {
            collider["physicsMaterial"] = json!(material);
        }
        let mut child = json!({});
        put_transform(&mut child, &transform);
        if !part.shape_name(s).is_empty() {
            child["name"] = json!(part.shape_name(s));
        }
        let node = match s {
            0 if child == json!({}) => part_node.node,
            _ => add_child(document, part_node.node, child),
        };
        add_property(document, node, "collider", collider);
    }
}

/// Number of the material of a friction; `None` for the usual one.
fn material(lists: &mut Lists, friction: f32) -> Option<usize> {
    if friction == PartDynamics::DEFAULT_FRICTION {
        return None;
    }
    let friction = number(friction);
    let material = json!({ "staticFriction": friction, "dynamicFriction": friction, "restitution": 0.0 });
    let known = lists.materials.iter().position(|known| *known == material);
    if known.is_none() {
        lists.materials.push(material);
    }
    Some(known.unwrap_or(lists.materials.len() - 1))
}

/// Matrix of a collider in the node's space.
fn node_from_collider(part_node: &PartNode, center: Vec3, rotation: Quat) -> Affine3A {
    let matrix3 = part_node.node_from_part * Mat3A::from_quat(rotation);
    Affine3A { matrix3, translation: (part_node.node_from_part * center).into() }
}

fn sphere(lists: &mut Lists, radius: f32) -> Value {
    implicit(lists, json!({ "type": "sphere", "sphere": { "radius": number(radius) } }))
}

/// Geometry of a shape of KHR_implicit_shapes. Equal shapes are written once.
fn implicit(lists: &mut Lists, shape: Value) -> Value {
    let known = lists.shapes.iter().position(|known| *known == shape);
    let number = known.unwrap_or(lists.shapes.len());
    if known.is_none() {
        lists.shapes.push(shape);
    }
    json!({ "shape": number })
}

/// Geometry of a hull: a mesh on a node outside of the scene.
fn hull(document: &mut Document, points: &[Vec3], triangles: &[[u32; 3]]) -> Value {
    let positions =
        document.buffer.accessor(vertex::positions(points, &VertexFormat::default()), Use::Attribute);
    let indices = document.buffer.indices(triangles.as_flattened(), true);
    let mesh = document.meshes.len();
    document
        .meshes
        .push(json!({ "primitives": [{ "attributes": { "POSITION": positions }, "indices": indices }] }));
    document.buffer.close_pools();
    let node = document.nodes.len();
    document.nodes.push(json!({ "mesh": mesh }));
    json!({ "node": node, "convexHull": true })
}

//! Spring bones and colliders of VRM 1.0, with VRMC_springBone_extended_collider.

use super::json::{Collider1, Shape1, Spring1, SpringJoint1, Springs1};
use super::refs::{Refs, finite, vector};
use sinew::character::{Collider, ColliderGroup, ColliderShape, Spring, SpringBones, SpringJoint};
use sinew::glam::Vec3;

pub(super) fn read(json: &Springs1, refs: &mut Refs<'_>) -> SpringBones {
    // New index of each collider of the file; `None` for an unusable one.
    let mut kept = Vec::with_capacity(json.colliders.len());
    let mut colliders = Vec::new();
    for (n, collider) in json.colliders.iter().enumerate() {
        let collider = read_collider(collider, &format!("/colliders/{n}"), refs);
        kept.push(collider.is_some().then_some(colliders.len()));
        colliders.extend(collider);
    }
    let groups = json.collider_groups.iter().enumerate().map(|(g, group)| {
        let location = format!("/colliderGroups/{g}/colliders");
        let numbers = group.colliders.iter();
        let numbers = numbers.filter_map(|&c| refs.number(Some(c), kept.len(), "collider", &location));
        let colliders = numbers.filter_map(|c| kept.get(c).copied().flatten()).collect();
        ColliderGroup { name: group.name.clone().unwrap_or_default(), colliders }
    });
    let groups: Vec<_> = groups.collect();
    let springs = json.springs.iter().enumerate();
    let springs =
        springs.map(|(s, spring)| read_spring(spring, groups.len(), &format!("/springs/{s}"), refs));
    let springs = springs.collect();
    SpringBones { colliders, collider_groups: groups, springs }
}

fn read_collider(json: &Collider1, location: &str, refs: &mut Refs<'_>) -> Option<Collider> {
    let joint = refs.joint(json.node, &format!("{location}/node"))?;
    // The extension's shape takes precedence.
    let extended = json.extensions.extended.as_ref().and_then(|e| read_shape(&e.shape));
    match extended.or_else(|| read_shape(&json.shape)) {
        Some(shape) => Some(Collider { joint, shape }),
        None => {
            refs.warn("vrm-value", location, "the collider has no shape; it is left out");
            None
        }
    }
}

fn read_shape(json: &Shape1) -> Option<ColliderShape> {
    if let Some(sphere) = &json.sphere {
        return Some(ColliderShape::Sphere {
            offset: vector(sphere.offset, Vec3::ZERO),
            radius: finite(sphere.radius, 0.0),
            inside: sphere.inside.unwrap_or(false),
        });
    }
    if let Some(capsule) = &json.capsule {
        return Some(ColliderShape::Capsule {
            offset: vector(capsule.offset, Vec3::ZERO),
            tail: vector(capsule.tail, Vec3::ZERO),
            radius: finite(capsule.radius, 0.0),
            inside: capsule.inside.unwrap_or(false),
        });
    }
    json.plane.as_ref().map(|plane| ColliderShape::Plane {
        offset: vector(plane.offset, Vec3::ZERO),
        normal: vector(plane.normal, Vec3::Z).normalize_or(Vec3::Z),
    })
}

fn read_spring(json: &Spring1, groups: usize, location: &str, refs: &mut Refs<'_>) -> Spring {
    let joints = json
        .joints
        .iter()
        .enumerate()
        .filter_map(|(j, joint)| read_joint(joint, &format!("{location}/joints/{j}/node"), refs));
    let joints = joints.collect();
    let numbers = json.collider_groups.iter();
    let numbers = numbers.filter_map(|&g| {
        refs.number(Some(g), groups, "collider group", &format!("{location}/colliderGroups"))
    });
    let groups = numbers.collect();
    let center = refs.joint(json.center, &format!("{location}/center"));
    Spring {
        name: json.name.clone().unwrap_or_default(),
        joints,
        collider_groups: groups,
        center,
        tail: None,
        body_damping: None,
    }
}

fn read_joint(json: &SpringJoint1, location: &str, refs: &mut Refs<'_>) -> Option<SpringJoint> {
    Some(SpringJoint {
        joint: refs.joint(json.node, location)?,
        hit_radius: finite(json.hit_radius, 0.0),
        stiffness: finite(json.stiffness, 1.0),
        gravity_power: finite(json.gravity_power, 0.0),
        gravity_dir: vector(json.gravity_dir, Vec3::NEG_Y),
        drag: finite(json.drag_force, 0.5),
    })
}

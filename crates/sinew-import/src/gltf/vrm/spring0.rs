//! Spring bones and colliders of VRM 0.x, converted to VRM 1.0. A bone group of VRM 0.x includes all
//! descendants of its bones; every path from such a bone to a leaf becomes a chain.

use super::json::{BoneGroup0, SecondaryAnimation0, Vector0};
use super::refs::{Refs, finite};
use sinew::JointId;
use sinew::character::{Collider, ColliderGroup, ColliderShape, Spring, SpringBones, SpringJoint};
use sinew::glam::Vec3;

/// Distance from the last joint of a chain to its virtual end in VRM 0.x, in metres.
const TAIL_LENGTH: f32 = 0.07;

pub(super) fn read(json: &SecondaryAnimation0, refs: &mut Refs<'_>) -> SpringBones {
    let mut system = SpringBones::default();
    for (g, group) in json.collider_groups.iter().enumerate() {
        let mut numbers = Vec::new();
        let joint = refs.joint(group.node, &format!("/secondaryAnimation/colliderGroups/{g}/node"));
        for collider in group.colliders.iter().filter(|_| joint.is_some()) {
            let Some(joint) = joint else { continue };
            let offset = collider.offset.as_ref().map_or(Vec3::ZERO, vector0);
            // VRM 0.x stores this vector in Unity's left-handed axes.
            let offset = offset * Vec3::new(1.0, 1.0, -1.0);
            numbers.push(system.colliders.len());
            let shape = ColliderShape::Sphere { offset, radius: finite(collider.radius, 0.0), inside: false };
            system.colliders.push(Collider { joint, shape });
        }
        system.collider_groups.push(ColliderGroup { name: String::new(), colliders: numbers });
    }
    let children = children(refs);
    for (g, group) in json.bone_groups.iter().enumerate() {
        let location = format!("/secondaryAnimation/boneGroups/{g}");
        read_group(group, &children, &location, refs, &mut system);
    }
    system
}

fn vector0(v: &Vector0) -> Vec3 {
    Vec3::new(finite(v.x, 0.0), finite(v.y, 0.0), finite(v.z, 0.0))
}

/// Children of every joint.
fn children(refs: &Refs<'_>) -> Vec<Vec<JointId>> {
    let mut children = vec![Vec::new(); refs.skeleton.len()];
    for joint in refs.skeleton.joints() {
        let parent = refs.skeleton.parent(joint).and_then(|p| children.get_mut(p.index()));
        parent.into_iter().for_each(|list| list.push(joint));
    }
    children
}

fn read_group(
    group: &BoneGroup0,
    children: &[Vec<JointId>],
    location: &str,
    refs: &mut Refs<'_>,
    system: &mut SpringBones,
) {
    let count = system.collider_groups.len();
    let numbers = group.collider_groups.iter();
    let numbers = numbers.filter_map(|&g| refs.number(Some(g), count, "collider group", location));
    let groups: Vec<usize> = numbers.collect();
    let center = refs.joint(group.center, &format!("{location}/center"));
    let settings = |joint| SpringJoint {
        joint,
        hit_radius: finite(group.hit_radius, 0.02),
        stiffness: finite(group.stiffiness, 1.0),
        gravity_power: finite(group.gravity_power, 0.0),
        gravity_dir: group.gravity_dir.as_ref().map_or(Vec3::NEG_Y, vector0),
        drag: finite(group.drag_force, 0.4),
    };
    for &bone in group.bones.iter() {
        let Some(root) = refs.joint(Some(bone), &format!("{location}/bones")) else { continue };
        // Start joints of the remaining chains.
        let mut open = vec![root];
        while let Some(start) = open.pop() {
            let mut joints = Vec::new();
            let mut next = Some(start);
            while let Some(joint) = next {
                joints.push(settings(joint));
                let below = children.get(joint.index()).map_or(&[][..], Vec::as_slice);
                next = below.first().copied();
                open.extend(below.iter().skip(1));
            }
            let bytes = joints.len() * 2 * size_of::<SpringJoint>() + groups.len() * size_of::<usize>() + 128;
            if refs.budget.take(bytes, 1, location).is_err() {
                refs.warn(
                    "vrm-reference",
                    location,
                    "the chains exceed the memory limit; the remaining ones are left out",
                );
                return;
            }
            let name = group.comment.clone().unwrap_or_default();
            system.springs.push(Spring {
                name,
                joints,
                collider_groups: groups.clone(),
                center,
                tail: Some(TAIL_LENGTH),
                body_damping: None,
            });
        }
    }
}

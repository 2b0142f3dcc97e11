//! Section `NODE`: all nodes, in the source file's order.

use super::PackError;
use super::reader::Reader;
use super::writer::Writer;
use crate::math::Transform;
use crate::skeleton::{Joint, JointId, ReferenceOrigin, Skeleton};
use glam::{Quat, Vec3};

const NO_PARENT: u32 = u32::MAX;
const IN_SCENE: u32 = 1;

/// Origins of a reference pose, by their numbers in a file.
const ORIGINS: [ReferenceOrigin; 3] =
    [ReferenceOrigin::BindPose, ReferenceOrigin::Clip, ReferenceOrigin::Custom];

/// Size of a node without a name, bytes.
const LEAST: usize = 52;

pub(super) fn write(skeleton: &Skeleton) -> Vec<u8> {
    let mut out = Writer::default();
    out.count(skeleton.len());
    for joint in (0..skeleton.len()).filter_map(|n| skeleton.by_file_index(n)) {
        out.u32(skeleton.parent(joint).map_or(NO_PARENT, |p| skeleton.file_index(p) as u32));
        out.u32(if skeleton.in_scene(joint) { IN_SCENE } else { 0 });
        write_transform(&skeleton.rest()[joint.index()], &mut out);
        out.text(skeleton.name(joint));
    }
    out.finish()
}

pub(super) fn read(mut from: Reader<'_>) -> Result<Skeleton, PackError> {
    let count = from.count(LEAST, "nodes")?;
    let mut joints = Vec::with_capacity(count);
    for n in 0..count {
        from.location = format!("node {n}");
        let parent = Some(from.u32("parent")?).filter(|parent| *parent != NO_PARENT);
        let in_scene = from.u32("flags")? & IN_SCENE != 0;
        let rest = read_transform(&mut from)?;
        joints.push(Joint { name: from.text("name")?, parent, rest, in_scene });
    }
    from.location = "nodes".into();
    from.finish()?;
    Skeleton::new(joints).map_err(|e| from.fail(e.to_string()))
}

/// Section `REFP`: the reference pose; `None` where it is the rest pose.
pub(super) fn write_reference(skeleton: &Skeleton) -> Option<Vec<u8>> {
    let number = ORIGINS.iter().position(|origin| *origin == skeleton.reference_origin())?;
    let mut out = Writer::default();
    out.u32(number as u32);
    for joint in (0..skeleton.len()).filter_map(|n| skeleton.by_file_index(n)) {
        write_transform(&skeleton.reference()[joint.index()], &mut out);
    }
    Some(out.finish())
}

/// Reads section `REFP` into the skeleton.
pub(super) fn read_reference(mut from: Reader<'_>, skeleton: &mut Skeleton) -> Result<(), PackError> {
    let number = from.u32("origin")?;
    let origin = ORIGINS.get(number as usize);
    let origin = *origin.ok_or_else(|| from.fail(format!("origin {number}; expected 0 to 2")))?;
    let mut pose = skeleton.rest().to_vec();
    for node in 0..skeleton.len() {
        from.location = format!("reference pose of node {node}");
        let transform = read_transform(&mut from)?;
        if let Some(joint) = skeleton.by_file_index(node) {
            pose[joint.index()] = transform;
        }
    }
    from.finish()?;
    skeleton.set_reference(pose, origin).map_err(|e| from.fail(e.to_string()))
}

fn write_transform(transform: &Transform, out: &mut Writer) {
    out.numbers(&transform.translation.to_array());
    out.numbers(&transform.rotation.to_array());
    out.numbers(&transform.scale.to_array());
}

fn read_transform(from: &mut Reader<'_>) -> Result<Transform, PackError> {
    let translation = Vec3::from_array(from.numbers("translation")?);
    let rotation = Quat::from_array(from.numbers("rotation")?);
    let scale = Vec3::from_array(from.numbers("scale")?);
    Ok(Transform { translation, rotation, scale })
}

/// Joint of a node number.
pub(super) fn joint(from: &mut Reader<'_>, skeleton: &Skeleton) -> Result<JointId, PackError> {
    let at = from.at();
    let node = from.u32("node")?;
    let missing = || from.fail_at(at, format!("node {node}; expected one of {}", skeleton.len()));
    skeleton.by_file_index(node as usize).ok_or_else(missing)
}

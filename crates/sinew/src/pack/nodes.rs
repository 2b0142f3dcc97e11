//! Section `NODE`: all nodes, in the source file's order.

use super::PackError;
use super::reader::Reader;
use super::writer::Writer;
use crate::math::Transform;
use crate::skeleton::{Joint, JointIndex, Skeleton};
use glam::{Quat, Vec3};

const NO_PARENT: u32 = u32::MAX;
const IN_SCENE: u32 = 1;

/// Size of a node without a name, bytes.
const LEAST: usize = 52;

pub(super) fn write(skeleton: &Skeleton) -> Vec<u8> {
    let mut out = Writer::default();
    out.count(skeleton.len());
    for joint in (0..skeleton.len()).filter_map(|n| skeleton.by_file_index(n)) {
        out.u32(skeleton.parent(joint).map_or(NO_PARENT, |p| skeleton.file_index(p) as u32));
        out.u32(if skeleton.in_scene(joint) { IN_SCENE } else { 0 });
        let rest = &skeleton.rest()[joint.index()];
        out.numbers(&rest.translation.to_array());
        out.numbers(&rest.rotation.to_array());
        out.numbers(&rest.scale.to_array());
        out.text(skeleton.name(joint));
    }
    out.finish()
}

pub(super) fn read(mut from: Reader<'_>) -> Result<Skeleton, PackError> {
    let count = from.count(LEAST, "nodes")?;
    let mut joints = Vec::with_capacity(count);
    for n in 0..count {
        from.place = format!("node {n}");
        let parent = Some(from.u32("parent")?).filter(|parent| *parent != NO_PARENT);
        let in_scene = from.u32("flags")? & IN_SCENE != 0;
        let translation = Vec3::from_array(from.numbers("translation")?);
        let rotation = Quat::from_array(from.numbers("rotation")?);
        let scale = Vec3::from_array(from.numbers("scale")?);
        let rest = Transform { translation, rotation, scale };
        joints.push(Joint { name: from.text("name")?, parent, rest, in_scene });
    }
    from.place = "nodes".into();
    from.finish()?;
    Skeleton::new(joints).map_err(|e| from.fail(e.to_string()))
}

/// Joint of a node number.
pub(super) fn joint(from: &mut Reader<'_>, skeleton: &Skeleton) -> Result<JointIndex, PackError> {
    let at = from.at();
    let node = from.u32("node")?;
    let missing = || from.fail_at(at, format!("node {node}; expected one of {}", skeleton.len()));
    skeleton.by_file_index(node as usize).ok_or_else(missing)
}

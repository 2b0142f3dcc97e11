//! Section `BODY`: the human bones.

use super::PackError;
use super::nodes::joint;
use super::reader::{Reader, quoted};
use super::writer::Writer;
use crate::humanoid::{BoneMap, HumanBone, Humanoid, RestPoseKind, profile_name};
use crate::skeleton::Skeleton;

const RESTS: [RestPoseKind; 3] = [RestPoseKind::TPose, RestPoseKind::APose, RestPoseKind::Other];

pub(super) fn write(humanoid: &Humanoid, skeleton: &Skeleton) -> Vec<u8> {
    let mut out = Writer::default();
    out.numbers(&[humanoid.confidence]);
    out.count(RESTS.iter().position(|rest| *rest == humanoid.rest_pose).unwrap_or(RESTS.len()));
    out.u32(humanoid.sides_swapped.into());
    out.text(humanoid.profile);
    out.count(humanoid.named_bones.len());
    for (bone, joint) in humanoid.named_bones.iter() {
        out.u32(skeleton.file_index(joint) as u32);
        out.text(bone.name());
    }
    out.finish()
}

pub(super) fn read(mut from: Reader<'_>, skeleton: &Skeleton) -> Result<Humanoid, PackError> {
    let confidence = from.f32("confidence")?;
    let rest = from.u32("rest pose")?;
    let Some(rest) = RESTS.get(rest as usize).copied() else {
        return Err(from.fail(format!("rest pose {rest}; expected 0, 1 or 2")));
    };
    let sides_swapped = from.u32("mirrored")? != 0;
    let profile = profile_name(&from.text("profile")?);
    let count = from.count(8, "bones")?;
    let mut pairs = Vec::with_capacity(count);
    for n in 0..count {
        from.location = format!("human bone {n}");
        let joint = joint(&mut from, skeleton)?;
        let name = from.text("name")?;
        let unknown = || from.fail(format!("{}; expected a bone of VRM 1.0", quoted(&name)));
        pairs.push((HumanBone::from_name(&name).ok_or_else(unknown)?, joint));
    }
    from.location = "human bones".into();
    from.finish()?;
    let map = BoneMap::new(skeleton, pairs).map_err(|e| from.fail(e.to_string()))?;
    Ok(Humanoid { named_bones: map, profile, confidence, rest_pose: rest, sides_swapped })
}

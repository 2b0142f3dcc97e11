//! Import of Biovision Hierarchy (BVH): a skeleton of offsets and a table of numbers with one row per frame
//! (Maddock and Meredith, *Motion Capture File Formats Explained*, 2001).

mod clip;
mod hierarchy;
mod motion;
mod offsets;
mod space;
#[cfg(test)]
mod tests;
mod words;

use crate::assemble::assemble;
use crate::budget::Budget;
use crate::{Format, ImportError, ImportOptions, Imported, Report};
use hierarchy::Bone;
use sinew::skeleton::Joint;
use sinew::{CharacterParts, Skeleton, Transform};
use words::Words;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Whether the first word is `HIERARCHY`, in any case.
pub(crate) fn is_bvh(bytes: &[u8]) -> bool {
    words(bytes).next_bytes().is_some_and(|word| word.eq_ignore_ascii_case(b"HIERARCHY"))
}

/// Words of a file, behind its byte order mark.
fn words(bytes: &[u8]) -> Words<'_> {
    Words::new(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes))
}

/// Imports BVH bytes as nodes without meshes, and one clip.
pub(crate) fn import(bytes: &[u8], options: &ImportOptions) -> Result<Imported, ImportError> {
    let mut report = Report::default();
    let mut budget = Budget::new(bytes.len());
    let mut words = words(bytes);
    let mut bones = hierarchy::read(&mut words, &mut budget)?;
    let roots = bones.iter().filter(|b| b.parent.is_none()).count();
    if roots > 1 {
        report.info(
            "bvh-roots",
            "HIERARCHY",
            format!("the file has {roots} roots, each with its own motion"),
        );
    }
    let motion = motion::read(&mut words, &bones, &mut budget, &mut report)?;
    if let Some(line) = words.decimal_comma() {
        report.info("bvh-decimal-comma", line, "numbers have a comma in place of a decimal point");
    }
    motion::detect_relative_roots(&mut bones, &motion, &mut report);
    offsets::fill_in(&mut bones, &motion, &mut report);
    let space = space::find(&bones, &motion, options.metres_per_unit, &mut report);
    let skeleton = skeleton(&bones, &space)?;
    let clip = clip::from_motion(&motion, &bones, &skeleton, &space, &mut budget)?;
    let parts = CharacterParts { skeleton, ..CharacterParts::default() };
    let mut clips: Vec<_> = clip.into_iter().collect();
    let character = assemble(parts, &mut clips, options, &mut report)?;
    Ok(Imported {
        format: Format::Bvh,
        character,
        clips,
        compressed_clips: Vec::new(),
        scene_extras: None,
        ragdoll: None,
        report,
    })
}

/// Skeleton with the offsets as rest pose, without rotations.
fn skeleton(bones: &[Bone], space: &space::Space) -> Result<Skeleton, ImportError> {
    let joints = bones.iter().map(|bone| Joint {
        name: bone.name.clone(),
        parent: bone.parent.map(|p| p as u32),
        rest: Transform::from_translation(space.point(bone.offset)),
        in_scene: true,
    });
    let fail = |e: sinew::skeleton::SkeletonError| ImportError::new("bvh", "HIERARCHY", e.to_string());
    Skeleton::new(joints.collect()).map_err(fail)
}

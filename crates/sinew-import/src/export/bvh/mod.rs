//! Export of BVH: a skeleton and one clip, in centimetres (Maddock and Meredith, *Motion Capture File Formats
//! Explained*, 2001).
//!
//! BVH has no rest rotations. The offsets are those of the reference pose along the axes of the world, and a
//! rotation is that of the joint in the world relative to its rotation in this pose, as the parent sees it.

mod angles;
mod frame_rate;
mod joints;
mod motion;
mod names;
mod text;

use super::{ExportError, ExportOptions, Exported, animation};
use crate::Report;
use sinew::{Character, RawClip};

/// Largest number of numbers in a file.
const MAX_NUMBERS: usize = 1 << 27;

/// Exports one clip of a character as BVH, in centimetres, with channels in the order Z, X, Y. Of `options`,
/// [`frame_rate`](ExportOptions::frame_rate) applies.
///
/// The file has the joints of skins, human bones, animated nodes and the nodes above them; all nodes of a
/// character without meshes. Joints have three channels, and position channels where their translations move;
/// root motion is played. The posed joints are where they were, within 0.1 mm. Scale, weights and events cannot
/// be held and are named in the report.
///
/// # Errors
/// If the clip does not match the character, the character has no nodes, or there would be more than 2²⁷
/// numbers.
///
/// ```no_run
/// use sinew_import::{ExportOptions, NoFiles, export_bvh, import};
/// let hero = import(&std::fs::read("hero.glb")?, &NoFiles)?;
/// let exported = export_bvh(&hero.character, &hero.clips[0], &ExportOptions::default().with_frame_rate(30.0))?;
/// std::fs::write("walk.bvh", exported.bytes)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export_bvh(
    character: &Character,
    clip: &RawClip,
    options: &ExportOptions,
) -> Result<Exported, ExportError> {
    animation::check(character, std::slice::from_ref(clip))?;
    let mut report = Report::default();
    let posable = animation::posable(character, std::slice::from_ref(clip), &mut report);
    let clip = posable.first().unwrap_or(clip);
    report_left_out(clip, &mut report);
    let mut joints = joints::choose(character, clip);
    if joints.is_empty() {
        return Err(ExportError::new(
            "export-left-out",
            "/",
            "BVH needs joints; this character has no nodes",
        ));
    }
    let frames = frame_rate::frames(clip, options.frame_rate, &mut report);
    let numbers = frames.count.saturating_mul(joints.len()).saturating_mul(6);
    if numbers > MAX_NUMBERS {
        let message = format!(
            "{} frames of {} joints are more than {MAX_NUMBERS} numbers; lower the frame rate or cut the clip",
            frames.count,
            joints.len()
        );
        return Err(ExportError::new("export-too-large", "/", message));
    }
    let motion = motion::sample(character.skeleton(), clip, &joints, &frames);
    // End sites have no channels.
    for (joint, has_positions) in joints.iter_mut().zip(&motion.has_positions) {
        joint.is_end_site &= !has_positions;
    }
    let names = names::unique(character.skeleton(), &joints, &mut report);
    Ok(Exported { bytes: text::write(&joints, &names, &motion, &frames).into_bytes(), report })
}

/// Names what the format cannot hold.
fn report_left_out(clip: &RawClip, report: &mut Report) {
    let scaled = clip.joints.iter().filter(|track| track.scale.is_some()).count();
    let parts = [
        (scaled > 0, "scale"),
        (!clip.morphs.is_empty(), "weights of morph targets"),
        (!clip.expressions.is_empty(), "expressions"),
        (clip.gaze.is_some(), "gaze"),
        (!clip.events.points().is_empty() || !clip.events.spans().is_empty(), "events"),
        (!clip.events.sync_markers().is_empty(), "sync markers"),
    ];
    let parts: Vec<_> = parts.into_iter().filter(|(is_there, _)| *is_there).map(|(_, name)| name).collect();
    if !parts.is_empty() {
        report.warn("export-left-out", "/clip", format!("BVH cannot hold {}", parts.join(", ")));
    }
}

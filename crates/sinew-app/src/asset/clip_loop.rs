//! Clips that are made to be played in a loop.

use sinew::clip::SampleCursor;
use sinew::glam::Vec3;
use sinew::{Character, ClipSource, LocalPose, ModelPose};

/// Time between the poses that are compared, seconds: a frame of a clip.
const STEP: f32 = 1.0 / 24.0;

/// Largest motion from the last pose to the first, relative to the largest one within a step.
const MAX_GAP: f32 = 1.5;

/// Whether the last pose of a clip is the first one, or at most a frame from it, as in loops whose last key
/// is left out.
pub(crate) fn leads_into_its_first_pose(character: &Character, clip: &ClipSource) -> bool {
    if !clip.has_open_loop() {
        return true;
    }
    let skeleton = character.skeleton();
    let mut cursor = SampleCursor::new();
    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let mut morphs = character.rest_weights().clone();
    let mut expressions = vec![0.0; character.expressions().len()];
    let mut positions = |time: f32| -> Vec<Vec3> {
        clip.sample(time, &mut cursor, &mut local, &mut morphs, &mut expressions);
        model.update(skeleton, &local);
        model.as_slice().iter().map(|joint| joint.translation.into()).collect()
    };
    let motion = |a: &[Vec3], b: &[Vec3]| a.iter().zip(b).map(|(a, b)| a.distance(*b)).sum::<f32>();
    let (start, end) = (clip.start(), clip.end());
    let first = positions(start);
    let (mut last, mut largest) = (first.clone(), 0.0f32);
    for step in 1..=((end - start) / STEP).ceil() as usize {
        let next = positions((start + step as f32 * STEP).min(end));
        largest = largest.max(motion(&last, &next));
        last = next;
    }
    motion(&last, &first) <= MAX_GAP * largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::source;

    #[test]
    fn loops_are_told_from_other_clips() {
        let file = source::built_in().unwrap().imported;
        let loops = |name: &str| {
            let clip = file.clips.iter().find(|clip| clip.name == name).unwrap();
            let whole = leads_into_its_first_pose(&file.character, &ClipSource::from(clip.clone()));
            // A loop whose last key is left out, at 30 frames per second.
            let end = clip.end() - 1.0 / 30.0;
            let short = clip.trimmed(clip.start(), end).unwrap();
            (whole, leads_into_its_first_pose(&file.character, &ClipSource::from(short)))
        };
        for name in ["walk", "run", "idle"] {
            assert_eq!(loops(name), (true, true), "{name}");
        }
        for name in ["get_up_front", "get_up_back"] {
            assert_eq!(loops(name), (false, false), "{name}");
        }
    }
}

//! Animation stacks as clips. FBX combines layers of curves with several kinds of tangents; ufbx evaluates
//! them at every key of the file and, where a curve is not linear, at the frame rate of the file.

use super::mesh::Meshes;
use super::node::{rotation, vector};
use super::source::{Source, location};
use super::times::{self, Range, TIME_TOLERANCE};
use super::weights::read_weights;
use crate::ImportError;
use crate::limits::MAX_CLIP_SECONDS;
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::{RawClip, Skeleton, Transform};
use std::collections::HashMap;
use std::sync::Arc;
use ufbx::{BakeOpts, BakeStepHandling};

/// Lowest and highest sample rate of curves, in frames per second.
const SAMPLE_RATE_RANGE: (f64, f64) = (24.0, 120.0);
/// Memory limit of ufbx for sampled curves, in bytes, within the import's budget.
const MAX_BAKE_BYTES: usize = 48 << 20;
/// Largest deviation from the rest transform at which an animated joint counts as not animated: relative to
/// its length for vectors, in radians for rotations. The numbers of a quaternion have steps of 6e-8.
const REST_TOLERANCE: f32 = 1e-6;

/// Reads all animation stacks, in the file's order.
pub(super) fn read(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    meshes: &Meshes,
) -> Result<Vec<RawClip>, ImportError> {
    let mut clips: Vec<RawClip> = Vec::new();
    let mut names: HashMap<String, usize> = HashMap::new();
    let scene = source.scene;
    for stack in &scene.anim_stacks {
        let mut clip = match read_stack(source, skeleton, meshes, stack) {
            Ok(Some(clip)) => clip,
            Ok(None) => continue,
            Err(error) => {
                source.report.recovered(error.unless_too_large()?, "the animation is left out");
                continue;
            }
        };
        // Some exporters give all stacks the same name.
        let seen = names.entry(clip.name.clone()).or_insert(0);
        *seen += 1;
        if *seen > 1 {
            let name = format!("{} ({seen})", clip.name);
            source.report.info(
                "clip-name",
                location(&stack.element),
                format!("another clip has the same name; renamed to {name:?}"),
            );
            clip.name = name;
        }
        clips.push(clip);
    }
    Ok(clips)
}

/// Reads a stack as a clip; `None` for a reported one that is left out.
fn read_stack(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    meshes: &Meshes,
    stack: &ufbx::AnimStack,
) -> Result<Option<RawClip>, ImportError> {
    let here = location(&stack.element);
    times::check(stack)?;
    let rate = source.scene.settings.frames_per_second;
    let rate = if rate.is_finite() { rate.clamp(SAMPLE_RATE_RANGE.0, SAMPLE_RATE_RANGE.1) } else { 30.0 };
    let mut options = BakeOpts {
        resample_rate: rate,
        // Unlimited: with a limit, jumps begin one sample early. The rate above and the memory limit below
        // apply.
        maximum_sample_rate: 0.0,
        // Unlimited likewise.
        max_keyframe_segments: usize::MAX >> 8,
        step_handling: BakeStepHandling::IdenticalTime,
        ..BakeOpts::default()
    };
    options.temp_allocator.memory_limit = MAX_BAKE_BYTES;
    options.result_allocator.memory_limit = source.budget.left().min(MAX_BAKE_BYTES);
    let baked = match ufbx::bake_anim(source.scene, &stack.anim, options) {
        Ok(baked) => baked,
        Err(error)
            if matches!(error.type_, ufbx::ErrorType::MemoryLimit | ufbx::ErrorType::AllocationLimit) =>
        {
            // Keys that lie far apart take many samples for few bytes. One such stack costs its clip, several
            // the import.
            source.budget.read(2, MAX_BAKE_BYTES, &here)?;
            let message = format!("{rate} samples per second between its keys are too many; it is left out");
            source.report.error("too-large", here, message);
            return Ok(None);
        }
        Err(error) => return Err(ImportError::new("fbx", here, error.description.to_string())),
    };
    let Some(range) = range(source, stack, &baked, &here) else { return Ok(None) };
    let mut clip = RawClip { name: stack.element.name.to_string(), ..RawClip::default() };
    let mut lost = 0;
    for node in &baked.nodes {
        let Some(joint) = skeleton.by_file_index(node.typed_id as usize) else { continue };
        let rest = skeleton.rest().get(joint.index()).copied().unwrap_or_default();
        let keys = node.translation_keys.len() + node.rotation_keys.len() + node.scale_keys.len();
        source.budget.take(keys + 6, 2 * (size_of::<Quat>() + 4), &here)?;
        let mut track = JointTrack::new(joint);
        let translation = vectors(&node.translation_keys, &range, rest.translation);
        let rotation = rotations(&node.rotation_keys, &range, &rest);
        let scale = vectors(&node.scale_keys, &range, rest.scale);
        lost += [translation.is_err(), rotation.is_err(), scale.is_err()].iter().filter(|e| **e).count();
        track.translation = translation.unwrap_or_default();
        track.rotation = rotation.unwrap_or_default();
        track.scale = scale.unwrap_or_default();
        if track.translation.is_some() || track.rotation.is_some() || track.scale.is_some() {
            clip.joints.push(track);
        }
    }
    lost += read_weights(source, meshes, &baked, &range, &mut clip, &here)?;
    if lost > 0 {
        let message = format!("{lost} tracks have values that are not finite; they are left out");
        source.report.error("not-finite", here.clone(), message);
    }
    if clip.joints.is_empty() && clip.morphs.is_empty() {
        add_rest_keys(&mut clip, skeleton, &range);
    }
    if clip.joints.iter().any(|t| t.translation.is_some() || t.rotation.is_some()) {
        source.report.info(
            "sampled",
            here,
            format!("curves are sampled {rate} times per second and at every key"),
        );
    }
    Ok(Some(clip))
}

/// Time range of the clip, or `None` for a reported one that is too long.
fn range(
    source: &mut Source<'_>,
    stack: &ufbx::AnimStack,
    baked: &ufbx::BakedAnimRoot,
    here: &str,
) -> Option<Range> {
    let range = Range::of(baked);
    if !range.is_too_long() {
        return Some(range);
    }
    let message = format!("lasts {:e} seconds, longer than {MAX_CLIP_SECONDS}", range.length);
    if let Some(keys) = Range::of_keys(stack).filter(|keys| !keys.is_too_long()) {
        source.report.warn("key-times", here, format!("{message}; the range of its keys is taken"));
        return Some(keys);
    }
    source.report.error("key-times", here, format!("{message}; it is left out"));
    None
}

/// Adds two keys of the root's rest transform, so that a stack without animation keeps its duration.
fn add_rest_keys(clip: &mut RawClip, skeleton: &Skeleton, range: &Range) {
    let (Some(joint), Some(rest)) = (skeleton.by_file_index(0), skeleton.rest().first()) else { return };
    let mut track = JointTrack::new(joint);
    let times: Arc<[f32]> = [0.0, range.length as f32].into();
    track.translation = Track::new(Interpolation::Linear, 1, times, vec![rest.translation; 2]).ok();
    clip.joints.push(track);
}

/// Mark of a track with a value that is NaN or infinite.
struct NotFinite;

/// Track of a position or scale; `None` where all keys are at rest.
fn vectors(
    keys: &ufbx::List<ufbx::BakedVec3>,
    range: &Range,
    rest: Vec3,
) -> Result<Option<Track<Vec3>>, NotFinite> {
    let all: Vec<Vec3> = keys.iter().map(|k| vector(&k.value)).collect();
    if all.iter().any(|v| !v.is_finite()) {
        return Err(NotFinite);
    }
    if all.iter().all(|v| v.abs_diff_eq(rest, REST_TOLERANCE * rest.length().max(1.0))) {
        return Ok(None);
    }
    let (times, values) =
        trim(keys, &all, range, |k| k.time, |t| vector(&ufbx::evaluate_baked_vec3(keys, t)));
    Ok(Track::new(Interpolation::Linear, 1, times, values).ok())
}

/// Track of a rotation; `None` where all keys are at rest.
fn rotations(
    keys: &ufbx::List<ufbx::BakedQuat>,
    range: &Range,
    rest: &Transform,
) -> Result<Option<Track<Quat>>, NotFinite> {
    let all: Vec<Quat> = keys.iter().map(|k| rotation(&k.value)).collect();
    // The angle is twice the length of the difference. The cosine that a dot product gives would not do:
    // `f32` has no number between 1 and the cosines of angles below 5e-4.
    let is_rest = |q: &Quat| {
        let near = if q.dot(rest.rotation) < 0.0 { -rest.rotation } else { rest.rotation };
        2.0 * (*q - near).length() <= REST_TOLERANCE
    };
    if all.iter().any(|q| !q.is_finite()) {
        return Err(NotFinite);
    }
    if all.iter().all(is_rest) {
        return Ok(None);
    }
    let (times, mut values) =
        trim(keys, &all, range, |k| k.time, |t| rotation(&ufbx::evaluate_baked_quat(keys, t)));
    let mut previous = Quat::IDENTITY;
    for value in &mut values {
        *value = if value.dot(previous) < 0.0 { -*value } else { *value };
        previous = *value;
    }
    Ok(Track::new(Interpolation::Linear, 1, times, values).ok())
}

/// Keys within the range, and one at each end. Two keys at the same time, a jump, are the smallest step
/// apart.
fn trim<K, V: Copy>(
    keys: &[K],
    values: &[V],
    range: &Range,
    time: impl Fn(&K) -> f64,
    at: impl Fn(f64) -> V,
) -> (Arc<[f32]>, Vec<V>) {
    let inside = keys.iter().zip(values).map(|(key, value)| (time(key) - range.begin, *value));
    let inside = inside.filter(|(time, _)| range.contains(*time));
    let mut all: Vec<(f64, V)> = inside.map(|(time, value)| (time.clamp(0.0, range.length), value)).collect();
    // What jumps at the start is seen behind the jump alone.
    let at_start = all.iter().take_while(|(time, _)| *time <= TIME_TOLERANCE).count();
    match at_start {
        0 => all.insert(0, (0.0, at(range.begin))),
        count => drop(all.drain(..count - 1)),
    }
    if all.last().is_none_or(|(last, _)| *last < range.length - TIME_TOLERANCE) {
        all.push((range.length, at(range.begin + range.length)));
    }
    let times = times::of_track(all.iter().map(|(time, _)| *time));
    (times.into(), all.into_iter().map(|(_, value)| value).collect())
}

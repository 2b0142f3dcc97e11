//! Animation stacks as clips. FBX mixes layers of curves with all kinds of tangents; ufbx samples what comes of them,
//! at every key of the file and, where curves are not straight between them, at the file's own rate of frames.

use super::blend::Channel;
use super::mesh::Meshes;
use super::node::{rotation, vector};
use super::{Source, place};
use crate::ImportError;
use sinew::clip::{Interpolation, JointTrack, MorphTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::{RawClip, Skeleton, Transform};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use ufbx::{BakeOpts, BakeStepHandling};

/// Frames a second that curves are sampled at, at least and at most.
const RATES: (f64, f64) = (24.0, 120.0);
/// Bytes ufbx may hold for sampled curves, per byte of input and on top; taken of the importer's own.
const HELD_BASE: usize = 48 << 20;
/// How far a joint that an animation names may be from its rest for it to count as unmoved.
const STILL: f32 = 1e-6;

/// All stacks, in the file's order.
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
            Ok(clip) => clip,
            Err(error) => {
                source.report.caught(error.unless_too_large()?, "the animation is left out");
                continue;
            }
        };
        // Some writers call all of them alike.
        let seen = names.entry(clip.name.clone()).or_insert(0);
        *seen += 1;
        if *seen > 1 {
            let name = format!("{} ({seen})", clip.name);
            source.report.info(
                "clip-name",
                place(&stack.element),
                format!("another is called so; named {name:?}"),
            );
            clip.name = name;
        }
        clips.push(clip);
    }
    Ok(clips)
}

fn read_stack(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    meshes: &Meshes,
    stack: &ufbx::AnimStack,
) -> Result<RawClip, ImportError> {
    let here = place(&stack.element);
    let rate = source.scene.settings.frames_per_second;
    let rate = if rate.is_finite() { rate.clamp(RATES.0, RATES.1) } else { 30.0 };
    let mut options = BakeOpts {
        resample_rate: rate,
        maximum_sample_rate: RATES.1,
        // As many as the rate asks for: what they take is limited below.
        max_keyframe_segments: usize::MAX >> 8,
        step_handling: BakeStepHandling::IdenticalTime,
        ..BakeOpts::default()
    };
    options.temp_allocator.memory_limit = HELD_BASE;
    options.result_allocator.memory_limit = source.budget.left().min(HELD_BASE);
    let baked = ufbx::bake_anim(source.scene, &stack.anim, options).map_err(|error| {
        let code = match error.type_ {
            ufbx::ErrorType::MemoryLimit | ufbx::ErrorType::AllocationLimit => ImportError::TOO_LARGE,
            _ => "fbx",
        };
        ImportError::new(code, here.clone(), error.description.to_string())
    })?;
    let range = if baked.playback_duration > 0.0 {
        Range { begin: baked.playback_time_begin, length: baked.playback_duration }
    } else {
        Range { begin: baked.key_time_min, length: (baked.key_time_max - baked.key_time_min).max(0.0) }
    };
    let mut clip = RawClip { name: stack.element.name.to_string(), ..RawClip::default() };
    for node in &baked.nodes {
        let Some(joint) = skeleton.by_file_index(node.typed_id as usize) else { continue };
        let rest = skeleton.rest().get(joint.index()).copied().unwrap_or_default();
        let keys = node.translation_keys.len() + node.rotation_keys.len() + node.scale_keys.len();
        source.budget.take(keys + 6, 2 * (size_of::<Quat>() + 4), &here)?;
        let mut track = JointTrack::new(joint);
        track.translation = vectors(&node.translation_keys, &range, rest.translation);
        track.rotation = rotations(&node.rotation_keys, &range, &rest);
        track.scale = vectors(&node.scale_keys, &range, rest.scale);
        if track.translation.is_some() || track.rotation.is_some() || track.scale.is_some() {
            clip.joints.push(track);
        }
    }
    read_weights(source, meshes, &baked, &range, &mut clip, &here)?;
    if clip.joints.is_empty() && clip.morphs.is_empty() {
        hold_still(&mut clip, skeleton, &range);
    }
    if clip.joints.iter().any(|t| t.translation.is_some() || t.rotation.is_some()) {
        source.report.info(
            "sampled",
            here,
            format!("curves are sampled {rate} times a second and at every key"),
        );
    }
    Ok(clip)
}

/// A stack may move nothing for its length, which a key at each end of the root's rest keeps.
fn hold_still(clip: &mut RawClip, skeleton: &Skeleton, range: &Range) {
    let (Some(joint), Some(rest)) = (skeleton.by_file_index(0), skeleton.rest().first()) else { return };
    let mut track = JointTrack::new(joint);
    let times: Arc<[f32]> = [0.0, range.length as f32].into();
    track.translation = Track::new(Interpolation::Linear, 1, times, vec![rest.translation; 2]).ok();
    clip.joints.push(track);
}

/// What a stack plays of its curves, in their time. Time 0 of the clip is its beginning. ufbx can shift keys itself, but
/// shifts those twice that follow scale which is not handed down.
struct Range {
    begin: f64,
    length: f64,
}

impl Range {
    /// Whether a moment of the clip lies between its ends.
    fn is_descendant_of(&self, time: f64) -> bool {
        time > 0.0 && time < self.length
    }
}

fn vectors(keys: &ufbx::List<ufbx::BakedVec3>, range: &Range, rest: Vec3) -> Option<Track<Vec3>> {
    let all: Vec<Vec3> = keys.iter().map(|k| vector(&k.value)).collect();
    if all.iter().all(|v| v.abs_diff_eq(rest, STILL * rest.length().max(1.0)))
        || all.iter().any(|v| !v.is_finite())
    {
        return None;
    }
    let (times, values) = cut(keys, &all, range, |k| k.time, |t| vector(&ufbx::evaluate_baked_vec3(keys, t)));
    Track::new(Interpolation::Linear, 1, times, values).ok()
}

fn rotations(keys: &ufbx::List<ufbx::BakedQuat>, range: &Range, rest: &Transform) -> Option<Track<Quat>> {
    let all: Vec<Quat> = keys.iter().map(|k| rotation(&k.value)).collect();
    let still = |q: &Quat| q.dot(rest.rotation).abs() > 1.0 - STILL * STILL;
    if all.iter().all(still) || all.iter().any(|q| !q.is_finite()) {
        return None;
    }
    let (times, mut values) =
        cut(keys, &all, range, |k| k.time, |t| rotation(&ufbx::evaluate_baked_quat(keys, t)));
    let mut before = Quat::IDENTITY;
    for value in &mut values {
        *value = if value.dot(before) < 0.0 { -*value } else { *value };
        before = *value;
    }
    Track::new(Interpolation::Linear, 1, times, values).ok()
}

/// Keys within the clip, with one at each end. Two at one time, a jump, stay two.
fn cut<K, V: Copy>(
    keys: &[K],
    values: &[V],
    range: &Range,
    time: impl Fn(&K) -> f64,
    at: impl Fn(f64) -> V,
) -> (Arc<[f32]>, Vec<V>) {
    let inside = keys.iter().zip(values).map(|(key, value)| (time(key) - range.begin, *value));
    let inside = inside.filter(|(time, _)| range.is_descendant_of(*time));
    let last = (range.length > 0.0).then(|| (range.length, at(range.begin + range.length)));
    let all = std::iter::once((0.0, at(range.begin))).chain(inside).chain(last);
    let (times, values): (Vec<f32>, Vec<V>) = all.map(|(time, value)| (time as f32, value)).unzip();
    (times.into(), values)
}

/// Blend channels as morph weights. A mesh's channels share their times; where shapes lie in between, also the times
/// at which a channel passes them.
fn read_weights(
    source: &mut Source<'_>,
    meshes: &Meshes,
    baked: &ufbx::BakedAnimRoot,
    range: &Range,
    clip: &mut RawClip,
    here: &str,
) -> Result<(), ImportError> {
    let mut curves: HashMap<u32, &ufbx::List<ufbx::BakedVec3>> = HashMap::new();
    for element in &baked.elements {
        let weights = element.props.iter().find(|p| &*p.name == "DeformPercent");
        curves.extend(weights.map(|p| (element.element_id, &p.keys)));
    }
    for (instance, shown) in meshes.instances.iter().enumerate() {
        let Some(blends) = meshes.blends.get(shown.mesh) else { continue };
        let driven = |c: &Channel| curves.get(&c.element).copied();
        if blends.channels.iter().all(|c| driven(c).is_none()) {
            continue;
        }
        let moments = moments(&blends.channels, &driven, range);
        let width = blends.names.len();
        source.budget.take(moments.len(), (width + 1) * 2 * size_of::<f32>(), here)?;
        let mut values = Vec::with_capacity(moments.len() * width);
        let mut row = vec![0.0f32; width];
        for &time in &moments {
            for channel in &blends.channels {
                channel.part(weight_at(channel, driven(channel), range.begin + time), &mut row);
            }
            values.extend_from_slice(&row);
        }
        let times: Arc<[f32]> = moments.iter().map(|t| *t as f32).collect();
        if let Ok(weights) = Track::new(Interpolation::Linear, width, times, values) {
            clip.morphs.push(MorphTrack { instance, weights });
        }
    }
    Ok(())
}

/// A channel's weight, 1 for a hundred percent.
fn weight_at(channel: &Channel, keys: Option<&ufbx::List<ufbx::BakedVec3>>, time: f64) -> f32 {
    let weight = keys.map_or(channel.rest, |keys| (ufbx::evaluate_baked_vec3(keys, time).x * 0.01) as f32);
    if weight.is_finite() { weight } else { 0.0 }
}

fn moments<'a>(
    channels: &[Channel],
    driven: &impl Fn(&Channel) -> Option<&'a ufbx::List<ufbx::BakedVec3>>,
    range: &Range,
) -> Vec<f64> {
    // Times are told apart to the nanosecond.
    let mut all: BTreeSet<i64> = BTreeSet::new();
    let mut add = |time: f64| {
        if (0.0..=range.length).contains(&time) {
            all.insert((time * 1e9) as i64);
        }
    };
    add(0.0);
    add(range.length);
    for channel in channels {
        let Some(keys) = driven(channel) else { continue };
        keys.iter().for_each(|k| add(k.time - range.begin));
        // Between keys a weight runs straight; where it passes an in-between, the parts bend.
        for pair in keys.windows(2) {
            let [a, b] = pair else { continue };
            let (from, to) = (a.value.x * 0.01, b.value.x * 0.01);
            for &stop in channel.stops.iter().chain([0.0].iter()) {
                let share = (f64::from(stop) - from) / (to - from);
                if share > 0.0 && share < 1.0 {
                    add(a.time - range.begin + share * (b.time - a.time));
                }
            }
        }
    }
    all.into_iter().map(|t| t as f64 * 1e-9).collect()
}

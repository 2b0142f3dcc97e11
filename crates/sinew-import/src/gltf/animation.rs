//! Animations as raw clips (glTF 2.0 specification, section 3.11). A channel that cannot be used is reported and left
//! out; the rest of the clip plays.

use super::layout::Component;
use super::source::Source;
use crate::ImportError;
use crate::error::quoted;
use sinew::character::{Mesh, MeshInstance};
use sinew::clip::{Interpolation, JointTrack, MorphTrack, Track, TrackError};
use sinew::glam::{Quat, Vec3};
use sinew::{JointIndex, RawClip, Skeleton};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// How far from 1 a rotation key's length may be before it is reported.
const REPORTED_SLACK: f64 = 5e-3;
/// And before it is mended. Rounded a little off is as good as unit, and kept as the file has it.
const UNIT_SLACK: f64 = 3e-4;

/// The clips read so far share the key times of accessors.
type Times = HashMap<usize, Arc<[f32]>>;

/// What a channel may move.
struct Targets<'a> {
    skeleton: &'a Skeleton,
    meshes: &'a [Mesh],
    /// The number of the mesh instance on a joint.
    instances: HashMap<JointIndex, usize>,
}

/// Where a clip keeps the tracks that it has so far.
#[derive(Default)]
struct Slots {
    joints: HashMap<JointIndex, usize>,
    morphs: HashSet<usize>,
}

/// All animations, in the file's order, empty ones included.
pub(super) fn read(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    meshes: &[Mesh],
    instances: &[MeshInstance],
) -> Result<Vec<RawClip>, ImportError> {
    let instances = instances.iter().enumerate().map(|(n, instance)| (instance.node, n)).collect();
    let targets = Targets { skeleton, meshes, instances };
    let mut times = Times::new();
    (0..source.json.animations.len()).map(|a| read_clip(source, &targets, &mut times, a)).collect()
}

fn read_clip(
    source: &mut Source<'_>,
    targets: &Targets<'_>,
    times: &mut Times,
    a: usize,
) -> Result<RawClip, ImportError> {
    let Some(animation) = source.json.animations.get_mut(a) else { return Ok(RawClip::default()) };
    let extras = animation.extras.take();
    let mut clip = RawClip { name: animation.name.clone(), ..RawClip::default() };
    let (channels, samplers) = (animation.channels.len(), animation.samplers.len());
    if channels == 0 || samplers == 0 {
        let message = format!("{channels} channels and {samplers} samplers; nothing moves");
        source.report.error("animation-empty", format!("/animations/{a}"), message);
    }
    let mut slots = Slots::default();
    for c in 0..channels {
        match read_channel(source, targets, times, &mut clip, &mut slots, a, c) {
            Ok(()) => {}
            Err(error) => {
                let then = format!("/animations/{a}/channels/{c} is left out");
                source.report.caught(error.unless_too_large()?, &then);
            }
        }
    }
    super::marks::read(source, &extras, a, &mut clip)?;
    Ok(clip)
}

fn read_channel(
    source: &mut Source<'_>,
    targets: &Targets<'_>,
    times: &mut Times,
    clip: &mut RawClip,
    slots: &mut Slots,
    a: usize,
    c: usize,
) -> Result<(), ImportError> {
    let place = format!("/animations/{a}/channels/{c}");
    let fail = |code, at: &str, message: String| Err(ImportError::new(code, format!("{place}{at}"), message));
    let Some(animation) = source.json.animations.get(a) else { return Ok(()) };
    let channel = animation.channels.get(c);
    let Some(target) = channel.and_then(|c| c.target.as_ref()) else {
        return fail("channel", "", "it has no target".into());
    };
    let (node, path) = (target.node, target.path.clone().unwrap_or_default());
    let Some(sampler) = channel.and_then(|c| c.sampler) else {
        return fail("channel", "", "it has no sampler".into());
    };
    if !matches!(path.as_str(), "translation" | "rotation" | "scale" | "weights") {
        let message = format!("it moves {}, which is not read; left out", quoted(&path));
        source.report.warn("channel-path", format!("{place}/target/path"), message);
        return Ok(());
    }
    let Some(node) = node else {
        source.report.warn("channel-target", format!("{place}/target"), "it moves no node; left out");
        return Ok(());
    };
    let Some(joint) = targets.skeleton.by_file_index(node) else {
        return fail("out-of-range", "/target/node", format!("node {node} does not exist"));
    };
    check_target(source, node, &path, &place);
    let sampler = read_sampler(source, times, a, sampler, &place)?;
    if path == "weights" {
        return morph_track(source, targets, clip, slots, node, joint, sampler, &place);
    }
    source.budget.take(1, 2 * size_of::<JointTrack>(), &place)?;
    let slot = *slots.joints.entry(joint).or_insert_with(|| {
        clip.joints.push(JointTrack::new(joint));
        clip.joints.len() - 1
    });
    let Some(track) = clip.joints.get_mut(slot) else { return Ok(()) };
    let taken = match path.as_str() {
        "translation" => track.translation.is_some(),
        "rotation" => track.rotation.is_some(),
        _ => track.scale.is_some(),
    };
    if taken {
        let message = format!("an earlier channel moves the {path} of node {node} already");
        return fail("channel-twice", "/target", message);
    }
    match path.as_str() {
        "translation" => track.translation = Some(vector_track(source, &sampler, &place)?),
        "rotation" => track.rotation = Some(rotation_track(source, &sampler, &place)?),
        _ => track.scale = Some(vector_track(source, &sampler, &place)?),
    }
    Ok(())
}

/// Reports targets that glTF forbids or ignores; the channel is read all the same.
fn check_target(source: &mut Source<'_>, node: usize, path: &str, place: &str) {
    let Some(json) = source.json.nodes.get(node) else { return };
    if path == "weights" {
        return;
    }
    if json.matrix.is_some() {
        let message = "it moves a node given by a matrix, which is taken apart first";
        source.report.error("channel-on-matrix", format!("{place}/target"), message);
    } else if json.skin.is_some() && json.mesh.is_some() {
        let message = "it moves the node of a skinned mesh, which follows its joints alone";
        source.report.warn("channel-on-skinned-node", format!("{place}/target"), message);
    }
}

/// The keys of one sampler: their times, how they run, and the accessor of their values.
struct Sampler {
    interpolation: Interpolation,
    times: Arc<[f32]>,
    output: usize,
    place: String,
}

fn read_sampler(
    source: &mut Source<'_>,
    times: &mut Times,
    a: usize,
    s: usize,
    channel: &str,
) -> Result<Sampler, ImportError> {
    let place = format!("/animations/{a}/samplers/{s}");
    let Some(json) = source.json.animations.get(a).and_then(|animation| animation.samplers.get(s)) else {
        let message = format!("sampler {s} does not exist");
        return Err(ImportError::new("out-of-range", format!("{channel}/sampler"), message));
    };
    let interpolation = match json.interpolation.as_deref() {
        None | Some("LINEAR") => Interpolation::Linear,
        Some("STEP") => Interpolation::Step,
        Some("CUBICSPLINE") => Interpolation::CubicSpline,
        Some(other) => {
            let message = format!("interpolation {} is unknown", quoted(other));
            return Err(ImportError::new("sampler", format!("{place}/interpolation"), message));
        }
    };
    let (Some(input), Some(output)) = (json.input, json.output) else {
        return Err(ImportError::new("sampler", place, "it has no input or no output"));
    };
    source.check_no_stride(input, &format!("{place}/input"));
    source.check_no_stride(output, &format!("{place}/output"));
    let times = match times.get(&input) {
        Some(times) => times.clone(),
        None => {
            let read = read_times(source, input, &format!("{place}/input"))?;
            times.insert(input, read.clone());
            read
        }
    };
    if interpolation == Interpolation::CubicSpline && times.len() < 2 {
        let message = "a cubic spline of fewer than two keys";
        source.report.error("sampler-keys", format!("{place}/input"), message);
    }
    Ok(Sampler { interpolation, times, output, place })
}

fn read_times(source: &mut Source<'_>, accessor: usize, place: &str) -> Result<Arc<[f32]>, ImportError> {
    let layout = source.layout(accessor, place)?;
    if layout.component != Component::F32 {
        let message = "key times must be floats";
        return Err(ImportError::new("sampler-format", place, message));
    }
    if source.json.accessors.get(accessor).is_some_and(|a| a.min.is_empty() || a.max.is_empty()) {
        source.report.error("accessor-bounds", place, "key times must state their bounds");
    }
    let times: Vec<f32> = source.vectors::<1>(accessor, place)?.into_iter().map(|[time]| time).collect();
    if !source.is_stored(accessor) {
        source.report.warn("accessor-without-data", place, "no key times are stored; all are zero");
        return Ok(times.into());
    }
    if times.first().is_some_and(|&t| t < 0.0) {
        source.report.error("key-times", place, "the first key stands before zero");
    }
    if times.windows(2).any(|pair| pair[1] == pair[0]) {
        source.report.error("key-times", place, "two keys stand at the same time; the value jumps there");
    }
    Ok(times.into())
}

/// The sampler's values, `N` numbers each, one or three rows a key.
fn values<const N: usize>(
    source: &mut Source<'_>,
    sampler: &Sampler,
    unit: bool,
) -> Result<Vec<[f32; N]>, ImportError> {
    let place = format!("{}/output", sampler.place);
    let layout = source.layout(sampler.output, &place)?;
    if unit && layout.component != Component::F32 && !layout.normalized {
        return Err(ImportError::new("sampler-format", place, "whole numbers must be normalised"));
    }
    source.vectors::<N>(sampler.output, &place)
}

fn track<V: Copy>(
    sampler: &Sampler,
    width: usize,
    values: Vec<V>,
    place: &str,
) -> Result<Track<V>, ImportError> {
    Track::new(sampler.interpolation, width, sampler.times.clone(), values).map_err(|error| {
        let place = match error {
            TrackError::Time { .. } | TrackError::Empty => format!("{}/input", sampler.place),
            _ => format!("{place}/sampler"),
        };
        ImportError::new("track", place, error.to_string())
    })
}

fn vector_track(source: &mut Source<'_>, sampler: &Sampler, place: &str) -> Result<Track<Vec3>, ImportError> {
    let values = values::<3>(source, sampler, false)?;
    track(sampler, 1, values.into_iter().map(Vec3::from_array).collect(), place)
}

fn rotation_track(
    source: &mut Source<'_>,
    sampler: &Sampler,
    place: &str,
) -> Result<Track<Quat>, ImportError> {
    let mut values: Vec<Quat> =
        values::<4>(source, sampler, true)?.into_iter().map(Quat::from_array).collect();
    let spline = sampler.interpolation == Interpolation::CubicSpline;
    let keys = values.iter_mut().enumerate().filter(|(i, _)| !spline || i % 3 == 1);
    let mut off = 0;
    for (_, key) in keys {
        let length = key.as_dquat().length();
        off += usize::from((length - 1.0).abs() > REPORTED_SLACK);
        // A spline's keys belong with their tangents; its result is made unit instead.
        if !spline && (length - 1.0).abs() > UNIT_SLACK {
            *key = if length > 0.0 { (key.as_dquat() / length).as_quat() } else { Quat::IDENTITY };
        }
    }
    if off > 0 {
        let message = format!("{off} rotation keys are not of length 1; they are taken as directions");
        source.report.error("rotation-not-unit", format!("{place}/sampler"), message);
    }
    track(sampler, 1, values, place)
}

fn morph_track(
    source: &mut Source<'_>,
    targets: &Targets<'_>,
    clip: &mut RawClip,
    slots: &mut Slots,
    node: usize,
    joint: JointIndex,
    sampler: Sampler,
    place: &str,
) -> Result<(), ImportError> {
    let mesh = source.json.nodes.get(node).and_then(|n| n.mesh).and_then(|m| targets.meshes.get(m));
    let width = mesh.map_or(0, |m| m.morph_names.len());
    if width == 0 {
        let message = format!("node {node} has no morph targets");
        return Err(ImportError::new("channel-target", format!("{place}/target"), message));
    }
    let Some(instance) = targets.instances.get(&joint).copied() else {
        source.report.info(
            "channel-target",
            format!("{place}/target"),
            "its node is not in the scene; left out",
        );
        return Ok(());
    };
    if slots.morphs.contains(&instance) {
        let message = format!("an earlier channel moves the weights of node {node} already");
        return Err(ImportError::new("channel-twice", format!("{place}/target"), message));
    }
    let values = values::<1>(source, &sampler, true)?.into_iter().map(|[weight]| weight).collect();
    let weights = track(&sampler, width, values, place)?;
    slots.morphs.insert(instance);
    clip.morphs.push(MorphTrack { instance, weights });
    Ok(())
}

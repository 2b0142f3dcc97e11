//! Animations as raw clips (glTF 2.0 specification, section 3.11). An unusable channel is reported and left
//! out.

use super::layout::Component;
use super::source::Source;
use crate::ImportError;
use crate::error::quoted;
use crate::limits::MAX_KEY_SECONDS;
use sinew::character::{Mesh, MeshInstance, MeshInstanceId};
use sinew::clip::{Interpolation, JointTrack, MorphTrack, Track, TrackError};
use sinew::glam::{Quat, Vec3};
use sinew::{JointId, RawClip, Skeleton};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Largest unreported deviation of a rotation key's length from 1.
const REPORT_TOLERANCE: f64 = 5e-3;
/// Largest deviation from 1 at which a rotation key is kept as it is; others are normalized.
const UNIT_TOLERANCE: f64 = 3e-4;

/// Key times by accessor, shared by all clips.
type Times = HashMap<usize, Arc<[f32]>>;

/// Possible targets of animation channels.
struct Targets<'a> {
    skeleton: &'a Skeleton,
    meshes: &'a [Mesh],
    /// Mesh instances by the node of the file that shows them.
    instances: HashMap<usize, Vec<MeshInstanceId>>,
}

/// Positions of a clip's existing tracks.
#[derive(Default)]
struct Slots {
    joints: HashMap<JointId, usize>,
    morphs: HashSet<MeshInstanceId>,
}

/// All animations, in the file's order, empty ones included.
pub(super) fn read(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    meshes: &[Mesh],
    instances: &[MeshInstance],
) -> Result<Vec<RawClip>, ImportError> {
    let mut by_node: HashMap<usize, Vec<MeshInstanceId>> = HashMap::new();
    for (id, instance) in (0..).map(MeshInstanceId).zip(instances) {
        let node = source.origin(skeleton.file_index(instance.node));
        by_node.entry(node).or_default().push(id);
    }
    let instances = by_node;
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
        let message =
            format!("the animation has {channels} channels and {samplers} samplers; the clip is empty");
        source.report.warn("animation-empty", format!("/animations/{a}"), message);
    }
    let mut slots = Slots::default();
    for c in 0..channels {
        match read_channel(source, targets, times, &mut clip, &mut slots, a, c) {
            Ok(()) => {}
            Err(error) => {
                let consequence = format!("/animations/{a}/channels/{c} is left out");
                source.report.recovered(error.unless_too_large()?, &consequence);
            }
        }
    }
    super::clip_events::read(source, &extras, a, &mut clip)?;
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
    let location = format!("/animations/{a}/channels/{c}");
    let fail =
        |code, at: &str, message: String| Err(ImportError::new(code, format!("{location}{at}"), message));
    let Some(animation) = source.json.animations.get(a) else { return Ok(()) };
    let channel = animation.channels.get(c);
    let Some(target) = channel.and_then(|c| c.target.as_ref()) else {
        return fail("channel", "", "the channel has no target".into());
    };
    let (node, path) = (target.node, target.path.clone().unwrap_or_default());
    let Some(sampler) = channel.and_then(|c| c.sampler) else {
        return fail("channel", "", "the channel has no sampler".into());
    };
    if !matches!(path.as_str(), "translation" | "rotation" | "scale" | "weights") {
        let message = format!("target path {} is not supported; the channel is left out", quoted(&path));
        source.report.warn("channel-path", format!("{location}/target/path"), message);
        return Ok(());
    }
    let Some(node) = node else {
        source.report.warn(
            "channel-target",
            format!("{location}/target"),
            "the target has no node; the channel is left out",
        );
        return Ok(());
    };
    let Some(joint) = targets.skeleton.by_file_index(node) else {
        return fail("out-of-range", "/target/node", format!("node {node} does not exist"));
    };
    check_target(source, node, &path, &location);
    let sampler = read_sampler(source, times, a, sampler, &location)?;
    if path == "weights" {
        return morph_track(source, targets, clip, slots, node, sampler, &location);
    }
    source.budget.take(1, 2 * size_of::<JointTrack>(), &location)?;
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
        let message = format!("an earlier channel already animates the {path} of node {node}");
        return fail("channel-twice", "/target", message);
    }
    match path.as_str() {
        "translation" => track.translation = Some(vector_track(source, &sampler, &location)?),
        "rotation" => track.rotation = Some(rotation_track(source, &sampler, &location)?),
        _ => track.scale = Some(vector_track(source, &sampler, &location)?),
    }
    Ok(())
}

/// Reports targets that glTF forbids or ignores. The channel is imported nonetheless.
fn check_target(source: &mut Source<'_>, node: usize, path: &str, location: &str) {
    let Some(json) = source.json.nodes.get(node) else { return };
    if path == "weights" {
        return;
    }
    if json.matrix.is_some() {
        let message = "the target node has a matrix; it is decomposed to translation, rotation and scale";
        source.report.warn("channel-on-matrix", format!("{location}/target"), message);
    } else if json.skin.is_some() && json.mesh.is_some() {
        let message = "the target is the node of a skinned mesh; it has no effect on the mesh";
        source.report.warn("channel-on-skinned-node", format!("{location}/target"), message);
    }
}

/// Animation sampler: interpolation, key times and the accessor of the key values.
struct Sampler {
    interpolation: Interpolation,
    times: Arc<[f32]>,
    output: usize,
    location: String,
}

fn read_sampler(
    source: &mut Source<'_>,
    times: &mut Times,
    a: usize,
    s: usize,
    channel: &str,
) -> Result<Sampler, ImportError> {
    let location = format!("/animations/{a}/samplers/{s}");
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
            return Err(ImportError::new("sampler", format!("{location}/interpolation"), message));
        }
    };
    let (Some(input), Some(output)) = (json.input, json.output) else {
        return Err(ImportError::new("sampler", location, "the sampler has no input or no output"));
    };
    source.check_no_stride(input, &format!("{location}/input"));
    source.check_no_stride(output, &format!("{location}/output"));
    let times = match times.get(&input) {
        Some(times) => times.clone(),
        None => {
            let read = read_times(source, input, &format!("{location}/input"))?;
            times.insert(input, read.clone());
            read
        }
    };
    if interpolation == Interpolation::CubicSpline && times.len() < 2 {
        let message = "the cubic spline has fewer than two keys";
        source.report.error("sampler-keys", format!("{location}/input"), message);
    }
    Ok(Sampler { interpolation, times, output, location })
}

fn read_times(source: &mut Source<'_>, accessor: usize, location: &str) -> Result<Arc<[f32]>, ImportError> {
    let layout = source.layout(accessor, location)?;
    if layout.component != Component::F32 {
        let message = "the key times are not floats";
        return Err(ImportError::new("sampler-format", location, message));
    }
    if source.json.accessors.get(accessor).is_some_and(|a| a.min.is_empty() || a.max.is_empty()) {
        source.report.warn("accessor-bounds", location, "the accessor of key times has no min or max");
    }
    let times: Vec<f32> = source.vectors::<1>(accessor, location)?.into_iter().map(|[time]| time).collect();
    if !source.is_stored(accessor) {
        source.report.warn(
            "accessor-without-data",
            location,
            "the accessor of key times has no data; all times are zero",
        );
        return Ok(times.into());
    }
    if let Some(time) = times.iter().find(|time| f64::from(time.abs()) > MAX_KEY_SECONDS) {
        let message = format!("a key is at {time:e} seconds, beyond {MAX_KEY_SECONDS:e}");
        return Err(ImportError::new("key-times", location, message));
    }
    if times.first().is_some_and(|&t| t < 0.0) {
        source.report.warn("key-times", location, "the first key time is negative");
    }
    if times.windows(2).any(|pair| pair[1] == pair[0]) {
        source.report.warn("key-times", location, "two keys have the same time; the value jumps there");
    }
    Ok(times.into())
}

/// Values of a sampler with `N` components; one row per key, or three for a cubic spline.
fn values<const N: usize>(
    source: &mut Source<'_>,
    sampler: &Sampler,
    unit: bool,
) -> Result<Vec<[f32; N]>, ImportError> {
    let location = format!("{}/output", sampler.location);
    let layout = source.layout(sampler.output, &location)?;
    if unit && layout.component != Component::F32 && !layout.normalized {
        return Err(ImportError::new("sampler-format", location, "the integer values are not normalized"));
    }
    source.vectors::<N>(sampler.output, &location)
}

fn track<V: sinew::clip::TrackValue>(
    sampler: &Sampler,
    width: usize,
    values: Vec<V>,
    location: &str,
) -> Result<Track<V>, ImportError> {
    Track::new(sampler.interpolation, width, sampler.times.clone(), values).map_err(|error| {
        let location = match error {
            TrackError::Time { .. } | TrackError::Empty => format!("{}/input", sampler.location),
            _ => format!("{location}/sampler"),
        };
        ImportError::new("track", location, error.to_string())
    })
}

fn vector_track(
    source: &mut Source<'_>,
    sampler: &Sampler,
    location: &str,
) -> Result<Track<Vec3>, ImportError> {
    let values = values::<3>(source, sampler, false)?;
    track(sampler, 1, values.into_iter().map(Vec3::from_array).collect(), location)
}

fn rotation_track(
    source: &mut Source<'_>,
    sampler: &Sampler,
    location: &str,
) -> Result<Track<Quat>, ImportError> {
    let mut values: Vec<Quat> =
        values::<4>(source, sampler, true)?.into_iter().map(Quat::from_array).collect();
    let spline = sampler.interpolation == Interpolation::CubicSpline;
    let keys = values.iter_mut().enumerate().filter(|(i, _)| !spline || i % 3 == 1);
    let mut off = 0;
    for (_, key) in keys {
        let length = key.as_dquat().length();
        off += usize::from((length - 1.0).abs() > REPORT_TOLERANCE);
        // Keys of a cubic spline are not normalized: they belong with their tangents, and the interpolated
        // result is normalized instead.
        if !spline && (length - 1.0).abs() > UNIT_TOLERANCE {
            *key = if length > 0.0 { (key.as_dquat() / length).as_quat() } else { Quat::IDENTITY };
        }
    }
    if off > 0 {
        let message = format!("{off} rotation keys are not unit quaternions; they are normalized");
        source.report.warn("rotation-not-unit", format!("{location}/sampler"), message);
    }
    track(sampler, 1, values, location)
}

fn morph_track(
    source: &mut Source<'_>,
    targets: &Targets<'_>,
    clip: &mut RawClip,
    slots: &mut Slots,
    node: usize,
    sampler: Sampler,
    location: &str,
) -> Result<(), ImportError> {
    let mesh = source.json.nodes.get(node).and_then(|n| n.mesh).and_then(|m| targets.meshes.get(m));
    let width = mesh.map_or(0, |m| m.morph_names.len());
    if width == 0 {
        let message = format!("node {node} has no morph targets");
        return Err(ImportError::new("channel-target", format!("{location}/target"), message));
    }
    let Some(instances) = targets.instances.get(&node) else {
        source.report.info(
            "channel-target",
            format!("{location}/target"),
            "the target node is not in the scene; the channel is left out",
        );
        return Ok(());
    };
    if instances.iter().any(|instance| slots.morphs.contains(instance)) {
        let message = format!("an earlier channel already animates the weights of node {node}");
        return Err(ImportError::new("channel-twice", format!("{location}/target"), message));
    }
    let values = values::<1>(source, &sampler, true)?.into_iter().map(|[weight]| weight).collect();
    let weights = track(&sampler, width, values, location)?;
    let copies = (instances.len() - 1).saturating_mul(sampler.times.len()).saturating_mul(3 * width);
    source.budget.take(copies, size_of::<f32>(), location)?;
    for &instance in instances {
        slots.morphs.insert(instance);
        clip.morphs.push(MorphTrack { instance, weights: weights.clone() });
    }
    Ok(())
}

//! Export of clips (glTF 2.0 specification, section 3.11). Keys are written as they are; tracks with equal
//! times share them.

use super::buffer::Use;
use super::document::Document;
use super::packed::Packed;
use super::quantized_keys::{JointCodes, QuantizedClip, WeightCodes};
use super::{ExportError, times};
use crate::Report;
use serde_json::{Value, json};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::{Character, RawClip};
use std::borrow::Cow;
use std::collections::HashSet;

/// Largest deviation of a rotation's length from 1 at which it is not normalized; validators accept slightly
/// more.
const UNIT_TOLERANCE: f32 = 5e-3;

/// Writes all clips, which must have passed [`check`]. `nodes` is the node of each mesh instance.
pub(super) fn write(
    document: &mut Document,
    character: &Character,
    clips: &[QuantizedClip],
    nodes: &[Option<usize>],
) {
    for (c, QuantizedClip { clip, joints, morphs }) in clips.iter().enumerate() {
        let location = format!("/clips/{c}");
        if !clip.expressions.is_empty() || clip.gaze.is_some() {
            let message = "expression and gaze tracks are not exported";
            document.report.warn("export-left-out", &*location, message);
        }
        let mut shift = 0.0;
        if clip.start() < 0.0 {
            shift = -clip.start();
            let message =
                format!("the first key is at {} s; all keys are shifted to start at 0", clip.start());
            document.report.warn("key-times", &*location, message);
        }
        let mut writer =
            Writer { document, location, shift, equal_times: 0, samplers: Vec::new(), channels: Vec::new() };
        for (track, codes) in clip.joints.iter().zip(joints) {
            writer.joint(track, codes, character.skeleton().file_index(track.joint));
        }
        for (track, codes) in clip.morphs.iter().zip(morphs) {
            if let Some(node) = nodes.get(track.instance.index()).copied().flatten() {
                writer.weights(&track.weights, codes, node);
            }
        }
        writer.finish(clip, c);
        document.buffer.close_pools();
    }
}

/// The clips without tracks that poses in 32-bit floats cannot hold, each of which is reported.
pub(super) fn posable<'a>(
    character: &Character,
    clips: &'a [RawClip],
    report: &mut Report,
) -> Cow<'a, [RawClip]> {
    let skeleton = character.skeleton();
    if clips.iter().all(|clip| clip.first_unposable(skeleton).is_none()) {
        return Cow::Borrowed(clips);
    }
    let mut clips = clips.to_vec();
    for (c, clip) in clips.iter_mut().enumerate() {
        for message in clip.remove_unposable(skeleton) {
            report.error(
                "too-large-number",
                format!("/clips/{c}"),
                format!("{message}; the tracks are left out"),
            );
        }
    }
    Cow::Owned(clips)
}

/// Checks that the clips match the character.
pub(super) fn check(character: &Character, clips: &[RawClip]) -> Result<(), ExportError> {
    clips.iter().enumerate().try_for_each(|(c, clip)| check_one(character, clip, c))
}

fn check_one(character: &Character, clip: &RawClip, c: usize) -> Result<(), ExportError> {
    let fail = |location: String, message: &str| Err(ExportError::new("export-clip", location, message));
    let mut seen = HashSet::new();
    for (j, track) in clip.joints.iter().enumerate() {
        let location = format!("/clips/{c}/joints/{j}");
        if track.joint.index() >= character.skeleton().len() {
            return fail(location, "the track's joint does not exist in the character");
        }
        let widths = [
            track.translation.as_ref().map(Track::width),
            track.rotation.as_ref().map(Track::width),
            track.scale.as_ref().map(Track::width),
        ];
        if widths.into_iter().flatten().any(|width| width != 1) {
            return fail(location, "joint tracks must have one value per key");
        }
        if !seen.insert(track.joint) {
            return fail(location, "another track animates the same joint");
        }
    }
    let mut seen = HashSet::new();
    for (m, track) in clip.morphs.iter().enumerate() {
        let location = format!("/clips/{c}/morphs/{m}");
        let targets = character.mesh_instances().get(track.instance.index()).map(|i| i.weights.len());
        if targets.is_none_or(|targets| targets == 0 || targets != track.weights.width()) {
            return fail(location, "the track does not match the morph targets of a mesh instance");
        }
        if !seen.insert(track.instance) {
            return fail(location, "another track animates the same mesh instance");
        }
    }
    Ok(())
}

/// Target of a channel.
#[derive(Clone, Copy)]
struct Target {
    node: usize,
    path: &'static str,
}

/// Writer of one clip.
struct Writer<'a> {
    document: &'a mut Document,
    location: String,
    /// Time added to all keys, in seconds.
    shift: f32,
    /// Number of key times that were equal to the previous one.
    equal_times: usize,
    samplers: Vec<Value>,
    channels: Vec<Value>,
}

impl Writer<'_> {
    fn joint(&mut self, track: &JointTrack, codes: &JointCodes, node: usize) {
        let vectors = |track: &Track<Vec3>| track.values().iter().map(Vec3::to_array).collect::<Vec<_>>();
        if let Some(track) = &track.translation {
            let packed = codes.translation.as_deref().map(Packed::exponential);
            self.channel(track, 1, (vectors(track), packed), Target { node, path: "translation" });
        }
        if let Some(track) = &track.rotation {
            let packed = codes.rotation.as_deref().map(Packed::rotations);
            let values = self.rotations(track, node);
            self.channel(track, 1, (values, packed), Target { node, path: "rotation" });
        }
        if let Some(track) = &track.scale {
            let packed = codes.scale.as_deref().map(Packed::exponential);
            self.channel(track, 1, (vectors(track), packed), Target { node, path: "scale" });
        }
    }

    fn weights(&mut self, track: &Track<f32>, codes: &WeightCodes, node: usize) {
        let packed = match codes {
            WeightCodes::Plain => None,
            WeightCodes::Short(codes) => Some(Packed::tight(codes).normalized()),
            WeightCodes::Steps(codes) => Some(Packed::exponential(codes)),
        };
        let values = track.values().iter().map(|&w| [w]).collect();
        self.channel(track, track.width(), (values, packed), Target { node, path: "weights" });
    }

    /// Values of a rotation track, normalized where the length deviates from 1. Tangents of splines are not
    /// changed.
    fn rotations(&mut self, track: &Track<Quat>, node: usize) -> Vec<[f32; 4]> {
        let spline = track.interpolation() == Interpolation::CubicSpline;
        let mut off = 0;
        let values = track.values().iter().enumerate().map(|(n, value)| {
            let is_key = !spline || n % 3 == 1;
            if !is_key || (value.length() - 1.0).abs() <= UNIT_TOLERANCE || !value.is_finite() {
                return value.to_array();
            }
            off += 1;
            let length = value.as_dquat().length();
            let unit = if length > 0.0 { (value.as_dquat() / length).as_quat() } else { Quat::IDENTITY };
            unit.to_array()
        });
        let values = values.collect();
        if off > 0 {
            let message =
                format!("{off} rotations of node {node} are not unit quaternions; they are normalized");
            self.document.report.warn("rotation-not-unit", &*self.location, message);
        }
        values
    }

    /// Adds a sampler and its channel. `values` are the track's values with `width` entries per row, which are
    /// stored as `packed` where there is such a form.
    fn channel<V: sinew::clip::TrackValue, const N: usize>(
        &mut self,
        track: &Track<V>,
        width: usize,
        (mut values, packed): (Vec<[f32; N]>, Option<Packed>),
        Target { node, path }: Target,
    ) {
        if values.iter().flatten().any(|v| !v.is_finite()) {
            let message = format!("the {path} keys of node {node} are not finite; the track is left out");
            self.document.report.error("not-finite", &*self.location, message);
            return;
        }
        let mut interpolation = track.interpolation();
        if interpolation == Interpolation::CubicSpline && track.times().len() < 2 {
            // glTF requires two keys for a spline; a single key is equal to a step.
            values = values.get(width..2 * width).unwrap_or_default().to_vec();
            interpolation = Interpolation::Step;
        }
        let (times, equal) = times::separate(track.times(), self.shift);
        self.equal_times += equal;
        let times: Vec<[f32; 1]> = times.into_iter().map(|t| [t]).collect();
        let buffer = &mut self.document.buffer;
        let input = buffer.accessor(Packed::tight(&times).bounded(&times), Use::Keys);
        let output = buffer.accessor(packed.unwrap_or_else(|| Packed::tight(&values)), Use::Keys);
        let mut sampler = json!({ "input": input, "output": output });
        match interpolation {
            Interpolation::Step => sampler["interpolation"] = json!("STEP"),
            Interpolation::Linear => {}
            Interpolation::CubicSpline => sampler["interpolation"] = json!("CUBICSPLINE"),
        }
        let target = json!({ "node": node, "path": path });
        self.channels.push(json!({ "sampler": self.samplers.len(), "target": target }));
        self.samplers.push(sampler);
    }

    /// Adds the animation of a clip, whose number is `number`.
    fn finish(self, clip: &RawClip, number: usize) {
        let Self { document, location, shift, equal_times, samplers, channels, .. } = self;
        if equal_times > 0 {
            let message = format!(
                "{equal_times} keys have the same time as the previous one; they are separated by the \
                 smallest possible step"
            );
            document.report.warn("key-times", &*location, message);
        }
        if channels.is_empty() {
            document.report.warn(
                "animation-empty",
                location,
                format!("clip {:?} has no exportable tracks; it is left out", clip.name),
            );
            return;
        }
        let mut json = json!({ "samplers": samplers, "channels": channels });
        if !clip.name.is_empty() {
            json["name"] = json!(clip.name);
        }
        if let Some(extras) = super::clip_events::extras(clip, shift) {
            json["extras"] = extras;
        }
        document.animations.push(json);
        document.animation_clips.push(number);
    }
}

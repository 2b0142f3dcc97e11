//! Clips (glTF 2.0 specification, section 3.11): keys as they are, tracks with the same times sharing them.

use super::buffer::Use;
use super::document::Document;
use super::packed::Packed;
use super::{ExportError, times};
use serde_json::{Value, json};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::{Character, RawClip};
use std::collections::HashSet;

/// How far from 1 the length of a rotation may be before it is mended; readers accept somewhat more.
const UNIT_SLACK: f32 = 5e-3;

/// Writes all clips, which are known to fit. `nodes` says which node each mesh instance became.
pub(super) fn write(
    document: &mut Document,
    character: &Character,
    clips: &[RawClip],
    nodes: &[Option<usize>],
) {
    for (c, clip) in clips.iter().enumerate() {
        let place = format!("/clips/{c}");
        if !clip.expressions.is_empty() || clip.gaze.is_some() {
            let message = "its keys of expressions and gaze are not written";
            document.report.warn("export-left-out", &*place, message);
        }
        let mut shift = 0.0;
        if clip.start() < 0.0 {
            shift = -clip.start();
            let message = format!("its first key stands at {} s; it is written to begin at 0", clip.start());
            document.report.warn("key-times", &*place, message);
        }
        let mut writer =
            Writer { document, place, shift, same: 0, samplers: Vec::new(), channels: Vec::new() };
        for track in &clip.joints {
            writer.joint(track, character.skeleton().file_index(track.joint));
        }
        for track in &clip.morphs {
            if let Some(node) = nodes.get(track.instance).copied().flatten() {
                writer.weights(&track.weights, node);
            }
        }
        writer.finish(clip);
        document.buffer.close_pools();
    }
}

/// Makes sure that clips fit their character.
pub(super) fn check(character: &Character, clips: &[RawClip]) -> Result<(), ExportError> {
    clips.iter().enumerate().try_for_each(|(c, clip)| check_one(character, clip, c))
}

fn check_one(character: &Character, clip: &RawClip, c: usize) -> Result<(), ExportError> {
    let fail = |place: String, message: &str| Err(ExportError::new("export-clip", place, message));
    let mut seen = HashSet::new();
    for (j, track) in clip.joints.iter().enumerate() {
        let place = format!("/clips/{c}/joints/{j}");
        if track.joint.index() >= character.skeleton().len() {
            return fail(place, "it moves a joint that the character does not have");
        }
        let widths = [
            track.translation.as_ref().map(Track::width),
            track.rotation.as_ref().map(Track::width),
            track.scale.as_ref().map(Track::width),
        ];
        if widths.into_iter().flatten().any(|width| width != 1) {
            return fail(place, "a key of a joint must be one value");
        }
        if !seen.insert(track.joint) {
            return fail(place, "another track moves the same joint");
        }
    }
    let mut seen = HashSet::new();
    for (m, track) in clip.morphs.iter().enumerate() {
        let place = format!("/clips/{c}/morphs/{m}");
        let targets = character.instances().get(track.instance).map(|i| i.weights.len());
        if targets.is_none_or(|targets| targets == 0 || targets != track.weights.width()) {
            return fail(place, "its keys are not one weight for each morph target of a mesh instance");
        }
        if !seen.insert(track.instance) {
            return fail(place, "another track moves the same mesh instance");
        }
    }
    Ok(())
}

/// One clip while it is written.
struct Writer<'a> {
    document: &'a mut Document,
    place: String,
    /// Seconds by which all keys are moved.
    shift: f32,
    /// How many key times were the same as the one before.
    same: usize,
    samplers: Vec<Value>,
    channels: Vec<Value>,
}

impl Writer<'_> {
    fn joint(&mut self, track: &JointTrack, node: usize) {
        let vectors = |track: &Track<Vec3>| track.values().iter().map(Vec3::to_array).collect::<Vec<_>>();
        if let Some(track) = &track.translation {
            self.channel(track, 1, vectors(track), node, "translation");
        }
        if let Some(track) = &track.rotation {
            let values = self.rotations(track, node);
            self.channel(track, 1, values, node, "rotation");
        }
        if let Some(track) = &track.scale {
            self.channel(track, 1, vectors(track), node, "scale");
        }
    }

    fn weights(&mut self, track: &Track<f32>, node: usize) {
        let values = track.values().iter().map(|&w| [w]).collect();
        self.channel(track, track.width(), values, node, "weights");
    }

    /// The stored values, those that are rotations of length 1. Tangents are none, and a spline's keys belong with
    /// theirs, so of splines only keys that readers refuse are touched.
    fn rotations(&mut self, track: &Track<Quat>, node: usize) -> Vec<[f32; 4]> {
        let spline = track.interpolation() == Interpolation::CubicSpline;
        let mut off = 0;
        let values = track.values().iter().enumerate().map(|(n, value)| {
            let is_key = !spline || n % 3 == 1;
            if !is_key || (value.length() - 1.0).abs() <= UNIT_SLACK || !value.is_finite() {
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
                format!("{off} rotations of node {node} are not of length 1; their directions are written");
            self.document.report.warn("rotation-not-unit", &*self.place, message);
        }
        values
    }

    /// A sampler and the channel that uses it. `values` are those of the track, `width` of them a row.
    fn channel<V: Copy, const N: usize>(
        &mut self,
        track: &Track<V>,
        width: usize,
        mut values: Vec<[f32; N]>,
        node: usize,
        path: &str,
    ) {
        if values.iter().flatten().any(|v| !v.is_finite()) {
            let message = format!("keys of the {path} of node {node} are not finite; they are left out");
            self.document.report.error("not-finite", &*self.place, message);
            return;
        }
        let mut interpolation = track.interpolation();
        if interpolation == Interpolation::CubicSpline && track.times().len() < 2 {
            // glTF wants two keys of a spline; one key is the same without tangents.
            values = values.get(width..2 * width).unwrap_or_default().to_vec();
            interpolation = Interpolation::Step;
        }
        let (times, same) = times::set_apart(track.times(), self.shift);
        self.same += same;
        let times: Vec<[f32; 1]> = times.into_iter().map(|t| [t]).collect();
        let buffer = &mut self.document.buffer;
        let input = buffer.accessor(Packed::tight(&times).bounded(&times), Use::Keys);
        let output = buffer.accessor(Packed::tight(&values), Use::Keys);
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

    fn finish(self, clip: &RawClip) {
        let Self { document, place, shift, same, samplers, channels, .. } = self;
        if same > 0 {
            let message =
                format!("{same} keys stand at the time of the one before; they are set apart by a hair");
            document.report.warn("key-times", &*place, message);
        }
        if channels.is_empty() {
            document.report.warn(
                "animation-empty",
                place,
                "it moves nothing that is written; it is left out",
            );
            return;
        }
        let mut json = json!({ "samplers": samplers, "channels": channels });
        if !clip.name.is_empty() {
            json["name"] = json!(clip.name);
        }
        if let Some(extras) = super::marks::extras(clip, shift) {
            json["extras"] = extras;
        }
        document.animations.push(json);
    }
}

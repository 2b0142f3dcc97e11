//! Retargeting of faces: expressions and morph targets follow those of the same name, and each other.

mod names;

use self::names::{ChannelName, morph_names, whole_of};
use super::report::UnmappedTracks;
use crate::character::Character;
use crate::clip::{ExpressionTrack, Interpolation, MorphTrack, RawClip, Track};
use crate::morph::{ExpressionId, MeshInstanceId, MorphTargetId};
use std::sync::Arc;

/// Map from the expressions, morph targets and gaze of one character to those of another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FaceMap {
    /// Target expressions, each with the source channel that drives it.
    expressions: Vec<(ExpressionId, Channel)>,
    /// Target mesh instances with driven morph targets: one lane per morph target.
    instances: Vec<(MeshInstanceId, Vec<Lane>)>,
    /// Whether the target has no look-at setup.
    lacks_gaze: bool,
}

/// An animated weight of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Channel {
    Expression(ExpressionId),
    Morph(MorphTargetId),
}

/// A morph target of the target character.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lane {
    from: Option<Channel>,
    /// Weight in the rest pose.
    rest: f32,
}

/// A channel and its names.
type Named = (Channel, ChannelName);

impl FaceMap {
    /// Map by names: expressions follow expressions, else morph targets; morph targets follow morph targets,
    /// else expressions. Case and separators are ignored, and the names of VRM, ARKit and Oculus are
    /// equivalent (`aa` and `viseme_aa`, `blinkLeft` and `eyeBlinkLeft`).
    #[must_use]
    pub fn by_names(from: &Character, to: &Character) -> Self {
        let (theirs, ours) = (named(from), named(to));
        let is_expression = |channel: &Channel| matches!(channel, Channel::Expression(_));
        let first_of = |expression_first: bool, is_same: &dyn Fn(&ChannelName) -> bool| {
            let same = || theirs.iter().filter(|(_, name)| is_same(name)).map(|(c, _)| *c);
            let first = same().find(|channel| is_expression(channel) == expression_first);
            first.or_else(|| same().next())
        };
        let find = |name: &str, first: bool| {
            first_of(first, &|channel_name| !name.is_empty() && channel_name.canonical == name)
        };
        // One half of a pair follows the two-sided channel.
        let find_any = |name: &ChannelName, first: bool| {
            let same = first_of(first, &|other| !name.plain.is_empty() && other.plain == name.plain);
            let canonical = &name.canonical;
            same.or_else(|| find(canonical, first)).or_else(|| find(whole_of(canonical)?, first))
        };
        let mut map = Self { lacks_gaze: to.look_at().is_none(), ..Self::default() };
        // Expressions without effect drive nothing.
        let drives = |channel: &Channel| match channel {
            Channel::Expression(id) => to.expressions()[id.index()].has_effect(),
            Channel::Morph(_) => false,
        };
        let has =
            |name: &str| ours.iter().any(|(c, channel_name)| drives(c) && channel_name.canonical == name);
        for (channel, names) in &ours {
            let name = names.canonical.as_str();
            match *channel {
                Channel::Expression(id) => {
                    // Both halves follow the two-sided channel where the target lacks it.
                    let whole = whole_of(name).filter(|whole| !has(whole));
                    let half = (name == "blink").then_some("blinkleft");
                    let from = [Some(name), whole, half].into_iter().flatten();
                    let from = from.filter_map(|name| find(name, true)).next();
                    map.expressions.extend(from.map(|from| (id, from)));
                }
                Channel::Morph(MorphTargetId { instance, target }) => {
                    // The target's own expression drives it already.
                    let driven = has(name) || whole_of(name).is_some_and(has);
                    let from = find_any(names, false);
                    let from = from.filter(|from| !(is_expression(from) && driven));
                    let rest = to.rest_weights().row(instance).get(target).copied().unwrap_or_default();
                    if map.instances.last().is_none_or(|(last, _)| *last != instance) {
                        map.instances.push((instance, Vec::new()));
                    }
                    if let Some((_, lanes)) = map.instances.last_mut() {
                        lanes.push(Lane { from, rest });
                    }
                }
            }
        }
        map.instances.retain(|(_, lanes)| lanes.iter().any(|lane| lane.from.is_some()));
        map
    }

    /// Map of expressions alone, as pairs of source and target.
    #[must_use]
    pub fn from_expressions(pairs: impl IntoIterator<Item = (ExpressionId, ExpressionId)>) -> Self {
        let pairs = pairs.into_iter().map(|(from, to)| (to, Channel::Expression(from)));
        Self { expressions: pairs.collect(), ..Self::default() }
    }

    /// Writes the face tracks of `from`, a clip of the source, into `to`, a clip of the target; returns the
    /// tracks without a counterpart.
    pub fn retarget(&self, from: &RawClip, to: &mut RawClip) -> UnmappedTracks {
        let mut used = Vec::new();
        for (id, channel) in &self.expressions {
            if let Some(source) = Keys::of(from, *channel) {
                used.push(*channel);
                to.expressions.push(ExpressionTrack { expression: *id, weight: source.to_track() });
            }
        }
        for (instance, lanes) in &self.instances {
            let keys: Vec<Option<Keys<'_>>> =
                lanes.iter().map(|lane| lane.from.and_then(|channel| Keys::of(from, channel))).collect();
            used.extend(
                lanes.iter().zip(&keys).filter(|(_, keys)| keys.is_some()).filter_map(|(l, _)| l.from),
            );
            if let Some(weights) = merged_track(&keys, lanes) {
                to.morphs.push(MorphTrack { instance: *instance, weights });
            }
        }
        to.gaze = from.gaze.clone().filter(|_| !self.lacks_gaze);
        let expressions =
            from.expressions.iter().filter(|track| !used.contains(&Channel::Expression(track.expression)));
        let mut unmapped = UnmappedTracks {
            expressions: expressions.map(|track| track.expression).collect(),
            gaze: from.gaze.is_some() && to.gaze.is_none(),
            ..UnmappedTracks::default()
        };
        for track in &from.morphs {
            let moves = |lane: &usize| {
                let keys = (0..track.weights.times().len()).map(|k| track.weights.key(k)[*lane]);
                keys.fold(0.0, |max: f32, weight| max.max(weight.abs())) > MIN_WEIGHT
            };
            let lanes = (0..track.weights.width()).filter(moves);
            let ids = lanes.map(|target| MorphTargetId { instance: track.instance, target });
            unmapped.morphs.extend(ids.filter(|id| !used.contains(&Channel::Morph(*id))));
        }
        unmapped
    }
}

/// Smallest weight that counts as animated.
const MIN_WEIGHT: f32 = 1e-4;

/// All named channels of a face, expressions first.
fn named(character: &Character) -> Vec<Named> {
    let expressions = (0..).map(ExpressionId).zip(character.expressions());
    let name = |name: &str| ChannelName::of_expression(character.face_names(), name);
    let expressions = expressions.map(|(id, expression)| (Channel::Expression(id), name(&expression.name)));
    let morphs = morph_names(character).into_iter().map(|(id, name)| (Channel::Morph(id), name));
    expressions.chain(morphs).collect()
}

/// Keys of one weight: a lane of a track.
#[derive(Clone, Copy)]
struct Keys<'a> {
    track: &'a Track<f32>,
    lane: usize,
}

impl<'a> Keys<'a> {
    fn of(clip: &'a RawClip, channel: Channel) -> Option<Self> {
        match channel {
            Channel::Expression(n) => {
                let track = clip.expressions.iter().find(|track| track.expression == n)?;
                Some(Self { track: &track.weight, lane: 0 })
            }
            Channel::Morph(MorphTargetId { instance, target: lane }) => {
                let track = clip.morphs.iter().find(|track| track.instance == instance)?;
                (lane < track.weights.width()).then_some(Self { track: &track.weights, lane })
            }
        }
    }

    /// The lane as a track of its own.
    fn to_track(self) -> Track<f32> {
        let values = self.track.values().iter().skip(self.lane).step_by(self.track.width()).copied();
        let values: Vec<f32> = values.collect();
        Track::new(self.track.interpolation(), 1, self.track.times().into(), values)
            .unwrap_or_else(|_| self.track.clone())
    }
}

/// Track with one row per key for all morph targets of an instance; `None` without keys. Keys of a single
/// source track are kept; keys of several are merged to the union of their times, interpolated linearly.
fn merged_track(keys: &[Option<Keys<'_>>], lanes: &[Lane]) -> Option<Track<f32>> {
    let first = keys.iter().flatten().next()?.track;
    let width = keys.len();
    if keys.iter().flatten().all(|lane_keys| std::ptr::eq(lane_keys.track, first)) {
        let rows = first.values().chunks(first.width());
        let cubic = first.interpolation() == Interpolation::CubicSpline;
        let value = |(row, n): (usize, usize), values: &[f32]| match &keys[n] {
            Some(lane_keys) => values[lane_keys.lane],
            // A weight at rest has zero tangents.
            None if cubic && row % 3 != 1 => 0.0,
            None => lanes[n].rest,
        };
        let rows = rows.enumerate();
        let values = rows.flat_map(|(row, values)| (0..width).map(move |n| value((row, n), values)));
        return Track::new(first.interpolation(), width, first.times().into(), values.collect()).ok();
    }
    let mut times: Vec<f32> =
        keys.iter().flatten().flat_map(|lane_keys| lane_keys.track.times()).copied().collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let times: Arc<[f32]> = times.into();
    let mut hints = vec![0; width];
    let mut values = Vec::with_capacity(times.len() * width);
    for time in times.iter() {
        for ((lane_keys, lane), hint) in keys.iter().zip(lanes).zip(&mut hints) {
            values.push(
                lane_keys
                    .map_or(lane.rest, |lane_keys| lane_keys.track.sample_lane(*time, hint, lane_keys.lane)),
            );
        }
    }
    Track::new(Interpolation::Linear, width, times, values).ok()
}

//! Faces from one character to another: expressions and morph targets that have the same names, and each for the other.

use super::clip::Dropped;
use super::face_names::{canonical, parts};
use crate::character::Character;
use crate::clip::{ExpressionTrack, Interpolation, MorphTrack, RawClip, Track};
use std::sync::Arc;

/// What of a face is what of another's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FaceMap {
    /// Target's expressions and what they follow.
    expressions: Vec<(usize, Channel)>,
    /// The target's instances that follow anything: a channel per morph target.
    instances: Vec<(usize, Vec<Lane>)>,
    /// Whether the target has no eyes that look.
    blind: bool,
}

/// A weight of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Channel {
    Expression(usize),
    /// Instance and morph target.
    Morph(usize, usize),
}

/// A morph target of the target's.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lane {
    from: Option<Channel>,
    /// Its weight at rest.
    rest: f32,
}

/// A channel and its name.
type Named = (Channel, String);

impl FaceMap {
    /// By names: expressions follow expressions, else morph targets, and morph targets follow morph targets, else
    /// expressions. Capitals and separators do not count, and what VRM, ARKit and Oculus call the same is the same (`aa`
    /// is `viseme_aa`, `blinkLeft` is `eyeBlinkLeft`).
    pub fn by_names(from: &Character, to: &Character) -> Self {
        let (theirs, ours) = (named(from), named(to));
        let is_expression = |channel: &Channel| matches!(channel, Channel::Expression(_));
        let find = |name: &str, expression_first: bool| {
            let same = || theirs.iter().filter(|(_, own)| !name.is_empty() && own == name).map(|(c, _)| *c);
            let first = same().find(|channel| is_expression(channel) == expression_first);
            first.or_else(|| same().next())
        };
        // Half of a pair follows the whole.
        let find_any = |name: &str, first: bool| find(name, first).or_else(|| find(parts(name)?, first));
        let mut map = Self { blind: to.setup().look_at.is_none(), ..Self::default() };
        let has = |name: &str| ours.iter().any(|(c, own)| is_expression(c) && own == name);
        for (channel, name) in &ours {
            match *channel {
                Channel::Expression(own) => {
                    // Both halves follow the whole where the target lacks it.
                    let whole = parts(name).filter(|whole| !has(whole));
                    let half = (name == "blink").then_some("blinkleft");
                    let from = [Some(name.as_str()), whole, half].into_iter().flatten();
                    let from = from.filter_map(|name| find(name, true)).next();
                    map.expressions.extend(from.map(|from| (own, from)));
                }
                Channel::Morph(instance, target) => {
                    // Its own expressions move it already.
                    let driven = has(name) || parts(name).is_some_and(has);
                    let from = find_any(name, false);
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

    /// Expressions by their numbers alone: those of the source, and the target's for each.
    pub fn of_expressions(pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let pairs = pairs.into_iter().map(|(from, to)| (to, Channel::Expression(from)));
        Self { expressions: pairs.collect(), ..Self::default() }
    }

    /// Writes what `from` does with the source's face into `to`, a clip of the target, and tells what has no place there.
    pub fn carry(&self, from: &RawClip, to: &mut RawClip) -> Dropped {
        let mut used = Vec::new();
        for (own, channel) in &self.expressions {
            if let Some(source) = Keys::of(from, *channel) {
                used.push(*channel);
                to.expressions.push(ExpressionTrack { expression: *own, weight: source.alone() });
            }
        }
        for (instance, lanes) in &self.instances {
            let keys: Vec<Option<Keys<'_>>> =
                lanes.iter().map(|lane| lane.from.and_then(|channel| Keys::of(from, channel))).collect();
            used.extend(
                lanes.iter().zip(&keys).filter(|(_, keys)| keys.is_some()).filter_map(|(l, _)| l.from),
            );
            if let Some(weights) = together(&keys, lanes) {
                to.morphs.push(MorphTrack { instance: *instance, weights });
            }
        }
        to.gaze = from.gaze.clone().filter(|_| !self.blind);
        let expressions =
            from.expressions.iter().filter(|track| !used.contains(&Channel::Expression(track.expression)));
        let mut dropped = Dropped {
            expressions: expressions.map(|track| track.expression).collect(),
            gaze: from.gaze.is_some() && to.gaze.is_none(),
            ..Dropped::default()
        };
        for track in &from.morphs {
            let moves = |lane: &usize| {
                let keys = (0..track.weights.times().len()).map(|k| track.weights.key(k)[*lane]);
                keys.fold(0.0, |most: f32, weight| most.max(weight.abs())) > STILL
            };
            let lanes = (0..track.weights.width()).filter(moves);
            let lost = lanes.filter(|lane| !used.contains(&Channel::Morph(track.instance, *lane)));
            dropped.morphs.extend(lost.map(|lane| (track.instance, lane)));
        }
        dropped
    }
}

/// Weights below this move nothing.
const STILL: f32 = 1e-4;

/// Everything with a name that a face has, expressions first.
fn named(character: &Character) -> Vec<Named> {
    let expressions = character.setup().expressions.iter().enumerate();
    let mut all: Vec<Named> =
        expressions.map(|(n, e)| (Channel::Expression(n), canonical(&e.name))).collect();
    for (n, instance) in character.instances().iter().enumerate() {
        let names = character.meshes()[instance.mesh].morph_names.iter().enumerate();
        all.extend(names.map(|(target, name)| (Channel::Morph(n, target), canonical(name))));
    }
    all
}

/// The keys of one weight.
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
            Channel::Morph(instance, lane) => {
                let track = clip.morphs.iter().find(|track| track.instance == instance)?;
                (lane < track.weights.width()).then_some(Self { track: &track.weights, lane })
            }
        }
    }

    /// A track of it alone.
    fn alone(&self) -> Track<f32> {
        let values = self.track.values().iter().skip(self.lane).step_by(self.track.width()).copied();
        let values: Vec<f32> = values.collect();
        Track::new(self.track.interpolation(), 1, self.track.times().into(), values)
            .unwrap_or_else(|_| self.track.clone())
    }
}

/// A track of rows for all targets of an instance; none where nothing is keyed. Keys of one track stay as they are, those
/// of several stand at all their times, with straight lines between.
fn together(keys: &[Option<Keys<'_>>], lanes: &[Lane]) -> Option<Track<f32>> {
    let first = keys.iter().flatten().next()?.track;
    let width = keys.len();
    if keys.iter().flatten().all(|own| std::ptr::eq(own.track, first)) {
        let rows = first.values().chunks(first.width());
        let cubic = first.interpolation() == Interpolation::CubicSpline;
        let value = |(row, n): (usize, usize), values: &[f32]| match &keys[n] {
            Some(own) => values[own.lane],
            // The tangents of what rests are level.
            None if cubic && row % 3 != 1 => 0.0,
            None => lanes[n].rest,
        };
        let rows = rows.enumerate();
        let values = rows.flat_map(|(row, values)| (0..width).map(move |n| value((row, n), values)));
        return Track::new(first.interpolation(), width, first.times().into(), values.collect()).ok();
    }
    let mut times: Vec<f32> = keys.iter().flatten().flat_map(|own| own.track.times()).copied().collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let times: Arc<[f32]> = times.into();
    let mut hints = vec![0; width];
    let mut values = Vec::with_capacity(times.len() * width);
    for time in times.iter() {
        for ((own, lane), hint) in keys.iter().zip(lanes).zip(&mut hints) {
            values.push(own.map_or(lane.rest, |own| own.track.sample_lane(*time, hint, own.lane)));
        }
    }
    Track::new(Interpolation::Linear, width, times, values).ok()
}

//! Blend channels of a stack as morph weight tracks.

use super::blend::Channel;
use super::mesh::Meshes;
use super::source::Source;
use super::times::{self, Range, TIME_TOLERANCE};
use crate::ImportError;
use sinew::RawClip;
use sinew::character::MeshInstanceId;
use sinew::clip::{Interpolation, MorphTrack, Track};
use std::collections::HashMap;
use std::sync::Arc;

/// Reads blend channels as morph weight tracks. The channels of a mesh share their key times, which include
/// the times at which a channel passes an in-between shape. The result is the number of tracks left out for
/// values that are not finite.
pub(super) fn read_weights(
    source: &mut Source<'_>,
    meshes: &Meshes,
    baked: &ufbx::BakedAnimRoot,
    range: &Range,
    clip: &mut RawClip,
    here: &str,
) -> Result<usize, ImportError> {
    let mut lost = 0;
    let mut curves: HashMap<(u32, &str), &ufbx::List<ufbx::BakedVec3>> = HashMap::new();
    for element in &baked.elements {
        curves.extend(element.props.iter().map(|p| ((element.element_id, &*p.name), &p.keys)));
    }
    for (instance, shown) in (0..).map(MeshInstanceId).zip(&meshes.instances) {
        let Some(blends) = meshes.blends.get(shown.mesh.index()) else { continue };
        let driven = |c: &Channel| curves.get(&(c.weight.0, c.weight.1.as_str())).copied();
        if blends.channels.iter().all(|c| driven(c).is_none()) {
            continue;
        }
        let is_finite =
            |keys: &ufbx::List<ufbx::BakedVec3>| keys.iter().all(|k| (k.value.x as f32).is_finite());
        if !blends.channels.iter().filter_map(driven).all(is_finite) {
            lost += 1;
            continue;
        }
        let moments = moments(&blends.channels, &driven, range);
        let width = blends.names.len();
        source.budget.take(moments.len(), (width + 1) * 2 * size_of::<f32>(), here)?;
        let mut values = Vec::with_capacity(moments.len() * width);
        let mut row = vec![0.0f32; width];
        for moment in &moments {
            for channel in &blends.channels {
                channel.split(weight_at(channel, driven(channel), range, moment), &mut row);
            }
            values.extend_from_slice(&row);
        }
        let times: Arc<[f32]> = times::of_track(moments.iter().map(|moment| moment.time)).into();
        if let Ok(weights) = Track::new(Interpolation::Linear, width, times, values) {
            clip.morphs.push(MorphTrack { instance, weights });
        }
    }
    Ok(lost)
}

/// Clip time of a key, and the side of a jump there.
struct Moment {
    time: f64,
    before_jump: bool,
}

/// Weight of a channel; 1 is 100 %.
fn weight_at(
    channel: &Channel,
    keys: Option<&ufbx::List<ufbx::BakedVec3>>,
    range: &Range,
    moment: &Moment,
) -> f32 {
    let Some(keys) = keys else { return channel.rest };
    let time = range.begin + moment.time;
    // Keys at the time itself stand next to this index.
    let (at, next) = match moment.before_jump {
        true => {
            let first = keys.partition_point(|key| key.time < time - TIME_TOLERANCE);
            (keys.get(first), first)
        }
        false => {
            let next = keys.partition_point(|key| key.time <= time + TIME_TOLERANCE);
            (keys.get(next.wrapping_sub(1)), next)
        }
    };
    let percent = match (at, keys.get(next.wrapping_sub(1)), keys.get(next)) {
        (Some(key), _, _) if (key.time - time).abs() <= TIME_TOLERANCE => key.value.x,
        (_, Some(a), Some(b)) => a.value.x + (b.value.x - a.value.x) * (time - a.time) / (b.time - a.time),
        (_, Some(key), None) | (_, None, Some(key)) => key.value.x,
        (_, None, None) => return channel.rest,
    };
    (percent * 0.01) as f32
}

/// Key times of all channels in order, with the times at which a channel passes an in-between shape. Times at
/// which a channel jumps stand twice.
fn moments<'a>(
    channels: &[Channel],
    driven: &impl Fn(&Channel) -> Option<&'a ufbx::List<ufbx::BakedVec3>>,
    range: &Range,
) -> Vec<Moment> {
    let mut all = vec![(0.0, false), (range.length, false)];
    let mut add = |time: f64, jumps: bool| {
        if range.contains(time) {
            all.push((time.clamp(0.0, range.length), jumps));
        }
    };
    for channel in channels {
        let Some(keys) = driven(channel) else { continue };
        keys.iter().for_each(|k| add(k.time - range.begin, false));
        // A channel weight is linear between keys; the morph weights are only piecewise linear, with breaks
        // at the in-between shapes.
        for pair in keys.windows(2) {
            let [a, b] = pair else { continue };
            if b.time - a.time <= TIME_TOLERANCE {
                add(b.time - range.begin, true);
                continue;
            }
            let (from, to) = (a.value.x * 0.01, b.value.x * 0.01);
            for &stop in channel.stops.iter().chain([0.0].iter()) {
                let share = (f64::from(stop) - from) / (to - from);
                if share > 0.0 && share < 1.0 {
                    add(a.time - range.begin + share * (b.time - a.time), false);
                }
            }
        }
    }
    all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut moments: Vec<Moment> = Vec::with_capacity(all.len());
    for same in all.chunk_by(|a, b| b.0 - a.0 <= TIME_TOLERANCE) {
        let Some(&(time, _)) = same.first() else { continue };
        if time > 0.0 && same.iter().any(|(_, jumps)| *jumps) {
            moments.push(Moment { time, before_jump: true });
        }
        moments.push(Moment { time, before_jump: false });
    }
    moments
}

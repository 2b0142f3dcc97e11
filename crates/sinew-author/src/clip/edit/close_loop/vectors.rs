//! Closing of tracks of vectors, weights and root poses.

use super::offset::{Offset, speed};
use super::window::{End, Row, Window, spline, track_of};
use sinew::clip::{Interpolation, RootPose, RootTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::internal::from_axis_angle;

/// Motion over a loop that is kept, in the space of a joint's parent: the last pose is the first one, turned,
/// then shifted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LoopShift {
    pub(super) turn: Quat,
    pub(super) shift: Vec3,
}

impl LoopShift {
    pub(super) const NONE: Self = Self { turn: Quat::IDENTITY, shift: Vec3::ZERO };

    /// A position at the end of the loop, for one at its start.
    pub(super) fn point(&self, start: Vec3) -> Vec3 {
        self.turn * start + self.shift
    }
}

/// The track with its ends brought together but for the shift of the loop; `None` where they already are.
pub(super) fn closed_vectors(track: &Track<Vec3>, window: &Window, kept: &LoopShift) -> Option<Track<Vec3>> {
    if track.interpolation() == Interpolation::Step || track.times().len() < 2 {
        return None;
    }
    let at = |time: f32| track.sample_vector(time, &mut 0);
    let is_cubic = track.interpolation() == Interpolation::CubicSpline;
    let back = kept.turn.inverse();
    // All in the space of the start.
    let (first, last) = (at(window.start), back * (at(window.end) - kept.shift));
    let half = 0.5 * (last - first);
    let end_speed = |end: End| {
        let time = window.time(end);
        // Time runs inwards from either end.
        let sign = if end == End::First { 1.0 } else { -1.0 };
        let speed = match is_cubic {
            true => spline(track, time, 0).1 * sign,
            false => speed(window.step, |away| at(window.inwards(end, away)) - at(time)),
        };
        if end == End::First { speed } else { back * speed }
    };
    let (forwards, backwards) = (end_speed(End::First), end_speed(End::Last));
    let mean = 0.5 * (forwards - backwards);
    let offset = |end: End| {
        let (distance, missing) = match end {
            End::First => (half, mean - forwards),
            End::Last => (-half, -mean - backwards),
        };
        match is_cubic {
            true => Offset::new(distance, missing, window.seconds),
            false => {
                let keys = window.end_keys(track.times(), end);
                Offset::with_measured_speed(distance, missing, &keys, window.seconds)
            }
        }
    };
    let (start, end) = (offset(End::First), offset(End::Last));
    if start.is_none() && end.is_none() {
        return None;
    }
    let mut rows = window.rows(track, |time| vec![at(time)], |value, slope| (value, slope));
    for row in &mut rows {
        let (after, before) = (window.away(End::First, row.time), window.away(End::Last, row.time));
        let moved = start.at(after) + kept.turn * end.at(before);
        let slope = start.slope(after) - kept.turn * end.slope(before);
        row.values[0] += moved;
        row.tangent_in.iter_mut().chain(&mut row.tangent_out).for_each(|tangent| *tangent += slope);
    }
    track_of(track, rows)
}

/// Weights with their ends brought together, without velocity, so that they do not overshoot.
pub(super) fn closed_weights(track: &Track<f32>, window: &Window) -> Option<Track<f32>> {
    let (width, is_step) = (track.width(), track.interpolation() == Interpolation::Step);
    if is_step || track.times().len() < 2 || width == 0 {
        return None;
    }
    let sample = |time: f32| {
        let mut row = vec![0.0; width];
        track.sample_row(time, &mut 0, &mut row);
        row
    };
    let ends = sample(window.start).into_iter().zip(sample(window.end));
    let halves: Vec<f32> = ends.map(|(first, last)| 0.5 * (last - first)).collect();
    if halves.iter().all(|half| half.abs() < 1e-7) {
        return None;
    }
    let unit = Offset::new(Vec3::X, Vec3::ZERO, window.seconds);
    let mut rows: Vec<Row<f32>> = window.rows(track, sample, |value, slope| (value, slope));
    for row in &mut rows {
        let (after, before) = (window.away(End::First, row.time), window.away(End::Last, row.time));
        let (share, slope) =
            (unit.at(after).x - unit.at(before).x, unit.slope(after).x + unit.slope(before).x);
        row.values.iter_mut().zip(&halves).for_each(|(value, half)| *value += half * share);
        for tangents in [&mut row.tangent_in, &mut row.tangent_out] {
            tangents.iter_mut().zip(&halves).for_each(|(tangent, half)| *tangent += half * slope);
        }
    }
    track_of(track, rows)
}

/// Root motion with equal velocities at both ends, relative to the body. Its poses at the ends stay.
pub(super) fn closed_root(track: &RootTrack, window: &Window) -> Option<RootTrack> {
    let turn = |pose: RootPose| from_axis_angle(Vec3::Y, pose.heading);
    let at = |time: f32| track.sample(time);
    // Velocities over the ground and of the heading, in the axes of the body at the end.
    let speeds = |end: End| {
        let here = at(window.time(end));
        let moved = |away: f32| at(window.inwards(end, away)).position - here.position;
        let turned = |away: f32| Vec3::X * (at(window.inwards(end, away)).heading - here.heading);
        [turn(here).inverse() * speed(window.step, moved), speed(window.step, turned)]
    };
    let (forwards, backwards) = (speeds(End::First), speeds(End::Last));
    let offsets = |end: End| {
        let keys = window.end_keys(track.times(), end);
        [0, 1].map(|n| {
            let mean = 0.5 * (forwards[n] - backwards[n]);
            let missing = if end == End::First { mean - forwards[n] } else { -mean - backwards[n] };
            Offset::with_measured_speed(Vec3::ZERO, missing, &keys, window.seconds)
        })
    };
    let (start, end) = (offsets(End::First), offsets(End::Last));
    if start.iter().chain(&end).all(Offset::is_none) {
        return None;
    }
    let mut times = track.times().to_vec();
    times.extend(window.new_times(track.times(), false));
    times.sort_by(f32::total_cmp);
    times.dedup();
    let (from, to) = (turn(at(window.start)), turn(at(window.end)));
    let poses = times.iter().map(|time| {
        let (after, before) = (window.away(End::First, *time), window.away(End::Last, *time));
        let pose = at(*time);
        RootPose {
            position: pose.position + from * start[0].at(after) + to * end[0].at(before),
            heading: pose.heading + start[1].at(after).x + end[1].at(before).x,
        }
    });
    let poses = poses.collect();
    RootTrack::new(times.into(), poses).ok()
}

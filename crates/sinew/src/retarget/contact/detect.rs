//! Detection of foot contacts by the speed and height of a point of the foot, relative to the length of the
//! leg.
//!
//! Under a clip made in place the ground moves backwards; a foot stands when it moves with the ground.

use super::ground_diameter;
use crate::clip::stance_speed;
use glam::Vec3;

/// Range of frames in which a foot stands or rests; both ends are included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ContactFrames {
    pub(crate) first: usize,
    pub(crate) last: usize,
}

/// Largest speed of a standing foot, leg lengths per second.
const MAX_SPEED: f32 = 0.35;
/// Largest speed of a standing foot as a share of its swing speed, for running.
const MAX_SPEED_SHARE: f32 = 0.12;
/// Largest height of a standing foot above its lowest position, leg lengths.
const MAX_HEIGHT: f32 = 0.09;
/// Largest horizontal extent of one contact, leg lengths.
const MAX_DRIFT: f32 = 0.07;
/// Largest rise of the foot at either end of a contact above its lowest position in it, leg lengths.
const MAX_RISE: f32 = 0.03;
/// Least flatness of a standing foot ([`FootShape::flatness`](crate::body::FootShape::flatness)): feet roll
/// over their toes by up to 70°.
const MIN_FLATNESS: f32 = 0.3;
/// Shortest contact, seconds.
const MIN_DURATION: f32 = 0.06;

/// Largest speed of ankle and toes of a resting foot, leg lengths per second: 4.5 cm/s on a leg of 0.9 m.
const MAX_REST_SPEED: f32 = 0.05;
/// Time over which that speed is measured, seconds: captured positions are noisy from frame to frame.
const SPEED_WINDOW: f32 = 0.033;
/// Shortest rest, seconds.
const MIN_REST: f32 = 0.12;

/// Velocity of the ground under a clip made in place, metres per second; zero where the body travels or
/// stands still.
pub(crate) fn ground_velocity(feet: [&[Vec3]; 2], hips: &[Vec3], times: &[f32], leg: f32) -> Vec3 {
    let (Some(first), Some(last)) = (hips.first(), hips.last()) else { return Vec3::ZERO };
    let seconds = times[times.len() - 1] - times[0];
    let travelled = (*last - *first).with_y(0.0).length();
    if seconds <= 0.0 || travelled > 0.35 * leg {
        return Vec3::ZERO;
    }
    let positions: Vec<Vec<Vec3>> = feet[0].iter().zip(feet[1]).map(|(a, b)| vec![*a, *b]).collect();
    let velocity = -stance_speed(&positions, seconds / (times.len() - 1).max(1) as f32);
    if velocity.length() < MAX_SPEED * leg { Vec3::ZERO } else { velocity }
}

/// Contacts of a foot whose point is at `positions`, with this `flatness` (one per time), on a ground that
/// moves with velocity `ground`.
pub(crate) fn detect_contacts(
    positions: &[Vec3],
    flatness: &[f32],
    times: &[f32],
    ground: Vec3,
    leg: f32,
) -> Vec<ContactFrames> {
    let lowest = positions.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
    let last = positions.len().saturating_sub(1);
    let speed = |k: usize| {
        let (from, to) = (k.saturating_sub(1), (k + 1).min(last));
        let seconds = times[to] - times[from];
        let moved = positions[to] - positions[from] - ground * seconds;
        if seconds > 0.0 { moved.length() / seconds } else { f32::INFINITY }
    };
    let mut speeds: Vec<f32> = (0..positions.len()).map(speed).filter(|speed| speed.is_finite()).collect();
    speeds.sort_by(f32::total_cmp);
    let swing = speeds.get(speeds.len() * 19 / 20).copied().unwrap_or(0.0);
    let max_speed = (MAX_SPEED * leg).max(MAX_SPEED_SHARE * swing);
    // A single pose has no speed: its height alone decides.
    let is_pose = times.last().zip(times.first()).is_none_or(|(last, first)| last - first < MIN_DURATION);
    let is_standing = |k: &usize| {
        (is_pose || speed(*k) < max_speed)
            && positions[*k].y - lowest < MAX_HEIGHT * leg
            && faces_ground(flatness[*k])
    };
    let mut found: Vec<ContactFrames> = Vec::new();
    for k in (0..positions.len()).filter(is_standing) {
        match found.last_mut().filter(|contact| contact.last + 1 == k) {
            Some(contact) => contact.last = k,
            None => found.push(ContactFrames { first: k, last: k }),
        }
    }
    let from_ground = |k: usize| positions[k] - ground * (times[k] - times[0]);
    found.iter_mut().for_each(|contact| trim(contact, leg, from_ground));
    found.retain(|contact| is_pose || times[contact.last] - times[contact.first] >= MIN_DURATION);
    found
}

/// Ranges in which a standing foot rests: both its toes and its ankle, each at `points` (one per time), move
/// with the ground. They become part of the contacts.
pub(crate) fn detect_rests(
    points: [&[Vec3]; 2],
    flatness: &[f32],
    times: &[f32],
    ground: Vec3,
    leg: f32,
    contacts: &mut Vec<ContactFrames>,
) -> Vec<ContactFrames> {
    let mut found: Vec<ContactFrames> = Vec::new();
    let mut end = 0;
    for k in 0..times.len() {
        while end < times.len() && times[end] - times[k] < SPEED_WINDOW {
            end += 1;
        }
        if end == times.len() {
            break;
        }
        let seconds = times[end] - times[k];
        let moves =
            |p: &[Vec3]| (p[end] - p[k] - ground * seconds).length() >= MAX_REST_SPEED * leg * seconds;
        if !faces_ground(flatness[k])
            || !faces_ground(flatness[end])
            || points.iter().any(|points| moves(points))
        {
            continue;
        }
        match found.last_mut().filter(|rest| rest.last >= k) {
            Some(rest) => rest.last = end,
            None => found.push(ContactFrames { first: k, last: end }),
        }
    }
    found.retain(|rest| times[rest.last] - times[rest.first] > MIN_REST);
    let lowest = points[0].iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
    let overlap = |a: &ContactFrames, b: &ContactFrames| a.first <= b.last && b.first <= a.last;
    // A leg may rest in the air.
    let is_low = |rest: &ContactFrames| points[0][rest.first].y - lowest < MAX_RISE * leg;
    found.retain(|rest| is_low(rest) || contacts.iter().any(|contact| overlap(contact, rest)));
    for rest in &found {
        let overlaps = |contact: &ContactFrames| overlap(contact, rest);
        let both = contacts.iter().filter(|contact| overlaps(contact)).fold(*rest, |all, contact| {
            ContactFrames { first: all.first.min(contact.first), last: all.last.max(contact.last) }
        });
        contacts.retain(|contact| !overlaps(contact));
        contacts.insert(contacts.partition_point(|contact| contact.last < both.first), both);
    }
    found
}

/// Whether a sole of this flatness faces the ground. One that is not finite does, as nothing is known about
/// it.
fn faces_ground(flatness: f32) -> bool {
    flatness.is_nan() || flatness >= MIN_FLATNESS
}

/// Shortens a contact to the frames in which the foot neither slides nor lifts.
fn trim(contact: &mut ContactFrames, leg: f32, position: impl Fn(usize) -> Vec3) {
    while contact.last > contact.first {
        let all: Vec<Vec3> = (contact.first..=contact.last).map(&position).collect();
        let low = all.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
        let middle = all.iter().sum::<Vec3>() / all.len() as f32;
        let (first, last) = (all[0], all[all.len() - 1]);
        let distance = |p: Vec3| (p - middle).with_y(0.0).length();
        // The higher end goes first, then the end farther from the mean position.
        let drop_last = match first.y.max(last.y) - low > MAX_RISE * leg {
            true => last.y > first.y,
            false if ground_diameter(&all) <= MAX_DRIFT * leg => return,
            false => distance(last) > distance(first),
        };
        if drop_last { contact.last -= 1 } else { contact.first += 1 }
    }
}

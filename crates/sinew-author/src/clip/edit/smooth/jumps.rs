//! Jumps of a track from one key to the next, taken out.
//!
//! They are found as the check of motion finds them, by the median of the neighbouring changes after Hampel. Of two
//! that cancel out within a moment the keys between are shifted back; one that stays is spread over a while before
//! and after.

use crate::motion_check::{AT_END, Jump, jumps};
use sinew::glam::Vec3;
use sinew::math::smoothstep;

/// Longest time between two jumps that cancel out, seconds, and least number of keys that count.
const MAX_GLITCH: f32 = 0.4;
const MIN_GLITCH: usize = 3;
/// Largest sum of two jumps that cancel out, relative to the smaller one.
const MAX_SUM: f32 = 0.6;
/// Time before and after a jump over which it is spread, seconds.
const SPREAD: f32 = 0.15;

/// Limits beyond which a change of a track is a jump.
#[derive(Clone, Copy, Debug)]
pub(super) struct JumpLimits<'a> {
    /// Time between keys, seconds.
    pub(super) interval: f32,
    /// Times at which the body jumps, start and end, relative to the first key.
    pub(super) spans: &'a [(f32, f32)],
    /// Length of a jump, metres.
    pub(super) bound: f32,
    /// Acceleration of usual motion, metres per second².
    pub(super) acceleration: f32,
    /// Metres of a change of 1.
    pub(super) lever: f32,
}

impl JumpLimits<'_> {
    /// Whether the body jumps at the time of a jump, within two keys.
    fn is_seen(&self, jump: &Jump) -> bool {
        let [from, to] = [jump.first, jump.first + jump.lag].map(|key| key as f32 * self.interval);
        let margin = 2.0 * self.interval;
        self.spans.iter().any(|(start, end)| from <= end + margin && to >= start - margin)
    }
}

/// Offsets that take the jumps of a track out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Repair {
    /// One for each key; none for a track without jumps.
    pub(super) offsets: Vec<Vec3>,
    /// Jumps at the ends, which stay: the keys before and after each.
    pub(super) cuts: Vec<(usize, usize)>,
}

/// Repair of a track of `count` keys. `change` is the difference between two keys.
pub(super) fn repair(limits: &JumpLimits<'_>, count: usize, change: impl Fn(usize, usize) -> Vec3) -> Repair {
    if !(limits.lever > 0.0 && limits.lever.is_finite()) {
        return Repair::default();
    }
    let scaled = |from: usize, to: usize| change(from, to) * limits.lever;
    let found = jumps(limits.interval, (limits.bound, limits.acceleration), count, scaled);
    let mut found = separate(found, limits.bound);
    found.retain(|jump| limits.is_seen(jump));
    found.iter_mut().for_each(|jump| jump.way /= limits.lever);
    if found.is_empty() {
        return Repair::default();
    }
    let (mut cuts, at_end) = (Vec::new(), (AT_END / limits.interval) as usize);
    let mut offsets = vec![Vec3::ZERO; count];
    let longest = ((MAX_GLITCH / limits.interval) as usize).max(MIN_GLITCH);
    let mut n = 0;
    while n < found.len() {
        let (one, next) = (found[n], found.get(n + 1));
        if let Some(back) = next.filter(|next| next.first <= one.first + longest && cancel(&one, next)) {
            shift_back(&one, back, &mut offsets);
            n += 2;
        } else if one.first + one.lag <= at_end || one.first + 1 + at_end >= count {
            cuts.push((one.first, one.first + one.lag));
            n += 1;
        } else {
            let before = n.checked_sub(1).map_or(0, |n| found[n].first + found[n].lag);
            let after = next.map_or(count - 1, |next| next.first);
            spread(&one, (before, after), limits.interval, &mut offsets);
            n += 1;
        }
    }
    Repair { offsets, cuts }
}

/// The largest of jumps that share frames, in the order of time.
fn separate(found: Vec<Jump>, bound: f32) -> Vec<Jump> {
    let mut kept: Vec<Jump> = Vec::new();
    for jump in found.into_iter().filter(|jump| jump.size > bound && jump.way.is_finite()) {
        match kept.last_mut().filter(|last| jump.first < last.first + last.lag) {
            Some(last) if jump.size > last.size => *last = jump,
            Some(_) => {}
            None => kept.push(jump),
        }
    }
    kept
}

fn cancel(one: &Jump, other: &Jump) -> bool {
    let least = one.way.length().min(other.way.length());
    (one.way + other.way).length() <= MAX_SUM * least
}

/// Shifts the keys between two jumps.
fn shift_back(one: &Jump, back: &Jump, offsets: &mut [Vec3]) {
    let (first, last) = (one.first + one.lag, back.first);
    for (k, offset) in offsets.iter_mut().enumerate().take(back.first + back.lag).skip(one.first + 1) {
        // From what the first jump added to what the second one takes away.
        let share = if last > first { (k as f32 - first as f32) / (last - first) as f32 } else { 0.5 };
        let way = one.way.lerp(-back.way, share.clamp(0.0, 1.0));
        let into = (k - one.first) as f32 / one.lag as f32;
        let out = (back.first + back.lag - k) as f32 / back.lag as f32;
        *offset -= way * into.min(out).min(1.0);
    }
}

/// Spreads a jump over the keys around it, no further than to the keys `before` and `after`, which stay.
fn spread(jump: &Jump, (before, after): (usize, usize), interval: f32, offsets: &mut [Vec3]) {
    let (from, to) = (jump.first, (jump.first + jump.lag).min(offsets.len() - 1));
    let time = |keys: usize| (keys as f32 * interval).min(SPREAD);
    let (room, room_after) = (time(from.saturating_sub(before)), time(after.saturating_sub(to)));
    let all = room + room_after;
    if all <= 0.0 {
        return;
    }
    let share = room / all;
    // Half of a jump between equal rooms belongs to either side.
    for (k, offset) in offsets.iter_mut().enumerate().take(after + 1).skip(before) {
        let way = match k {
            k if k <= from => share * smoothstep(1.0 - (from - k) as f32 * interval / room.max(1e-6)),
            k if k >= to => {
                (share - 1.0) * smoothstep(1.0 - (k - to) as f32 * interval / room_after.max(1e-6))
            }
            k => share - (k - from) as f32 / (to - from) as f32,
        };
        *offset += jump.way * way;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wave with a shift by `way` from key `first` to before key `last`.
    fn jumping(first: usize, last: usize, way: Vec3) -> (Vec<Vec3>, Vec<Vec3>) {
        let wave = |k: usize| Vec3::new((k as f32 * 0.07).sin(), k as f32 * 0.01, 0.0) * 0.3;
        let clean: Vec<Vec3> = (0..120).map(wave).collect();
        let moved = |(k, at): (usize, &Vec3)| *at + if (first..last).contains(&k) { way } else { Vec3::ZERO };
        (clean.iter().enumerate().map(moved).collect(), clean)
    }

    fn corrected(values: &[Vec3]) -> Vec<Vec3> {
        let limits = JumpLimits {
            interval: 1.0 / 30.0,
            spans: &[(0.0, 4.0)],
            bound: 0.01,
            acceleration: 30.0,
            lever: 1.0,
        };
        let found = repair(&limits, values.len(), |from, to| values[to] - values[from]).offsets;
        let offset = |k: usize| found.get(k).copied().unwrap_or(Vec3::ZERO);
        values.iter().enumerate().map(|(k, value)| *value + offset(k)).collect()
    }

    #[test]
    fn glitches_of_some_keys_are_shifted_back() {
        for (length, way) in [(1, Vec3::X), (2, Vec3::new(0.1, -0.2, 0.1)), (3, Vec3::Y * 0.15)] {
            let (values, clean) = jumping(60, 60 + length, way);
            let mended = corrected(&values);
            let worst = mended.iter().zip(&clean).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
            assert!(worst < 0.1 * way.length(), "{length}: {worst} of {}", way.length());
        }
        let (wave, _) = jumping(0, 0, Vec3::X);
        assert_eq!(corrected(&wave), wave, "a wave has no jump");
    }

    #[test]
    fn jumps_that_stay_are_spread_and_ends_stay() {
        for first in [30, 60, 110] {
            let (values, _) = jumping(first, 120, Vec3::X * 0.3);
            let mended = corrected(&values);
            let step = |values: &[Vec3]| values.windows(2).map(|w| w[0].distance(w[1])).fold(0.0, f32::max);
            assert!(step(&mended) < 0.5 * step(&values), "{first}: {}", step(&mended));
            assert_eq!((mended[0], mended[119]), (values[0], values[119]));
        }
        let (pose, _) = jumping(0, 1, Vec3::X);
        assert_eq!(corrected(&pose), pose, "a pose at the end stays");
    }
}

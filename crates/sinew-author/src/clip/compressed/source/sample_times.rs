//! Sample times of a source: every key, times between keys that are far apart, uneven or of splines, and both
//! sides of discontinuities ("jumps").

use glam::Vec3;
use sinew::clip::{Interpolation, RawClip, Track};
use sinew::internal::clip_format::channel::{Target, Value};

/// Smallest distance between key times near 0, seconds.
const SAME: f32 = 1e-5;

/// Smallest distance between key times about this one, seconds; nearer keys count as one. Late in time,
/// 32-bit floats are farther apart than near 0: 0.24 ms after an hour.
pub(crate) fn same(time: f32) -> f32 {
    let time = time.abs();
    SAME.max(2.0 * (time.next_up() - time))
}

/// Longest distance between the two keys of a jump, seconds, if the motion before and after is slower.
const JUMP: f32 = 2e-3;

/// Ratio of a jump's speed to the speed before and after.
const FASTER: f32 = 4.0;

/// Longest distance between samples, seconds. Longer gaps between keys get more samples, so that straight
/// lines stay straight.
const LONGEST_GAP: f32 = 1.0 / 15.0 + 1e-4;

/// Largest number of samples in a gap: no rotation between two keys is larger than half a turn.
const MAX_PARTS: usize = 32;

/// Largest number of samples per key of a long clip; a rotation of half a turn in so many straight parts is
/// 0.06 mm off at a metre.
const MAX_PER_KEY: usize = 16;

/// Number of samples that any clip may have, and the same times the number of its tracks: a few keys that are
/// hours apart cost as little as a minute of dense ones.
const FREE_SAMPLES: usize = 20_000;
const FREE_VALUES: usize = 1 << 21;

/// Largest distance of a key from its frame, in frames.
pub(crate) const OFF_FRAME: f32 = 0.02;

/// Largest ratio of a gap to its shortest neighbour.
const UNEVEN: f32 = 4.0;

pub(crate) struct SampleTimes {
    pub(crate) samples: Vec<f32>,
    /// Whether each sample and the next are keys on neighbouring frames.
    pub(crate) even: Vec<bool>,
    pub(crate) jumps: Vec<Jump>,
}

/// Discontinuity between sample `before` and the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Jump {
    pub(crate) before: usize,
    /// Whether both samples have the same time.
    pub(crate) at_once: bool,
}

/// Last time before a jump, and first time after it.
type JumpTimes = (f32, f32);

impl SampleTimes {
    /// Times with `finer` times as many samples between keys as usual, for a clip of so many `tracks`.
    /// `is_far` tells whether the difference of two values is beyond the allowed error.
    pub(crate) fn of(
        raw: &RawClip,
        tracks: usize,
        finer: usize,
        is_far: impl Fn(Target, Value, Value) -> bool,
    ) -> Self {
        let jumps = jumps(raw, is_far);
        // Most tracks have the same key times as the one before.
        let (mut keys, mut last): (Vec<f32>, &[f32]) = (Vec::new(), &[]);
        for times in raw.times().filter(|times| *times != std::mem::replace(&mut last, times)) {
            keys.extend(times);
        }
        keys.sort_by(f32::total_cmp);
        keys.dedup_by(|b, a| *b - *a < same(*b));
        // The first of nearly equal keys was kept, but a clip ends with its last key.
        keys.iter_mut().next_back().into_iter().for_each(|last| *last = raw.end());
        let is_end = |time: f32, end: f32| (time - end).abs() < same(end);
        let beside = |time: f32| {
            let near = jumps.partition_point(|(_, after)| *after < time - same(time));
            let near = jumps.iter().skip(near).take(2);
            near.clone().any(|(before, after)| is_end(time, *before) || is_end(time, *after))
        };
        keys.retain(|time| !beside(*time));
        keys.extend(jumps.iter().flat_map(|(before, after)| [*before, *after]));
        keys.sort_by(f32::total_cmp);
        keys.dedup();
        fill(&keys, &jumps, if has_splines(raw) { 2 } else { 1 }, finer, max_samples(keys.len(), tracks))
    }
}

/// Largest number of samples for so many keys of a clip of so many tracks.
pub(crate) fn max_samples(keys: usize, tracks: usize) -> usize {
    keys.saturating_mul(MAX_PER_KEY).max(FREE_SAMPLES.min(FREE_VALUES / tracks.max(1)))
}

fn has_splines(raw: &RawClip) -> bool {
    let is = |i: Option<Interpolation>| i == Some(Interpolation::CubicSpline);
    raw.joints.iter().any(|t| {
        is(t.translation.as_ref().map(Track::interpolation))
            || is(t.rotation.as_ref().map(Track::interpolation))
            || is(t.scale.as_ref().map(Track::interpolation))
    }) || raw.morphs.iter().any(|t| is(Some(t.weights.interpolation())))
        || raw.expressions.iter().any(|t| is(Some(t.weight.interpolation())))
        || is(raw.gaze.as_ref().map(Track::interpolation))
}

/// Adds times between the keys, `max` times or a little more in all.
fn fill(keys: &[f32], jumps: &[JumpTimes], least: usize, finer: usize, max: usize) -> SampleTimes {
    let mut most = MAX_PARTS * finer;
    loop {
        let times = fill_gaps(keys, jumps, least, finer, most);
        if times.samples.len() <= max || most <= least {
            return times;
        }
        // Long gaps lose samples first.
        most = (most / 2).max(least);
    }
}

/// Adds times between the keys, at most `most` in a gap.
fn fill_gaps(keys: &[f32], jumps: &[JumpTimes], least: usize, finer: usize, most: usize) -> SampleTimes {
    let mut times =
        SampleTimes { samples: Vec::with_capacity(keys.len()), even: Vec::new(), jumps: Vec::new() };
    let mut next_jump = jumps.iter().peekable();
    let mut from = 0;
    while from < keys.len() {
        // Keys up to the next jump.
        let to = match next_jump.next() {
            Some((before, _)) => from + keys[from..].partition_point(|key| key <= before) - 1,
            None => keys.len() - 1,
        };
        let run = &keys[from..=to];
        let frame = frame(run);
        for (n, [a, b]) in run.array_windows::<2>().enumerate() {
            let max = ((b - a) / same(*b)) as usize;
            let parts = (parts(run, n, frame).max(least) * finer).min(most).clamp(1, max.max(1));
            times.samples.extend((0..parts).map(|part| a + (b - a) * part as f32 / parts as f32));
            times.even.resize(times.samples.len(), frame.is_some() && parts == 1);
        }
        times.samples.extend(run.last());
        times.even.resize(times.samples.len(), false);
        if let (Some(end), Some(next)) = (run.last(), keys.get(to + 1)) {
            times.jumps.push(Jump { before: times.samples.len() - 1, at_once: next - end <= same(*next) });
        }
        from = to + 1;
    }
    times
}

/// Number of parts that gap `n` of a run is cut into.
fn parts(run: &[f32], n: usize, frame: Option<f32>) -> usize {
    let gap = |n: usize| Some(run.get(n + 1)? - run.get(n)?);
    let length = gap(n).unwrap_or_default();
    let parts = match frame {
        Some(frame) => (length / frame).round() * (frame / LONGEST_GAP).ceil(),
        None => {
            let beside = [n.checked_sub(1).and_then(gap), gap(n + 1)].into_iter().flatten();
            let shortest = beside.fold(length, f32::min).max(JUMP);
            (length / LONGEST_GAP).max(length / (UNEVEN * shortest)).ceil()
        }
    };
    (parts as usize).clamp(1, MAX_PARTS)
}

/// Frame duration if all keys of a run stand on frames, and most frames have one.
pub(crate) fn frame(run: &[f32]) -> Option<f32> {
    let gaps = || run.array_windows::<2>().map(|[a, b]| b - a);
    let shortest = gaps().fold(f32::INFINITY, f32::min);
    let mut frames = 0.0;
    for gap in gaps() {
        let parts = (gap / shortest).round();
        let off = (gap / shortest - parts).abs();
        if off.is_nan() || off > OFF_FRAME * parts.max(1.0) {
            return None;
        }
        frames += parts;
    }
    (shortest > run.last().map_or(SAME, |last| same(*last))
        && frames <= 2.0 * run.len() as f32 + MAX_PARTS as f32)
        .then_some(shortest)
}

/// All jumps in the order of their times, without overlaps.
fn jumps(raw: &RawClip, is_far: impl Fn(Target, Value, Value) -> bool) -> Vec<JumpTimes> {
    let mut jumps = Vec::new();
    for track in &raw.joints {
        let [translation, rotation, scale] =
            [Target::Translation, Target::Rotation, Target::Scale].map(|target| target(track.joint));
        let vectors = [(translation, &track.translation), (scale, &track.scale)];
        for (target, track) in vectors.into_iter().filter_map(|(t, track)| Some((t, track.as_ref()?))) {
            find(track, target, |key| Value::Vector(track.key(key)[0]), &is_far, &mut jumps);
        }
        if let Some(track) = &track.rotation {
            find(track, rotation, |key| Value::Rotation(track.key(key)[0]), &is_far, &mut jumps);
        }
    }
    if let Some(track) = &raw.gaze {
        find(track, Target::Gaze, |key| Value::Rotation(track.key(key)[0]), &is_far, &mut jumps);
    }
    let morphs = raw.morphs.iter().flat_map(|track| {
        (0..track.weights.width())
            .map(|lane| (Target::Morph { instance: 0, target: 0 }, &track.weights, lane))
    });
    let expressions = raw.expressions.iter().map(|track| (Target::Expression(0), &track.weight, 0));
    for (target, track, lane) in morphs.chain(expressions) {
        find(track, target, |key| Value::Vector(Vec3::X * track.key(key)[lane]), &is_far, &mut jumps);
    }
    jumps.sort_by(|a: &JumpTimes, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    jumps.dedup_by(|later, earlier| later.0 < earlier.1);
    // A jump before the first key is never played.
    jumps.retain(|(before, _)| *before >= raw.start());
    jumps
}

/// Appends the jumps of one track.
fn find<V: sinew::clip::TrackValue>(
    track: &Track<V>,
    target: Target,
    value: impl Fn(usize) -> Value,
    is_far: impl Fn(Target, Value, Value) -> bool,
    jumps: &mut Vec<JumpTimes>,
) {
    let times = track.times();
    let way = |key: usize| value(key).distance(value(key + 1));
    for (key, [a, b]) in times.array_windows::<2>().enumerate() {
        let step = track.interpolation() == Interpolation::Step;
        if (!step && b - a >= JUMP) || !is_far(target, value(key), value(key + 1)) {
            continue;
        }
        if step || b - a <= same(*b) {
            // Of several keys at one time, the last one holds from there on.
            jumps.push((if step { b.next_down() } else { a.min(b.next_down()) }, *b));
            continue;
        }
        let speed = way(key) / (b - a);
        let slower = |other: Option<usize>| {
            other.filter(|k| k + 1 < times.len()).is_none_or(|k| {
                let gap = times[k + 1] - times[k];
                gap > same(times[k + 1]) && way(k) / gap * FASTER < speed
            })
        };
        if slower(key.checked_sub(1)) && slower(Some(key + 1)) {
            jumps.push((*a, *b));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::clip::compressed::{CompressionSettings, compress};
    use glam::Vec3;
    use sinew::clip::{Interpolation, JointTrack, RawClip, SampleCursor, Track};
    use sinew::math::Transform;
    use sinew::morph::MorphWeights;
    use sinew::pose::LocalPose;
    use sinew::skeleton::{Joint, JointId, Skeleton};

    #[test]
    fn steps_late_in_time_are_as_exact_as_early_ones() {
        let joint = Joint { name: "j".into(), parent: None, rest: Transform::default(), in_scene: true };
        let skeleton = Skeleton::new(vec![joint]).unwrap();
        for (start, frame) in [
            (0.0, 1.0 / 30.0),
            (3600.0, 1.0 / 30.0),
            (3600.0, 0.01),
            (20_000.0, 0.05),
            (-20_000.0, 0.05),
            (1e6, 0.5),
        ] {
            for interpolation in [Interpolation::Step, Interpolation::Linear] {
                let times: Vec<f32> = (0..40).map(|n| start + n as f32 * frame).collect();
                let translations = (0..40).map(|n| Vec3::X * (n * 7 % 5) as f32 * 0.1).collect();
                let translation = Track::new(interpolation, 1, times.clone().into(), translations).ok();
                let joints = vec![JointTrack { translation, ..JointTrack::new(JointId(0)) }];
                let raw = RawClip { joints, ..RawClip::default() };
                let settings = CompressionSettings::new(1e-3);
                let clip = compress(&raw, &skeleton, &settings).unwrap();
                let beside =
                    |pair: &[f32; 2]| [pair[0], pair[0].midpoint(pair[1]), pair[1].next_down(), pair[1]];
                for time in times.array_windows::<2>().flat_map(beside) {
                    let [mut compressed, mut exact] = [(); 2].map(|()| LocalPose::rest(&skeleton));
                    let mut none = MorphWeights::new([&[0.0f32; 0][..]; 0]);
                    raw.sample(time, &mut SampleCursor::new(), &mut exact, &mut none);
                    clip.sample(time, &mut compressed);
                    let [compressed, exact] = [compressed, exact].map(|pose| pose.as_slice()[0].translation);
                    let off = compressed.distance(exact);
                    // Between keys, a line is as exact as the times.
                    let rounding = match interpolation {
                        Interpolation::Linear => 0.4 / frame * (time.abs().next_up() - time.abs()),
                        _ => 0.0,
                    };
                    assert!(
                        off < 1.1e-3 + rounding,
                        "{interpolation:?} from {start} s, at {time} s: {off} m"
                    );
                }
            }
        }
    }
}

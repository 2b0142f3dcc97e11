//! Even samples for sources with uneven keys: curves that were converted to lines have a key at every frame
//! on most tracks, and more keys of their own on some. Sampling at all of these times would cost far more
//! than a few even samples a frame. The compressed clip is still measured at all keys.

use super::sample_times::{OFF_FRAME, SampleTimes, frame, max_samples, same};
use super::sampled_clip::SampledClip;
use crate::clip::compressed::measure::influence::ErrorInfluence;
use crate::clip::compressed::settings::{CompressError, CompressionSettings};
use sinew::clip::RawClip;
use sinew::skeleton::Skeleton;

/// Smallest share of keys that stand on frames.
const MIN_SHARE: f32 = 0.5;

impl SampleTimes {
    /// Sample times, `many` a frame where keys are uneven, unchanged elsewhere. `None` where no keys are
    /// uneven, fewer than half of them stand on frames, or there would be more than `max`.
    pub(crate) fn spread(&self, raw: &RawClip, many: usize, max: usize) -> Option<Vec<f32>> {
        let tracks: Vec<&[f32]> = raw.times().filter(|times| times.len() > 1).collect();
        let (mut spread, mut from, mut is_other) = (Vec::new(), 0, false);
        let mut jumps = self.jumps.iter();
        while from < self.samples.len() {
            let to = jumps.next().map_or(self.samples.len() - 1, |jump| jump.before);
            let run = &self.samples[from..=to];
            if self.even[from..to].contains(&true) || frame(run).is_some() {
                spread.extend(run);
            } else {
                let (start, end) = (run[0], run[run.len() - 1]);
                let parts = frames(&tracks, start, end)?.saturating_mul(many);
                if parts > max.saturating_sub(spread.len()) {
                    return None;
                }
                spread.extend((0..=parts).map(|n| start + (end - start) * (n as f32 / parts as f32)));
                is_other = true;
            }
            from = to + 1;
        }
        is_other.then_some(spread)
    }
}

/// Number of frames between two times; a frame is the most common distance between keys.
fn frames(tracks: &[&[f32]], start: f32, end: f32) -> Option<usize> {
    let within = |time: f32| time >= start - same(start) && time <= end + same(end);
    let mut gaps: Vec<f32> = Vec::new();
    for times in tracks {
        let pairs = times.array_windows::<2>().filter(|[a, b]| within(*a) && within(*b) && b - a > same(*b));
        gaps.extend(pairs.map(|[a, b]| b - a));
    }
    gaps.sort_by(f32::total_cmp);
    // Size of the largest group of nearly equal distances.
    let alike = |n: &usize| gaps.partition_point(|gap| *gap <= gaps[*n] * (1.0 + OFF_FRAME)) - n;
    let from = (0..gaps.len()).max_by_key(alike)?;
    let frame = gaps[from + alike(&from) / 2];
    let frames = ((end - start) / frame).round();
    let is_on = |time: f32| {
        let at = (time - start) / (end - start) * frames;
        (at - at.round()).abs() <= OFF_FRAME
    };
    let keys: Vec<f32> = tracks.iter().copied().flatten().copied().filter(|time| within(*time)).collect();
    let on = keys.iter().filter(|time| is_on(**time)).count();
    (frames >= 1.0 && on as f32 >= MIN_SHARE * keys.len() as f32).then_some(frames as usize)
}

impl<'a> SampledClip<'a> {
    /// Source measured at the same times, and sampled `many` times a frame where keys are uneven. `None`
    /// where none are.
    pub(crate) fn spread(
        raw: &'a RawClip,
        skeleton: &Skeleton,
        settings: &CompressionSettings,
        many: usize,
    ) -> Result<Option<Self>, CompressError> {
        let (mut source, times) = Self::sampled(raw, skeleton, settings, 1)?;
        // A frame may be short, and the clip as long as it likes.
        let max = max_samples(times.samples.len(), source.channels.len().max(skeleton.len()));
        let Some(spread) = times.spread(raw, many, max) else { return Ok(None) };
        let (mut old, mut midway) =
            (std::mem::take(&mut source.times).into_iter().peekable(), source.midway.iter());
        let mut next_midway = || midway.next().copied().unwrap_or_default();
        let (mut merged, mut flags) = (Vec::new(), Vec::new());
        source.sample_indices.clear();
        for time in spread {
            while let Some(old_time) = old.next_if(|old_time| *old_time < time - same(time)) {
                merged.push(old_time);
                flags.push(next_midway());
            }
            flags.push(if old.peek().is_some_and(|old_time| *old_time <= time + same(time)) {
                next_midway()
            } else {
                false
            });
            source.sample_indices.push(merged.len());
            merged.push(old.next_if(|old_time| *old_time <= time + same(time)).unwrap_or(time));
        }
        flags.extend(old.clone().map(|_| next_midway()));
        merged.extend(old);
        for jump in &mut source.jumps {
            let before = times.samples[jump.before];
            jump.before = source.sample_indices.partition_point(|index| merged[*index] < before);
        }
        (source.times, source.midway) = (merged, flags);
        Ok(Some(source.validated(skeleton)?))
    }

    /// Whether straight lines between the samples and their midpoints come near every value.
    pub(crate) fn is_near_lines(&self, influence: &ErrorInfluence) -> bool {
        let middle = |n: usize| self.time(n - 1).midpoint(self.time(n));
        let mut ends: Vec<f32> = (1..self.samples()).flat_map(|n| [self.time(n - 1), middle(n)]).collect();
        ends.extend(self.times.last());
        let mut moving = self.channels.iter().enumerate().filter(|(_, lane)| lane.still().is_none());
        moving.all(|(channel, lane)| {
            let (mut hint, mut from) = (0, 0);
            let mut value = |time: f32| self.value(channel, time, &mut hint);
            ends.array_windows::<2>().all(|[a, b]| {
                let [first, last] = [value(*a), value(*b)];
                let rest = &self.times[from..];
                let within = &rest[..rest.partition_point(|time| time <= b)];
                from += within.len();
                within.iter().all(|time| {
                    let share = if b > a { (time - a) / (b - a) } else { 0.0 };
                    influence.share(lane.target, first.towards(last, share), value(*time)) <= 1.0
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::clip::compressed::{CompressionSettings, compress, measure_compression_error};
    use glam::{Quat, Vec3};
    use sinew::clip::{Interpolation, JointTrack, RawClip, Track};
    use sinew::math::Transform;
    use sinew::skeleton::{Joint, JointId, Skeleton};

    /// Eight joints in a row that nod, most of them with keys at 30 frames a second. Two joints have further
    /// keys at `frames`.
    fn nodding(frames: &[f32]) -> (Skeleton, RawClip) {
        let joints = (0..8).map(|n: u32| Joint {
            name: format!("j{n}"),
            parent: n.checked_sub(1),
            rest: Transform::from_translation(Vec3::Y * 0.2),
            in_scene: true,
        });
        let joints_of = |joint: u32| {
            let mut times: Vec<f32> = (0..=24).map(|n| n as f32 / 30.0).collect();
            if matches!(joint, 3 | 5) {
                times.extend(frames.iter().map(|frame| frame / 30.0));
                times.sort_by(f32::total_cmp);
            }
            let turn = |t: &f32| Quat::from_rotation_x(0.4 * (t * (3.0 + joint as f32)).sin());
            let turns = times.iter().map(turn).collect();
            let rotation = Track::new(Interpolation::Linear, 1, times.into(), turns).ok();
            JointTrack { rotation, ..JointTrack::new(JointId(joint)) }
        };
        let raw = RawClip { joints: (0..8).map(joints_of).collect(), ..RawClip::default() };
        (Skeleton::new(joints.collect()).unwrap(), raw)
    }

    #[test]
    fn few_keys_between_frames_cost_little() {
        let between = [3.25, 3.5, 3.625, 7.375, 7.5, 11.125, 11.5, 15.75, 15.875, 20.25, 20.5];
        for error in [1e-4, 1e-3] {
            let settings = CompressionSettings::new(error);
            let (skeleton, raw) = nodding(&between);
            let clip = compress(&raw, &skeleton, &settings).unwrap();
            let measured = measure_compression_error(&raw, &clip, &skeleton, &settings).unwrap();
            assert!(measured.max_distance <= error && measured.max_distance > 0.1 * error, "{measured:?}");
            // Unquantized samples would take 20 bytes for each key of each joint.
            let keys = 25 + between.len();
            assert!(clip.size_in_bytes() < keys * 8 * 20 / 2, "{} bytes at {error}", clip.size_in_bytes());
        }
    }

    #[test]
    fn frames_of_no_length_in_years_are_samples() {
        let (skeleton, mut raw) = nodding(&[]);
        for track in &mut raw.joints {
            let times = vec![0.0, 1e-4, 2e-4, 3e-4, 3.1e-4, 3e8];
            let turns = (0..6).map(|n| Quat::from_rotation_x(0.1 * n as f32)).collect();
            track.rotation = Track::new(Interpolation::Linear, 1, times.into(), turns).ok();
        }
        let clip = compress(&raw, &skeleton, &CompressionSettings::default()).unwrap();
        assert!(clip.sample_count() < 1000, "{}", clip.sample_count());
    }

    #[test]
    fn keys_without_frames_are_samples() {
        let (skeleton, mut raw) = nodding(&[]);
        let mut random = fastrand::Rng::with_seed(5);
        for track in &mut raw.joints {
            let mut time = 0.0;
            let mut next = || {
                time += 0.01 + random.f32() * 0.05;
                time
            };
            let times: Vec<f32> = (0..20).map(|_| next()).collect();
            let turns = (0..20).map(|n| Quat::from_rotation_x(0.1 * n as f32)).collect();
            track.rotation = Track::new(Interpolation::Linear, 1, times.into(), turns).ok();
        }
        let settings = CompressionSettings::default();
        let clip = compress(&raw, &skeleton, &settings).unwrap();
        let measured = measure_compression_error(&raw, &clip, &skeleton, &settings).unwrap();
        assert!(measured.max_distance <= settings.max_error, "{measured:?}");
        assert!(clip.sample_count() >= 160 - 8);
    }
}

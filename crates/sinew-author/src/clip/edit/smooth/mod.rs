//! Smoothing of captures: jumps are taken out, then a low-pass filter runs over the keys.

mod jumps;
mod low_pass;
mod settings;
mod tracks;

pub use settings::SmoothSettings;

use super::ClipEditError;
use super::close_loop::{LoopSettings, measure_loop_seam};
use crate::motion_check::{
    AT_END, MotionCheck, MotionCheckSettings, MotionFault, MotionFinding, MotionReport,
};
use sinew::clip::{JointTrack, RootTrack};
use sinew::{Character, JointId, RawClip, Skeleton};
use tracks::{Smoother, TrackSmoothing, smoothed_root, smoothed_rotations, smoothed_vectors};

/// Most passes over jumps.
const MAX_PASSES: usize = 3;
/// Noise that is filtered, relative to what is a fault.
const NOISE_SHARE: f32 = 0.7;

/// Takes the noise and the jumps of a capture out, where the check of motion finds some: a low-pass filter without a delay,
/// a Butterworth filter of second order that runs forwards and backwards, over translations and rotations of joints
/// and over root motion. Before it, keys that jump for a moment are shifted back, and jumps that stay are spread over
/// 0.3 s ([`SmoothSettings::remove_jumps`]); those at either end stay, since they are of a pose to be cut away.
///
/// Noise counts from 0.7 of the bound of the check on. Where there is none, as in a clean clip, keys keep their values;
/// [`SmoothSettings::everywhere`] filters all.
///
/// Tracks with linear keys at even times, at most 51 ms apart, are filtered. All others stay as they are: those of
/// an animator with few keys, steps, splines, scales, morph weights, expressions, gaze and events. Times of keys stay.
/// So do both ends of a clip; those of a loop that is closed ([`LoopSeam::is_closed`](super::LoopSeam::is_closed))
/// are filtered as those of a loop.
///
/// # Errors
/// When the clip is of another character, or the cutoff is not positive and finite.
pub fn smooth_clip(
    clip: &RawClip,
    character: &Character,
    settings: &SmoothSettings,
) -> Result<RawClip, ClipEditError> {
    ClipEditError::check(clip, character)?;
    if !(settings.cutoff.is_finite() && settings.cutoff > 0.0) {
        return Err(ClipEditError::Cutoff(settings.cutoff));
    }
    let is_loop =
        measure_loop_seam(clip, character, &LoopSettings::default()).is_ok_and(|seam| seam.is_closed());
    let check = MotionCheck::new(character);
    let mut smooth = clip.clone();
    // Without a jump, others come to light.
    for pass in 0..if settings.remove_jumps { MAX_PASSES } else { 1 } {
        let report = check.clip(&smooth, &MotionCheckSettings::default().with_max_findings(usize::MAX));
        let jumps = if settings.remove_jumps { jumps_of(&report) } else { Vec::new() };
        if pass > 0 && jumps.is_empty() {
            break;
        }
        let faults = Faults { jumps, noise: noise_of(&report) };
        let smoother = Smoother { settings: *settings, is_loop, height: check.height() };
        smooth = smoothed(&smooth, character.skeleton(), &check, (&smoother, &faults), pass == 0);
    }
    Ok(smooth)
}

/// Faults that are seen.
struct Faults {
    /// Start and end of each jump, with the joint that jumps; none for the whole body.
    jumps: Vec<(Option<JointId>, (f32, f32))>,
    /// Start and end of each stretch of noise.
    noise: Vec<(f32, f32)>,
}

/// All jumps. Near an end of the clip the whole body jumps, out of a pose that is none of the motion.
fn jumps_of(report: &MotionReport) -> Vec<(Option<JointId>, (f32, f32))> {
    let jumps = [MotionFault::Pop, MotionFault::JointFlip];
    let found = report.findings.iter().filter(|finding| jumps.contains(&finding.fault));
    let jump = |finding: &MotionFinding| {
        let joint = finding.joint?;
        let is_at_end = finding.start < report.start + AT_END || finding.end > report.end - AT_END;
        Some(((!is_at_end).then_some(joint), (finding.start, finding.end)))
    };
    found.filter_map(jump).collect()
}

/// Stretches in which the body trembles, also by less than what is a fault.
fn noise_of(report: &MotionReport) -> Vec<(f32, f32)> {
    let noise = [MotionFault::Noise, MotionFault::RootJitter];
    let mut found: Vec<(f32, f32)> = Vec::new();
    for series in report.series.iter().filter(|series| noise.contains(&series.fault)) {
        for (time, value) in series.times.iter().zip(&series.values) {
            if *value > NOISE_SHARE * series.bound {
                match found.last_mut().filter(|last| (last.1..last.1 + 0.1).contains(time)) {
                    Some(last) => last.1 = *time,
                    None => found.push((*time, *time)),
                }
            }
        }
    }
    found
}

/// The clip after one pass, of which only the first one filters.
fn smoothed(
    clip: &RawClip,
    skeleton: &Skeleton,
    check: &MotionCheck,
    (smoother, faults): (&Smoother, &Faults),
    filters: bool,
) -> RawClip {
    let joint = |track: &JointTrack| {
        // A joint jumps by its track and those above, and takes along what is below.
        let moves = |other: JointId| {
            other == track.joint
                || skeleton.is_descendant_of(other, track.joint)
                || skeleton.is_descendant_of(track.joint, other)
        };
        let jumps: Vec<(f32, f32)> =
            faults.jumps.iter().filter(|(joint, _)| joint.is_none_or(moves)).map(|(_, span)| *span).collect();
        let how = TrackSmoothing { smoother, jumps: &jumps, noise: &faults.noise, filters };
        let (turn, shift) = check.levers(track.joint);
        JointTrack {
            joint: track.joint,
            translation: track.translation.as_ref().map(|keys| smoothed_vectors(keys, &how, shift)),
            rotation: track.rotation.as_ref().map(|keys| smoothed_rotations(keys, &how, turn)),
            scale: track.scale.clone(),
        }
    };
    let how = TrackSmoothing { smoother, jumps: &[], noise: &faults.noise, filters };
    let root = |track: &RootTrack| if filters { smoothed_root(track, &how) } else { track.clone() };
    RawClip {
        joints: clip.joints.iter().map(joint).collect(),
        root_motion: clip.root_motion.as_ref().map(root),
        ..clip.clone()
    }
}

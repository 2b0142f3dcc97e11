//! Fewer keys for clips, within an error that is measured where it is seen: on vertices and around joints. Each track
//! gets a share of what its chain of joints may err. Errors seldom add up, so the shares begin large; where the
//! measurement says that they did, those of the chain are made smaller, until all is within.

mod keys;
mod measure;
mod slack;

use crate::Report;
use measure::{Apart, Bodies, apart, times};
use sinew::clip::{JointTrack, MorphTrack};
use sinew::{Character, JointIndex, RawClip, Skeleton};
use slack::Slack;

/// What all shares begin with; at 1, tracks along a chain that each err by theirs err by the whole together at worst.
const FIRST_SHARE: f32 = 16.0;
/// How often shares are made smaller before a clip is left as it is.
const ROUNDS: usize = 48;
/// By what shares are multiplied.
const STEP: std::ops::RangeInclusive<f32> = 0.5..=0.85;
/// Of the error, for what may happen between the times that are looked at.
const MARGIN: f32 = 0.95;
/// Of the error, for morph targets where a clip moves both joints and morphs.
const MORPH_SHARE: f32 = 0.25;

/// The clips with as few keys as keep everything within `error` metres of where it was.
pub(super) fn reduce(
    character: &Character,
    clips: &[RawClip],
    error: f32,
    report: &mut Report,
) -> Vec<RawClip> {
    let bodies = Bodies::new(character);
    let mut most = 0.0f32;
    let reduced = clips.iter().map(|clip| {
        let (reduced, off) = reduce_clip(character, &bodies, clip, error);
        most = most.max(off);
        reduced
    });
    let reduced: Vec<RawClip> = reduced.collect();
    let keys = |clips: &[RawClip]| clips.iter().map(RawClip::key_count).sum::<usize>();
    let (left, all) = (keys(&reduced), keys(clips));
    let message =
        format!("{left} of {all} keys are written; nothing moves further than {:.3} mm", most * 1e3);
    report.info("export-reduced", "/clips", message);
    reduced
}

/// A clip with fewer keys, and how far it is off.
fn reduce_clip(character: &Character, bodies: &Bodies, clip: &RawClip, error: f32) -> (RawClip, f32) {
    let times = times(clip);
    let slack = Slack::new(character, bodies, clip, &times);
    let error = error * MARGIN;
    let morph_error = match (clip.morphs.is_empty(), clip.joints.is_empty()) {
        (true, _) => 0.0,
        (false, true) => error,
        (false, false) => error * MORPH_SHARE,
    };
    let joint_error = error - morph_error;
    let mut shares = vec![FIRST_SHARE; character.skeleton().len()];
    for _ in 0..ROUNDS {
        let joint_errors: Vec<f32> = shares.iter().map(|share| share * joint_error).collect();
        let reduced = thinned(clip, &slack, bodies, &joint_errors, morph_error);
        let apart = apart(character, bodies, clip, &reduced, &times);
        if apart.most() <= error {
            return (reduced, apart.most());
        }
        shrink(character.skeleton(), &apart, joint_error, &mut shares);
    }
    (clip.clone(), 0.0)
}

/// Makes the shares of joints smaller that move points too far, and of the joints above them.
fn shrink(skeleton: &Skeleton, apart: &Apart, error: f32, shares: &mut [f32]) {
    let mut steps = vec![1.0f32; shares.len()];
    for (start, &off) in skeleton.joints().zip(&apart.joints) {
        if off <= error {
            continue;
        }
        let step = (error / off).clamp(*STEP.start(), *STEP.end());
        for joint in std::iter::successors(Some(start), |&joint| skeleton.parent(joint)) {
            if let Some(smallest) = steps.get_mut(joint.index()) {
                *smallest = smallest.min(step);
            }
        }
    }
    shares.iter_mut().zip(steps).for_each(|(share, step)| *share *= step);
}

/// The clip with tracks that err by their part of what is given for their joint, and morph weights by `morph_error`.
fn thinned(
    clip: &RawClip,
    slack: &Slack,
    bodies: &Bodies,
    joint_errors: &[f32],
    morph_error: f32,
) -> RawClip {
    let error = |joint: JointIndex| joint_errors.get(joint.index()).copied().unwrap_or(0.0);
    let thin = |held: &dyn Fn(usize) -> bool| RawClip {
        joints: (clip.joints.iter().enumerate())
            .map(|(n, t)| slack.joint(t, error(t.joint), held(n)))
            .collect(),
        morphs: (clip.morphs.iter().enumerate())
            .map(|(n, t)| slack.morph(t, bodies, morph_error, held(clip.joints.len() + n)))
            .collect(),
        ..clip.clone()
    };
    let thinned = thin(&|_| false);
    // A loop runs from the first key to the last: some track must still hold them.
    if (thinned.start(), thinned.end()) == (clip.start(), clip.end()) {
        return thinned;
    }
    let holder = holder(clip);
    thin(&|n| holder.is_none_or(|holder| n == holder))
}

/// A track that has the clip's first time and its last, by its number among joints and morphs.
fn holder(clip: &RawClip) -> Option<usize> {
    let holds = |joints: &[JointTrack], morphs: &[MorphTrack]| {
        let alone = RawClip { joints: joints.to_vec(), morphs: morphs.to_vec(), ..RawClip::default() };
        (alone.start(), alone.end()) == (clip.start(), clip.end())
    };
    let joint = clip.joints.iter().position(|t| holds(std::slice::from_ref(t), &[]));
    let morph = || clip.morphs.iter().position(|t| holds(&[], std::slice::from_ref(t)));
    joint.or_else(|| morph().map(|n| clip.joints.len() + n))
}

//! Jobs for the stages of a frame: sampling, blending, model space, retargeting, and all in a chain.

use super::clips::{BenchClips, Times, forward};
use super::job::Job;
use sinew::body::TPose;
use sinew::character::Character;
use sinew::glam::Affine3A;
use sinew::pose::{BlendLayer, blend, local_to_model, write_palette};
use sinew::retarget::{RetargetError, Retargeter};
use sinew::{JointId, LocalPose, Mat3x4, ModelPose};
use std::hint::black_box;

/// Number of actors in a crowd.
pub(super) const CROWD: usize = 1000;

/// Stages that are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Sample,
    SampleRandom,
    Blend,
    Model,
    Chain,
    Retarget,
}

/// Jobs of a stage. Stages that cannot be measured add a note. `onto` is the character to retarget to.
pub(crate) fn stage_jobs(
    stage: Stage,
    motions: &BenchClips,
    onto: &Character,
    notes: &mut Vec<String>,
) -> Vec<Job<'static>> {
    match stage {
        Stage::Sample => {
            let mut jobs = vec![sample("sample", motions, 1), sample("sample-1000", motions, CROWD)];
            jobs.extend(sample_without_fingers(motions));
            jobs
        }
        Stage::SampleRandom => vec![sample_random(motions)],
        Stage::Blend => vec![blend_of("blend-2", motions, 2), blend_of("blend-4", motions, 4)],
        Stage::Model => vec![model(motions)],
        Stage::Chain => vec![chain("chain", motions, 1), chain("chain-1000", motions, CROWD)],
        Stage::Retarget => match retarget(motions, onto) {
            Ok(job) => vec![job],
            Err(error) => {
                notes.push(format!("Retargeting is not measured: {error}."));
                Vec::new()
            }
        },
    }
}

/// Sampling forward at 60 frames per second; each actor has its own pose and time.
fn sample(name: &'static str, motions: &BenchClips, actors: usize) -> Job<'static> {
    let (clip, mut times) = (motions.clips[0].clone(), Times::new(7));
    let rest = LocalPose::rest(motions.character.skeleton());
    let mut crowd: Vec<_> = (0..actors).map(|_| (times.anywhere(&clip), rest.clone())).collect();
    let mut turn = 0;
    Job::new(name, "joint", motions.joints(), move || {
        let (time, pose) = &mut crowd[turn];
        *time = forward(*time, &clip);
        clip.sample(*time, pose);
        black_box(pose.as_slice());
        turn = if turn + 1 < actors { turn + 1 } else { 0 };
    })
}

/// Sampling without fingers; none for a character without fingers.
fn sample_without_fingers(motions: &BenchClips) -> Option<Job<'static>> {
    let skeleton = motions.character.skeleton();
    let detail = motions.character.humanoid()?.mask_without_fingers(skeleton);
    detail.as_slice().iter().position(|weight| *weight == 0.0)?;
    let (clip, mut pose) = (motions.clips[0].clone(), LocalPose::rest(skeleton));
    let mut time = Times::new(7).anywhere(&clip);
    Some(Job::new("sample-no-fingers", "joint", motions.joints(), move || {
        time = forward(time, &clip);
        clip.sample_masked(time, &detail, &mut pose);
        black_box(pose.as_slice());
    }))
}

fn sample_random(motions: &BenchClips) -> Job<'static> {
    let (clip, mut times) = (motions.clips[0].clone(), Times::new(11));
    let mut pose = LocalPose::rest(motions.character.skeleton());
    Job::new("sample-random", "joint", motions.joints(), move || {
        clip.sample(times.anywhere(&clip), &mut pose);
        black_box(pose.as_slice());
    })
}

fn blend_of(name: &'static str, motions: &BenchClips, layers: usize) -> Job<'static> {
    let poses = poses(motions, layers);
    let mut out = LocalPose::rest(motions.character.skeleton());
    Job::new(name, "joint", motions.joints(), move || {
        let layer = |n: usize| BlendLayer {
            pose: poses[n.min(layers - 1)].as_slice(),
            weight: 0.2 + 0.1 * n as f32,
            mask: None,
        };
        blend(black_box(&[0, 1, 2, 3].map(layer)[..layers]), out.as_mut_slice());
        black_box(out.as_slice());
    })
}

fn model(motions: &BenchClips) -> Job<'static> {
    let (character, poses) = (motions.character.clone(), poses(motions, 1));
    let mut model = vec![Affine3A::IDENTITY; motions.joints()];
    Job::new("model", "joint", motions.joints(), move || {
        local_to_model(character.skeleton(), black_box(poses[0].as_slice()), &mut model);
        black_box(&model);
    })
}

/// Two samples, their blend, model space, and a palette of all joints. Times and palette are kept per actor.
fn chain(name: &'static str, motions: &BenchClips, actors: usize) -> Job<'static> {
    let (character, [a, b]) = (motions.character.clone(), motions.clips.clone());
    let skeleton = character.skeleton();
    let joints: Vec<JointId> = skeleton.joints().collect();
    let inverse_binds: Vec<Affine3A> =
        ModelPose::rest(skeleton).as_slice().iter().map(Affine3A::inverse).collect();
    let mut times = Times::new(21);
    let palette = vec![Mat3x4::IDENTITY; joints.len()];
    let mut crowd: Vec<_> =
        (0..actors).map(|_| ([times.anywhere(&a), times.anywhere(&b)], palette.clone())).collect();
    let rest = LocalPose::rest(skeleton);
    let [mut pose_a, mut pose_b, mut mixed] = [rest.clone(), rest.clone(), rest];
    let mut model = vec![Affine3A::IDENTITY; joints.len()];
    let mut turn = 0;
    Job::new(name, "joint", motions.joints(), move || {
        let (times, palette) = &mut crowd[turn];
        *times = [forward(times[0], &a), forward(times[1], &b)];
        // One pose buffer per clip, so that joints without tracks keep the rest pose.
        a.sample(times[0], &mut pose_a);
        b.sample(times[1], &mut pose_b);
        let layers = [(&pose_a, 0.4), (&pose_b, 0.6)];
        let layers = layers.map(|(pose, weight)| BlendLayer { pose: pose.as_slice(), weight, mask: None });
        blend(&layers, mixed.as_mut_slice());
        local_to_model(character.skeleton(), mixed.as_slice(), &mut model);
        write_palette(&joints, &inverse_binds, &model, palette);
        black_box(palette);
        turn = if turn + 1 < actors { turn + 1 } else { 0 };
    })
}

/// Retargeting of poses to `onto` if both are humanoids, else to the same skeleton by joint names.
fn retarget(motions: &BenchClips, onto: &Character) -> Result<Job<'static>, RetargetError> {
    let source = motions.character.skeleton();
    let people = motions.character.humanoid().zip(onto.humanoid());
    let retargeter = match people {
        Some((theirs, ours)) => {
            let body = TPose::of_clip(source, theirs, &motions.raw[0]);
            let onto = (onto.skeleton(), TPose::new(onto.skeleton(), ours));
            Retargeter::human((source, body), onto)
        }
        None => Retargeter::by_names(source, source)?,
    };
    let poses = poses(motions, 8);
    let (mut scratch, mut out) = (retargeter.scratch(), retargeter.target().rest().to_vec());
    let mut turn = 0;
    let joints = retargeter.target().len();
    Ok(Job::new("retarget", "joint", joints, move || {
        retargeter.retarget_pose(poses[turn % poses.len()].as_slice(), &mut scratch, &mut out);
        black_box(&out);
        turn += 1;
    }))
}

/// Poses of both clips in turn, at random times.
fn poses(motions: &BenchClips, count: usize) -> Vec<LocalPose> {
    let mut times = Times::new(5);
    let pose = |n: usize| {
        let mut pose = LocalPose::rest(motions.character.skeleton());
        let clip = &motions.clips[n % 2];
        clip.sample(times.anywhere(clip), &mut pose);
        pose
    };
    (0..count).map(pose).collect()
}

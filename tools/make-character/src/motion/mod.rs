//! Clips, defined by key poses and curves over time, and baked to keys.
//!
//! A clip is a function from time to a [`Pose`]; baking samples it, plants the feet with two-bone IK and sets the twist
//! joints.

mod bake;
mod bend;
mod curve;
mod idle;
mod jump;
mod leg_ik;
mod look_around;
mod pose;
mod run;
mod take;
mod walk;
mod wave;

use crate::skeleton::Skeleton;
pub(crate) use bend::Bend;
use pose::Pose;
pub(crate) use take::Take;

/// Function that writes the pose at a time in seconds into a rest pose.
type Author = fn(f32, &mut Pose<'_>);

/// Bakes all clips, in their listed order.
pub(crate) fn takes(skeleton: &Skeleton) -> Vec<Take> {
    let list: [(&'static str, f32, usize, Author); 6] = [
        ("idle", 4.0, 60, idle::pose),
        ("walk", walk::PERIOD, 32, walk::pose),
        ("run", run::PERIOD, 24, run::pose),
        ("wave", wave::LENGTH, 75, wave::pose),
        ("jump", jump::LENGTH, 48, jump::pose),
        ("look_around", look_around::LENGTH, 100, look_around::pose),
    ];
    let mut takes: Vec<Take> = list
        .into_iter()
        .map(|(name, length, steps, pose)| bake::bake(skeleton, name, length, steps, pose))
        .collect();
    let straight = [("walk", walk::STRAIGHT), ("run", run::STRAIGHT)];
    for take in &mut takes {
        take.path = straight.iter().find(|(name, _)| *name == take.name).map(|(_, path)| *path);
    }
    let (walk, run) = (walk::STRAIGHT.speed, run::STRAIGHT.speed);
    let bends = [
        ("walk_left", Bend { speed: walk, turn: 1.0 }),
        ("walk_right", Bend { speed: walk, turn: -1.0 }),
        ("run_left", Bend { speed: run, turn: 1.2 }),
        ("run_right", Bend { speed: run, turn: -1.2 }),
        ("turn_left", Bend { speed: 0.0, turn: 1.6 }),
        ("turn_right", Bend { speed: 0.0, turn: -1.6 }),
    ];
    takes.extend(bends.into_iter().map(|(name, bend)| {
        let take = match name.starts_with("run") {
            true => bake::bake(skeleton, name, run::PERIOD, 24, |t, pose| run::along(bend, t, pose)),
            false => bake::bake(skeleton, name, walk::PERIOD, 32, |t, pose| walk::along(bend, t, pose)),
        };
        Take { path: Some(bend), ..take }
    }));
    // Both gaits start with the contact of the left foot; the right one follows half a cycle later.
    for take in takes.iter_mut().filter(|take| take.path.is_some()) {
        take.steps = vec![(0.0, "left"), (0.5, "right")];
    }
    takes
}

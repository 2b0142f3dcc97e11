//! Clips, defined by key poses and curves over time, and baked to keys.
//!
//! A clip is a function from time to a [`Pose`]; baking samples it, plants feet and hands with two-bone IK
//! and sets the twist joints.

mod arm_ik;
mod bake;
mod bend;
mod curve;
mod get_up;
mod get_up_side;
mod get_up_sit;
mod hit;
mod idle;
mod jump;
mod leg_ik;
mod look_around;
mod pose;
mod run;
mod stumble;
mod take;
#[cfg(test)]
mod tests;
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
    let reactions: [(&'static str, f32, usize, Author); 10] = [
        ("get_up_front", get_up::FRONT_LENGTH, 91, get_up::front),
        ("get_up_back", get_up::BACK_LENGTH, 81, get_up::back),
        ("stumble", stumble::LENGTH, 42, stumble::pose),
        ("hit_front", hit::LENGTH, 20, hit::front),
        ("hit_back", hit::LENGTH, 20, hit::back),
        ("hit_left", hit::LENGTH, 20, hit::left),
        ("hit_right", hit::LENGTH, 20, hit::right),
        ("get_up_left", get_up_side::LENGTH, 98, get_up_side::left),
        ("get_up_right", get_up_side::LENGTH, 98, get_up_side::right),
        ("get_up_sitting", get_up_sit::LENGTH, 58, get_up_sit::pose),
    ];
    let reactions = reactions
        .into_iter()
        .map(|(name, length, steps, pose)| bake::bake(skeleton, name, length, steps, pose));
    // Both gaits start with the contact of the left foot; the right one follows half a cycle later.
    for take in takes.iter_mut().filter(|take| take.path.is_some()) {
        take.steps = vec![(0.0, "left"), (0.5, "right")];
    }
    takes.extend(reactions);
    for take in takes.iter_mut().filter(|take| take.name == "stumble") {
        take.travel = Some(stumble::travel);
        take.steps = stumble::STEPS.map(|(time, side)| (time / stumble::LENGTH, side)).to_vec();
    }
    takes
}

//! Clips, authored as key poses and curves over time and baked to keys.
//!
//! A clip is a function from time to a [`Pose`]; baking samples it, plants the feet with a two-bone reach and fills in
//! the twist joints.

mod bake;
mod curve;
mod idle;
mod jump;
mod look_around;
mod pose;
mod reach;
mod run;
mod take;
mod walk;
mod wave;

use crate::skeleton::Skeleton;
use pose::Pose;
pub(crate) use take::Take;

/// Writes the pose at a time (seconds) into a rest pose.
type Author = fn(f32, &mut Pose<'_>);

/// All clips, in the order they are listed to people.
pub(crate) fn takes(skeleton: &Skeleton) -> Vec<Take> {
    let list: [(&'static str, f32, usize, Author); 6] = [
        ("idle", 4.0, 60, idle::pose),
        ("walk", walk::PERIOD, 32, walk::pose),
        ("run", run::PERIOD, 24, run::pose),
        ("wave", wave::LENGTH, 75, wave::pose),
        ("jump", jump::LENGTH, 48, jump::pose),
        ("look_around", look_around::LENGTH, 100, look_around::pose),
    ];
    list.into_iter()
        .map(|(name, length, steps, pose)| bake::bake(skeleton, name, length, steps, pose))
        .collect()
}

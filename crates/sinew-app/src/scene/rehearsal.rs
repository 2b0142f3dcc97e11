//! Look-ahead over a walk: how far the body reaches forward at each moment, so that props can move out of its
//! way in time.

use super::{as_ahead, on_floor};
use crate::asset::size::is_motion_only;
use crate::asset::vertices::{for_each_vertex, main_joint};
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::HumanBone;
use sinew::{Actor, FrameInput, JointId};
use std::collections::BTreeMap;

/// Sample of a walk.
pub(super) struct RehearsalFrame {
    /// Distance travelled along +Z, metres.
    pub(super) travelled: f32,
    /// Distance of the right shoulder ahead of that, metres.
    pub(super) shoulder: f32,
    /// Points of the body in world space: the foremost one of each cell seen from above. The right arm, which
    /// the scene moves, and items in the hands are left out.
    pub(super) farthest: Vec<Vec3>,
}

/// Plays `actor` for `seconds` at normal speed without its rig and samples the walk. `floor` is the
/// model-space height of the animation's ground. Points below the height `high` are kept, in cells of `wide`
/// metres.
pub(super) fn rehearse(actor: &Actor, seconds: f64, floor: f32, high: f32, wide: f32) -> Vec<RehearsalFrame> {
    const SAMPLES_PER_SECOND: f64 = 60.0;
    const MAX_SAMPLES: f64 = 200.0;
    let mut actor = actor.clone();
    if actor.set_ik(None).is_err() {
        return Vec::new();
    }
    if let Some(playback) = actor.playback_mut() {
        playback.speed(1.0);
    }
    let steps = (seconds * SAMPLES_PER_SECOND).clamp(1.0, MAX_SAMPLES) as usize;
    let dt = (seconds / steps as f64) as f32;
    let character = actor.character().clone();
    let skeleton = character.skeleton();
    let bone = |bone| character.humanoid().and_then(|body| body.joint(bone));
    let below = |root: Option<JointId>| -> Vec<bool> {
        skeleton
            .joints()
            .map(|joint| root.is_some_and(|root| skeleton.is_descendant_of(joint, root)))
            .collect()
    };
    let shoulder = bone(HumanBone::RightUpperArm);
    let (arm, hand) = (below(shoulder), below(bone(HumanBone::LeftHand)));
    let mut travelled = Affine3A::IDENTITY;
    let mut moments = Vec::with_capacity(steps);
    for _ in 0..steps {
        travelled = as_ahead(actor.advance(dt), &character).apply_to(travelled);
        let world_from_model = on_floor(&travelled, floor, &character);
        actor.resolve(FrameInput::new(dt, world_from_model));
        let (distance, frame) = (travelled.translation.z, actor.frame());
        let joint_position =
            |joint: JointId| Vec3::from((world_from_model * frame.model()[joint.index()]).translation);
        let mut cells: BTreeMap<[i32; 2], Vec3> = BTreeMap::new();
        let mut see = |position: Vec3| {
            if position.is_finite() && position.y < high {
                let cell = [position.x, position.z].map(|along| (along / wide).floor() as i32);
                let max = cells.entry(cell).or_insert(position);
                if position.z > max.z {
                    *max = position;
                }
            }
        };
        for_each_vertex(&frame, |instance, primitive, vertex, position| {
            let node = character.mesh_instances()[instance].node.index();
            let main = main_joint(&character, instance, primitive, vertex);
            if main.map_or(!arm[node] && !hand[node], |joint| !arm[joint.index()]) {
                see(position);
            }
        });
        if is_motion_only(&actor) {
            skeleton
                .joints()
                .filter(|joint| !arm[joint.index()])
                .for_each(|joint| see(joint_position(joint)));
        }
        let shoulder = shoulder.map_or(0.0, |joint| joint_position(joint).z - distance);
        moments.push(RehearsalFrame {
            travelled: distance,
            shoulder,
            farthest: cells.into_values().collect(),
        });
    }
    moments
}

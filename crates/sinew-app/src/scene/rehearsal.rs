//! What somebody does on the way, found out before it is done: so that things can be out of the way in time.

use super::on_floor;
use crate::asset::size::is_motion_only;
use crate::asset::vertices::{for_each_vertex, main_joint};
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::HumanBone;
use sinew::{Actor, FrameInput, JointIndex};
use std::collections::BTreeMap;

/// A moment of somebody's way.
pub(super) struct Moment {
    /// How far the body has come.
    pub(super) come: f32,
    /// How far the right shoulder is ahead of that.
    pub(super) shoulder: f32,
    /// The farthest that anything gets, cell by cell as seen from above, but for the right arm, which has other things to do, and
    /// what hangs in hands.
    pub(super) farthest: Vec<Vec3>,
}

/// How `actor` goes its way for so many seconds by what plays, at its own pace and by no rig's doing, over ground that is animated at
/// the height `floor`; of what is lower than `high`, in cells so `wide`.
pub(super) fn rehearse(actor: &Actor, seconds: f64, floor: f32, high: f32, wide: f32) -> Vec<Moment> {
    const A_SECOND: f64 = 60.0;
    /// Who takes long is looked at less often.
    const MAX: f64 = 200.0;
    let mut actor = actor.clone();
    if actor.set_ik_rig(None).is_err() {
        return Vec::new();
    }
    if let Some(playback) = actor.playback_mut() {
        playback.speed(1.0);
    }
    let steps = (seconds * A_SECOND).clamp(1.0, MAX) as usize;
    let dt = (seconds / steps as f64) as f32;
    let character = actor.character().clone();
    let skeleton = character.skeleton();
    let bone = |bone| character.humanoid().and_then(|body| body.joint(bone));
    let below = |root: Option<JointIndex>| -> Vec<bool> {
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
        travelled = actor.advance(dt).applied(travelled);
        let world_from_model = on_floor(&travelled, floor);
        actor.resolve(FrameInput::new(dt, world_from_model));
        let (come, frame) = (travelled.translation.z, actor.frame());
        let place =
            |joint: JointIndex| Vec3::from((world_from_model * frame.model()[joint.index()]).translation);
        let mut cells: BTreeMap<[i32; 2], Vec3> = BTreeMap::new();
        let mut see = |place: Vec3| {
            if place.is_finite() && place.y < high {
                let cell = [place.x, place.z].map(|along| (along / wide).floor() as i32);
                let most = cells.entry(cell).or_insert(place);
                if place.z > most.z {
                    *most = place;
                }
            }
        };
        for_each_vertex(&frame, |instance, primitive, vertex, place| {
            let node = character.instances()[instance].node.index();
            let main = main_joint(&character, instance, primitive, vertex);
            if main.map_or(!arm[node] && !hand[node], |joint| !arm[joint.index()]) {
                see(place);
            }
        });
        if is_motion_only(&actor) {
            skeleton.joints().filter(|joint| !arm[joint.index()]).for_each(|joint| see(place(joint)));
        }
        let shoulder = shoulder.map_or(0.0, |joint| place(joint).z - come);
        moments.push(Moment { come, shoulder, farthest: cells.into_values().collect() });
    }
    moments
}

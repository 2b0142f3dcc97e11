//! What somebody does on the way, found out before it is done: so that things can be out of the way in time.

use crate::framing::for_each_vertex;
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
    /// The farthest that anything gets, column by column, but for the right arm, which has other things to do, and what hangs
    /// in hands.
    pub(super) farthest: Vec<Vec3>,
}

/// How `actor` goes its way for so many seconds by what plays, and no rig's doing; of what is lower than `high`, in columns so wide.
pub(super) fn rehearse(actor: &Actor, seconds: f64, high: f32, wide: f32) -> Vec<Moment> {
    const A_SECOND: f64 = 60.0;
    /// Who takes long is looked at less often.
    const MOST: f64 = 200.0;
    let mut actor = actor.clone();
    if actor.set_rig(None).is_err() {
        return Vec::new();
    }
    let steps = (seconds * A_SECOND).clamp(1.0, MOST) as usize;
    let dt = (seconds / steps as f64) as f32;
    let character = actor.character().clone();
    let skeleton = character.skeleton();
    let bone = |bone| character.humanoid().and_then(|body| body.joint(bone));
    let below = |root: Option<JointIndex>| {
        let above = |joint| std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
        skeleton.joints().map(|joint| above(joint).any(|j| Some(j) == root)).collect::<Vec<_>>()
    };
    let shoulder = bone(HumanBone::RightUpperArm);
    let (arm, hand) = (below(shoulder), below(bone(HumanBone::LeftHand)));
    let mut travelled = Affine3A::IDENTITY;
    let mut moments = Vec::with_capacity(steps);
    for _ in 0..steps {
        travelled = actor.advance(dt).applied(travelled);
        actor.resolve(&FrameInput { world_from_model: travelled });
        let (come, frame) = (travelled.translation.z, actor.frame());
        let mut columns: BTreeMap<i32, Vec3> = BTreeMap::new();
        for_each_vertex(&frame, |instance, primitive, vertex, place| {
            let instance = &character.instances()[instance];
            let influences = &character.meshes()[instance.mesh].primitives[primitive].influences;
            // Heaviest first.
            let main = instance.skin.zip(influences.as_ref()).and_then(|(skin, influences)| {
                influences.of(vertex).next().map(|(joint, _)| character.skins()[skin].joints[joint])
            });
            let node = instance.node.index();
            let goes_along = main.map_or(!arm[node] && !hand[node], |joint| !arm[joint.index()]);
            if goes_along && place.y < high {
                let most = columns.entry((place.x / wide).floor() as i32).or_insert(place);
                if place.z > most.z {
                    *most = place;
                }
            }
        });
        let at = |joint: JointIndex| (travelled * frame.model()[joint.index()]).translation.z;
        let shoulder = shoulder.map_or(0.0, |joint| at(joint) - come);
        moments.push(Moment { come, shoulder, farthest: columns.into_values().collect() });
    }
    moments
}

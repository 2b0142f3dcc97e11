use crate::clip::{JointTrack, RawClip};
use crate::skeleton::JointId;

/// Nodes whose motion is the clip's gaze or one of its expressions: VRM animations store both so, and
/// importers keep the tracks of these nodes. They are no joints of a body.
pub fn proxy_joints(clip: &RawClip) -> Vec<JointId> {
    let is_gaze = |track: &JointTrack| clip.gaze.is_some() && track.rotation == clip.gaze;
    let is_expression = |track: &JointTrack| {
        let Some(moved) = &track.translation else { return false };
        clip.expressions.iter().any(|expression| {
            let weights = expression.weight.values().iter();
            expression.weight.times() == moved.times() && weights.eq(moved.values().iter().map(|way| &way.x))
        })
    };
    let proxies = clip.joints.iter().filter(|track| is_gaze(track) || is_expression(track));
    proxies.map(|track| track.joint).collect()
}

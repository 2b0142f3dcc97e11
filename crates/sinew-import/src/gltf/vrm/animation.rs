//! VRM animations (VRMC_vrm_animation 1.0): clips for any humanoid. The file stores expressions and gaze as
//! the motion of proxy nodes; these become separate tracks, and the tracks of the nodes are kept.

use super::json::{NodeRef, Vrma1};
use super::refs::Refs;
use crate::gltf::source::Source;
use sinew::character::Expression;
use sinew::character::ExpressionId;
use sinew::clip::{ExpressionTrack, Track};
use sinew::glam::Vec3;
use sinew::{CharacterParts, JointId, RawClip};

pub(super) fn read(source: &mut Source<'_>, json: &Vrma1, parts: &mut CharacterParts, clips: &mut [RawClip]) {
    let mut refs = Refs::new(source, parts, "/extensions/VRMC_vrm_animation");
    let (preset, custom) = json.expressions.as_ref().map_or((&[][..], &[][..]), |e| (&e.preset, &e.custom));
    let mut expressions = Vec::new();
    let mut nodes: Vec<(JointId, ExpressionId)> = Vec::new();
    for (name, NodeRef { node }) in preset.iter().chain(custom) {
        if let Some(joint) = refs.joint(*node, "/expressions") {
            nodes.push((joint, ExpressionId(expressions.len() as u32)));
            expressions.push(Expression { name: name.clone(), ..Expression::default() });
        }
    }
    nodes.sort_by_key(|(joint, _)| *joint);
    nodes.dedup_by_key(|(joint, _)| *joint);
    let gaze = json.look_at.as_ref().and_then(|look_at| refs.joint(look_at.node, "/lookAt/node"));
    for clip in clips {
        for track in &clip.joints {
            if Some(track.joint) == gaze {
                clip.gaze.clone_from(&track.rotation);
            }
            let expression = nodes.binary_search_by_key(&track.joint, |(joint, _)| *joint);
            let expression = expression.ok().and_then(|n| nodes.get(n)).map(|(_, expression)| *expression);
            let weight = track.translation.as_ref().and_then(weight_of);
            if let (Some(expression), Some(weight)) = (expression, weight) {
                clip.expressions.push(ExpressionTrack { expression, weight });
            }
        }
    }
    parts.expressions = expressions;
}

/// Weight track of an expression: the X translation of its node.
fn weight_of(track: &Track<Vec3>) -> Option<Track<f32>> {
    let values = track.values().iter().map(|v| v.x).collect();
    Track::new(track.interpolation(), 1, track.times().into(), values).ok()
}

//! Clips of one joint, and small graphs of them.

use crate::figure::actor;
use sinew::clip::{Interpolation, JointTrack, RootPose, RootTrack, Track};
use sinew::glam::Vec3;
use sinew::graph::*;
use sinew::{Actor, JointId, RawClip};
use std::sync::Arc;

/// Frame time, seconds.
pub(crate) const DT: f32 = 1.0 / 60.0;

/// A clip of the hips along Z, with keys at `start` and `end`.
pub(crate) fn slide(name: &str, start: f32, end: f32, z: [f32; 2]) -> RawClip {
    let times: Arc<[f32]> = [start, end].into();
    let values = z.map(|z| Vec3::new(0.0, 1.0, z)).to_vec();
    let mut hips = JointTrack::new(JointId(0));
    hips.translation = Some(Track::new(Interpolation::Linear, 1, times, values).unwrap());
    RawClip { name: name.into(), joints: vec![hips], ..RawClip::default() }
}

/// A clip with one key.
pub(crate) fn pose(name: &str) -> RawClip {
    let mut hips = JointTrack::new(JointId(0));
    let values = vec![Vec3::Y];
    hips.translation = Some(Track::new(Interpolation::Linear, 1, [0.0].into(), values).unwrap());
    RawClip { name: name.into(), joints: vec![hips], ..RawClip::default() }
}

/// Root motion along Z over `[0, end]`.
pub(crate) fn root(end: f32, metres: f32) -> Option<RootTrack> {
    let at = |z| RootPose { position: Vec3::new(0.0, 0.0, z), heading: 0.0 };
    Some(RootTrack::new([0.0, end].into(), vec![at(0.0), at(metres)]).unwrap())
}

/// A clip with root motion along Z.
pub(crate) fn travelling(name: &str, seconds: f32, metres: f32) -> RawClip {
    RawClip { root_motion: root(seconds, metres), ..slide(name, 0.0, seconds, [0.0, 0.0]) }
}

/// A looping clip.
pub(crate) fn clip(name: &str) -> NodeDescription {
    NodeDescription::Clip(ClipDescription::new(name))
}

/// A clip that does not loop.
pub(crate) fn clip_once(name: &str) -> NodeDescription {
    NodeDescription::Clip(ClipDescription { looping: false, ..ClipDescription::new(name) })
}

/// An input of a blend without a mask.
pub(crate) fn input(node: NodeDescription, weight: impl Into<NumberOrParameter>) -> BlendInput {
    BlendInput { node, weight: weight.into(), ..BlendInput::default() }
}

/// A graph with the mask `upper` and the parameters `x`, `y`, `on` and `mode`.
pub(crate) fn graph(output: NodeDescription) -> GraphDescription {
    let mut graph = GraphDescription { output, ..GraphDescription::default() };
    let mask = MaskDescription { branches: vec![("spine".into(), 1.0)], ..MaskDescription::default() };
    graph.masks.insert("upper".into(), mask);
    for name in ["x", "y"] {
        graph.parameters.insert(name.into(), ParameterKind::Float(0.0));
    }
    graph.parameters.insert("on".into(), ParameterKind::Bool(false));
    graph.parameters.insert("mode".into(), ParameterKind::Int(0));
    graph
}

/// An actor that plays a graph.
pub(crate) fn play(description: &GraphDescription, clips: Vec<RawClip>) -> Actor {
    let mut actor = actor(clips);
    let graph = AnimationGraph::from_description(description, actor.clips()).unwrap();
    actor.set_graph(Arc::new(graph)).unwrap();
    actor
}

/// A state that starts anew when it is entered.
pub(crate) fn state(name: &str, node: NodeDescription) -> StateDescription {
    StateDescription { name: name.into(), node, resume: false }
}

pub(crate) fn machine(
    states: Vec<StateDescription>,
    transitions: Vec<TransitionDescription>,
) -> NodeDescription {
    NodeDescription::StateMachine(StateMachineDescription { states, transitions })
}

/// An immediate transition.
pub(crate) fn transition(from: &str, to: &str, when: Vec<Condition>) -> TransitionDescription {
    TransitionDescription {
        from: vec![from.into()],
        to: to.into(),
        when,
        duration: 0.0,
        ..TransitionDescription::default()
    }
}

/// An immediate transition at a normalized time of the clip.
pub(crate) fn exit_at(from: &str, to: &str, exit: f32) -> TransitionDescription {
    TransitionDescription { exit_time: Some(exit), ..transition(from, to, vec![]) }
}

/// True while the parameter `on` is set.
pub(crate) fn on() -> Vec<Condition> {
    vec![Condition::Is("on".into())]
}

/// True while the parameter `on` is not set.
pub(crate) fn off() -> Vec<Condition> {
    vec![Condition::IsNot("on".into())]
}

/// Names of the active states, outermost first.
pub(crate) fn states(actor: &Actor) -> Vec<String> {
    actor.graph().unwrap().active_states().map(|s| s.state.to_owned()).collect()
}

/// Position of the hips along Z.
pub(crate) fn z(actor: &Actor) -> f32 {
    actor.frame().local()[0].translation.z
}

/// Largest movement of the hips in a frame, over a number of frames.
pub(crate) fn largest_step(actor: &mut Actor, frames: usize) -> f32 {
    let mut worst = 0.0f32;
    for _ in 0..frames {
        let before = z(actor);
        actor.update(DT);
        worst = worst.max((z(actor) - before).abs());
    }
    worst
}

//! Clips that animate parts of the body, over what lies below them.

use crate::counting::allocations;
use crate::figure::{JOINTS, actor, apart, character, clip_events, swing};
use crate::small_graph::{DT, clip, graph, input, machine, on, play, root, state, transition};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::graph::*;
use sinew::{Actor, Character, JointId, RawClip, Transform};
use sinew_author::clip::{CompressionSettings, compress};
use std::sync::Arc;

/// A clip that turns some joints of the figure, named as there, about Z by an angle.
fn turn(name: &str, joints: &[&str], angle: f32) -> RawClip {
    let character = character();
    let keys = |angle: f32| {
        let turns = vec![Quat::from_rotation_z(angle); 2];
        Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), turns).ok()
    };
    let track = |joint: &&str| {
        let joint = character.skeleton().find(joint).unwrap();
        JointTrack { rotation: keys(angle), ..JointTrack::new(joint) }
    };
    RawClip { name: name.into(), joints: joints.iter().map(track).collect(), ..RawClip::default() }
}

/// The body's own motion, with root motion and footsteps.
fn walk() -> RawClip {
    let events = clip_events(&[(0.1, "step"), (0.3, "step"), (0.6, "step")], &[], &[]);
    RawClip { root_motion: root(1.0, 2.0), events, ..swing("walk", 1.0, 3) }
}

fn layer(node: NodeDescription, mode: LayerMode) -> LayerDescription {
    LayerDescription { node, mode, ..LayerDescription::default() }
}

fn over(base: NodeDescription, node: NodeDescription) -> NodeDescription {
    NodeDescription::Layers { base: Box::new(base), layers: vec![layer(node, LayerMode::Override)] }
}

/// Angle of a joint about Z.
fn angle(actor: &Actor, joint: &str) -> f32 {
    let joint = actor.character().skeleton().find(joint).unwrap();
    let (axis, angle) = actor.frame().local()[joint.index()].rotation.to_axis_angle();
    axis.z * angle
}

/// Names of the joints that differ from those of another actor.
fn differing<'a>(actor: &'a Actor, other: &Actor) -> Vec<&'a str> {
    let skeleton = actor.character().skeleton();
    let pose = |actor: &Actor, joint: JointId| [actor.frame().local()[joint.index()]];
    let differs = |joint: &JointId| apart(&pose(actor, *joint), &pose(other, *joint)) > 1e-3;
    skeleton.joints().filter(differs).map(|joint| skeleton.name(joint)).collect()
}

/// Plays an output and the walk alone for so many frames.
fn beside_walk(output: NodeDescription, clips: &[RawClip], frames: usize) -> (Actor, Actor) {
    let clips = || [walk()].into_iter().chain(clips.iter().cloned()).collect();
    let (mut actor, mut alone) = (play(&graph(output), clips()), play(&graph(clip("walk")), clips()));
    for _ in 0..frames {
        (actor.update(DT), alone.update(DT)).1
    }
    (actor, alone)
}

#[test]
fn an_override_layer_leaves_joints_without_tracks_to_the_layers_below() {
    let clips = [
        turn("wave", &["arm_r", "hand_r"], 1.0),
        turn("nod", &["head"], 0.5),
        turn("lift", &["arm_r"], -1.0),
    ];
    let line = NodeDescription::BlendSpace1d(BlendSpace1dDescription {
        x: "x".into(),
        points: vec![(-1.0, clip("wave")), (1.0, clip("wave"))],
        ..BlendSpace1dDescription::default()
    });
    let arm: &[&str] = &["arm_r", "hand_r"];
    let cases: [(NodeDescription, &[&str]); 8] = [
        (clip("wave"), arm),
        (clip("nod"), &["head"]),
        (line, arm),
        (
            NodeDescription::Blend(vec![input(clip("wave"), 1.0), input(clip("nod"), 1.0)]),
            &["head", "arm_r", "hand_r"],
        ),
        (NodeDescription::Speed { node: Box::new(clip("wave")), speed: 2.0.into() }, arm),
        (machine(vec![state("a", clip("wave"))], vec![]), arm),
        (over(clip("wave"), clip("nod")), &["head", "arm_r", "hand_r"]),
        (NodeDescription::Mirror { node: Box::new(clip("wave")), weight: 1.0.into() }, &["arm_l", "hand_l"]),
    ];
    for (node, moved) in cases {
        let name = format!("{node:?}");
        let (actor, alone) = beside_walk(over(clip("walk"), node), &clips, 20);
        assert_eq!(differing(&actor, &alone), moved, "{name}");
        let far = actor.frame().root_motion().translation.z / DT;
        assert!((far - 2.0).abs() < 1e-3, "{name}: root motion of {far} m/s");
    }
    // Blended within the layer, an input without tracks of a joint stands for what lies below.
    let both = NodeDescription::Blend(vec![input(clip("wave"), 1.0), input(clip("lift"), 1.0)]);
    let (actor, alone) = beside_walk(over(clip("walk"), both), &clips, 20);
    assert!(angle(&actor, "arm_r").abs() < 1e-3);
    assert_eq!(differing(&actor, &alone), ["arm_r", "hand_r"]);
}

#[test]
fn compressed_clips_and_keys_at_rest_count_as_animated() {
    let character: Arc<Character> = character();
    let at_rest = turn("rest", &["arm_r"], 0.0);
    let settings = CompressionSettings::default();
    let compressed = compress(&at_rest, character.skeleton(), &settings).unwrap();
    let graph = graph(over(clip("walk"), clip("rest")));
    let mut poses: Vec<Vec<Transform>> = Vec::new();
    for is_compressed in [false, true] {
        let mut clips = sinew::playback::ClipSet::new(&character, [Arc::new(walk())]).unwrap();
        match is_compressed {
            true => clips.add(Arc::new(compressed.clone())),
            false => clips.add(Arc::new(at_rest.clone())),
        }
        .unwrap();
        let mut actor = Actor::with_clips(Arc::new(clips));
        actor.set_graph(Arc::new(AnimationGraph::from_description(&graph, actor.clips()).unwrap())).unwrap();
        let mut alone = Actor::new(character.clone(), [walk()]).unwrap();
        alone.play("walk").unwrap();
        (0..20).for_each(|_| (actor.update(DT), alone.update(DT)).1);
        assert_eq!(differing(&actor, &alone), ["arm_r"], "compressed: {is_compressed}");
        assert!(angle(&actor, "arm_r").abs() < 1e-3);
        poses.push(actor.frame().local().to_vec());
    }
    assert!(apart(&poses[0], &poses[1]) < 1e-3);
}

#[test]
fn write_defaults_puts_joints_without_tracks_to_rest() {
    let wave = ClipDescription { write_defaults: true, ..ClipDescription::new("wave") };
    let (actor, _) =
        beside_walk(over(clip("walk"), NodeDescription::Clip(wave)), &[turn("wave", &["arm_r"], 1.0)], 20);
    let mut rest = Actor::without_clips(actor.character().clone());
    rest.update(DT);
    assert_eq!(differing(&actor, &rest), ["arm_r"]);
    assert_eq!(actor.frame().root_motion().translation, Vec3::ZERO);
}

#[test]
fn fades_between_partial_states_never_leave_the_pose_below() {
    let mut go = transition("arm", "head", on());
    (go.duration, go.kind) = (0.4, TransitionKind::CrossFade);
    let states = vec![state("arm", clip("wave")), state("head", clip("nod"))];
    let output = over(clip("walk"), machine(states, vec![go]));
    let clips = || vec![walk(), turn("wave", &["arm_r"], 1.0), turn("nod", &["head"], 0.5)];
    let (mut actor, mut alone) = (play(&graph(output), clips()), play(&graph(clip("walk")), clips()));
    for frame in 0..40 {
        if frame == 5 {
            actor.graph_mut().unwrap().set_parameter("on", true).unwrap();
        }
        actor.update(DT);
        alone.update(DT);
        let allowed: &[&str] = if frame < 5 { &["arm_r"] } else { &["head", "arm_r"] };
        let found = differing(&actor, &alone);
        assert!(found.iter().all(|joint| allowed.contains(joint)), "frame {frame}: {found:?}");
    }
    assert_eq!(differing(&actor, &alone), ["head"]);
}

#[test]
fn a_slot_leaves_joints_without_tracks_and_footsteps() {
    let slot = NodeDescription::Slot {
        name: "s".into(),
        node: Box::new(clip("walk")),
        mask: None,
        mode: LayerMode::Override,
    };
    let clips = || vec![walk(), turn("wave", &["arm_r"], 1.0), turn("lie", &["hips", "spine"], 1.0)];
    for (played, moved, heard) in [("wave", vec!["arm_r"], 1.0), ("lie", vec!["hips", "spine"], 0.0)] {
        let (mut actor, mut alone) =
            (play(&graph(slot.clone()), clips()), play(&graph(clip("walk")), clips()));
        actor.play_in_slot("s", played).unwrap().fade_in(0.0).repeat();
        let mut steps = Vec::new();
        for _ in 0..30 {
            actor.update(DT);
            alone.update(DT);
            steps.extend(actor.frame().events().iter().map(|event| event.weight));
        }
        assert_eq!(differing(&actor, &alone), moved);
        // Steps without weight are not fired.
        assert_eq!(steps, vec![1.0; if heard > 0.0 { 2 } else { 0 }], "footsteps under {played:?}");
        let z = actor.frame().root_motion().translation.z / DT;
        assert!((z - 2.0 * heard).abs() < 1e-3, "{played}: {z} m/s");
    }
}

#[test]
fn an_additive_layer_adds_nothing_to_joints_without_tracks() {
    let aim = turn("aim", &["arm_r", "spine", "head"], 0.4);
    let output = NodeDescription::Layers {
        base: Box::new(clip("walk")),
        layers: vec![layer(
            clip("wave"),
            LayerMode::Additive(ReferenceDescription::ClipPose("aim".into(), 0.0)),
        )],
    };
    let (actor, alone) = beside_walk(output, &[aim, turn("wave", &["arm_r"], 1.0)], 20);
    assert_eq!(differing(&actor, &alone), ["arm_r"]);
}

/// A blend mixes what lies below where an input has no tracks, so that nothing jumps as its weight comes and
/// goes.
#[test]
fn blends_are_continuous_in_their_weights() {
    let clips = || vec![walk(), turn("wave", &["arm_r"], 1.0), turn("lift", &["arm_r", "head"], -1.0)];
    let line = |a: &str, b: &str| {
        NodeDescription::BlendSpace1d(BlendSpace1dDescription {
            x: "x".into(),
            points: vec![(0.0, clip(a)), (1.0, clip(b))],
            sync: false,
        })
    };
    let pose = |output: NodeDescription, x: f32| {
        let mut actor = play(&graph(output), clips());
        actor.graph_mut().unwrap().set_parameter("x", x).unwrap();
        (0..20).for_each(|_| actor.update(DT));
        actor
    };
    for output in [line("walk", "wave"), over(clip("walk"), line("wave", "lift"))] {
        for end in [0.0, 1.0] {
            let [at, near] = [end, (end - 1e-3_f32).abs()].map(|x| pose(output.clone(), x));
            let way = apart(at.frame().local(), near.frame().local());
            assert!(way < 5e-3, "{way} at {end}");
            let root = |actor: &Actor| actor.frame().root_motion().translation.z / DT;
            assert!((root(&at) - root(&near)).abs() < 0.01);
        }
    }
    // Half of a clip in a layer goes half of the way from the pose below.
    let half = pose(over(clip("walk"), line("wave", "lift")), 0.5);
    let (_, alone) = beside_walk(clip("walk"), &clips()[1..], 20);
    assert_eq!(differing(&half, &alone), ["head", "arm_r"]);
    assert!((half.frame().root_motion().translation.z / DT - 2.0).abs() < 1e-3);
}

#[test]
fn the_gaze_stays_where_a_layer_does_not_animate_it() {
    let look = Track::new(Interpolation::Linear, 1, [0.0].into(), vec![Quat::from_rotation_y(0.3)]).ok();
    let looks = RawClip { gaze: look, ..swing("looks", 1.0, 1) };
    let mut actor =
        play(&graph(over(clip("looks"), clip("wave"))), vec![looks, turn("wave", &["arm_r"], 1.0)]);
    actor.update(DT);
    assert_eq!(actor.frame().local().len(), JOINTS);
    let gaze = actor.animated_pose().gaze.unwrap();
    assert!(gaze.angle_between(Quat::from_rotation_y(0.3)) < 1e-3);
}

#[test]
fn partial_layers_allocate_nothing() {
    let mirrored = NodeDescription::Mirror { node: Box::new(clip("wave")), weight: "x".into() };
    let clips = vec![walk(), turn("wave", &["arm_r"], 1.0)];
    let mut actor = play(&graph(over(clip("walk"), mirrored)), clips);
    actor.graph_mut().unwrap().set_parameter("x", 0.5).unwrap();
    actor.update(DT);
    assert_eq!(allocations(|| (0..60).for_each(|_| actor.update(DT))), 0);
    // Half mirrored: both arms are half-way between the walk and the wave.
    let mut alone = self::actor([walk()]);
    alone.play("walk").unwrap();
    (0..61).for_each(|_| alone.update(DT));
    assert_eq!(differing(&actor, &alone), ["arm_l", "arm_r"]);
}

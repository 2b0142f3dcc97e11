//! Setters of a frame, called with hostile values.

use super::DT;
use super::stage::{EFFECTORS, Stage};
use super::values::{index, matrix, number, transform, turn, vector, wide};
use fastrand::Rng;
use sinew::character::{ExpressionId, SkinningMethod};
use sinew::clip::WrapMode;
use sinew::face::{
    BlinkSettings, EmotionFade, EyeMovementSettings, FaceRig, FaceSmoothing, Gaze, GazeAngles,
};
use sinew::glam::{Affine3A, Vec3};
use sinew::ground::{GroundHit, height_field};
use sinew::morph::{MeshInstanceId, MorphTargetId};
use sinew::playback::{MixerChange, MixerKey, Playback};
use sinew::rig::{IkGoal, IkTarget};
use sinew::skeleton::JointMask;
use sinew::{Actor, ClipId, FrameInput, JointId, Socket};
use std::sync::Arc;

/// Clip and effector that setters take, chosen at random.
struct Choice<'a> {
    stage: &'a Stage,
    clip: ClipId,
    effector: &'static str,
}

/// Setter of an actor that is called with hostile values; gives its name.
type Setter = fn(&mut Actor, &Choice<'_>, &mut Rng) -> &'static str;

/// Setters, the frequent ones several times.
const SETTERS: [Setter; 35] = [
    play_and_fade,
    play_and_inertialize,
    change_playback,
    use_mixer,
    add_mixer_key,
    use_graph,
    set_graph_parameters,
    play_in_slot,
    inertialize,
    set_ik_goal,
    set_ik_goal,
    set_ik_goal,
    set_ik_goal,
    set_ik_goal,
    set_ik_goal,
    set_curve_and_foot_lifts,
    set_stride_scale,
    set_expression,
    set_morph,
    set_gaze,
    set_lod,
    advance,
    place_on_ground,
    place_on_slope,
    pose_in_hook,
    switch_face,
    switch_constraints,
    change_meshes,
    switch_mixer_tracks,
    mask_branch,
    clear,
    save_snapshot,
    use_hostile_rig,
    use_hostile_rig,
    advance_over_time_step,
];

/// Calls a setter with hostile values.
pub(crate) fn set(actor: &mut Actor, stage: &Stage, random: &mut Rng) -> &'static str {
    let clip = ClipId(index(random));
    let effector = EFFECTORS[random.usize(..EFFECTORS.len())];
    let setter = SETTERS[usize::from(random.u8(..SETTERS.len() as u8))];
    setter(actor, &Choice { stage, clip, effector }, random)
}

fn play_and_fade(actor: &mut Actor, choice: &Choice<'_>, random: &mut Rng) -> &'static str {
    if let Ok(playback) = actor.play(choice.clip) {
        playback.seek(wide(random)).speed(number(random)).fade(number(random));
    }
    "play and fade"
}

fn play_and_inertialize(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    if let Ok(playback) = actor.play(ClipId(random.u32(..4))) {
        playback.inertialize(number(random)).wrap(WrapMode::Clamp).speed(number(random));
    }
    "play and inertialize"
}

fn change_playback(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    if let Some(playback) = actor.playback_mut() {
        (playback.time, playback.speed) = (wide(random), number(random));
    }
    "playback"
}

fn use_mixer(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    let mixer = actor.use_mixer(random.usize(1..4));
    for track in mixer.tracks_mut() {
        let mut playback = Playback::new(ClipId(index(random)), wide(random));
        playback.speed(number(random));
        (track.playback, track.weight) = (Some(playback), number(random));
    }
    "mixer"
}

fn add_mixer_key(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    if let Some(mixer) = actor.mixer_mut() {
        let change = match random.u8(..3) {
            0 => MixerChange::Weight(number(random)),
            1 => MixerChange::Speed(number(random)),
            _ => MixerChange::Time(wide(random)),
        };
        let (start, duration) = (wide(random), number(random));
        mixer.add_key(MixerKey { track: index(random) as usize, start, duration, change });
    }
    "mixer key"
}

fn use_graph(actor: &mut Actor, choice: &Choice<'_>, _: &mut Rng) -> &'static str {
    actor.set_graph(choice.stage.graph.clone()).unwrap();
    "graph"
}

fn set_graph_parameters(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    if let Some(graph) = actor.graph_mut() {
        let _ = graph.set_parameter("speed", number(random));
        let _ = graph.set_parameter("slow", number(random));
        let _ = graph.trigger("jump");
        let _ = graph.set_parameter("jump", number(random));
    }
    "graph parameters"
}

fn play_in_slot(actor: &mut Actor, choice: &Choice<'_>, random: &mut Rng) -> &'static str {
    if let Some(graph) = actor.graph_mut()
        && let Ok(slot) = graph.play_in_slot("act", choice.clip, number(random))
    {
        slot.speed(number(random)).fade_in(number(random)).fade_out(number(random));
    }
    "slot"
}

fn inertialize(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    actor.inertialize(number(random));
    "inertialize"
}

fn set_ik_goal(actor: &mut Actor, choice: &Choice<'_>, random: &mut Rng) -> &'static str {
    let target = match random.u8(..4) {
        0 => IkTarget::World(vector(random)),
        1 => IkTarget::Model(vector(random)),
        2 => IkTarget::Offset(vector(random)),
        _ => IkTarget::Socket(Socket { joint: JointId(index(random)), offset: transform(random) }),
    };
    let rotation = random.bool().then(|| turn(random));
    let pole = random.bool().then(|| vector(random));
    let goal = IkGoal::new(target).with_rotation(rotation).with_pole(pole).with_weight(number(random));
    let ik = actor.ik_mut().unwrap();
    let _ = ik.set_goal(choice.effector, goal);
    if random.bool() {
        ik.snap();
    }
    "IK goal"
}

fn set_curve_and_foot_lifts(actor: &mut Actor, choice: &Choice<'_>, random: &mut Rng) -> &'static str {
    let points: Vec<Vec3> = (0..4).map(|_| vector(random)).collect();
    let ik = actor.ik_mut().unwrap();
    let _ = ik.set_curve(choice.effector, &points);
    let _ = ik.set_foot_lifts(choice.effector, Some([number(random), number(random)]));
    "curve and foot lifts"
}

fn set_stride_scale(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    actor.ik_mut().unwrap().set_stride_scale(number(random));
    "stride"
}

fn set_expression(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    let Some(face) = actor.face_mut() else { return "no face" };
    let _ = face.set_expression(ExpressionId(index(random)), number(random));
    let _ = face.set_expression("happy", number(random));
    let fade = EmotionFade::new(number(random)).with_intensity(number(random));
    let _ = face.set_emotion(["happy", "sad"][random.usize(..2)], fade);
    let smoothing = FaceSmoothing::default().with_by_hand(number(random)).with_lids(number(random));
    face.set_rig(Arc::new(FaceRig::clone(face.rig()).with_smoothing(smoothing))).unwrap();
    "expression"
}

fn set_morph(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    let Some(face) = actor.face_mut() else { return "no face" };
    let target = MorphTargetId { instance: MeshInstanceId(index(random)), target: index(random) as usize };
    let _ = face.set_morph(target, number(random));
    let _ = face.set_morph(MorphTargetId { target: random.usize(..4), ..target }, number(random));
    "morph"
}

fn set_gaze(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    let angles = GazeAngles { yaw: number(random), pitch: number(random) };
    let gaze = if random.bool() { Gaze::Target(vector(random)) } else { Gaze::Angles(angles) };
    let Some(face) = actor.face_mut() else { return "no face" };
    face.set_gaze(gaze);
    face.set_turns_head(random.bool());
    let mut eyes = EyeMovementSettings::new(random.u64(..)).with_social_gaze(random.bool());
    (eyes.max_angle, eyes.pursuit_speed) = (number(random), number(random));
    (eyes.saccade_base, eyes.lid_factor) = (number(random), number(random));
    face.set_eye_movements(random.bool().then_some(eyes));
    face.set_blinks(random.bool().then(|| BlinkSettings::new(1).with_per_minute(number(random))));
    "gaze"
}

fn set_lod(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    actor.set_lod(Some(JointMask::uniform(actor.character().skeleton(), number(random))));
    "level of detail"
}

fn advance(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    actor.advance(number(random));
    "advance"
}

fn place_on_ground(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    let (dt, world_from_model) = (number(random), matrix(random));
    let hit =
        GroundHit { position: vector(random), normal: vector(random), platform: Some((1, matrix(random))) };
    let ground = move |_: Vec3| Some(hit);
    actor.resolve(FrameInput::new(dt, world_from_model).with_ground(&ground).with_gravity(vector(random)));
    "place and ground"
}

fn place_on_slope(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    let (a, b) = (number(random), number(random));
    let ground = height_field(|x, z| a * x + b * z);
    actor.resolve(
        FrameInput::new(number(random), Affine3A::from_translation(vector(random))).with_ground(&ground),
    );
    "slope"
}

fn pose_in_hook(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    let joints = actor.character().skeleton().len() as u32;
    let (joint, local, turned) = (JointId(random.u32(..joints)), transform(random), turn(random));
    let (at, weight) = (random.u8(..6), number(random));
    let mut n = 0;
    let mut hook =
        |_: sinew::stage::Stage, _: &sinew::stage::StageInput<'_>, pose: &mut sinew::stage::StagePose<'_>| {
            if n == at {
                pose.set_local(joint, local);
                pose.rotate(joint, turned);
                pose.morphs_mut().as_mut_slice().iter_mut().for_each(|morph_weight| *morph_weight = weight);
            }
            n += 1;
        };
    actor.resolve(FrameInput::new(DT, Affine3A::IDENTITY).with_hook(&mut hook));
    "hook"
}

fn switch_face(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    match random.bool() {
        true if actor.face().is_none() => drop(actor.set_face(actor.clips().face_rig().cloned())),
        true => {}
        false => actor.set_face(None).unwrap(),
    }
    "face on or off"
}

fn switch_constraints(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    actor.set_constraints_enabled(random.bool());
    "constraints on or off"
}

fn change_meshes(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    // Ids of the character, and others.
    let instance = MeshInstanceId(index(random) % 8);
    let dual = random.bool();
    let method = if dual { SkinningMethod::DualQuaternion } else { SkinningMethod::Linear };
    let meshes = actor.meshes_mut();
    meshes.set_skinning(instance, method);
    meshes.set_skinning(MeshInstanceId(index(random)), method);
    meshes.set_visible(instance, random.bool());
    meshes.set_visible(MeshInstanceId(index(random)), random.bool());
    meshes.set_first_person(random.bool());
    "meshes"
}

fn switch_mixer_tracks(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    if let Some(mixer) = actor.mixer_mut() {
        mixer.tracks_mut().iter_mut().for_each(|track| track.enabled = random.bool());
        let (track, start) = (random.usize(..4), wide(random));
        let change = MixerChange::Enabled(random.bool());
        mixer.add_key(MixerKey { track, start, duration: number(random), change });
        mixer.remove_keys(random.usize(..8));
    }
    "mixer tracks on or off"
}

fn mask_branch(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    let skeleton = actor.character().skeleton();
    let mut mask = JointMask::uniform(skeleton, number(random));
    mask.set_branch(skeleton, JointId(index(random)), number(random));
    actor.set_lod(Some(if random.bool() { mask.inverted() } else { mask }));
    "branch of a mask"
}

fn clear(actor: &mut Actor, choice: &Choice<'_>, random: &mut Rng) -> &'static str {
    if let Some(face) = actor.face_mut() {
        let _ = face.clear_expression(ExpressionId(index(random)));
        let instance = MeshInstanceId(index(random));
        let _ = face.clear_morph(MorphTargetId { instance, target: index(random) as usize });
    }
    let _ = actor.ik_mut().unwrap().clear_goal(choice.effector);
    let _ = actor.ik_mut().unwrap().set_foot_lifts(choice.effector, None);
    if let Some(graph) = actor.graph_mut() {
        let _ = graph.stop_slot("act");
    }
    "clears"
}

fn save_snapshot(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    let _ = actor.save_snapshot("held");
    if random.bool() {
        actor.stop();
    }
    "snapshot"
}

fn use_hostile_rig(actor: &mut Actor, choice: &Choice<'_>, random: &mut Rng) -> &'static str {
    let rig = &choice.stage.hostile_rigs[random.usize(..choice.stage.hostile_rigs.len())];
    actor.set_ik(Some(rig.clone())).unwrap();
    for effector in EFFECTORS {
        let _ = actor.ik_mut().unwrap().set_goal(effector, IkGoal::at(vector(random)));
    }
    "rig with hostile settings"
}

fn advance_over_time_step(actor: &mut Actor, _: &Choice<'_>, random: &mut Rng) -> &'static str {
    let flat = height_field(|_, _| 0.0);
    actor.resolve(FrameInput::new(number(random), Affine3A::IDENTITY).with_ground(&flat).with_teleport());
    "time step"
}

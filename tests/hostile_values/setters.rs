//! Setters of a frame, called with hostile values.

use crate::DT;
use crate::stage::{EFFECTORS, Stage};
use crate::values::{index, matrix, number, transform, turn, vector, wide};
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
use sinew::{Actor, ClipId, FrameInput, JointIndex, Socket};
use std::sync::Arc;

/// Calls a setter with hostile values.
pub(crate) fn set(actor: &mut Actor, stage: &Stage, random: &mut Rng) -> &'static str {
    let clip = ClipId(index(random));
    let effector = EFFECTORS[random.usize(..EFFECTORS.len())];
    match random.u8(..35) {
        0 => {
            if let Ok(playback) = actor.play(clip) {
                playback.seek(wide(random)).speed(number(random)).fade(number(random));
            }
            "play and fade"
        }
        1 => {
            if let Ok(playback) = actor.play(ClipId(random.u32(..4))) {
                playback.inertialize(number(random)).wrap(WrapMode::Clamp).speed(number(random));
            }
            "play and inertialize"
        }
        2 => {
            if let Some(playback) = actor.playback_mut() {
                (playback.time, playback.speed) = (wide(random), number(random));
            }
            "playback"
        }
        3 => {
            let mixer = actor.use_mixer(random.usize(1..4));
            for track in mixer.tracks_mut() {
                let mut playback = Playback::new(ClipId(index(random)), wide(random));
                playback.speed(number(random));
                (track.playback, track.weight) = (Some(playback), number(random));
            }
            "mixer"
        }
        4 => {
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
        5 => {
            actor.set_graph(stage.graph.clone()).unwrap();
            "graph"
        }
        6 => {
            if let Some(graph) = actor.graph_mut() {
                let _ = graph.set_parameter("speed", number(random));
                let _ = graph.set_parameter("slow", number(random));
                let _ = graph.trigger("jump");
                let _ = graph.set_parameter("jump", number(random));
            }
            "graph parameters"
        }
        7 => {
            if let Some(graph) = actor.graph_mut()
                && let Ok(slot) = graph.play_in_slot("act", clip, number(random))
            {
                slot.speed(number(random)).fade_in(number(random)).fade_out(number(random));
            }
            "slot"
        }
        8 => {
            actor.inertialize(number(random));
            "inertialize"
        }
        9..=14 => {
            let target = match random.u8(..4) {
                0 => IkTarget::World(vector(random)),
                1 => IkTarget::Model(vector(random)),
                2 => IkTarget::Offset(vector(random)),
                _ => IkTarget::Socket(Socket { joint: JointIndex(index(random)), offset: transform(random) }),
            };
            let rotation = random.bool().then(|| turn(random));
            let pole = random.bool().then(|| vector(random));
            let goal =
                IkGoal::new(target).with_rotation(rotation).with_pole(pole).with_weight(number(random));
            let ik = actor.ik_mut().unwrap();
            let _ = ik.set_goal(effector, goal);
            if random.bool() {
                ik.snap();
            }
            "IK goal"
        }
        15 => {
            let points: Vec<Vec3> = (0..4).map(|_| vector(random)).collect();
            let ik = actor.ik_mut().unwrap();
            let _ = ik.set_curve(effector, &points);
            let _ = ik.set_foot_lifts(effector, Some([number(random), number(random)]));
            "curve and foot lifts"
        }
        16 => {
            actor.ik_mut().unwrap().set_stride_scale(number(random));
            "stride"
        }
        17 => {
            let Some(face) = actor.face_mut() else { return "no face" };
            let _ = face.set_expression(ExpressionId(index(random)), number(random));
            let _ = face.set_expression("happy", number(random));
            let fade = EmotionFade::new(number(random)).with_intensity(number(random));
            let _ = face.set_emotion(["happy", "sad"][random.usize(..2)], fade);
            let smoothing = FaceSmoothing::default().with_by_hand(number(random)).with_lids(number(random));
            face.set_rig(Arc::new(FaceRig::clone(face.rig()).with_smoothing(smoothing))).unwrap();
            "expression"
        }
        18 => {
            let Some(face) = actor.face_mut() else { return "no face" };
            let target =
                MorphTargetId { instance: MeshInstanceId(index(random)), target: index(random) as usize };
            let _ = face.set_morph(target, number(random));
            let _ = face.set_morph(MorphTargetId { target: random.usize(..4), ..target }, number(random));
            "morph"
        }
        19 => {
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
        20 => {
            actor.set_lod(Some(JointMask::uniform(actor.character().skeleton(), number(random))));
            "level of detail"
        }
        21 => {
            actor.advance(number(random));
            "advance"
        }
        22 => {
            let (dt, world_from_model) = (number(random), matrix(random));
            let hit = GroundHit {
                position: vector(random),
                normal: vector(random),
                platform: Some((1, matrix(random))),
            };
            let ground = move |_: Vec3| Some(hit);
            actor.resolve(
                FrameInput::new(dt, world_from_model).with_ground(&ground).with_gravity(vector(random)),
            );
            "place and ground"
        }
        23 => {
            let (a, b) = (number(random), number(random));
            let ground = height_field(|x, z| a * x + b * z);
            actor.resolve(
                FrameInput::new(number(random), Affine3A::from_translation(vector(random)))
                    .with_ground(&ground),
            );
            "slope"
        }
        24 => {
            let joints = actor.character().skeleton().len() as u32;
            let (joint, local, turned) = (JointIndex(random.u32(..joints)), transform(random), turn(random));
            let (at, weight) = (random.u8(..6), number(random));
            let mut n = 0;
            let mut hook = |_: sinew::stage::Stage,
                            _: &sinew::stage::StageInput<'_>,
                            pose: &mut sinew::stage::StagePose<'_>| {
                if n == at {
                    pose.set_local(joint, local);
                    pose.rotate(joint, turned);
                    pose.morphs_mut()
                        .as_mut_slice()
                        .iter_mut()
                        .for_each(|morph_weight| *morph_weight = weight);
                }
                n += 1;
            };
            actor.resolve(FrameInput::new(DT, Affine3A::IDENTITY).with_hook(&mut hook));
            "hook"
        }
        25 => {
            match random.bool() {
                true if actor.face().is_none() => drop(actor.set_face(actor.clips().face_rig().cloned())),
                true => {}
                false => actor.set_face(None).unwrap(),
            }
            "face on or off"
        }
        26 => {
            actor.set_constraints_enabled(random.bool());
            "constraints on or off"
        }
        27 => {
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
        28 => {
            if let Some(mixer) = actor.mixer_mut() {
                mixer.tracks_mut().iter_mut().for_each(|track| track.enabled = random.bool());
                let (track, start) = (random.usize(..4), wide(random));
                let change = MixerChange::Enabled(random.bool());
                mixer.add_key(MixerKey { track, start, duration: number(random), change });
                mixer.remove_keys(random.usize(..8));
            }
            "mixer tracks on or off"
        }
        29 => {
            let skeleton = actor.character().skeleton();
            let mut mask = JointMask::uniform(skeleton, number(random));
            mask.set_branch(skeleton, JointIndex(index(random)), number(random));
            actor.set_lod(Some(if random.bool() { mask.inverted() } else { mask }));
            "branch of a mask"
        }
        30 => {
            if let Some(face) = actor.face_mut() {
                let _ = face.clear_expression(ExpressionId(index(random)));
                let instance = MeshInstanceId(index(random));
                let _ = face.clear_morph(MorphTargetId { instance, target: index(random) as usize });
            }
            let _ = actor.ik_mut().unwrap().clear_goal(effector);
            let _ = actor.ik_mut().unwrap().set_foot_lifts(effector, None);
            if let Some(graph) = actor.graph_mut() {
                let _ = graph.stop_slot("act");
            }
            "clears"
        }
        31 => {
            let _ = actor.save_snapshot("held");
            if random.bool() {
                actor.stop();
            }
            "snapshot"
        }
        32 | 33 => {
            let rig = &stage.hostile_rigs[random.usize(..stage.hostile_rigs.len())];
            actor.set_ik_rig(Some(rig.clone())).unwrap();
            for effector in EFFECTORS {
                let _ = actor.ik_mut().unwrap().set_goal(effector, IkGoal::at(vector(random)));
            }
            "rig with hostile settings"
        }
        _ => {
            let flat = height_field(|_, _| 0.0);
            actor.resolve(
                FrameInput::new(number(random), Affine3A::IDENTITY).with_ground(&flat).with_teleport(),
            );
            "time step"
        }
    }
}

//! Scenes whose frames are hashed.

use crate::FRAMES;
use crate::fnv::Fnv;
use sinew::body::TPose;
use sinew::character::SkinningMethod;
use sinew::face::Gaze;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::graph::{AnimationGraph, GraphDescription};
use sinew::ground::height_field;
use sinew::ik::{ArmCollider, FullBody, FullBodySolver};
use sinew::retarget::Retargeter;
use sinew::rig::{IkGoal, IkRig, IkRigDescription};
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, Character, FrameInput, LocalPose, RawClip, SampleCursor};
use sinew_author::clip::{CompressionSettings, compress};
use sinew_import::{NoFiles, import};
use std::error::Error;
use std::sync::Arc;

/// Seconds per frame.
const DT: f32 = 1.0 / 60.0;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A scene of [`FRAMES`] frames.
pub struct Scene {
    /// Its name.
    pub name: &'static str,
    run: fn(&mut Recorder) -> Outcome<()>,
}

/// All scenes.
pub const SCENES: &[Scene] = &[
    Scene { name: "playback", run: playback },
    Scene { name: "graph", run: graph },
    Scene { name: "stairs", run: stairs },
    Scene { name: "reach", run: reach },
    Scene { name: "face", run: face },
    Scene { name: "retarget", run: retarget },
];

impl Scene {
    /// Hash after every frame.
    ///
    /// # Panics
    ///
    /// When the built-in character does not fit the scene.
    #[must_use]
    pub fn hashes(&self) -> Vec<u64> {
        let mut recorder = Recorder { hash: Fnv::new(), frames: Vec::new() };
        if let Err(error) = (self.run)(&mut recorder) {
            panic!("{}: {error}", self.name);
        }
        assert_eq!(recorder.frames.len(), FRAMES, "{}", self.name);
        recorder.frames
    }
}

struct Recorder {
    hash: Fnv,
    frames: Vec<u64>,
}

impl Recorder {
    fn end_frame(&mut self) {
        self.frames.push(self.hash.0);
    }

    fn add(&mut self, actor: &Actor) {
        self.hash.frame(actor);
        self.end_frame();
    }
}

fn sinew() -> Outcome<(Arc<Character>, Vec<RawClip>)> {
    let imported = import(include_bytes!("../../../data/sinew.vrm"), &NoFiles)?;
    Ok((Arc::new(imported.character), imported.clips))
}

/// Cross-fades, inertialization, and vertices of all skinning methods.
fn playback(out: &mut Recorder) -> Outcome<()> {
    let (character, clips) = sinew()?;
    let mut actor = Actor::new(character.clone(), clips)?;
    actor.play("walk")?;
    let mut vertices = SkinnedVertices::default();
    for frame in 0..FRAMES {
        match frame {
            20 => _ = actor.play("run")?.fade(0.3),
            45 => _ = actor.play("idle")?.inertialize(0.3),
            60 => _ = actor.play("jump")?.inertialize(0.2),
            _ => {}
        }
        for instance in character.mesh_instance_ids() {
            let method = if frame % 2 == 0 { SkinningMethod::Linear } else { SkinningMethod::DualQuaternion };
            actor.meshes_mut().set_skinning(instance, method);
        }
        actor.update(DT);
        if frame % 10 < 2 {
            for instance in character.mesh_instance_ids() {
                actor.frame().skin_vertices(instance, 0, &mut vertices);
                out.hash.vertices(&vertices);
                actor.frame().skin_vertices_fast(instance, 0, &mut vertices);
                out.hash.vertices(&vertices);
            }
        }
        out.add(&actor);
    }
    Ok(())
}

/// A state machine with blend spaces and a slot, from compressed clips.
fn graph(out: &mut Recorder) -> Outcome<()> {
    let (character, clips) = sinew()?;
    let settings = CompressionSettings::new(1e-4);
    let clips = clips
        .iter()
        .map(|clip| compress(clip, character.skeleton(), &settings))
        .collect::<Result<Vec<_>, _>>()?;
    let mut actor = Actor::new(character, clips)?;
    let description = GraphDescription::from_ron(include_str!("../../../examples/locomotion.ron"))?;
    let graph = AnimationGraph::from_description(&description, actor.clips())?;
    actor.set_graph(Arc::new(graph))?;
    for frame in 0..FRAMES {
        let graph = actor.graph_mut().ok_or("no graph")?;
        match frame {
            5 => graph.set_parameter("speed", 1.4)?,
            40 => graph.set_parameter("turn", 0.6)?,
            50 => drop(actor.play_in_slot("upper body", "wave")?),
            80 => graph.set_parameter("speed", 0.0)?,
            _ => {}
        }
        actor.update(DT);
        out.add(&actor);
    }
    Ok(())
}

/// Feet on uneven ground and steps, a look, and a hand with spine assist and a collider.
fn stairs(out: &mut Recorder) -> Outcome<()> {
    let (character, clips) = sinew()?;
    let (skeleton, body) = (character.skeleton(), character.humanoid().ok_or("not a humanoid")?);
    let collider = ArmCollider::human(&character, body)?;
    let rig = IkRig::human(skeleton, body)
        .with_arm_collider(collider)
        .with_grips(skeleton, body)
        .with_spine_assist(skeleton, body);
    let mut actor = Actor::new(character, clips)?;
    actor.set_ik(Some(Arc::new(rig)))?;
    actor.play("walk")?;
    let ground = height_field(|x, z| if z > 0.6 { (z * 4.0).floor() * 0.04 } else { 0.05 * x * z });
    let mut world = Affine3A::IDENTITY;
    for frame in 0..FRAMES {
        let goal = Vec3::new(0.3 - 0.004 * frame as f32, 1.0, 0.4);
        let ik = actor.ik_mut().ok_or("no IK rig")?;
        ik.set_goal("left hand", IkGoal::at(goal))?;
        ik.set_goal("look", IkGoal::at(goal + Vec3::Z))?;
        let moved = actor.advance(DT);
        world = moved.apply_to(world) * Affine3A::from_translation(Vec3::Z * 0.02);
        actor.resolve(FrameInput::new(DT, world).with_ground(&ground));
        out.add(&actor);
    }
    Ok(())
}

/// Chains, aims, grips and a full-body solve.
fn reach(out: &mut Recorder) -> Outcome<()> {
    let (character, clips) = sinew()?;
    let (skeleton, body) = (character.skeleton(), character.humanoid().ok_or("not a humanoid")?);
    let described = IkRigDescription::from_ron(include_str!("../../../examples/rig.ron"))?;
    let rig = IkRig::from_description(&described, &character)?;
    let mut actor = Actor::new(character.clone(), clips.clone())?;
    actor.set_ik(Some(Arc::new(rig)))?;
    actor.play("idle")?;
    let mut whole = IkRig::new();
    let names = ["left hand", "right hand", "left foot", "right foot", "head"];
    whole.add_body(&names, FullBody::human(skeleton, body)?, FullBodySolver::default())?;
    let mut second = Actor::new(character.clone(), clips)?;
    second.set_ik(Some(Arc::new(whole)))?;
    second.play("idle")?;
    for frame in 0..FRAMES {
        let step = 0.004 * frame as f32;
        let cup = Vec3::new(-0.35 + step, 1.2 - step, 0.3);
        let ik = actor.ik_mut().ok_or("no IK rig")?;
        for (effector, point) in [
            ("right hand", cup),
            ("look", cup + Vec3::Z),
            ("point", Vec3::new(2.0, 1.5, 1.0 - step)),
            ("head", Vec3::new(0.1, 1.45, 0.1 + 0.5 * step)),
        ] {
            ik.set_goal(effector, IkGoal::at(point))?;
        }
        actor.advance(DT);
        actor.resolve(FrameInput::new(DT, Affine3A::IDENTITY));
        second
            .ik_mut()
            .ok_or("no IK rig")?
            .set_goal("left hand", IkGoal::at(Vec3::new(0.4, 0.4 + step, 0.4)))?;
        second.advance(DT);
        second.resolve(FrameInput::new(DT, Affine3A::IDENTITY));
        out.hash.frame(&second);
        out.add(&actor);
    }
    Ok(())
}

/// Expressions, gaze with a turning head, and constraints.
fn face(out: &mut Recorder) -> Outcome<()> {
    let (character, clips) = sinew()?;
    let body = character.humanoid().ok_or("not a humanoid")?;
    let rig = IkRig::human(character.skeleton(), body);
    let mut actor = Actor::new(character, clips)?;
    actor.set_ik(Some(Arc::new(rig)))?;
    actor.play("wave")?;
    for frame in 0..FRAMES {
        let step = frame as f32 / FRAMES as f32;
        let face = actor.face_mut().ok_or("no face")?;
        face.set_expression("happy", step)?;
        face.set_expression("blink", (10.0 * step).fract())?;
        face.set_gaze(Gaze::Target(Vec3::new(step * 3.0 - 1.5, 1.5 + 0.3 * step, 0.8)));
        face.set_turns_head(frame > 50);
        actor.advance(DT);
        actor.resolve(FrameInput::new(DT, Affine3A::from_rotation_y(step)));
        out.add(&actor);
    }
    Ok(())
}

/// Poses retargeted to a body with other bones.
fn retarget(out: &mut Recorder) -> Outcome<()> {
    let (character, clips) = sinew()?;
    let (skeleton, body) = (character.skeleton(), character.humanoid().ok_or("not a humanoid")?);
    let mut rest = skeleton.rest().to_vec();
    for (n, joint) in rest.iter_mut().enumerate() {
        joint.translation *= 1.0 + 0.2 * ((n % 5) as f32 - 2.0) / 2.0;
        joint.rotation =
            (joint.rotation * Quat::from_xyzw(0.02 * (n % 3) as f32, 0.0, 0.01, 1.0).normalize()).normalize();
    }
    let mut other = skeleton.clone();
    other.set_rest(rest);
    let retargeter =
        Retargeter::human((skeleton, TPose::new(skeleton, body)), (&other, TPose::new(&other, body)));
    let run = clips.iter().find(|clip| clip.name == "run").ok_or("no clip called run")?;
    let (mut from, mut to) = (LocalPose::rest(skeleton), LocalPose::rest(&other));
    let mut morphs = character.rest_weights().clone();
    let (mut cursor, mut buffers) = (SampleCursor::new(), retargeter.scratch());
    for frame in 0..FRAMES {
        from.reset(skeleton);
        run.sample(frame as f32 * DT % run.end(), &mut cursor, &mut from, &mut morphs);
        retargeter.retarget_pose(from.as_slice(), &mut buffers, to.as_mut_slice());
        for joint in to.as_slice() {
            out.hash.point(joint.translation);
            out.hash.rotation(joint.rotation);
        }
        out.end_frame();
    }
    Ok(())
}

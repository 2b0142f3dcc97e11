//! Running cannot fail: hostile values through every setter of a frame give finite poses, and valid values
//! recover at once.

mod setters;
mod stage;
mod values;

use fastrand::Rng;
use setters::set;
use sinew::character::{ExpressionId, SkinningMethod};
use sinew::face::{EmotionFade, Gaze};
use sinew::glam::Affine3A;
use sinew::ground::height_field;
use sinew::morph::MeshInstanceId;
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, FrameInput, JointId};
use stage::{EFFECTORS, Stage};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use test_needs::cases;

/// Cases, each of an actor of its own.
const CASES: usize = 1000;
/// Rounds of a case, each with hostile values and two frames.
const ROUNDS: usize = 10;
const DT: f32 = 1.0 / 60.0;

/// First number of the frame that is not finite.
fn fault(actor: &Actor) -> Option<String> {
    let frame = actor.frame();
    let name = |n: usize| frame.character().skeleton().name(JointId(n as u32)).to_owned();
    if let Some(n) = frame.local().iter().position(|transform| !transform.is_finite()) {
        return Some(format!("local {}: {:?}", name(n), frame.local()[n]));
    }
    if let Some(n) = frame.model().iter().position(|matrix| !matrix.is_finite()) {
        return Some(format!("model {}: {:?}", name(n), frame.model()[n]));
    }
    for instance in frame.character().mesh_instance_ids() {
        if frame.morph_weights(instance).iter().any(|weight| !weight.is_finite()) {
            return Some("morph weights".into());
        }
    }
    for skin in frame.character().skin_ids() {
        if frame.palette(skin).iter().any(|matrix| matrix.rows.as_flattened().iter().any(|n| !n.is_finite()))
        {
            return Some("palette".into());
        }
    }
    let bounds = frame.bounds();
    let is_sound = bounds.is_empty() || bounds.min.is_finite() && bounds.max.is_finite();
    (!is_sound).then(|| format!("bounds {bounds:?}"))
}

/// First skinned vertex of a primitive that is not finite.
fn vertex_fault(actor: &Actor, random: &mut Rng, vertices: &mut SkinnedVertices) -> Option<String> {
    let (frame, character) = (actor.frame(), actor.character());
    let instance = MeshInstanceId(random.u32(..character.mesh_instances().len() as u32));
    let primitives = &character.meshes()[character.mesh_instances()[instance].mesh].primitives;
    let primitive = random.usize(..primitives.len());
    frame.skin_vertices(instance, primitive, vertices);
    let all = vertices.positions.iter().chain(&vertices.normals);
    let vertex_index = all.clone().position(|vertex| !vertex.is_finite())?;
    Some(format!("vertex {vertex_index} of instance {}, primitive {primitive}", instance.0))
}

/// Gives every input a valid value again.
fn calm(actor: &mut Actor, stage: &Stage) {
    actor.set_face(actor.clips().face_rig().cloned()).unwrap();
    actor.set_constraints_enabled(true);
    let instances: Vec<_> = actor.character().mesh_instance_ids().collect();
    for instance in instances {
        actor.meshes_mut().set_visible(instance, true);
        actor.meshes_mut().set_skinning(instance, SkinningMethod::Linear);
    }
    actor.meshes_mut().set_first_person(false);
    if !Arc::ptr_eq(actor.ik().unwrap().rig(), &stage.rig) {
        actor.set_ik(Some(stage.rig.clone())).unwrap();
    }
    actor.play("walk").unwrap().seek(0.2);
    actor.set_lod(None);
    let ik = actor.ik_mut().unwrap();
    EFFECTORS.into_iter().for_each(|name| ik.clear_goal(name).unwrap());
    ik.set_stride_scale(1.0);
    ik.snap();
    let face = actor.face_mut().unwrap();
    face.set_gaze(Gaze::Animated);
    face.set_turns_head(false);
    face.set_eye_movements(None);
    face.set_blinks(None);
    face.clear_emotion(EmotionFade::new(0.0));
    let expressions = face.expression_weights().len() as u32;
    (0..expressions).for_each(|n| face.clear_expression(ExpressionId(n)).unwrap());
}

/// Distance of joints of two actors after the same valid input for half a second.
fn apart_after_calm(actor: &mut Actor, twin: &mut Actor, stage: &Stage) -> f32 {
    for actor in [&mut *actor, &mut *twin] {
        calm(actor, stage);
        for _ in 0..6 {
            actor.advance(0.1);
            actor.resolve(FrameInput::new(0.1, Affine3A::IDENTITY).with_ground(&height_field(|_, _| 0.0)));
        }
    }
    let (frame, other) = (actor.frame(), twin.frame());
    let off = frame.model().iter().zip(other.model()).map(|(a, b)| (a.translation - b.translation).length());
    off.fold(0.0, f32::max)
}

#[test]
fn hostile_values_give_finite_poses_and_valid_ones_recover() {
    let stage = Stage::new();
    let flat = height_field(|_, _| 0.0);
    let mut faults: Vec<String> = Vec::new();
    let mut vertices = SkinnedVertices::default();
    for mut random in cases(CASES) {
        let (mut actor, mut twin, mut called) = (stage.actor(), stage.actor(), Vec::new());
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            for round in 0..ROUNDS {
                for _ in 0..random.usize(1..5) {
                    called.push(set(&mut actor, &stage, &mut random));
                }
                for _ in 0..2 {
                    let root = actor.advance(DT);
                    if !(root.translation.is_finite() && root.rotation.is_finite()) {
                        return Some(format!("root motion {root:?}"));
                    }
                    actor.resolve(FrameInput::new(DT, Affine3A::IDENTITY).with_ground(&flat));
                    if let Some(fault) = fault(&actor) {
                        return Some(fault);
                    }
                }
                if round % 8 == 0
                    && let Some(fault) = vertex_fault(&actor, &mut random, &mut vertices)
                {
                    return Some(fault);
                }
            }
            let off = apart_after_calm(&mut actor, &mut twin, &stage);
            (off > 0.05).then(|| format!("not recovered: {off} m"))
        }));
        let fault = match outcome {
            Ok(None) => continue,
            Ok(Some(fault)) => fault,
            Err(_) => "panic".to_owned(),
        };
        faults.push(format!("SINEW_SEED={}: {fault} after {called:?}", random.seed()));
    }
    let count = faults.len();
    faults.truncate(40);
    assert!(faults.is_empty(), "{count} faults:\n{}", faults.join("\n"));
}

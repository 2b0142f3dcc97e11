//! Animated bounds: they contain every skinned vertex and are not much larger than needed.

use crate::worm;
use sinew::character::{MeshInstanceId, SkinningMethod};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, Bounds, RawClip};
use std::sync::Arc;
use test_needs::cases;

/// A clip of one key that turns every joint at random by at most `reach` radians about each axis.
fn pose(random: &mut fastrand::Rng, joints: usize, reach: f32) -> Arc<RawClip> {
    let mut angle = || (random.f32() * 2.0 - 1.0) * reach;
    let joints = (0..joints).map(|i| {
        let turn = Quat::from_euler(sinew::glam::EulerRot::XYZ, angle(), angle(), angle());
        let key = Track::new(Interpolation::Step, 1, [0.0].into(), vec![turn]).unwrap();
        JointTrack { rotation: Some(key), ..JointTrack::new(sinew::JointId(i as u32)) }
    });
    Arc::new(RawClip { name: "random".into(), joints: joints.collect(), ..RawClip::default() })
}

fn measured(actor: &Actor) -> Bounds {
    let mut vertices = SkinnedVertices::default();
    let mut all = Bounds::EMPTY;
    for (n, instance) in actor.character().mesh_instance_ids().zip(actor.character().mesh_instances()) {
        for p in 0..actor.character().meshes()[instance.mesh].primitives.len() {
            actor.frame().skin_vertices(n, p, &mut vertices);
            all = all.union(Bounds::from_points(vertices.positions.iter().copied()));
        }
    }
    all
}

#[test]
fn bounds_contain_every_vertex_in_any_pose() {
    for method in [SkinningMethod::Linear, SkinningMethod::DualQuaternion] {
        for influences in [1, 2, 4, 8, 12] {
            let character = worm::worm(influences, SkinningMethod::Linear);
            for mut random in cases(60) {
                let round = random.seed();
                // Neighbouring joints bend by a right angle and more, further than those of any body.
                let clip = pose(&mut random, worm::JOINTS, 0.03 * round as f32);
                let mut actor = Actor::new(character.clone(), vec![clip]).unwrap();
                actor.meshes_mut().set_skinning(MeshInstanceId(0), method);
                actor.play("random").unwrap();
                actor.face_mut().unwrap().set_morph("bulge", random.f32() * 4.0 - 2.0).unwrap();
                actor.face_mut().unwrap().set_morph("shift", random.f32() * 4.0 - 2.0).unwrap();
                actor.update(0.0);
                let (bounds, exact) = (actor.frame().bounds(), measured(&actor));
                let held = bounds.contains(exact.min, 1e-4) && bounds.contains(exact.max, 1e-4);
                assert!(held, "{method:?}, {influences} influences: {bounds:?} does not hold {exact:?}");
            }
        }
    }
}

#[test]
fn bounds_are_tight_at_rest_and_follow_morphs() {
    let mut actor = Actor::without_clips(worm::worm(2, SkinningMethod::Linear));
    let slack = actor.frame().bounds().size() - measured(&actor).size();
    assert!(slack.max_element() < 1e-4, "{slack}");
    actor.face_mut().unwrap().set_morph("shift", 1.0).unwrap();
    actor.update(0.0);
    let slack = actor.frame().bounds().size() - measured(&actor).size();
    assert!(slack.cmple(Vec3::splat(0.71)).all(), "{slack}");
}

#[test]
fn hidden_meshes_are_not_in_the_bounds() {
    let mut actor = Actor::without_clips(worm::worm(2, SkinningMethod::Linear));
    let whole = actor.frame().bounds();
    actor.meshes_mut().set_visible(MeshInstanceId(1), false);
    // At once, and in the next frame.
    let part = actor.frame().bounds();
    assert!(part.max.y < whole.max.y);
    actor.update(0.0);
    assert_eq!(actor.frame().bounds(), part);
    // Instances that the character lacks change nothing.
    actor.meshes_mut().set_visible(MeshInstanceId(99), true);
    actor.meshes_mut().set_skinning(MeshInstanceId(u32::MAX), SkinningMethod::DualQuaternion);
    actor.meshes_mut().set_visible(MeshInstanceId(1), true);
    assert_eq!(actor.frame().bounds(), whole);
}

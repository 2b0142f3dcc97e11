//! Spring bones of an actor.

use crate::counting::allocations;
use crate::worm;
use sinew::character::{
    Collider, ColliderGroup, ColliderShape, SkinningMethod, Spring, SpringBones, SpringJoint, Topology,
};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::spring::{ColliderDescription, SpringChainDescription, SpringRig, SpringRigDescription};
use sinew::{Actor, Character, CharacterParts, FrameInput, JointId, RawClip};
use std::sync::Arc;

/// The worm, whose upper half swings.
fn swinging() -> Arc<Character> {
    let settings = |joint| SpringJoint {
        joint: JointId(joint),
        hit_radius: 0.1,
        stiffness: 5.0,
        gravity_power: 5.0,
        gravity_dir: Vec3::X,
        drag: 0.3,
    };
    let spring_bones = SpringBones {
        colliders: vec![Collider {
            joint: JointId(4),
            shape: ColliderShape::Sphere { offset: Vec3::new(2.0, 3.0, 0.0), radius: 1.0, inside: false },
        }],
        collider_groups: vec![ColliderGroup { name: String::new(), colliders: vec![0] }],
        springs: vec![Spring {
            joints: (6..worm::JOINTS as u32).map(settings).collect(),
            collider_groups: vec![0],
            ..Spring::default()
        }],
    };
    let parts = CharacterParts { spring_bones, ..worm::parts(4, SkinningMethod::Linear) };
    Arc::new(Character::new(parts).unwrap())
}

fn end(actor: &Actor) -> Vec3 {
    actor.frame().model()[worm::JOINTS - 1].translation.into()
}

#[test]
fn an_actor_swings_from_the_beginning_and_can_be_told_not_to() {
    let mut actor = Actor::new(swinging(), [worm::wriggle()]).unwrap();
    let rest = end(&actor);
    for _ in 0..120 {
        actor.update(1.0 / 60.0);
    }
    let hanging = end(&actor);
    assert!(hanging.x > rest.x + 1.0, "{rest} {hanging}");
    actor.set_springs(None).unwrap();
    actor.update(1.0 / 60.0);
    assert!(end(&actor).distance(rest) < 1e-4 && actor.springs().is_none());
    let rig = actor.clips().spring_rig().cloned();
    actor.set_springs(rig).unwrap();
    actor.update(1.0 / 60.0);
    assert!(end(&actor).distance(rest) < 1.0);
    let other = SpringRig::of(&swinging()).map(Arc::new);
    let mut small = Actor::without_clips(Arc::new(Character::new(CharacterParts::default()).unwrap()));
    let error = small.set_springs(other).unwrap_err().to_string();
    assert_eq!(error, "the spring rig was made for another character");
}

#[test]
fn resolving_again_without_time_gives_the_same_bytes() {
    let mut actor = Actor::new(swinging(), [worm::wriggle()]).unwrap();
    actor.play("wriggle").unwrap();
    for frame in 0..90 {
        let world = Affine3A::from_translation(Vec3::X * frame as f32 * 0.05);
        actor.advance(1.0 / 90.0);
        actor.resolve(FrameInput::new(1.0 / 90.0, world));
        let first = actor.frame().model().to_vec();
        actor.resolve(FrameInput::new(0.0, world));
        assert_eq!(first, actor.frame().model(), "{frame}");
    }
}

#[test]
fn seeks_and_teleports_do_not_swing() {
    // A clip that turns a joint below the bones by 40 degrees.
    let turns = vec![Quat::IDENTITY, Quat::from_rotation_z(0.7)];
    let rotation = Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), turns).unwrap();
    let joint = JointTrack { joint: JointId(3), rotation: Some(rotation), translation: None, scale: None };
    let bow = RawClip { name: "bow".into(), joints: vec![joint], ..RawClip::default() };
    let mut actor = Actor::new(swinging(), [Arc::new(bow)]).unwrap();
    actor.play("bow").unwrap();
    // Bones that hang still stay where they are, relative to what carries them.
    let relative = |actor: &Actor| {
        let model = actor.frame().model();
        model[5].inverse().transform_point3(end(actor))
    };
    actor.playback_mut().unwrap().speed(0.0);
    for _ in 0..300 {
        actor.update(1.0 / 60.0);
    }
    let before = relative(&actor);
    actor.playback_mut().unwrap().seek(0.4);
    let position = actor.frame().model()[5].translation;
    actor.update(0.0);
    let sought = relative(&actor);
    assert!(actor.frame().model()[5].translation.distance(position) > 0.1);
    assert!(sought.distance(before) < 1e-3, "{before} {sought}");
    let far = Affine3A::from_translation(Vec3::new(100.0, 0.0, -40.0));
    (0..300).for_each(|_| actor.update(1.0 / 60.0));
    let before = relative(&actor);
    actor.resolve(FrameInput::new(1.0 / 60.0, far).with_teleport());
    assert!(relative(&actor).distance(before) < 1e-3, "{before} {}", relative(&actor));
}

#[test]
fn the_first_pose_does_not_swing() {
    let turns = vec![Quat::from_rotation_z(2.0), Quat::from_rotation_z(2.1)];
    let rotation = Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), turns).unwrap();
    let joint = JointTrack { joint: JointId(3), rotation: Some(rotation), translation: None, scale: None };
    let lie = RawClip { name: "lie".into(), joints: vec![joint], ..RawClip::default() };
    let mut actor = Actor::new(swinging(), [Arc::new(lie)]).unwrap();
    let relative = |actor: &Actor| actor.frame().model()[5].inverse().transform_point3(end(actor));
    let rest = relative(&actor);
    actor.play("lie").unwrap();
    actor.update(0.0);
    assert!(relative(&actor).distance(rest) < 1e-4, "{rest} {}", relative(&actor));
}

#[test]
fn swinging_allocates_nothing() {
    let mut actor = Actor::new(swinging(), [worm::wriggle()]).unwrap();
    actor.play("wriggle").unwrap();
    let count = allocations(|| {
        for frame in 0..300 {
            if frame % 50 == 0 {
                actor.springs_mut().unwrap().reset();
            }
            actor.advance(1.0 / 40.0);
            let input = FrameInput::new(1.0 / 40.0, Affine3A::from_translation(Vec3::X * frame as f32));
            actor.resolve(if frame % 20 == 0 { input.with_teleport() } else { input });
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn descriptions_name_joints() {
    let character = worm::worm(4, SkinningMethod::Linear);
    let chain = SpringChainDescription { from: "bone 6".into(), ..Default::default() };
    let described = |chain: SpringChainDescription| {
        let description = SpringRigDescription { chains: vec![chain], ..Default::default() };
        description.spring_bones(&character).map_err(|error| error.to_string())
    };
    let all = described(chain.clone()).unwrap();
    assert_eq!(all.springs.len(), 1);
    assert_eq!(all.springs[0].joints.len(), worm::JOINTS - 6);
    let part = described(SpringChainDescription { to: "bone 8".into(), ..chain.clone() }).unwrap();
    assert_eq!(part.springs[0].joints.len(), 3);
    for (wrong, words) in [
        (SpringChainDescription { from: "bone6".into(), ..chain.clone() }, "chains[0].from: no joint"),
        (SpringChainDescription { to: "bone 2".into(), ..chain.clone() }, "does not lie below"),
        (SpringChainDescription { drag: 1.5, ..chain.clone() }, "chains[0].drag: 1.5"),
        (SpringChainDescription { stiffness: f32::NAN, ..chain.clone() }, "chains[0].stiffness: NaN"),
        (
            SpringChainDescription { colliders: vec!["leg".into()], ..chain },
            "no group of colliders called \"leg\"",
        ),
    ] {
        let error = described(wrong).unwrap_err();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn shapes_that_contradict_themselves_are_errors() {
    let character = worm::worm(4, SkinningMethod::Linear);
    let described = |collider: ColliderDescription| {
        let colliders = [(
            "legs".to_owned(),
            vec![ColliderDescription { joint: "bone 1".into(), ..Default::default() }, collider],
        )]
        .into();
        let description = SpringRigDescription { colliders, ..Default::default() };
        description.spring_bones(&character).map_err(|error| error.to_string())
    };
    let plane = ColliderDescription { joint: "bone 2".into(), plane: Some(Vec3::Y), ..Default::default() };
    for (wrong, words) in [
        (
            ColliderDescription { tail: Some(Vec3::X), ..plane.clone() },
            "colliders[\"legs\"][1].tail: a plane has no tail",
        ),
        (
            ColliderDescription { inside: true, ..plane.clone() },
            "colliders[\"legs\"][1].inside: a plane has no inside",
        ),
        (
            ColliderDescription { plane: Some(Vec3::ZERO), ..plane.clone() },
            "colliders[\"legs\"][1].plane: it has no length",
        ),
    ] {
        let error = described(wrong).unwrap_err();
        assert!(error.contains(words), "{error}");
    }
}

/// The worm as triangles, since points are no surface.
fn solid_worm() -> CharacterParts {
    let mut parts = worm::parts(1, SkinningMethod::Linear);
    parts.meshes[0].primitives[0].topology = Topology::Triangles;
    parts
}

#[test]
fn bodies_are_colliders() {
    let character = Character::new(solid_worm()).unwrap();
    let chain = SpringChainDescription {
        from: "bone 8".into(),
        gravity: 20.0,
        gravity_direction: Vec3::new(0.1, -1.0, 0.0),
        stiffness: 0.1,
        radius: 0.1,
        tip: 1.0,
        ..Default::default()
    };
    let mut description = SpringRigDescription { chains: vec![chain], ..Default::default() };
    let hanging = |description: &SpringRigDescription| {
        let bones = description.spring_bones(&character).unwrap();
        let parts = CharacterParts { spring_bones: bones.clone(), ..solid_worm() };
        let mut actor = Actor::without_clips(Arc::new(Character::new(parts).unwrap()));
        (0..600).for_each(|_| actor.update(1.0 / 60.0));
        let ends = (9..worm::JOINTS).map(|n| Vec3::from(actor.frame().model()[n].translation));
        // Distance from the axis of the tube, below its upper end.
        let away = ends.filter(|end| end.y < 7.0).map(|end| end.with_y(0.0).length());
        (bones, away.fold(f32::INFINITY, f32::min))
    };
    let (without, through) = hanging(&description);
    assert!(without.colliders.is_empty() && through < 0.3, "{through}");
    description.body_colliders = true;
    let (with, beside) = hanging(&description);
    // The tube has six sides and a radius of 0.4; its capsules leave dents where they meet.
    assert!(beside > 0.35, "{beside}");
    // One on each joint below the bones, and none on them.
    assert!(
        with.colliders.len() > 5 && with.colliders.iter().all(|collider| collider.joint < JointId(8)),
        "{with:?}"
    );
    for collider in &with.colliders {
        let ColliderShape::Capsule { offset, tail, radius, inside: false } = collider.shape else { panic!() };
        assert!(radius > 0.05 && radius < 0.41 && offset.with_y(0.0).length() < 0.05, "{collider:?}");
        assert!(tail.with_y(0.0).length() < 0.05 && tail.y.max(offset.y) < 1.0, "{collider:?}");
    }
}

#[test]
fn body_colliders_leave_the_rest_pose_as_it_is() {
    // Nothing but stiffness: the bones stay where they are at rest, although they grow out of the body.
    let chain =
        SpringChainDescription { from: "bone 8".into(), stiffness: 0.5, radius: 0.3, ..Default::default() };
    let description =
        SpringRigDescription { chains: vec![chain], body_colliders: true, ..Default::default() };
    let character = Character::new(solid_worm()).unwrap();
    let parts =
        CharacterParts { spring_bones: description.spring_bones(&character).unwrap(), ..solid_worm() };
    let mut actor = Actor::without_clips(Arc::new(Character::new(parts).unwrap()));
    let rest = end(&actor);
    (0..100).for_each(|_| actor.update(1.0 / 60.0));
    assert!(end(&actor).distance(rest) < 1e-3, "{rest} {}", end(&actor));
}

#[test]
fn without_chains_a_character_keeps_its_own_springs_and_gets_body_colliders() {
    let character = swinging();
    let original = character.spring_bones();
    let description = SpringRigDescription { body_colliders: true, ..Default::default() };
    let bones = description.spring_bones(&character).unwrap();
    assert_eq!(bones.springs[0].joints, original.springs[0].joints);
    assert_eq!(bones.springs[0].collider_groups, [0, 1]);
    assert_eq!(SpringRigDescription::default().spring_bones(&character).unwrap().springs, []);
}

/// Positions of the end in model space on a way of four seconds, on level ground or around a planet of a
/// radius, and their greatest change in a frame.
fn way(radius: Option<f32>) -> (Vec<Vec3>, f32) {
    const DT: f32 = 1.0 / 60.0;
    let mut actor = Actor::new(swinging(), [worm::wriggle()]).unwrap();
    actor.play("wriggle").unwrap();
    let ends: Vec<Vec3> = (0..240)
        .map(|n| {
            let gone = 0.5 * n as f32 * DT;
            let turn = Quat::from_rotation_x(radius.map_or(0.0, |radius| gone / radius));
            let center = Vec3::new(300.0, 0.0, 200.0);
            let position = radius.map_or(Vec3::Z * gone, |radius| center + turn * Vec3::Y * radius);
            let world = Affine3A::from_rotation_translation(turn, position);
            actor.advance(DT);
            actor.resolve(FrameInput::new(DT, world).with_gravity(turn * (-9.81 * Vec3::Y)));
            end(&actor)
        })
        .collect();
    let most = ends.windows(2).map(|pair| pair[0].distance(pair[1])).fold(0.0, f32::max);
    (ends, most)
}

#[test]
fn springs_swing_on_a_planet_as_on_level_ground() {
    let (level, planet) = (way(None), way(Some(50.0)));
    let far = level.0.iter().zip(&planet.0).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(planet.1 < 1.2 * level.1, "{} m in a frame, {} on level ground", planet.1, level.1);
    assert!(far < 0.15, "{far} m from where it is on level ground");
}

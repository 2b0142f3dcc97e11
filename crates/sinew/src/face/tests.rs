//! Tests of expressions, material overrides and the gaze.

use super::*;
use crate::character::{
    ColorBind, ColorSlot, Expression, LookAtKind, LookAtSetup, MorphBind, OverrideKind, RangeMap, UvBind,
};
use crate::character::{Material, MaterialId, MeshInstanceId};
use crate::character::{Toon, UvTransform};
use crate::humanoid::BodySide;
use crate::math::Transform;
use crate::morph::MorphWeights;
use crate::skeleton::{Joint, JointId, Skeleton};
use glam::{Affine3A, Quat, Vec2, Vec3, Vec4};

fn named(name: &str) -> Expression {
    Expression { name: name.into(), ..Expression::default() }
}

fn effective(expressions: &[Expression], weights: &[f32]) -> Vec<f32> {
    let mut out = vec![f32::NAN; weights.len()];
    resolve_expressions(expressions, weights, &mut out);
    out
}

#[test]
fn expressions_hold_back_groups_of_others() {
    let happy = |override_blink| Expression { override_blink, ..named("happy") };
    let all = |kind| [happy(kind), named("blink"), named("blinkLeft"), named("aa")];
    let weights = [0.25, 0.8, 1.0, 0.5];
    assert_eq!(effective(&all(OverrideKind::None), &weights), weights);
    assert_eq!(effective(&all(OverrideKind::Block), &weights), [0.25, 0.0, 0.0, 0.5]);
    let blended = effective(&all(OverrideKind::Blend), &weights);
    assert_eq!(blended, [0.25, 0.8 * 0.75, 0.75, 0.5]);
    assert_eq!(effective(&all(OverrideKind::Block), &[0.0, 0.8, 1.0, 0.5])[1], 0.8);
}

#[test]
fn weights_stay_between_0_and_1() {
    assert_eq!(effective(&[named("happy"), named("lookLeft")], &[-1.0, 7.1]), [0.0, 1.0]);
}

#[test]
fn binary_expressions_are_off_or_on_and_vanish_when_held_back_at_all() {
    let blink = Expression { is_binary: true, ..named("blink") };
    let happy = Expression { override_blink: OverrideKind::Blend, ..named("happy") };
    let all = [happy, blink];
    assert_eq!([0.4, 0.5, 0.51].map(|w| effective(&all, &[0.0, w])[1]), [0.0, 0.0, 1.0]);
    assert_eq!(effective(&all, &[0.01, 1.0])[1], 0.0);
}

#[test]
fn morphs_colors_and_textures_follow() {
    let material = Material {
        base_color: Vec4::new(1.0, 0.0, 0.0, 1.0),
        toon: Some(Toon { rim_color: Vec3::ONE, ..Toon::default() }),
        ..Material::default()
    };
    let color = |slot, value: Vec4| ColorBind { material: MaterialId(0), slot, value };
    let expressions = [
        Expression {
            morphs: vec![MorphBind { instance: MeshInstanceId(0), target: 1, weight: 0.5 }],
            colors: vec![
                color(ColorSlot::Base, Vec4::new(0.0, 1.0, 0.0, 0.5)),
                color(ColorSlot::Rim, Vec4::ZERO),
            ],
            ..named("happy")
        },
        Expression {
            morphs: vec![MorphBind { instance: MeshInstanceId(0), target: 1, weight: 1.0 }],
            uvs: vec![UvBind {
                material: MaterialId(0),
                offset: Vec2::new(0.5, 0.0),
                scale: Vec2::splat(0.25),
            }],
            ..named("angry")
        },
    ];
    let weights = [0.5, 0.5];
    let rest: &[f32] = &[0.0, 0.1];
    let mut morphs = MorphWeights::new([rest]);
    apply_expression_morphs(&expressions, &weights, &mut morphs);
    assert_eq!(morphs.row(MeshInstanceId(0)), [0.0, 0.1 + 0.25 + 0.5]);
    let mut looks = [MaterialOverride::from_material(&Material::default())];
    // Twice gives the same: looks start over from the material.
    for _ in 0..2 {
        apply_material_binds(&expressions, &weights, std::slice::from_ref(&material), &mut looks);
    }
    assert_eq!(looks[0].base_color, Vec4::new(0.5, 0.5, 0.0, 0.75));
    assert_eq!(looks[0].rim_color, Vec3::splat(0.5));
    let transform = UvTransform { offset: Vec2::ONE, rotation: 0.3, scale: Vec2::ONE };
    let moved = looks[0].uv_transform(&transform);
    assert_eq!((moved.offset, moved.scale), (Vec2::new(0.75, 0.5), Vec2::splat(0.625)));
    assert_eq!(MaterialOverride::from_material(&material).uv_transform(&transform), transform);
}

fn map(input_degrees: f32, output_degrees: f32) -> RangeMap {
    RangeMap { input_max: input_degrees.to_radians(), output_scale: output_degrees.to_radians() }
}

fn look_at() -> LookAtSetup {
    LookAtSetup {
        head: JointId(1),
        eyes: [Some(JointId(2)), None],
        offset_from_head: Vec3::new(0.0, 0.1, 0.0),
        kind: LookAtKind::Bone,
        horizontal_inner: map(90.0, 8.0),
        horizontal_outer: map(90.0, 12.0),
        vertical_down: map(45.0, 10.0),
        vertical_up: map(90.0, 20.0),
    }
}

#[test]
fn a_gaze_is_measured_from_where_the_head_faces() {
    let look_at = look_at();
    // The head's own axes are turned at rest, as in many rigs.
    let rest = Affine3A::from_rotation_translation(Quat::from_rotation_x(1.2), Vec3::Y);
    let eyes = rest.transform_point3(look_at.offset_from_head);
    let angles = |head: &Affine3A, target| GazeAngles::towards(&look_at, head, &rest, target);
    let near =
        |a: GazeAngles, yaw: f32, pitch: f32| (a.yaw - yaw).abs() < 1e-5 && (a.pitch - pitch).abs() < 1e-5;
    assert!(near(angles(&rest, eyes + Vec3::Z), 0.0, 0.0));
    assert!(near(angles(&rest, eyes + Vec3::new(1.0, 0.0, 1.0)), 45f32.to_radians(), 0.0));
    assert!(near(angles(&rest, eyes + Vec3::new(0.0, 1.0, 1.0)), 0.0, -45f32.to_radians()));
    assert_eq!(angles(&rest, eyes), GazeAngles::default());
    // A head that has turned left by 45° sees the same point straight ahead.
    let turned = Affine3A::from_rotation_y(45f32.to_radians()) * rest;
    let eyes = turned.transform_point3(look_at.offset_from_head);
    assert!(near(angles(&turned, eyes + Vec3::new(1.0, 0.0, 1.0)), 0.0, 0.0));
}

#[test]
fn each_eye_has_its_own_caps() {
    let look_at = look_at();
    let left = GazeAngles { yaw: 90f32.to_radians(), pitch: 90f32.to_radians() };
    let degrees = |a: GazeAngles| [a.yaw.to_degrees().round(), a.pitch.to_degrees().round()];
    assert_eq!(degrees(left.for_eye(&look_at, BodySide::Left)), [12.0, 10.0]);
    assert_eq!(degrees(left.for_eye(&look_at, BodySide::Right)), [8.0, 10.0]);
    let right = GazeAngles { yaw: -45f32.to_radians(), pitch: -90f32.to_radians() };
    assert_eq!(degrees(right.for_eye(&look_at, BodySide::Left)), [-4.0, -20.0]);
    assert_eq!(degrees(right.for_eye(&look_at, BodySide::Right)), [-6.0, -20.0]);
    let weights = left.expression_weights(&LookAtSetup {
        kind: LookAtKind::Expression,
        horizontal_outer: RangeMap { input_max: 180f32.to_radians(), output_scale: 1.0 },
        vertical_down: RangeMap { input_max: 0.0, output_scale: 1.0 },
        ..look_at
    });
    assert_eq!(weights, [0.5, 0.0, 0.0, 1.0]);
}

#[test]
fn an_eye_turns_about_the_characters_axes_whatever_its_own() {
    let joint = |parent, rotation| Joint {
        name: String::new(),
        parent,
        rest: Transform { rotation, ..Transform::IDENTITY },
        in_scene: true,
    };
    let odd = Quat::from_xyzw(0.3, -0.5, 0.2, 0.7).normalize();
    let skeleton = Skeleton::new(vec![joint(None, odd), joint(Some(0), odd)]).unwrap();
    let mut local = skeleton.rest().to_vec();
    let angles = GazeAngles { yaw: 0.3, pitch: -0.2 };
    turn_eye(&skeleton, JointId(1), Quat::IDENTITY, angles, &mut local);
    let turn = local[0].rotation * local[1].rotation * (odd * odd).inverse();
    let seen = GazeAngles::from_direction(turn * Vec3::Z);
    assert!((seen.yaw - 0.3).abs() < 1e-5 && (seen.pitch + 0.2).abs() < 1e-5, "{seen:?}");
}

/// A head below a root with a scale, and an eye in it, both of odd axes.
fn head_below(scale: Vec3) -> Skeleton {
    let joint = |parent, rest| Joint { name: String::new(), parent, rest, in_scene: true };
    let odd = Quat::from_xyzw(0.3, -0.5, 0.2, 0.7).normalize();
    let root = Transform { scale, ..Transform::IDENTITY };
    let turned = |rotation| Transform { rotation, ..Transform::from_translation(Vec3::new(0.1, 0.4, 0.2)) };
    let joints = vec![
        joint(None, root),
        joint(Some(0), turned(odd)),
        joint(Some(1), Transform { rotation: odd.inverse(), ..Transform::IDENTITY }),
    ];
    Skeleton::new(joints).unwrap()
}

const SCALES: [Vec3; 3] = [Vec3::ONE, Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, 2.0, 1.0)];

#[test]
fn a_gaze_is_measured_in_model_space_below_any_scale() {
    for scale in SCALES {
        let skeleton = head_below(scale);
        let rest = crate::pose::ModelPose::rest(&skeleton);
        let head = JointId(1);
        let setup = LookAtSetup { head, ..look_at() };
        let mut model = rest.clone();
        // Half a radian to the left of the model, however the head's own space is mirrored.
        for turn in [0.0, 0.5] {
            let mut local = crate::pose::LocalPose::rest(&skeleton);
            let rotation = &mut local.as_mut_slice()[1].rotation;
            *rotation = Quat::from_rotation_y(if scale.x < 0.0 { -turn } else { turn }) * *rotation;
            model.update(&skeleton, &local);
            let eyes = model.get(head).transform_point3(setup.offset_from_head);
            let gaze = GazeAngles::towards(
                &setup,
                model.get(head),
                rest.get(head),
                eyes + Quat::from_rotation_y(0.7) * Vec3::Z,
            );
            assert!(
                (gaze.yaw - (0.7 - turn)).abs() < 1e-4 && gaze.pitch.abs() < 1e-4,
                "{scale}, head turned by {turn}: {gaze:?}"
            );
        }
    }
}

#[test]
fn eyes_turn_to_the_gaze_in_model_space_below_any_scale() {
    for scale in SCALES {
        let skeleton = head_below(scale);
        let rest = crate::pose::ModelPose::rest(&skeleton);
        let eye = JointId(2);
        let angles = GazeAngles { yaw: 0.3, pitch: -0.2 };
        let mut local = crate::pose::LocalPose::rest(&skeleton);
        turn_eye(&skeleton, eye, Quat::IDENTITY, angles, local.as_mut_slice());
        let mut model = rest.clone();
        model.update(&skeleton, &local);
        // Where the pupil, straight ahead at rest, goes.
        let ahead = rest.get(eye).matrix3.inverse() * Vec3::Z;
        let seen = GazeAngles::from_direction(model.get(eye).matrix3 * ahead);
        // Uneven scales stretch directions: the pitch is that beneath them.
        let expected = if scale.y == 1.0 { -0.2 } else { -(2.0 * 0.2f32.tan()).atan() };
        assert!((seen.yaw - 0.3).abs() < 1e-4 && (seen.pitch - expected).abs() < 1e-4, "{scale}: {seen:?}");
    }
}

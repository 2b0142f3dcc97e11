//! Chains along curves: joints lie on the curve, bones keep their lengths, and frames twist only when asked
//! to.

use crate::counting::allocations;
use crate::degenerate_analytic::ODD;
use crate::human_bodies::state_of;
use crate::limit_shapes::ACROSS;
use crate::random::{Random, cases};
use crate::random_chain::{Posed, Rig};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ik::{Chain, ChainScratch, IkPose, IkResult, Spline, SplineSettings};
use sinew::limit::{AngleRange, Limit, Swing, SwingEllipse};
use sinew::rig::{IkGoal, IkInput, IkRig, IkState};
use sinew::skeleton::Joint;
use sinew::stage::{StageInput, StagePose};
use sinew::{JointId, LocalPose, ModelPose, Skeleton, Transform};
use std::f32::consts::TAU;
use std::sync::Arc;

/// Points on a circle around `center`, from direction `x` on: a full turn and an eighth.
fn circle(center: Vec3, x: Vec3, y: Vec3, radius: f32) -> Vec<Vec3> {
    let at = |n: usize| (n as f32 / 24.0 * TAU).sin_cos();
    (0..27).map(|n| center + (x * at(n).1 + y * at(n).0) * radius).collect()
}

/// Random chains: as they are, small, or mirrored.
fn random_chains(
    seed: u64,
    count: usize,
    limited: bool,
    mut each: impl FnMut(&mut Random, &Rig, Posed, f32),
) {
    let mut random = Random::new(seed);
    for n in 0..count {
        let joints = 3 + random.index(8);
        let plain = match limited {
            true => Rig::limited(&mut random, joints),
            false => Rig::free(&mut random, joints),
        };
        let links = plain.chain.links();
        let (joint, scale) = match n % 5 {
            0 => (JointId(0), Vec3::splat(0.01)),
            1 => (links[random.index(links.len())].joint(), ACROSS),
            2 => (JointId(0), Vec3::NEG_ONE),
            _ => (JointId(0), Vec3::ONE),
        };
        let any = plain.any_pose(&mut random);
        let pose = plain.allowed(&mut random, &any, 2.0);
        let rig = plain.scaled(joint, scale);
        let from = rig.as_in(&pose);
        let length = rig.lengths(&from).iter().sum();
        each(&mut random, &rig, from, length);
    }
}

fn laid(
    rig: &Rig,
    from: &Posed,
    settings: SplineSettings,
    points: &[Vec3],
    weight: f32,
) -> (Posed, IkResult) {
    let mut spline = Spline::new(rig.chain.clone());
    spline.settings = settings;
    let (mut local, mut scratch) = (from.local.clone(), ChainScratch::default());
    let result =
        spline.solve(points, weight, &mut IkPose::new(&rig.skeleton, &mut local, &from.model), &mut scratch);
    (rig.posed(local), result)
}

#[test]
fn joints_are_on_the_curve_in_order() {
    random_chains(231, 400, false, |random, rig, from, length| {
        let count = rig.chain.links().len();
        let (x, y) = random.direction().any_orthonormal_pair();
        let longest = rig.lengths(&from).into_iter().fold(0.0, f32::max);
        let radius = length.max(2.0 * longest);
        let moves_root = random.one_in(2);
        let center = match moves_root {
            true => random.vector() * length,
            false => rig.position(&from, 0) - x * radius,
        };
        let points = circle(center, x, y, radius);
        let settings = SplineSettings::default().with_moves_root(moves_root);
        // The root of a chain with a fixed root is the first point.
        let points = if moves_root { &points[..] } else { &points[1..] };
        let (pose, result) = laid(rig, &from, settings, points, 1.0);
        assert!(result.error < 1e-4 * length, "{result:?}");
        let mut around = -1e-3;
        for n in 0..count {
            let way = rig.position(&pose, n) - center;
            assert!(way.dot(x.cross(y)).abs() < 1e-3 * radius);
            // The angle along the circle increases.
            let now = way.dot(y).atan2(way.dot(x)).rem_euclid(TAU);
            // The curvature before the first point is unknown.
            let near = if n == 0 || now < TAU / 24.0 { 6e-3 } else { 1e-3 };
            assert!((way.length() - radius).abs() < near * radius, "joint {n}: {} {radius}", way.length());
            assert!(n == 0 || now > around, "joint {n}: {now} after {around}");
            around = if n == 0 { -1.0 } else { now };
        }
        for (after, before) in rig.lengths(&pose).into_iter().zip(rig.lengths(&from)) {
            assert!((after - before).abs() < 1e-4 * length);
        }
    });
}

#[test]
fn curves_continue_straight_beyond_their_ends_and_offsets_slide_along_them() {
    random_chains(232, 200, false, |random, rig, from, length| {
        let (start, along) = (random.vector() * length, random.direction());
        let points = [start, start + along * 0.2 * length, start + along * 0.3 * length];
        for offset in [-0.5, 0.0, 0.1, 0.25, 2.0] {
            let settings = SplineSettings::default().with_moves_root(true).with_offset(offset * length);
            let (pose, result) = laid(rig, &from, settings, &points, 1.0);
            let mut far = offset * length;
            let lengths = rig.lengths(&from);
            for n in 0..rig.chain.links().len() {
                let off = rig.position(&pose, n).distance(start + along * far);
                assert!(off < 2e-3 * length, "{offset} joint {n}: {off} {result:?}");
                far += lengths.get(n).copied().unwrap_or(0.0);
            }
        }
    });
}

#[test]
fn limits_are_kept_and_the_error_is_reported() {
    let mut off = 0;
    random_chains(233, 400, true, |random, rig, from, length| {
        let start = rig.position(&from, 0);
        let points = [0; 5].map(|_| start + random.vector() * length);
        let twist = [random.between(-1.0, 1.0), random.between(-1.0, 1.0)];
        let settings = SplineSettings::default().with_twist(twist);
        let (pose, result) = laid(rig, &from, settings, &points, 1.0);
        let violation = rig.violation(&pose, rig.chain.links().len());
        assert!(violation < if length < 0.1 { 5e-4 } else { 1e-4 }, "{violation}");
        off += usize::from(result.error > 0.01 * length);
    });
    assert!(off > 100, "{off}");
}

#[test]
fn the_weight_blends_pose_and_root_position() {
    random_chains(234, 100, true, |random, rig, from, length| {
        let points = [0; 4].map(|_| random.vector() * length);
        let settings = SplineSettings::default().with_moves_root(true);
        assert_eq!(laid(rig, &from, settings, &points, 0.0).0.local, from.local);
        let half = laid(rig, &from, settings, &points, 0.5).0;
        let middle = rig.position(&from, 0).midpoint(points[0]);
        assert!(rig.position(&half, 0).distance(middle) < 1e-3 * length);
    });
}

/// A straight chain of ten bones along +X.
fn straight() -> (Skeleton, Chain) {
    let joints = (0..11usize).map(|n| Joint {
        name: n.to_string(),
        parent: n.checked_sub(1).map(|above| above as u32),
        rest: Transform::from_translation(if n > 0 { Vec3::X * 0.1 } else { Vec3::ZERO }),
        in_scene: true,
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let all: Vec<_> = skeleton.joints().collect();
    let chain = Chain::new(&skeleton, &all).unwrap();
    (skeleton, chain)
}

fn solve(spline: &Spline, skeleton: &Skeleton, points: &[Vec3]) -> Vec<Affine3A> {
    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let scratch = &mut ChainScratch::default();
    spline.solve(points, 1.0, &mut IkPose::new(skeleton, local.as_mut_slice(), model.as_slice()), scratch);
    model.update(skeleton, &local);
    model.as_slice().to_vec()
}

#[test]
fn frames_twist_only_on_request_and_evenly() {
    let (skeleton, chain) = straight();
    let points = circle(Vec3::Y * 0.4, Vec3::NEG_Y, Vec3::X, 0.4);
    let mut spline = Spline::new(chain);
    let plain = solve(&spline, &skeleton, &points[1..]);
    for (n, model) in plain.iter().enumerate() {
        assert!(Vec3::from(model.matrix3.z_axis).distance(Vec3::Z) < 1e-4, "joint {n}");
    }
    spline.settings.twist = [0.4, -1.0];
    let twisted = solve(&spline, &skeleton, &points[1..]);
    for n in 0..plain.len() {
        assert!(plain[n].translation.distance(twisted[n].translation) < 1e-4);
        let along = Vec3::from(plain[n].matrix3.x_axis);
        let turn = Quat::from_axis_angle(along, 0.4 - 1.4 * n as f32 / 10.0);
        let z = turn * Vec3::from(plain[n].matrix3.z_axis);
        assert!(z.distance(twisted[n].matrix3.z_axis.into()) < 2e-3, "joint {n}");
    }
}

#[test]
fn the_chain_moves_continuously_with_the_curve() {
    const STEP: f32 = 1e-3;
    let (skeleton, chain) = straight();
    let spline = Spline::new(chain);
    for mut random in cases(20) {
        // A curve ahead of the root, like those of tails and tentacles.
        let point = |random: &mut Random, n: usize| {
            Vec3::X * (0.3 * n as f32 + 0.3) + random.vector() * Vec3::new(0.05, 0.25, 0.25)
        };
        let [from, to] = [0; 2].map(|_| [0, 1, 2].map(|n| point(&mut random, n)));
        let steps =
            ([0, 1, 2].map(|n| from[n].distance(to[n])).into_iter().fold(0.0, f32::max) / STEP) as usize;
        let mut before: Option<Vec<Affine3A>> = None;
        for step in 0..=steps {
            let points = [0, 1, 2].map(|n| from[n].lerp(to[n], step as f32 / steps as f32));
            let model = solve(&spline, &skeleton, &points);
            for (n, joint) in model.iter().enumerate() {
                let moved = before.as_ref().map_or(0.0, |b| b[n].translation.distance(joint.translation));
                assert!(moved < 4.0 * STEP, "joint {n} moves {moved}");
            }
            before = Some(model);
        }
    }
}

#[test]
fn degenerate_curves_and_settings_give_valid_rotations() {
    let (skeleton, chain) = straight();
    let limited = {
        let mut chain = chain.clone();
        let range = AngleRange::symmetric(0.3);
        for link in chain.links_mut() {
            let swing = Swing::Ellipse(SwingEllipse::new(Vec3::X, Vec3::Y, range, range));
            link.limit = Limit::ball(Vec3::X, swing, Some(range));
        }
        chain
    };
    let model = ModelPose::rest(&skeleton);
    let mut scratch = ChainScratch::default();
    for chain in [chain, limited] {
        for odd in ODD {
            let curves = [
                vec![],
                vec![Vec3::X * odd],
                vec![Vec3::ONE * odd; 3],
                vec![Vec3::ZERO, Vec3::NEG_X * 0.5, Vec3::NEG_X],
                vec![Vec3::ZERO, Vec3::ZERO, Vec3::Y, Vec3::Y, Vec3::Y],
                vec![Vec3::X, Vec3::new(0.5, odd, 0.0), Vec3::new(odd, 0.0, 1.0)],
            ];
            for points in curves {
                for moves_root in [false, true] {
                    for settings in [
                        SplineSettings::default().with_moves_root(moves_root),
                        SplineSettings::default()
                            .with_moves_root(moves_root)
                            .with_offset(odd)
                            .with_twist([odd, 0.3]),
                    ] {
                        let mut spline = Spline::new(chain.clone());
                        spline.settings = settings;
                        let mut local = skeleton.rest().to_vec();
                        let result = spline.solve(
                            &points,
                            1.0,
                            &mut IkPose::new(&skeleton, &mut local, model.as_slice()),
                            &mut scratch,
                        );
                        assert!(!result.error.is_nan(), "{odd} {points:?} {settings:?}");
                        let sound = |joint: &Transform| joint.is_finite() && joint.rotation.is_normalized();
                        assert!(local.iter().all(sound), "{odd} {points:?} {settings:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_rig_follows_a_curve_in_the_world_and_releases_it() {
    let (skeleton, chain) = straight();
    let mut rig = IkRig::new();
    let tail = rig.add_spline("tail", Spline::new(chain), 4);
    let mut state = state_of(Arc::new(rig), &skeleton);
    let world = Affine3A::from_rotation_translation(Quat::from_rotation_y(1.0), Vec3::new(3.0, 0.0, 2.0));
    let points = [Vec3::new(0.3, 0.3, 0.0), Vec3::new(0.6, 0.2, 0.1), Vec3::new(0.9, 0.5, 0.2), Vec3::X];
    let result: Vec<Vec3> = points.iter().map(|point| world.transform_point3(*point)).collect();
    let wanted = solve(&Spline::new(straight().1), &skeleton, &points);
    let (mut local, mut model) = (LocalPose::rest(&skeleton), ModelPose::rest(&skeleton));
    let mut frame = |state: &mut IkState, points: &[Vec3]| {
        let mut count = 0;
        for n in 0..120 {
            local.as_mut_slice().copy_from_slice(skeleton.rest());
            model.update(&skeleton, &local);
            let allocated = allocations(|| {
                state.set_curve(tail, points).unwrap();
                state.solve(
                    &StageInput::new(1.0 / 60.0, world),
                    IkInput::new(),
                    &mut StagePose::new(&skeleton, &mut local, &mut model),
                );
            });
            count += if n > 0 { allocated } else { 0 };
        }
        assert_eq!(count, 0);
        model.as_slice().to_vec()
    };
    // Points beyond the maximum number are ignored.
    let more = [&result[..], &[Vec3::ONE * 100.0]].concat();
    for (joint, wanted) in frame(&mut state, &more).iter().zip(&wanted) {
        assert!(joint.translation.distance(wanted.translation) < 1e-3);
    }
    assert!(state.report(tail).weight > 0.99 && state.report(tail).error < 1e-3);
    let bent = frame(&mut state, &[]);
    let rest = ModelPose::rest(&skeleton);
    assert_eq!(bent, rest.as_slice());
    // A goal without a curve is a straight curve to the goal.
    let mut state = state_of(state.rig().clone(), &skeleton);
    state.set_goal(tail, IkGoal::at(world.transform_point3(Vec3::Y * 2.0))).unwrap();
    state.snap();
    state.solve(
        &StageInput::new(0.0, world),
        IkInput::new(),
        &mut StagePose::new(&skeleton, &mut local, &mut model),
    );
    assert!(model.get(JointId(10)).translation.distance(Vec3::Y.into()) < 1e-3);
}

//! IK and look-at beside a textbook version; `sinew bench ik` measures the solvers alone.
//!
//! No crate is a peer: ozz-animation-rs needs a nightly compiler, k is for robots and allocates while
//! solving, and the small ones return joint positions instead of rotations, without limits. The peer here is
//! the textbook solution (C. Granberg, *Character Animation with Direct3D*, 2009, chapter 11): angles by
//! arccosines, rotations by sines and cosines.

use divan::Bencher;
use divan::counter::ItemsCount;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ik::{Aim, Chain, ChainGoal, ChainMethod, ChainScratch, ChainSolver, IkPose, TwoBone};
use sinew::skeleton::Joint;
use sinew::{LocalPose, ModelPose, Skeleton, Transform};

fn main() {
    divan::main();
}

const TARGETS: usize = 256;
const BONES: usize = 10;

fn random_points(low: Vec3, high: Vec3) -> Vec<Vec3> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut one = || low + (high - low) * Vec3::new(random.f32(), random.f32(), random.f32());
    (0..TARGETS).map(|_| one()).collect()
}

/// A slightly bent leg with a target near its foot at rest, and a pole in front of the knee.
fn legs() -> Vec<TwoBone> {
    let limb = [Vec3::new(0.1, 0.9, 0.0), Vec3::new(0.1, 0.5, 0.03), Vec3::new(0.1, 0.1, 0.0)];
    let targets = random_points(Vec3::new(-0.05, 0.15, -0.15), Vec3::new(0.25, 0.45, 0.15));
    let leg = |goal| TwoBone { pole: Some(Vec3::new(0.1, 0.5, 1.0)), ..TwoBone::new(limb, Vec3::X, goal) };
    targets.into_iter().map(leg).collect()
}

fn heads() -> Vec<Aim> {
    let targets = random_points(Vec3::new(-2.0, 0.5, 0.5), Vec3::new(2.0, 2.5, 4.0));
    targets.into_iter().map(|target| Aim::new(Vec3::Y * 1.5, Vec3::Z, target)).collect()
}

#[divan::bench]
fn two_bone(bencher: Bencher<'_, '_>) {
    let legs = legs();
    bencher.counter(ItemsCount::new(TARGETS)).bench_local(|| {
        for leg in &legs {
            divan::black_box(divan::black_box(leg).solve());
        }
    });
}

#[divan::bench]
fn two_bone_of_the_textbook(bencher: Bencher<'_, '_>) {
    let legs = legs();
    let turned = |leg: &TwoBone| {
        let [middle, start] = textbook::two_bone(leg);
        leg.start + start * ((leg.middle - leg.start) + middle * (leg.end - leg.middle))
    };
    assert!(legs.iter().all(|leg| turned(leg).distance(leg.goal) < 1e-4), "the feet reach their goals");
    bencher.counter(ItemsCount::new(TARGETS)).bench_local(|| {
        for leg in &legs {
            divan::black_box(textbook::two_bone(divan::black_box(leg)));
        }
    });
}

#[divan::bench]
fn aim(bencher: Bencher<'_, '_>) {
    let heads = heads();
    bencher.counter(ItemsCount::new(TARGETS)).bench_local(|| {
        for head in &heads {
            divan::black_box(divan::black_box(head).solve());
        }
    });
}

#[divan::bench]
fn aim_of_the_textbook(bencher: Bencher<'_, '_>) {
    let heads = heads();
    let same = |head: &Aim| textbook::aim(head).angle_between(head.solve().rotation) < 5e-3;
    assert!(heads.iter().all(same), "both give the same direction");
    bencher.counter(ItemsCount::new(TARGETS)).bench_local(|| {
        for head in &heads {
            divan::black_box(textbook::aim(divan::black_box(head)));
        }
    });
}

/// Ten slightly bent bones of 0.1 m, and targets within reach.
fn ten_bones() -> (Skeleton, ModelPose, Vec<Vec3>) {
    let joint = |n: usize| Joint {
        name: n.to_string(),
        parent: n.checked_sub(1).map(|parent| parent as u32),
        rest: Transform {
            translation: if n > 0 { Vec3::Y * 0.1 } else { Vec3::ZERO },
            rotation: Quat::from_rotation_x(0.1),
            ..Transform::IDENTITY
        },
        in_scene: true,
    };
    let skeleton = Skeleton::new((0..=BONES).map(joint).collect()).unwrap();
    let model = ModelPose::rest(&skeleton);
    (skeleton, model, random_points(Vec3::splat(-0.5), Vec3::splat(0.5)))
}

#[divan::bench]
fn ten_joints_ccd(bencher: Bencher<'_, '_>) {
    let (skeleton, model, targets) = ten_bones();
    let chain = Chain::new(&skeleton, &skeleton.joints().collect::<Vec<_>>()).unwrap();
    let solver = ChainSolver::default().with_method(ChainMethod::Ccd).with_rounds(u32::MAX);
    let solver = solver.with_tolerance(1e-3);
    let mut scratch = ChainScratch::with_capacity(BONES + 1);
    let mut local = LocalPose::rest(&skeleton);
    bencher.counter(ItemsCount::new(TARGETS)).bench_local(|| {
        for target in &targets {
            local.reset(&skeleton);
            let goal = ChainGoal::at(*target);
            let mut pose = IkPose::new(&skeleton, local.as_mut_slice(), model.as_slice());
            divan::black_box(solver.solve(&chain, &goal, &mut pose, &mut scratch));
        }
    });
}

#[divan::bench]
fn ten_joints_ccd_of_the_textbook(bencher: Bencher<'_, '_>) {
    let (skeleton, model, targets) = ten_bones();
    let mut posed = model.as_slice().to_vec();
    bencher.counter(ItemsCount::new(TARGETS)).bench_local(|| {
        for target in &targets {
            posed.copy_from_slice(model.as_slice());
            divan::black_box(textbook::ccd(&mut posed, *target, skeleton.len()));
        }
    });
}

mod textbook {
    use super::*;

    /// Rotations of middle and start joint: the law of cosines, the shortest arc, then the knee about the
    /// line to the goal.
    pub(super) fn two_bone(leg: &TwoBone) -> [Quat; 2] {
        let (first, second, way) = (leg.middle - leg.start, leg.end - leg.middle, leg.goal - leg.start);
        let (a, b) = (first.length(), second.length());
        let c = way.length().clamp((a - b).abs(), a + b);
        let wanted = ((a * a + b * b - c * c) / (2.0 * a * b)).clamp(-1.0, 1.0).acos();
        let now = (-first.dot(second) / (a * b)).clamp(-1.0, 1.0).acos();
        let axis = first.cross(second).normalize();
        let middle = turn(axis, now - wanted);
        let end = first + middle * second;
        let mut start = arc(end, way);
        if let Some(pole) = leg.pole {
            let line = way.normalize();
            let aside = |v: Vec3| v - line * v.dot(line);
            let (from, to) = (aside(start * first), aside(pole - leg.start));
            let angle = (from.dot(to) / (from.length() * to.length())).clamp(-1.0, 1.0).acos();
            start = turn(line, angle * from.cross(to).dot(line).signum()) * start;
        }
        [middle, start]
    }

    /// The shortest arc to the target, within the default cone.
    pub(super) fn aim(head: &Aim) -> Quat {
        let way = (head.target - head.position).normalize();
        let angle = head.forward.dot(way).clamp(-1.0, 1.0).acos();
        turn(head.forward.cross(way).normalize(), angle.min(60f32.to_radians()))
    }

    /// CCD: from the tip up, each joint rotates the tip nearest to the target and moves all joints below.
    pub(super) fn ccd(posed: &mut [Affine3A], target: Vec3, count: usize) -> f32 {
        let tip = |posed: &[Affine3A]| Vec3::from(posed[count - 1].translation);
        for _ in 0..40 {
            for n in (0..count - 1).rev() {
                let origin = Vec3::from(posed[n].translation);
                let turn = Affine3A::from_quat(arc(tip(posed) - origin, target - origin));
                let about = Affine3A::from_translation(origin) * turn * Affine3A::from_translation(-origin);
                posed[n..].iter_mut().for_each(|matrix| *matrix = about * *matrix);
            }
            if tip(posed).distance(target) < 1e-3 {
                break;
            }
        }
        tip(posed).distance(target)
    }

    fn turn(axis: Vec3, angle: f32) -> Quat {
        let (sine, cosine) = (angle * 0.5).sin_cos();
        Quat::from_vec4((axis * sine).extend(cosine))
    }

    fn arc(from: Vec3, to: Vec3) -> Quat {
        let (from, to) = (from.normalize(), to.normalize());
        match from.cross(to).try_normalize() {
            Some(axis) => turn(axis, from.dot(to).clamp(-1.0, 1.0).acos()),
            None => Quat::IDENTITY,
        }
    }
}

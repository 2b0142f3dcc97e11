//! Settings of two-bone limbs: pole, swivel, softness, stretch.

use crate::random::{Random, cases};
use crate::random_chain::Rig;
use sinew::glam::{Quat, Vec3};
use sinew::ik::{ChainGoal, ChainScratch, IkPose, Limb, LimbSettings, TwoBone, hinge_axis};
use std::f32::consts::PI;

/// A bent limb with random lengths and a goal within reach.
fn limb(random: &mut Random) -> TwoBone {
    loop {
        let [start, middle, end] = [0; 3].map(|_| random.vector());
        let Some(hinge) = hinge_axis(start, middle, end) else { continue };
        let (upper, lower) = (start.distance(middle), middle.distance(end));
        let (near, far) = ((upper - lower).abs(), upper + lower);
        if upper.min(lower) > 0.3 {
            let reach = near + (far - near) * random.between(0.1, 0.9);
            return TwoBone::new([start, middle, end], hinge, start + random.direction() * reach);
        }
    }
}

/// Positions of hinge and end.
fn solved(limb: &TwoBone) -> [Vec3; 2] {
    let turns = limb.solve();
    let [upper, lower] = [limb.middle - limb.start, limb.end - limb.middle].map(|bone| bone * turns.stretch);
    let middle = limb.start + turns.start_rotation * upper;
    [middle, middle + turns.start_rotation * (turns.middle_rotation * lower)]
}

/// Vector from the line to the goal to a position.
fn aside(limb: &TwoBone, position: Vec3) -> Vec3 {
    (position - limb.start).reject_from(limb.goal - limb.start)
}

#[test]
fn the_hinge_points_at_the_pole_and_the_end_stays_at_the_goal() {
    for mut random in cases(2000) {
        let pole = random.vector() * 3.0;
        let limb = TwoBone { pole: Some(pole), ..limb(&mut random) };
        let to = aside(&limb, pole);
        if to.length() > 0.1 {
            let [middle, end] = solved(&limb);
            assert!(end.distance(limb.goal) < 1e-4, "{limb:?}");
            assert!(aside(&limb, middle).angle_between(to) < 2e-3, "{limb:?}");
        }
    }
}

#[test]
fn a_swivel_rotates_the_hinge_about_the_line_to_the_goal() {
    for mut random in cases(2000) {
        let n = random.seed();
        let pole = (n % 2 == 0).then(|| random.vector() * 3.0);
        let plain = TwoBone { pole, ..limb(&mut random) };
        let swivel = random.between(-PI, PI);
        let [middle, _] = solved(&plain);
        let [swivelled, end] = solved(&TwoBone { swivel, ..plain });
        let around = Quat::from_axis_angle((plain.goal - plain.start).normalize(), swivel);
        assert!(swivelled.distance(plain.start + around * (middle - plain.start)) < 1e-4, "{plain:?}");
        assert!(end.distance(plain.goal) < 1e-4, "{plain:?}");
    }
}

#[test]
fn a_soft_limb_straightens_gradually_and_never_fully() {
    for mut random in cases(200) {
        let plain = limb(&mut random);
        let direction = random.direction();
        let length = plain.start.distance(plain.middle) + plain.middle.distance(plain.end);
        let softness = random.between(0.02, 0.4);
        let reach = |far: f32| {
            let limb = TwoBone { goal: plain.start + direction * length * far, softness, ..plain };
            (solved(&limb)[1].distance(plain.start) / length, limb.solve().error / length)
        };
        let nearest = (plain.start.distance(plain.middle) - plain.middle.distance(plain.end)).abs() / length;
        let mut last = reach(1.0 - softness).0;
        for step in 0..60 {
            let far = 1.0 - softness + step as f32 * 0.01;
            let (reached, error) = reach(far);
            assert!((error - (far - reached)).abs() < 1e-4 || far < nearest);
            assert!(
                reached >= last - 1e-5 && reached < last + 0.011 && reached < 1.0 + 1e-5,
                "{far}: {reached}"
            );
            last = reached;
        }
        let within = (1.0 - softness).max(nearest + 0.01) - 0.005;
        assert!((reach(within).0 - within).abs() < 1e-4 || within > 1.0 - softness);
    }
}

#[test]
fn a_limb_stretches_up_to_its_limit() {
    for mut random in cases(1000) {
        let plain = limb(&mut random);
        let length = plain.start.distance(plain.middle) + plain.middle.distance(plain.end);
        let (far, stretch) = (random.between(0.95, 2.0), random.between(1.0, 1.6));
        let limb = TwoBone { goal: plain.start + random.direction() * length * far, stretch, ..plain };
        let turns = limb.solve();
        assert!((turns.stretch - far.clamp(1.0, stretch)).abs() < 1e-4, "{limb:?} {turns:?}");
        assert!((turns.error - (far - stretch).max(0.0) * length).abs() < 1e-3, "{far} {stretch} {turns:?}");
        assert!((solved(&limb)[1].distance(limb.goal) - turns.error).abs() < 1e-3, "{limb:?}");
    }
}

#[test]
fn a_limb_of_a_skeleton_stretches() {
    let mut scratch = ChainScratch::default();
    for mut random in cases(200) {
        let rig = Rig::free(&mut random, 3);
        let limb = Limb::new(&rig.skeleton, [0, 1, 2].map(|n| rig.chain.links()[n].joint()), None).unwrap();
        let from = rig.any_pose(&mut random);
        let length: f32 = rig.lengths(&from).iter().sum();
        let goal = ChainGoal::at(rig.position(&from, 0) + random.direction() * length * 1.2);
        let settings = LimbSettings::default().with_stretch(1.3);
        let mut local = from.local.clone();
        let result = limb.solve(
            &goal,
            &settings,
            &mut IkPose::new(&rig.skeleton, &mut local, &from.model),
            &mut scratch,
        );
        let solved = rig.posed(local);
        let error = rig.tip(&solved).distance(goal.position);
        assert!((error - result.error).abs() < 1e-4, "{error} {result:?}");
        assert!(error < 1e-3 * length, "{error}");
    }
}

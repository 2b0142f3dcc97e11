//! Two-bone IK without limits, in closed form directly from the pose: no chain is loaded, and only the
//! rotation of the start joint is read from the model pose.

use crate::ik::analytic::limb::configured_hinge;
use crate::ik::analytic::wide;
use crate::ik::chain::state::near;
use crate::ik::{ChainGoal, IkResult, Limb, LimbSettings, TwoBone, TwoBoneResult};
use crate::math::turn::{is_turn, part_of, turned, write};
use crate::math::{Transform, slerp_shortest};
use crate::skeleton::JointId;
use glam::{Affine3A, Quat, Vec3};

/// Limb in a pose, and its goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FreeLimb {
    joints: [JointId; 3],
    /// Model-space rotations of start and middle joint.
    rotations: [Quat; 2],
    bones: TwoBone,
    goal: ChainGoal,
}

impl Limb {
    /// Limb in a pose, with its end turned by `turn` (model space) from its animated rotation instead of to
    /// the goal's. None where a limit may apply, other joints lie between its own, it is mirrored, or a value
    /// is not finite: use [`Limb::bend`] then.
    pub(crate) fn free(
        &self,
        goal: &ChainGoal,
        turn: Option<Quat>,
        settings: &LimbSettings,
        local: &[Transform],
        model: &[Affine3A],
    ) -> Option<FreeLimb> {
        let joints = self.free_joints()?;
        let transform = |n: usize| &local[joints[n].index()];
        let (middle, end) = (transform(1), transform(2));
        let (start, is_mirrored) = turned(&model[joints[0].index()]);
        let rotations = [start, start * middle.rotation];
        let position = |n: usize| Vec3::from(model[joints[n].index()].translation);
        let positions = [position(0), position(1), position(2)];
        let (upper, lower) = (positions[1] - positions[0], positions[2] - positions[1]);
        let (upper_length, lower_length) = (upper.length(), lower.length());
        let length = upper_length + lower_length;
        // Negative scale is not part of the rotation.
        let is_plain = !is_mirrored && (0..3).all(|n| transform(n).scale.min_element() > 0.0);
        let are_numbers = goal.is_sound() && length > 0.0 && length.is_finite() && positions[0].is_finite();
        if !(is_plain && are_numbers && is_turn(rotations[1]) && is_turn(end.rotation)) {
            return None;
        }
        let bend = upper.cross(lower) / (upper_length * lower_length).max(f32::MIN_POSITIVE);
        let hinge = configured_hinge(Vec3::from(rotations[1] * self.local_hinge()?), bend);
        let near = near(positions[0].into(), length, goal.position.into()).into();
        let bones = TwoBone {
            pole: settings.pole,
            swivel: settings.swivel,
            softness: settings.softness,
            stretch: settings.stretch,
            ..TwoBone::new(positions, hinge, near)
        };
        let turned = turn.map(|turn| turn * (rotations[1] * end.rotation));
        let rotation = turned.or(goal.rotation.map(Quat::normalize));
        Some(FreeLimb { joints, rotations, bones, goal: ChainGoal { rotation, ..*goal } })
    }
}

impl FreeLimb {
    /// Rotations that bring it to its goal.
    pub(crate) fn solve(&self) -> TwoBoneResult {
        self.bones.solve()
    }

    /// Solutions of two limbs, computed together.
    pub(crate) fn solve_two([one, other]: [&Self; 2]) -> [TwoBoneResult; 2] {
        wide::solve_two([one.bones, other.bones])
    }

    /// Stores the solution and returns the result.
    pub(crate) fn store(&self, turns: &TwoBoneResult, local: &mut [Transform]) -> IkResult {
        let Self { joints, rotations: [start, middle], bones, goal } = self;
        let [first, _, third] = joints.map(|joint| local[joint.index()].rotation);
        let (upper, lower) =
            (turns.start_rotation * *start, turns.start_rotation * (turns.middle_rotation * *middle));
        let turned = [
            first * start.inverse() * upper,
            upper.inverse() * lower,
            goal.rotation.map_or(third, |rotation| lower.inverse() * rotation),
        ];
        let weight = part_of(goal.weight);
        let stretch = 1.0 + (turns.stretch - 1.0) * weight;
        for (n, (joint, turned)) in joints.iter().zip(turned).enumerate() {
            let transform = &mut local[joint.index()];
            let turned =
                if weight < 1.0 { slerp_shortest(transform.rotation, turned, weight) } else { turned };
            write(turned, &mut transform.rotation);
            if n > 0 && stretch > 1.0 {
                transform.translation *= stretch;
            }
        }
        let [upper, lower] = [bones.middle - bones.start, bones.end - bones.middle];
        let end =
            bones.start + turns.start_rotation * (upper + turns.middle_rotation * lower) * turns.stretch;
        IkResult {
            error: end.as_dvec3().distance(goal.position.as_dvec3()) as f32,
            rotation_error: 0.0,
            iterations: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ik::{Chain, ChainScratch};
    use crate::limit::Limit;
    use crate::pose::{LocalPose, ModelPose};
    use crate::skeleton::{Joint, Skeleton};
    use test_needs::cases;

    fn some(random: &mut fastrand::Rng, size: f32) -> Vec3 {
        (Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5) * 2.0 * size
    }

    /// Hips, a leg of three joints, toes.
    fn leg(random: &mut fastrand::Rng, scale: Vec3) -> Skeleton {
        let joint =
            |n: u32, rest| Joint { name: n.to_string(), parent: n.checked_sub(1), rest, in_scene: true };
        let mut bone = |n: u32| {
            let (translation, turn) = (Vec3::Y * -0.4 + some(random, 0.1), some(random, 1.0));
            let scale = if n == 0 { scale } else { Vec3::ONE };
            joint(n, Transform { translation, rotation: Quat::from_scaled_axis(turn), scale })
        };
        Skeleton::new((0..5).map(&mut bone).collect()).unwrap()
    }

    #[test]
    fn a_free_limb_ends_where_one_that_is_looked_at_closely_does() {
        let mut scratch = ChainScratch::with_capacity(3);
        for mut random in cases(500) {
            let n = random.seed();
            let skeleton = leg(&mut random, Vec3::splat([1.0, 0.01, 3.0][n % 3]));
            let joints = [1, 2, 3].map(JointId);
            let limb = Limb::new(&skeleton, joints, None).unwrap();
            let limb = limb.with_hinge(&skeleton, some(&mut random, 1.0).normalize());
            let (mut local, mut model) = (LocalPose::rest(&skeleton), ModelPose::rest(&skeleton));
            for joint in skeleton.joints() {
                let transform = local.get_mut(joint);
                transform.rotation = Quat::from_scaled_axis(some(&mut random, 0.7)) * transform.rotation;
            }
            model.update(&skeleton, &local);
            let size = model.get(joints[0]).matrix3.x_axis.length();
            let rotation = (n % 2 == 0).then(|| Quat::from_scaled_axis(some(&mut random, 2.0)));
            let position = Vec3::from(model.get(joints[0]).translation) + some(&mut random, 1.5 * size);
            let goal = ChainGoal { position, rotation, weight: if n % 5 == 0 { 0.4 } else { 1.0 } };
            let settings = LimbSettings {
                pole: (n % 7 == 0).then(|| some(&mut random, 2.0)),
                swivel: if n % 4 == 0 { 0.3 } else { 0.0 },
                softness: if n % 3 == 0 { 0.1 } else { 0.0 },
                stretch: if n % 6 == 0 { 1.2 } else { 1.0 },
            };
            let (mut free, mut close) = (local.clone(), local);
            let free_limb = limb.free(&goal, None, &settings, free.as_slice(), model.as_slice()).unwrap();
            let solved = free_limb.store(&free_limb.solve(), free.as_mut_slice());
            let bend = limb.bend(&skeleton, &goal, &settings, model.as_slice(), &mut scratch).unwrap();
            limb.store(&skeleton, &bend, goal.weight, close.as_mut_slice(), &scratch);
            for joint in skeleton.joints() {
                let (transform, other) = (free.get(joint), close.get(joint));
                assert!(transform.rotation.angle_between(other.rotation) < 2e-3, "{n} {joint:?}");
                assert!(transform.translation.distance(other.translation) < 1e-6, "{n} {joint:?}");
            }
            assert!((solved.error - bend.reach.error).abs() < 1e-4 * size, "{n} {solved:?} {bend:?}");
        }
    }

    #[test]
    fn what_is_mirrored_limited_or_no_number_is_looked_at_closely() {
        let mut random = fastrand::Rng::with_seed(13);
        let joints = [1, 2, 3].map(JointId);
        let (goal, settings) = (ChainGoal::at(Vec3::NEG_Y), LimbSettings::default());
        let is_free = |limb: &Limb, skeleton: &Skeleton, goal: &ChainGoal| {
            let (local, model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
            limb.free(goal, None, &settings, local.as_slice(), model.as_slice()).is_some()
        };
        let skeleton = leg(&mut random, Vec3::ONE);
        let found = Limb::new(&skeleton, joints, None).unwrap();
        let hinged = found.clone().with_hinge(&skeleton, Vec3::X);
        assert!(is_free(&hinged, &skeleton, &goal));
        assert!(!is_free(&found, &skeleton, &goal), "its axis may be found in the pose");
        assert!(!is_free(&hinged, &skeleton, &ChainGoal::at(Vec3::NAN)));
        let mut limited = Chain::new(&skeleton, &joints).unwrap();
        limited.links_mut()[2].limit = Limit::fixed();
        assert!(!is_free(&Limb::of(&skeleton, limited).with_hinge(&skeleton, Vec3::X), &skeleton, &goal));
        let apart = Limb::new(&skeleton, [0, 2, 3].map(JointId), None).unwrap();
        assert!(
            !is_free(&apart.with_hinge(&skeleton, Vec3::X), &skeleton, &goal),
            "a joint between goes along"
        );
        let mirror = leg(&mut random, Vec3::new(-1.0, 1.0, 1.0));
        let mirrored = Limb::new(&mirror, joints, None).unwrap().with_hinge(&mirror, Vec3::X);
        assert!(!is_free(&mirrored, &mirror, &goal));
        for joint in joints {
            let (mut local, mut model) = (LocalPose::rest(&skeleton), ModelPose::rest(&skeleton));
            local.get_mut(joint).scale = Vec3::new(-1.0, -1.0, 1.0);
            model.update(&skeleton, &local);
            let free = hinged.free(&goal, None, &settings, local.as_slice(), model.as_slice());
            assert!(free.is_none(), "{joint:?} is turned over by its scale");
        }
    }

    #[test]
    fn the_end_turns_the_same_to_rotations_of_any_length() {
        let skeleton = leg(&mut fastrand::Rng::with_seed(14), Vec3::ONE);
        let limb = Limb::new(&skeleton, [1, 2, 3].map(JointId), None).unwrap();
        let (limb, model) = (limb.with_hinge(&skeleton, Vec3::X), ModelPose::rest(&skeleton));
        let turned = |length: f32| {
            let mut local = LocalPose::rest(&skeleton);
            let rotation = Some(Quat::from_rotation_z(1.0) * length);
            let goal = ChainGoal { rotation, weight: 0.5, ..ChainGoal::at(Vec3::NEG_Y) };
            let settings = LimbSettings::default();
            let free = limb.free(&goal, None, &settings, local.as_slice(), model.as_slice()).unwrap();
            free.store(&free.solve(), local.as_mut_slice());
            local.get(JointId(3)).rotation
        };
        for length in [0.1, 2.0, 1e-15] {
            assert!(turned(length).angle_between(turned(1.0)) < 1e-3, "{length}");
        }
    }
}

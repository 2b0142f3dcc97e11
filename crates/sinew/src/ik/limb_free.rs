//! A limb that no limit holds, in closed form straight from its pose: with nothing to lead back there is no chain to load, and
//! only the rotation of its start is read from the model.

use super::limb::SURE;
use super::turns::turned;
use super::{ChainGoal, Limb, LimbSettings, Reach, TwoBone, TwoBoneTurns, wide};
use crate::math::{Transform, slerp_shortest};
use crate::skeleton::JointIndex;
use glam::{Affine3A, Quat, Vec3};

/// A limb in a pose, and what it is to reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreeLimb {
    joints: [JointIndex; 3],
    /// Of start and middle joint, in the model.
    rotations: [Quat; 2],
    bones: TwoBone,
    goal: ChainGoal,
}

impl Limb {
    /// The limb as it stands in a pose, with its end to be turned in the model by `turn`, if any, from how it is animated, instead
    /// of as the goal says; none where a limit may hold it, other joints lie between its own, it is mirrored, or
    /// something is no number: that is for [`Limb::bend`].
    pub(super) fn free(
        &self,
        goal: &ChainGoal,
        turn: Option<Quat>,
        settings: &LimbSettings,
        local: &[Transform],
        model: &[Affine3A],
    ) -> Option<FreeLimb> {
        let joints = self.free_joints()?;
        let (middle, end) = (&local[joints[1].index()], &local[joints[2].index()]);
        let (start, is_mirrored) = turned(&model[joints[0].index()]);
        let rotations = [start, start * middle.rotation];
        let place = |n: usize| Vec3::from(model[joints[n].index()].translation);
        let places = [place(0), place(1), place(2)];
        let (upper, lower) = (places[1] - places[0], places[2] - places[1]);
        let (upper_length, lower_length) = (upper.length(), lower.length());
        let length = upper_length + lower_length;
        let is_turn = |turn: Quat| (0.5..2.0).contains(&turn.length_squared());
        let is_plain = !is_mirrored && middle.scale.min_element() > 0.0 && end.scale.min_element() > 0.0;
        if !is_plain || !goal.is_sound() || !(length > 0.0 && length.is_finite()) {
            return None;
        }
        if !is_turn(rotations[1]) || !is_turn(end.rotation) || !places[0].is_finite() {
            return None;
        }
        let bend = upper.cross(lower) / (upper_length * lower_length).max(f32::MIN_POSITIVE);
        let hinge = self.free_hinge(rotations[1], bend)?;
        let way = goal.place - places[0];
        let (far, most) = (way.abs().max_element(), 1e4 * length);
        let near = if far > most { places[0] + way * (most / far) } else { goal.place };
        let bones = TwoBone {
            pole: settings.pole,
            swivel: settings.swivel,
            softness: settings.softness,
            stretch: settings.stretch,
            ..TwoBone::new(places, hinge, near)
        };
        let rotation = turn.map(|turn| turn * (rotations[1] * end.rotation)).or(goal.rotation);
        Some(FreeLimb { joints, rotations, bones, goal: ChainGoal { rotation, ..*goal } })
    }

    /// The axis about which it bends: as it is bent by `bend`, an axis as long as the sine of that, as far as that tells.
    fn free_hinge(&self, middle: Quat, bend: Vec3) -> Option<Vec3> {
        let usual = self.usual_hinge().map(|hinge| middle * hinge)?;
        let lacks = (SURE - bend.dot(usual)).max(0.0);
        Some((bend + usual * lacks).try_normalize().unwrap_or(usual))
    }
}

impl FreeLimb {
    /// The turns that bring it to its goal.
    pub(super) fn solve(&self) -> TwoBoneTurns {
        self.bones.solve()
    }

    /// The same of two.
    pub(super) fn solve_two([one, other]: [&Self; 2]) -> [TwoBoneTurns; 2] {
        wide::solve_two([one.bones, other.bones])
    }

    /// Writes the limb turned so; how it fared.
    pub(super) fn store(&self, turns: &TwoBoneTurns, local: &mut [Transform]) -> Reach {
        let Self { joints, rotations: [start, middle], bones, goal } = self;
        let about = |turn: Quat, rotation: Quat| rotation.inverse() * turn * rotation;
        let lower = turns.start * turns.middle * *middle;
        let [first, second, third] = joints.map(|joint| local[joint.index()].rotation);
        let turned = [
            first * about(turns.start, *start),
            second * about(turns.middle, *middle),
            goal.rotation.map_or(third, |rotation| lower.inverse() * rotation),
        ];
        let weight = if goal.weight.is_nan() { 0.0 } else { goal.weight.clamp(0.0, 1.0) };
        let stretch = 1.0 + (turns.stretch - 1.0) * weight;
        for (n, (joint, turned)) in joints.iter().zip(turned).enumerate() {
            let own = &mut local[joint.index()];
            let turned = if weight < 1.0 { slerp_shortest(own.rotation, turned, weight) } else { turned };
            let turned = turned.normalize();
            if turned.is_normalized() {
                own.rotation = turned;
            }
            if n > 0 && stretch > 1.0 {
                own.translation *= stretch;
            }
        }
        let [upper, lower] = [bones.middle - bones.start, bones.end - bones.middle];
        let end = bones.start + turns.start * (upper + turns.middle * lower) * turns.stretch;
        Reach {
            error: end.as_dvec3().distance(goal.place.as_dvec3()) as f32,
            rotation_error: 0.0,
            iterations: 0,
        }
    }
}

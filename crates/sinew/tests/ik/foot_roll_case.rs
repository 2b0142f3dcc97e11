//! Legs for the tests of foot roll.

use crate::random_chain::Posed;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ik::{ChainGoal, ChainScratch, FootRollLeg, FootRollSettings, IkPose, IkResult};
use sinew::skeleton::Joint;
use sinew::{JointId, Skeleton, Transform};

/// A leg of a skeleton: hip, knee, ankle, ball.
pub(crate) struct Case {
    pub(crate) skeleton: Skeleton,
    pub(crate) leg: FootRollLeg,
    pub(crate) joints: [JointId; 4],
    pub(crate) scratch: ChainScratch,
}

impl Case {
    pub(crate) fn positions(&self, model: &[Affine3A]) -> [Vec3; 4] {
        self.joints.map(|joint| model[joint.index()].translation.into())
    }

    pub(crate) fn rotation(&self, model: &[Affine3A], n: usize) -> Quat {
        Transform::from_affine(&model[self.joints[n].index()]).rotation
    }

    pub(crate) fn solve(
        &mut self,
        from: &Posed,
        goal: &ChainGoal,
        settings: &FootRollSettings,
    ) -> (Posed, IkResult) {
        let mut local = from.local.clone();
        let result = self.leg.solve(
            goal,
            settings,
            &mut IkPose::new(&self.skeleton, &mut local, &from.model),
            &mut self.scratch,
        );
        (posed(&self.skeleton, local), result)
    }
}

pub(crate) fn posed(skeleton: &Skeleton, local: Vec<Transform>) -> Posed {
    let mut model = vec![Affine3A::IDENTITY; local.len()];
    sinew::pose::local_to_model(skeleton, &local, &mut model);
    Posed { local, model }
}

pub(crate) fn reach(case: &Case, model: &[Affine3A]) -> f32 {
    let [hip, knee, ankle, _] = case.positions(model);
    hip.distance(knee) + knee.distance(ankle)
}

/// A hind leg of an animal: thigh forwards, shank back, metatarsus forwards and down, toes on the ground.
pub(crate) fn hind_leg() -> Case {
    let positions = [
        Vec3::new(0.1, 0.6, 0.0),
        Vec3::new(0.1, 0.38, 0.12),
        Vec3::new(0.1, 0.2, -0.12),
        Vec3::new(0.1, 0.03, -0.03),
    ];
    let joints = (0..4usize).map(|n| Joint {
        name: n.to_string(),
        parent: n.checked_sub(1).map(|above| above as u32),
        rest: Transform::from_translation(positions[n] - if n > 0 { positions[n - 1] } else { Vec3::ZERO }),
        in_scene: true,
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let joints = [0, 1, 2, 3].map(JointId);
    let leg = FootRollLeg::new(&skeleton, joints, None).unwrap();
    Case { skeleton, leg, joints, scratch: ChainScratch::default() }
}

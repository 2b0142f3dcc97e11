//! Default values of parts: those of their solvers.

use crate::ik::{ChainSolver, FootRollSettings, FullBodySolver, LimbSettings, LookSettings, SplineSettings};
use crate::rig::description::description::*;

impl Default for LimbDescription {
    fn default() -> Self {
        let LimbSettings { pole, swivel, softness, stretch } = LimbSettings::default();
        Self {
            name: String::new(),
            joints: Vec::new(),
            limits: LimitsDescription::Auto,
            hinge: None,
            pole,
            swivel,
            softness,
            stretch,
            grip: false,
            spine_assist: false,
            arm_collider: false,
            follows: None,
        }
    }
}

impl Default for ChainDescription {
    fn default() -> Self {
        let ChainSolver { method, iterations, rounds, tolerance, restarts } = ChainSolver::default();
        Self {
            name: String::new(),
            from: String::new(),
            to: String::new(),
            limits: LimitsDescription::Auto,
            stiffness: Default::default(),
            method,
            iterations,
            rounds,
            tolerance,
            restarts,
        }
    }
}

impl Default for LookDescription {
    fn default() -> Self {
        let LookSettings { softness, response_time } = LookSettings::default();
        Self {
            name: String::new(),
            joints: Vec::new(),
            limits: LimitsDescription::Auto,
            line: LineDescription::Sight,
            down_up: None,
            right_left: None,
            response_time,
            softness,
            turns_eyes: false,
        }
    }
}

impl Default for LegDescription {
    fn default() -> Self {
        let FootRollSettings { mode, heel_lift, toe_lift, max_heel_angle, max_toe_angle, roll_start, pole } =
            FootRollSettings::default();
        let (name, joints) = (String::new(), Vec::new());
        Self {
            name,
            joints,
            limits: true,
            mode,
            heel_lift,
            toe_lift,
            max_heel_angle,
            max_toe_angle,
            roll_start,
            pole,
        }
    }
}

impl Default for SplineDescription {
    fn default() -> Self {
        let SplineSettings { moves_root, offset, twist } = SplineSettings::default();
        let (name, from, to) = (String::new(), String::new(), String::new());
        Self { name, from, to, limits: LimitsDescription::Auto, points: 8, moves_root, offset, twist }
    }
}

impl Default for BodyDescription {
    fn default() -> Self {
        let FullBodySolver { iterations, tolerance, root, preference, balance, restarts } =
            FullBodySolver::default();
        Self {
            root: String::new(),
            effectors: Vec::new(),
            limits: LimitsDescription::Auto,
            stiffness: Default::default(),
            human_masses: true,
            root_behaviour: root,
            balance,
            iterations,
            tolerance,
            preference,
            restarts,
        }
    }
}

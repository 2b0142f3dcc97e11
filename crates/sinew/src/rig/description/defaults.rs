//! What parts of a rig are like where nobody says otherwise: as their solvers are.

use crate::ik::{ChainSolver, FullBodySolver, LegSettings, LimbSettings, LookSettings, SplineSettings};
use crate::rig::description::description::*;

impl Default for LimbDescription {
    fn default() -> Self {
        let LimbSettings { pole, swivel, softness, stretch } = LimbSettings::default();
        Self {
            name: String::new(),
            joints: Vec::new(),
            limits: LimitsDescription::Usual,
            hinge: None,
            pole,
            swivel,
            softness,
            stretch,
            palm: false,
            lean: false,
            torso: false,
        }
    }
}

impl Default for ChainDescription {
    fn default() -> Self {
        let ChainSolver { method, iterations, rounds, tolerance, tries } = ChainSolver::default();
        Self {
            name: String::new(),
            from: String::new(),
            to: String::new(),
            limits: LimitsDescription::Usual,
            stiffness: Default::default(),
            method,
            iterations,
            rounds,
            tolerance,
            tries,
        }
    }
}

impl Default for LookDescription {
    fn default() -> Self {
        let LookSettings { softness, seconds } = LookSettings::default();
        Self {
            name: String::new(),
            joints: Vec::new(),
            limits: LimitsDescription::Usual,
            line: LineDescription::Sight,
            down_up: None,
            right_left: None,
            seconds,
            softness,
            turns_eyes: false,
        }
    }
}

impl Default for LegDescription {
    fn default() -> Self {
        let LegSettings { stance, heel, toes, most_heel, most_toes, begins, pole } = LegSettings::default();
        let (name, joints) = (String::new(), Vec::new());
        Self { name, joints, limits: true, stance, heel, toes, most_heel, most_toes, begins, pole }
    }
}

impl Default for SplineDescription {
    fn default() -> Self {
        let SplineSettings { moves_root, offset, twist } = SplineSettings::default();
        let (name, from, to) = (String::new(), String::new(), String::new());
        Self { name, from, to, limits: LimitsDescription::Usual, points: 8, moves_root, offset, twist }
    }
}

impl Default for BodyDescription {
    fn default() -> Self {
        let FullBodySolver { iterations, tolerance, root, preference, balance, tries } =
            FullBodySolver::default();
        Self {
            root: String::new(),
            effectors: Vec::new(),
            limits: LimitsDescription::Usual,
            stiffness: Default::default(),
            habits: true,
            root_behaviour: root,
            balance,
            iterations,
            tolerance,
            preference,
            tries,
        }
    }
}

//! Checks of the numbers in a description's parts, and of the number of their joints.

use crate::ik::{IkSetupError, MAX_EFFECTORS, RootBehaviour};
use crate::limit::PolygonError;
use crate::rig::IkRigProblem;
use crate::rig::description::description::*;
use crate::rig::description::error_list::ErrorList;
use crate::text::abbreviate;
use std::collections::{BTreeMap, BTreeSet};
use std::f32::consts::PI;

/// Largest number of joints of one part.
const MAX_JOINTS: usize = 1024;
/// Largest number of iterations of one solve.
const MAX_ITERATIONS: u32 = 10_000;
/// Largest number of points of a curve.
const MAX_POINTS: u32 = 1024;
/// Largest number of restarts: there are no more sides to try.
const MAX_RESTARTS: u32 = 5;

impl LimbDescription {
    pub(crate) fn check(&self, location: &str, errors: &mut ErrorList) {
        let at = |field: &'static str| move || format!("{location}.{field}");
        expect_count("limb", self.joints.len(), 3, at("joints"), errors);
        expect_distinct(self.joints.iter().map(String::as_str), at("joints"), errors);
        self.limits.check(at("limits"), errors);
        self.hinge.into_iter().for_each(|axis| errors.direction(axis, at("hinge")));
        self.pole.into_iter().for_each(|pole| errors.position(pole, at("pole")));
        errors.finite(self.swivel, at("swivel"));
        errors.share(self.softness, at("softness"));
        errors.within(self.stretch, (1.0, f32::MAX), at("stretch"), "1 or more");
        if let Some(socket) = &self.follows {
            socket.check(&format!("{location}.follows"), errors);
        }
    }
}

impl ChainDescription {
    pub(crate) fn check(&self, location: &str, errors: &mut ErrorList) {
        let at = |field: &'static str| move || format!("{location}.{field}");
        ends(&self.from, &self.to, at("to"), errors);
        self.limits.check(at("limits"), errors);
        stiffness(&self.stiffness, at("stiffness"), errors);
        errors.at_most(self.iterations, MAX_ITERATIONS, at("iterations"));
        errors.amount(self.tolerance, at("tolerance"), "metres");
        errors.at_most(self.restarts, MAX_RESTARTS, at("restarts"));
    }
}

impl LookDescription {
    pub(crate) fn check(&self, location: &str, errors: &mut ErrorList) {
        let at = |field: &'static str| move || format!("{location}.{field}");
        if self.joints.len() > MAX_JOINTS {
            return errors.invalid(at("joints"), too_many(self.joints.len()));
        }
        if self.joints.is_empty() {
            errors.invalid(at("joints"), IkSetupError::Empty.to_string());
        } else if !self.joints.iter().map(|(_, share)| share).sum::<f32>().is_normal() {
            let message = "nothing of the turn is shared; expected a share above 0";
            errors.invalid(at("joints"), message.to_owned());
        }
        for (n, (_, share)) in self.joints.iter().enumerate() {
            errors.amount(*share, || format!("{location}.joints[{n}]"), "a share");
        }
        expect_distinct(self.joints.iter().map(|(name, _)| name.as_str()), at("joints"), errors);
        self.limits.check(at("limits"), errors);
        match &self.line {
            LineDescription::Sight | LineDescription::Bone | LineDescription::To(_) => {}
            LineDescription::Eyes(eyes) => errors.position(*eyes, at("line")),
            LineDescription::Along { origin, direction } => {
                errors.position(*origin, at("line"));
                errors.direction(*direction, at("line"));
            }
        }
        for (range, field) in [(self.down_up, "down_up"), (self.right_left, "right_left")] {
            range.into_iter().for_each(|range| errors.angles(range, true, at(field)));
        }
        errors.share(self.softness, at("softness"));
        errors.amount(self.response_time, at("response_time"), "seconds");
    }
}

impl LegDescription {
    pub(crate) fn check(&self, location: &str, errors: &mut ErrorList) {
        let at = |field: &'static str| move || format!("{location}.{field}");
        expect_count("leg", self.joints.len(), 4, at("joints"), errors);
        expect_distinct(self.joints.iter().map(String::as_str), at("joints"), errors);
        for (share, field) in
            [(self.heel_lift, "heel_lift"), (self.toe_lift, "toe_lift"), (self.roll_start, "roll_start")]
        {
            errors.share(share, at(field));
        }
        for (angle, field) in [(self.max_heel_angle, "max_heel_angle"), (self.max_toe_angle, "max_toe_angle")]
        {
            errors.angle(angle, PI, at(field));
        }
        self.pole.into_iter().for_each(|pole| errors.position(pole, at("pole")));
    }
}

impl SplineDescription {
    pub(crate) fn check(&self, location: &str, errors: &mut ErrorList) {
        let at = |field: &'static str| move || format!("{location}.{field}");
        ends(&self.from, &self.to, at("to"), errors);
        self.limits.check(at("limits"), errors);
        errors.at_most(self.points, MAX_POINTS, at("points"));
        errors.finite(self.offset, at("offset"));
        self.twist.into_iter().for_each(|twist| errors.finite(twist, at("twist")));
    }
}

impl BodyDescription {
    pub(crate) fn check(&self, location: &str, errors: &mut ErrorList) {
        let at = |field: &'static str| move || format!("{location}.{field}");
        let count = self.effectors.len();
        if !(1..=MAX_EFFECTORS).contains(&count) {
            return errors.invalid(at("effectors"), IkSetupError::Effectors { count }.to_string());
        }
        for effector in &self.effectors {
            errors.position(effector.offset, || {
                format!("{location}.effectors[{:?}].offset", abbreviate(&effector.name))
            });
        }
        self.limits.check(at("limits"), errors);
        stiffness(&self.stiffness, at("stiffness"), errors);
        if let RootBehaviour::Free(willing) = self.root_behaviour {
            errors.share(willing, at("root_behaviour"));
        }
        if let Some(balance) = self.balance {
            errors.position(balance.target, at("balance"));
            errors.within(balance.weight, (0.0, 1.0), at("balance"), "a weight from 0 to 1");
        }
        errors.at_most(self.iterations, MAX_ITERATIONS, at("iterations"));
        errors.amount(self.tolerance, at("tolerance"), "metres");
        errors.share(self.preference, at("preference"));
        errors.at_most(self.restarts, MAX_RESTARTS, at("restarts"));
    }
}

impl LimitsDescription {
    fn check(&self, location: impl Fn() -> String, errors: &mut ErrorList) {
        let Self::PerJoint(given) = self else { return };
        if given.len() > MAX_JOINTS {
            return errors.invalid(location, too_many(given.len()));
        }
        for (name, limit) in given {
            let location = &location;
            let at = |field: &'static str| move || format!("{}[{:?}].{field}", location(), abbreviate(name));
            limit.bone.into_iter().for_each(|bone| errors.direction(bone, at("bone")));
            match &limit.swing {
                SwingDescription::Free | SwingDescription::Fixed => {}
                SwingDescription::Hinge { axis, range } => {
                    errors.direction(*axis, at("swing"));
                    errors.angles(*range, false, at("swing"));
                }
                SwingDescription::Ellipse { axis, about, across } => {
                    errors.direction(*axis, at("swing"));
                    errors.angles(*about, true, at("swing"));
                    errors.angles(*across, true, at("swing"));
                }
                SwingDescription::Polygon(corners) if corners.len() < 3 => {
                    errors.invalid(at("swing"), PolygonError::TooFew(corners.len()).to_string());
                }
                SwingDescription::Polygon(corners) => {
                    let none = |corner: &glam::Vec3| corner.try_normalize().is_none();
                    if let Some(n) = corners.iter().position(none) {
                        errors.invalid(at("swing"), PolygonError::NoDirection(n).to_string());
                    }
                }
            }
            limit.twist.into_iter().for_each(|twist| errors.angles(twist, false, at("twist")));
        }
    }
}

fn stiffness(numbers: &BTreeMap<String, f32>, location: impl Fn() -> String, errors: &mut ErrorList) {
    if numbers.len() > MAX_JOINTS {
        return errors.invalid(location, too_many(numbers.len()));
    }
    for (name, number) in numbers {
        errors.share(*number, || format!("{}[{:?}]", location(), abbreviate(name)));
    }
}

fn too_many(count: usize) -> String {
    format!("a part has {MAX_JOINTS} joints at most, and here are {count}")
}

/// Checks the number of joints of a part that needs exactly `expected`.
fn expect_count(
    what: &str,
    count: usize,
    expected: usize,
    location: impl FnOnce() -> String,
    errors: &mut ErrorList,
) {
    if count != expected {
        errors.invalid(location, format!("a {what} has {expected} joints, not {count}"));
    }
}

/// Checks that no joint is named twice.
fn expect_distinct<'a>(
    joints: impl Iterator<Item = &'a str>,
    location: impl Fn() -> String,
    errors: &mut ErrorList,
) {
    let mut seen = BTreeSet::new();
    for (n, name) in joints.enumerate().take(MAX_JOINTS).filter(|(_, name)| !name.is_empty()) {
        if !seen.insert(name) {
            errors.add(|| format!("{}[{n}]", location()), IkRigProblem::duplicate(name));
        }
    }
}

fn ends(from: &str, to: &str, location: impl FnOnce() -> String, errors: &mut ErrorList) {
    if from == to && !from.is_empty() {
        errors.invalid(location, "one joint bends nothing; expected one below the first".to_owned());
    }
}

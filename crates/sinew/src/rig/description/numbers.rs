//! Checks of the numbers in a description's parts, and of the number of their joints.

use crate::ik::{ChainError, MAX_EFFECTORS, RootBehaviour};
use crate::limit::PolygonError;
use crate::rig::RigProblem;
use crate::rig::description::description::*;
use crate::rig::description::faults::Faults;
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
    pub(crate) fn check(&self, place: &str, faults: &mut Faults) {
        let at = |field: &'static str| move || format!("{place}.{field}");
        expect_count("limb", self.joints.len(), 3, at("joints"), faults);
        expect_distinct(self.joints.iter().map(String::as_str), at("joints"), faults);
        self.limits.check(at("limits"), faults);
        self.hinge.into_iter().for_each(|axis| faults.direction(axis, at("hinge")));
        self.pole.into_iter().for_each(|pole| faults.place(pole, at("pole")));
        faults.finite(self.swivel, at("swivel"));
        faults.share(self.softness, at("softness"));
        faults.within(self.stretch, (1.0, f32::MAX), at("stretch"), "1 or more");
    }
}

impl ChainDescription {
    pub(crate) fn check(&self, place: &str, faults: &mut Faults) {
        let at = |field: &'static str| move || format!("{place}.{field}");
        ends(&self.from, &self.to, at("to"), faults);
        self.limits.check(at("limits"), faults);
        stiffness(&self.stiffness, at("stiffness"), faults);
        faults.at_most(self.iterations, MAX_ITERATIONS, at("iterations"));
        faults.amount(self.tolerance, at("tolerance"), "metres");
        faults.at_most(self.restarts, MAX_RESTARTS, at("restarts"));
    }
}

impl LookDescription {
    pub(crate) fn check(&self, place: &str, faults: &mut Faults) {
        let at = |field: &'static str| move || format!("{place}.{field}");
        if self.joints.len() > MAX_JOINTS {
            return faults.invalid(at("joints"), too_many(self.joints.len()));
        }
        if self.joints.is_empty() {
            faults.invalid(at("joints"), ChainError::Empty.to_string());
        } else if !self.joints.iter().map(|(_, share)| share).sum::<f32>().is_normal() {
            let message = "nothing of the turn is shared; expected a share above 0";
            faults.invalid(at("joints"), message.to_owned());
        }
        for (n, (_, share)) in self.joints.iter().enumerate() {
            faults.amount(*share, || format!("{place}.joints[{n}]"), "a share");
        }
        expect_distinct(self.joints.iter().map(|(name, _)| name.as_str()), at("joints"), faults);
        self.limits.check(at("limits"), faults);
        match &self.line {
            LineDescription::Sight | LineDescription::Bone | LineDescription::To(_) => {}
            LineDescription::Eyes(eyes) => faults.place(*eyes, at("line")),
            LineDescription::Along { from, direction } => {
                faults.place(*from, at("line"));
                faults.direction(*direction, at("line"));
            }
        }
        for (range, field) in [(self.down_up, "down_up"), (self.right_left, "right_left")] {
            range.into_iter().for_each(|range| faults.angles(range, true, at(field)));
        }
        faults.share(self.softness, at("softness"));
        faults.amount(self.response_time, at("response_time"), "seconds");
    }
}

impl LegDescription {
    pub(crate) fn check(&self, place: &str, faults: &mut Faults) {
        let at = |field: &'static str| move || format!("{place}.{field}");
        expect_count("leg", self.joints.len(), 4, at("joints"), faults);
        expect_distinct(self.joints.iter().map(String::as_str), at("joints"), faults);
        for (share, field) in
            [(self.heel_lift, "heel_lift"), (self.toe_lift, "toe_lift"), (self.roll_start, "roll_start")]
        {
            faults.share(share, at(field));
        }
        for (angle, field) in [(self.max_heel_angle, "max_heel_angle"), (self.max_toe_angle, "max_toe_angle")]
        {
            faults.within(angle, (0.0, PI), at(field), "an angle from 0 to π");
        }
        self.pole.into_iter().for_each(|pole| faults.place(pole, at("pole")));
    }
}

impl SplineDescription {
    pub(crate) fn check(&self, place: &str, faults: &mut Faults) {
        let at = |field: &'static str| move || format!("{place}.{field}");
        ends(&self.from, &self.to, at("to"), faults);
        self.limits.check(at("limits"), faults);
        faults.at_most(self.points, MAX_POINTS, at("points"));
        faults.finite(self.offset, at("offset"));
        self.twist.into_iter().for_each(|twist| faults.finite(twist, at("twist")));
    }
}

impl BodyDescription {
    pub(crate) fn check(&self, place: &str, faults: &mut Faults) {
        let at = |field: &'static str| move || format!("{place}.{field}");
        let count = self.effectors.len();
        if !(1..=MAX_EFFECTORS).contains(&count) {
            return faults.invalid(at("effectors"), ChainError::Effectors { count }.to_string());
        }
        for effector in &self.effectors {
            faults.place(effector.offset, || {
                format!("{place}.effectors[{:?}].offset", abbreviate(&effector.name))
            });
        }
        self.limits.check(at("limits"), faults);
        stiffness(&self.stiffness, at("stiffness"), faults);
        if let RootBehaviour::Free(willing) = self.root_behaviour {
            faults.share(willing, at("root_behaviour"));
        }
        if let Some(balance) = self.balance {
            faults.place(balance.over, at("balance"));
            faults.within(balance.weight, (0.0, 1.0), at("balance"), "a weight from 0 to 1");
        }
        faults.at_most(self.iterations, MAX_ITERATIONS, at("iterations"));
        faults.amount(self.tolerance, at("tolerance"), "metres");
        faults.share(self.preference, at("preference"));
        faults.at_most(self.restarts, MAX_RESTARTS, at("restarts"));
    }
}

impl LimitsDescription {
    fn check(&self, place: impl Fn() -> String, faults: &mut Faults) {
        let Self::Given(given) = self else { return };
        if given.len() > MAX_JOINTS {
            return faults.invalid(place, too_many(given.len()));
        }
        for (name, limit) in given {
            let place = &place;
            let at = |field: &'static str| move || format!("{}[{:?}].{field}", place(), abbreviate(name));
            limit.bone.into_iter().for_each(|bone| faults.direction(bone, at("bone")));
            match &limit.swing {
                SwingDescription::Free | SwingDescription::Fixed => {}
                SwingDescription::Hinge { axis, range } => {
                    faults.direction(*axis, at("swing"));
                    faults.angles(*range, false, at("swing"));
                }
                SwingDescription::Ellipse { axis, about, across } => {
                    faults.direction(*axis, at("swing"));
                    faults.angles(*about, true, at("swing"));
                    faults.angles(*across, true, at("swing"));
                }
                SwingDescription::Cone(corners) if corners.len() < 3 => {
                    faults.invalid(at("swing"), PolygonError::TooFew(corners.len()).to_string());
                }
                SwingDescription::Cone(corners) => {
                    let none = |corner: &glam::Vec3| corner.try_normalize().is_none();
                    if let Some(n) = corners.iter().position(none) {
                        faults.invalid(at("swing"), PolygonError::NoDirection(n).to_string());
                    }
                }
            }
            limit.twist.into_iter().for_each(|twist| faults.angles(twist, false, at("twist")));
        }
    }
}

fn stiffness(numbers: &BTreeMap<String, f32>, place: impl Fn() -> String, faults: &mut Faults) {
    if numbers.len() > MAX_JOINTS {
        return faults.invalid(place, too_many(numbers.len()));
    }
    for (name, number) in numbers {
        faults.share(*number, || format!("{}[{:?}]", place(), abbreviate(name)));
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
    place: impl FnOnce() -> String,
    faults: &mut Faults,
) {
    if count != expected {
        faults.invalid(place, format!("a {what} has {expected} joints, not {count}"));
    }
}

/// Checks that no joint is named twice.
fn expect_distinct<'a>(
    joints: impl Iterator<Item = &'a str>,
    place: impl Fn() -> String,
    faults: &mut Faults,
) {
    let mut seen = BTreeSet::new();
    for (n, name) in joints.enumerate().take(MAX_JOINTS).filter(|(_, name)| !name.is_empty()) {
        if !seen.insert(name) {
            faults.add(|| format!("{}[{n}]", place()), RigProblem::double(name));
        }
    }
}

fn ends(from: &str, to: &str, place: impl FnOnce() -> String, faults: &mut Faults) {
    if from == to && !from.is_empty() {
        faults.invalid(place, "one joint bends nothing; expected one below the first".to_owned());
    }
}

//! Check of a rig description without a character: everything but the existence and hierarchy of joints.

use crate::ik::MAX_EFFECTORS;
use crate::locomotion::FootSettings;
use crate::rig::description::description::*;
use crate::rig::description::error_list::ErrorList;
use crate::rig::description::named_joints::Field;
use crate::rig::rig::HUMAN_EFFECTORS;
use crate::rig::{IkRigError, IkRigProblem};
use crate::text::abbreviate;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::f32::consts::FRAC_PI_2;

/// Largest number of parts; each takes some microseconds per frame.
const MAX_PARTS: usize = 256;

/// Largest number of effectors that are searched for a similar name.
const FEW_EFFECTORS: usize = 256;

impl IkRigDescription {
    /// Errors of the description for any character, a hundred at most: effectors without a name or named
    /// twice, fades for unknown effectors, parts without joints, numbers out of range.
    /// [`IkRig::from_description`](crate::rig::IkRig::from_description) refuses a description with such an
    /// error and returns the first.
    #[must_use]
    pub fn check(&self) -> Vec<IkRigError> {
        let mut errors = ErrorList::default();
        if self.parts.len() > MAX_PARTS {
            let count = self.parts.len();
            let message = format!("a rig has {MAX_PARTS} parts at most, and here are {count}");
            errors.invalid(|| "parts".to_owned(), message);
            return errors.into_vec();
        }
        let mut names = BTreeSet::new();
        for (n, part) in self.parts.iter().enumerate() {
            if let IkPartDescription::Body(body) = part
                && body.effectors.len() > MAX_EFFECTORS
            {
                // No further parts are read once there are too many errors.
                part.check(&part.location(n), &mut errors);
                return errors.into_vec();
            }
            for name in part.names() {
                let location = || format!("parts[{n}]");
                if name.is_empty() {
                    errors.invalid(location, "it has no name; expected one to set goals by".to_owned());
                } else if !names.insert(name) {
                    errors.add(location, IkRigProblem::duplicate(name));
                }
            }
            part.check(&part.location(n), &mut errors);
        }
        self.check_joints(&mut errors);
        if let Some(feet) = &self.feet {
            feet.check(&mut errors);
        }
        self.check_fades(names, &mut errors);
        errors.into_vec()
    }

    fn check_joints(&self, errors: &mut ErrorList) {
        for (n, part) in self.parts.iter().enumerate() {
            for (field, _) in part.named_joints().filter(|(_, name)| name.is_empty()) {
                if errors.is_full() {
                    return;
                }
                errors.invalid(|| format!("{}.{field}", part.location(n)), "it names no joint".to_owned());
            }
        }
    }

    /// Checks the fades; `described` are the effectors of the parts.
    fn check_fades(&self, described: BTreeSet<&str>, errors: &mut ErrorList) {
        // In the order of the rig.
        let of_people =
            HUMAN_EFFECTORS.into_iter().filter(|effector| self.human && !described.contains(effector));
        let effectors: Vec<&str> =
            of_people.chain(self.parts.iter().flat_map(IkPartDescription::names)).collect();
        let known: BTreeSet<&str> = effectors.iter().copied().collect();
        for (name, seconds) in &self.fades {
            if errors.is_full() {
                return;
            }
            let location = || format!("fades[{:?}]", abbreviate(name));
            if !known.contains(name.as_str()) {
                errors.add(location, unknown_effector(name, &effectors));
            }
            errors.amount(*seconds, location, "seconds");
        }
    }

    /// Joints that the description names (by joint name or human bone) and the locations of the names. Only a
    /// character knows which of them exist.
    pub fn named_joints(&self) -> impl Iterator<Item = (String, &str)> {
        self.parts.iter().enumerate().flat_map(|(n, part)| {
            let location = part.location(n);
            part.named_joints()
                .map(move |(field, name): (Field<'_>, &str)| (format!("{location}.{field}"), name))
        })
    }
}

/// Error for a fade of an effector that is not among `effectors`.
fn unknown_effector(name: &str, effectors: &[&str]) -> IkRigProblem {
    if effectors.len() > FEW_EFFECTORS {
        let known = format!("there are {} others", effectors.len());
        return IkRigProblem::Unknown { kind: "effector", name: abbreviate(name).into_owned(), known };
    }
    let names: Vec<Cow<'_, str>> = effectors.iter().map(|effector| abbreviate(effector)).collect();
    IkRigProblem::unknown("effector", name, names.iter().map(AsRef::as_ref))
}

impl FootSettings {
    fn check(&self, errors: &mut ErrorList) {
        let at = |field: &'static str| move || format!("feet.{field}");
        let Self {
            plant_height,
            plant_speed,
            lock_radius,
            max_hip_offset,
            max_foothold_shift,
            look_ahead,
            step_time,
            hip_time,
            max_tilt: tilt,
            max_heel_angle: heel,
            lock_feet: _,
        } = *self;
        for (length, field) in [
            (plant_height, "plant_height"),
            (plant_speed, "plant_speed"),
            (lock_radius, "lock_radius"),
            (max_hip_offset, "max_hip_offset"),
            (max_foothold_shift, "max_foothold_shift"),
        ] {
            errors.amount(length, at(field), "a share of the leg's length");
        }
        for (seconds, field) in [(look_ahead, "look_ahead"), (step_time, "step_time"), (hip_time, "hip_time")]
        {
            errors.amount(seconds, at(field), "seconds");
        }
        errors.angle(tilt, f32::MAX, at("max_tilt"));
        errors.angle(heel, FRAC_PI_2, at("max_heel_angle"));
    }
}

impl IkPartDescription {
    /// Names of its effectors.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Self::Body(body) => body.effectors.iter().map(|effector| effector.name.as_str()).collect(),
            _ => self.name().into_iter().collect(),
        }
    }

    /// Name of its only effector; none for bodies, which have several.
    fn name(&self) -> Option<&str> {
        match self {
            Self::Limb(limb) => Some(&limb.name),
            Self::Chain(chain) => Some(&chain.name),
            Self::Look(look) => Some(&look.name),
            Self::Leg(leg) => Some(&leg.name),
            Self::Spline(spline) => Some(&spline.name),
            Self::Body(_) => None,
        }
    }

    /// Its location in error messages: by its name where it has a single effector.
    pub(crate) fn location(&self, number: usize) -> String {
        match self.name() {
            Some(name) => format!("parts[{:?}]", abbreviate(name)),
            None => format!("parts[{number}]"),
        }
    }

    fn check(&self, location: &str, errors: &mut ErrorList) {
        match self {
            Self::Limb(limb) => limb.check(location, errors),
            Self::Chain(chain) => chain.check(location, errors),
            Self::Look(look) => look.check(location, errors),
            Self::Leg(leg) => leg.check(location, errors),
            Self::Spline(spline) => spline.check(location, errors),
            Self::Body(body) => body.check(location, errors),
        }
    }
}

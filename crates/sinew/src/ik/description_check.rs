//! What can be said of a rig as it is written without a body: all but which joints there are and how they hang together.

use super::description::*;
use super::description_error::{RigError, RigProblem};
use super::description_faults::Faults;
use super::rig::SLOTS;
use std::collections::{BTreeMap, BTreeSet};

/// Parts at most: one takes some microseconds of each frame.
const MOST_PARTS: usize = 256;

impl IkRigDescription {
    /// What is wrong with it whoever it is for, a hundred faults at most: slots without a name or named twice, times for slots
    /// that it does not have, parts without their joints, numbers out of their range. What is found here,
    /// [`IkRig::from_description`](super::IkRig::from_description) refuses for every character; it tells the first.
    pub fn check(&self) -> Vec<RigError> {
        let mut faults = Faults::default();
        if self.parts.len() > MOST_PARTS {
            let count = self.parts.len();
            faults.invalid(
                "parts".to_owned(),
                format!("a rig has {MOST_PARTS} parts at most, and here are {count}"),
            );
            return faults.found();
        }
        let mut names = BTreeSet::new();
        for (n, part) in self.parts.iter().enumerate() {
            for name in part.names() {
                let place = format!("parts[{n}]");
                if name.is_empty() {
                    faults.invalid(place, "it has no name; expected one to set goals by".to_owned());
                } else if !names.insert(name) {
                    faults.add(place, RigProblem::Double(name.to_owned()));
                }
            }
            part.check(&part.place(n), &mut faults);
        }
        for (place, _) in self.named_joints().into_iter().filter(|(_, name)| name.is_empty()) {
            faults.invalid(place, "it names no joint".to_owned());
        }
        if let Some(feet) = &self.feet {
            let lengths = [feet.plant_height, feet.plant_speed, feet.lock_radius, feet.most_hips];
            let others = [feet.ahead, feet.step, feet.hips, feet.tilt];
            if !lengths.into_iter().chain(others).all(|number| number.is_finite() && number >= 0.0) {
                faults.invalid("feet".to_owned(), "expected finite numbers, and none below 0".to_owned());
            }
        }
        // In the order in which the rig has them.
        let of_people = SLOTS.into_iter().filter(|slot| self.human && !names.contains(slot));
        let own = self.parts.iter().flat_map(IkPartDescription::names);
        let slots: Vec<&str> = of_people.chain(own).collect();
        for (name, seconds) in &self.fades {
            let place = format!("fades[{name:?}]");
            if !slots.contains(&name.as_str()) && !faults.are_enough() {
                faults.add(place.clone(), RigProblem::unknown("slot", name, slots.iter().copied()));
            }
            faults.amount(*seconds, place, "seconds");
        }
        faults.found()
    }

    /// All joints that it names, by their own names or as human bones, and where: which of them there are only a character
    /// knows.
    pub fn named_joints(&self) -> Vec<(String, &str)> {
        let parts = self.parts.iter().enumerate();
        parts.flat_map(|(n, part)| part.named_joints(&part.place(n))).collect()
    }
}

impl IkPartDescription {
    /// What its slots are called.
    pub(super) fn names(&self) -> Vec<&str> {
        match self {
            Self::Limb(limb) => vec![&limb.name],
            Self::Chain(chain) => vec![&chain.name],
            Self::Look(look) => vec![&look.name],
            Self::Leg(leg) => vec![&leg.name],
            Self::Spline(spline) => vec![&spline.name],
            Self::Body(body) => body.effectors.iter().map(|effector| effector.name.as_str()).collect(),
        }
    }

    /// What errors call it: by its name, where there is one alone.
    pub(super) fn place(&self, number: usize) -> String {
        match (self, &self.names()[..]) {
            (Self::Body(_), _) => format!("parts[{number}]"),
            (_, names) => format!("parts[{:?}]", names.first().copied().unwrap_or_default()),
        }
    }

    /// The joints that it names, and where.
    fn named_joints(&self, place: &str) -> Vec<(String, &str)> {
        let at = |field: &str, name| (format!("{place}.{field}"), name);
        let listed = |(n, name)| (format!("{place}.joints[{n}]"), name);
        let (mut joints, limits, stiffness): (Vec<_>, _, _) = match self {
            Self::Limb(limb) => (
                limb.joints.iter().map(String::as_str).enumerate().map(listed).collect(),
                Some(&limb.limits),
                None,
            ),
            Self::Leg(leg) => {
                (leg.joints.iter().map(String::as_str).enumerate().map(listed).collect(), None, None)
            }
            Self::Look(look) => {
                let names = look.joints.iter().map(|(name, _)| name.as_str());
                (names.enumerate().map(listed).collect(), Some(&look.limits), None)
            }
            Self::Chain(chain) => {
                let ends = vec![at("from", &*chain.from), at("to", &*chain.to)];
                (ends, Some(&chain.limits), Some(&chain.stiffness))
            }
            Self::Spline(spline) => {
                (vec![at("from", &*spline.from), at("to", &*spline.to)], Some(&spline.limits), None)
            }
            Self::Body(body) => {
                let pulled = body.effectors.iter().map(|pulled| {
                    (format!("{place}.effectors[{:?}].joint", pulled.name), pulled.joint.as_str())
                });
                let all = std::iter::once(at("root", &*body.root)).chain(pulled).collect();
                (all, Some(&body.limits), Some(&body.stiffness))
            }
        };
        if let Some(LimitsDescription::Given(given)) = limits {
            joints.extend(given.keys().map(|name| (format!("{place}.limits[{name:?}]"), name.as_str())));
        }
        let stiff = stiffness.into_iter().flat_map(BTreeMap::keys);
        joints.extend(stiff.map(|name| (format!("{place}.stiffness[{name:?}]"), name.as_str())));
        joints
    }

    fn check(&self, place: &str, faults: &mut Faults) {
        match self {
            Self::Limb(limb) => limb.check(place, faults),
            Self::Chain(chain) => chain.check(place, faults),
            Self::Look(look) => look.check(place, faults),
            Self::Leg(leg) => leg.check(place, faults),
            Self::Spline(spline) => spline.check(place, faults),
            Self::Body(body) => body.check(place, faults),
        }
    }
}

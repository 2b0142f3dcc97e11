//! From a rig as it is written to one that can be used: names become joints, and everything that could go wrong is told.

use super::description::*;
use super::description_error::{RigError, RigProblem};
use super::rig::{Part, Slot};
use super::{AngleRange, ChainError, FootPlacement, HumanLimits, IkRig};
use crate::character::Character;
use crate::skeleton::{JointIndex, Skeleton};
use std::collections::{BTreeMap, BTreeSet};

/// Parts at most: one takes some microseconds of each frame.
const MOST_PARTS: usize = 256;

pub(super) type Compiled<T> = Result<T, RigError>;

/// Whom a rig is made for.
pub(super) struct RigCompiler<'a> {
    pub(super) character: &'a Character,
    pub(super) skeleton: &'a Skeleton,
    /// None of what is no person.
    pub(super) human: Option<HumanLimits>,
    pub(super) rig: IkRig,
}

impl IkRig {
    /// The rig that is written in `description`, for the joints of `character`.
    ///
    /// # Errors
    /// When a name means nothing or is there twice, joints do not hang below one another, a number is out of its range, or
    /// something that only people have is asked of somebody else: the error tells part and place.
    pub fn from_description(description: &IkRigDescription, character: &Character) -> Result<Self, RigError> {
        let skeleton = character.skeleton();
        let human = character.humanoid().map(|humanoid| HumanLimits::new(skeleton, humanoid));
        let mut compiler = RigCompiler { character, skeleton, human, rig: Self::new() };
        compiler.compile(description)?;
        Ok(compiler.rig)
    }

    /// The same rig without what is called by one of `names`.
    fn without(mut self, names: &BTreeSet<&str>) -> Self {
        let slots = std::mem::take(&mut self.slots);
        self.parts.retain_mut(|part: &mut Part| {
            let own: &[Slot] = &slots[part.slots.clone()];
            let stays = !own.iter().any(|slot| names.contains(slot.name.as_str()));
            if stays {
                part.slots = self.slots.len()..self.slots.len() + own.len();
                self.slots.extend_from_slice(own);
            }
            stays
        });
        self
    }
}

impl RigCompiler<'_> {
    fn compile(&mut self, description: &IkRigDescription) -> Compiled<()> {
        let IkRigDescription { human, parts, feet, fades } = description;
        if parts.len() > MOST_PARTS {
            return invalid(
                "parts",
                format!("a rig has {MOST_PARTS} parts at most, and here are {}", parts.len()),
            );
        }
        let mut names = BTreeSet::new();
        for (n, part) in parts.iter().enumerate() {
            for name in part.names() {
                let place = || format!("parts[{n}]");
                if name.is_empty() {
                    return invalid(&place(), "it has no name; expected one to set goals by".to_owned());
                }
                if !names.insert(name) {
                    return Err(RigError { place: place(), problem: RigProblem::Double(name.to_owned()) });
                }
            }
        }
        if *human {
            let Some(body) = self.character.humanoid() else { return self.nobody("human") };
            self.rig = IkRig::human(self.skeleton, body).without(&names);
        }
        for (n, part) in parts.iter().enumerate() {
            self.part(part, &part.place(n))?;
        }
        if let Some(settings) = feet {
            let lengths =
                [settings.plant_height, settings.plant_speed, settings.lock_radius, settings.most_hips];
            let others = [settings.ahead, settings.step, settings.hips, settings.tilt];
            if !lengths.into_iter().chain(others).all(|number| number.is_finite() && number >= 0.0) {
                return invalid("feet", "expected finite numbers, and none below 0".to_owned());
            }
            let Some(body) = self.character.humanoid() else { return self.nobody("feet") };
            let mut feet = FootPlacement::human(self.character, body)
                .map_err(|_| error("feet", "the character has no legs to stand on".to_owned()))?;
            feet.settings = *settings;
            self.rig.feet = Some(feet);
        }
        for (name, seconds) in fades {
            let place = format!("fades[{name:?}]");
            let Some(slot) = self.rig.slot(name) else {
                let names = self.rig.slots().map(|(_, name)| name);
                return Err(RigError { place, problem: RigProblem::unknown("slot", name, names) });
            };
            let seconds = within(*seconds, 0.0, f32::MAX, &place, "seconds, 0 or more")?;
            self.rig.set_fade(slot, seconds);
        }
        Ok(())
    }

    /// The joint called `name`, or the human bone of that name.
    pub(super) fn joint(&self, name: &str, place: &str) -> Compiled<JointIndex> {
        self.character.find_joint(name).ok_or_else(|| {
            let problem = RigProblem::unknown("joint or human bone", name, self.character.joint_names());
            RigError { place: place.to_owned(), problem }
        })
    }

    /// Numbers by the names of joints, each within 0 and 1.
    pub(super) fn shares(
        &self,
        numbers: &BTreeMap<String, f32>,
        place: &str,
    ) -> Compiled<Vec<(JointIndex, f32)>> {
        let share = |(name, share): (&String, &f32)| {
            let place = format!("{place}[{name:?}]");
            Ok((self.joint(name, &place)?, within(*share, 0.0, 1.0, &place, "0 to 1")?))
        };
        numbers.iter().map(share).collect()
    }

    /// What only a person has was asked of somebody else.
    pub(super) fn nobody<T>(&self, place: &str) -> Compiled<T> {
        invalid(place, "only people have that, and the character is none".to_owned())
    }
}

impl IkPartDescription {
    /// What its slots are called.
    fn names(&self) -> Vec<&str> {
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
    fn place(&self, number: usize) -> String {
        match (self, &self.names()[..]) {
            (Self::Body(_), _) => format!("parts[{number}]"),
            (_, names) => format!("parts[{:?}]", names.first().copied().unwrap_or_default()),
        }
    }
}

pub(super) fn error(place: &str, message: String) -> RigError {
    RigError { place: place.to_owned(), problem: RigProblem::Invalid(message) }
}

pub(super) fn invalid<T>(place: &str, message: String) -> Compiled<T> {
    Err(error(place, message))
}

/// What chains and bodies refuse.
pub(super) fn chained<T>(made: Result<T, ChainError>, place: &str) -> Compiled<T> {
    made.map_err(|refused| error(place, refused.to_string()))
}

/// A number between two others.
pub(super) fn within(number: f32, least: f32, most: f32, place: &str, expected: &str) -> Compiled<f32> {
    match number.is_finite() && (least..=most).contains(&number) {
        true => Ok(number),
        false => invalid(place, format!("expected {expected}, not {number}")),
    }
}

/// A finite vector, which has a length where it is a `direction`.
pub(super) fn sound(vector: glam::Vec3, direction: bool, place: &str) -> Compiled<glam::Vec3> {
    match vector.is_finite() && (!direction || vector.try_normalize().is_some()) {
        true => Ok(vector),
        false => {
            invalid(place, format!("expected {}", if direction { "a direction" } else { "finite numbers" }))
        }
    }
}

/// Angles from one up to another; they hold 0 where a joint is to be `at_rest` in them.
pub(super) fn angles((min, max): (f32, f32), at_rest: bool, place: &str) -> Compiled<AngleRange> {
    let holds = !at_rest || (min <= 0.0 && max >= 0.0);
    match min.is_finite() && max.is_finite() && min <= max && holds {
        true => Ok(AngleRange::new(min, max)),
        false if at_rest => {
            invalid(place, format!("expected angles from 0 or less up to 0 or more, not {min} to {max}"))
        }
        false => {
            invalid(place, format!("expected angles from the lesser to the greater, not {min} to {max}"))
        }
    }
}

/// Rounds, or the like.
pub(super) fn at_most(count: u32, most: u32, place: &str) -> Compiled<u32> {
    if count <= most { Ok(count) } else { invalid(place, format!("expected {most} at most, not {count}")) }
}

//! Compilation of a rig description for a character: names become joints, and every error has its location.

use crate::character::Character;
use crate::humanoid::HumanBone;
use crate::limit::HumanLimits;
use crate::locomotion::FootIk;
use crate::rig::IkRig;
use crate::rig::description::description::*;
use crate::rig::effector::effector::Effector;
use crate::rig::part::Part;
use crate::rig::{IkError, IkRigError, IkRigProblem};
use crate::skeleton::{JointId, Skeleton};
use crate::text::abbreviate;
use crate::text::suggest;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

pub(crate) type Compiled<T> = Result<T, IkRigError>;

/// Compiler of a rig for one character.
pub(crate) struct RigCompiler<'a> {
    pub(crate) character: &'a Character,
    pub(crate) skeleton: &'a Skeleton,
    /// None for a character without a humanoid.
    pub(crate) human: Option<HumanLimits>,
    pub(crate) rig: IkRig,
}

impl IkRig {
    /// Compiles `description` for the joints of `character`.
    ///
    /// # Errors
    /// When a name is unknown or used twice, a joint is not a descendant of the one before, a number is out
    /// of range, or a humanoid is required and missing: the error has part and location.
    pub fn from_description(
        description: &IkRigDescription,
        character: &Character,
    ) -> Result<Self, IkRigError> {
        let skeleton = character.skeleton();
        let human = character.humanoid().map(|humanoid| HumanLimits::new(skeleton, humanoid));
        let mut compiler = RigCompiler { character, skeleton, human, rig: Self::new() };
        compiler.compile(description)?;
        Ok(compiler.rig)
    }

    /// Removes the parts whose effector is one of `names`.
    fn without(mut self, names: &BTreeSet<&str>) -> Self {
        let effectors = std::mem::take(&mut self.effectors);
        self.parts.retain_mut(|part: &mut Part| {
            let part_effectors: &[Effector] = &effectors[part.effectors.clone()];
            let stays = !part_effectors.iter().any(|effector| names.contains(effector.name.as_str()));
            if stays {
                part.effectors = self.effectors.len()..self.effectors.len() + part_effectors.len();
                self.effectors.extend_from_slice(part_effectors);
            }
            stays
        });
        self
    }
}

impl RigCompiler<'_> {
    fn compile(&mut self, description: &IkRigDescription) -> Compiled<()> {
        if let Some(first) = description.check().into_iter().next() {
            return Err(first);
        }
        let IkRigDescription { human, parts, feet, fades } = description;
        if *human {
            let Some(body) = self.character.humanoid() else { return self.nobody("human") };
            let names = parts.iter().flat_map(IkPartDescription::names).collect();
            self.rig = IkRig::human(self.skeleton, body).without(&names);
        }
        for (n, part) in parts.iter().enumerate() {
            self.part(part, &part.location(n))?;
        }
        if let Some(settings) = feet {
            let Some(body) = self.character.humanoid() else { return self.nobody("feet") };
            let mut feet = FootIk::human(self.character, body)
                .map_err(|_| error("feet", "the character has no legs to stand on".to_owned()))?;
            feet.settings = *settings;
            self.rig.feet = Some(feet);
        }
        for (name, seconds) in fades {
            let Some(effector) = self.rig.effector(name) else {
                // The humanoid lacks the limb of this effector.
                let known = suggest(name, self.rig.effectors().map(|(_, name)| name));
                let known = format!("the body lacks bones that it takes; {known}");
                let problem =
                    IkRigProblem::Unknown { kind: "effector", name: abbreviate(name).into_owned(), known };
                return Err(IkRigError { location: format!("fades[{:?}]", abbreviate(name)), problem });
            };
            chained(self.rig.set_fade(effector, *seconds), "fades")?;
        }
        match self.rig.check_follows(self.skeleton) {
            Err(IkError::WrongSocket { name, message }) => {
                invalid(&format!("parts[{:?}].follows.joint", abbreviate(&name)), message.to_owned())
            }
            checked => chained(checked, "parts"),
        }
    }

    /// Joint called `name`, or the joint of the human bone of that name.
    pub(crate) fn joint(&self, name: &str, location: &str) -> Compiled<JointId> {
        let unknown = || IkRigError { location: location.to_owned(), problem: self.no_joint(name) };
        self.character.find_joint(name).ok_or_else(unknown)
    }

    /// Error for an unknown joint name.
    fn no_joint(&self, name: &str) -> IkRigProblem {
        let names = || self.character.joint_names();
        match (HumanBone::from_name(name), self.character.humanoid()) {
            (Some(bone), Some(body)) => IkRigProblem::MissingBone {
                bone,
                above: body.named_bones.parent(bone).map(|(above, _)| above),
            },
            (Some(_), None) => match IkRigProblem::unknown("joint", name, names()) {
                IkRigProblem::Unknown { kind, name, known } => {
                    let known = format!("human bones need a humanoid, and the character is not one; {known}");
                    IkRigProblem::Unknown { kind, name, known }
                }
                other => other,
            },
            (None, _) => IkRigProblem::unknown("joint or human bone", name, names()),
        }
    }

    /// Values by joint, from values by joint name.
    pub(crate) fn shares(
        &self,
        numbers: &BTreeMap<String, f32>,
        location: &str,
    ) -> Compiled<Vec<(JointId, f32)>> {
        let share = |(name, share): (&String, &f32)| {
            Ok((self.joint(name, &format!("{location}[{:?}]", abbreviate(name)))?, *share))
        };
        numbers.iter().map(share).collect()
    }

    /// Error for a field that requires a humanoid.
    pub(crate) fn nobody<T>(&self, location: &str) -> Compiled<T> {
        invalid(location, "this needs a humanoid, and the character is not one".to_owned())
    }
}

pub(crate) fn error(location: &str, message: String) -> IkRigError {
    IkRigError { location: location.to_owned(), problem: IkRigProblem::Invalid(message) }
}

pub(crate) fn invalid<T>(location: &str, message: String) -> Compiled<T> {
    Err(error(location, message))
}

/// Error of a chain or body, with its location.
pub(crate) fn chained<T>(made: Result<T, impl Display>, location: &str) -> Compiled<T> {
    made.map_err(|refused| error(location, refused.to_string()))
}

//! Descriptions of IK rigs: plain data, from code or from text.

use crate::ik::{Balance, ChainMethod, FootMode, RootBehaviour};
use crate::locomotion::FootSettings;
use crate::rig::description::socket::SocketDescription;
use glam::Vec3;
use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use crate::text::unique;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Description of an IK rig. [`IkRig::from_description`](crate::rig::IkRig::from_description) compiles it for
/// a character.
///
/// Joints are named by their own names, or by human bones (VRM 1.0 names) where no joint has that name.
/// Lengths are metres, times seconds; angles are radians here and degrees in text.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "IkRig"))]
pub struct IkRigDescription {
    /// Whether the rig begins with the parts of [`IkRig::human`](crate::rig::IkRig::human); a part of `parts`
    /// with the same name replaces one of them.
    pub human: bool,
    /// Parts, in the order in which they are solved.
    pub parts: Vec<IkPartDescription>,
    /// Foot IK and its settings; none for no foot IK.
    pub feet: Option<FootSettings>,
    /// Fade times by effector, seconds to nine tenths, where they differ from the default.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "unique"))]
    pub fades: BTreeMap<String, f32>,
}

/// Part of an IK rig.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub enum IkPartDescription {
    /// Arm or leg.
    Limb(LimbDescription),
    /// Chain of any length.
    Chain(ChainDescription),
    /// Look-at chain.
    Look(LookDescription),
    /// Leg that rolls over the ball of its foot.
    Leg(LegDescription),
    /// Chain that follows a curve.
    Spline(SplineDescription),
    /// Full body with several effectors.
    Body(BodyDescription),
}

/// Arm or leg of a rig.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Limb"))]
pub struct LimbDescription {
    /// Name of its effector.
    pub name: String,
    /// Start, middle and end joint.
    pub joints: Vec<String>,
    /// Joint limits.
    pub limits: LimitsDescription,
    /// Hinge axis where the limb rests straight and no limit defines it, in model space at rest.
    pub hinge: Option<Vec3>,
    /// Default pole of elbow or knee, a position in model space.
    pub pole: Option<Vec3>,
    /// Rotation of the limb about the line to its goal, radians.
    #[cfg_attr(feature = "serde", serde(with = "crate::text::degrees"))]
    pub swivel: f32,
    /// As [`TwoBone::softness`](crate::ik::TwoBone::softness), 0 to 1.
    pub softness: f32,
    /// As [`TwoBone::stretch`](crate::ik::TwoBone::stretch), 1 or more.
    pub stretch: f32,
    /// Whether its goals are for the palm of a humanoid, with fingers that close.
    #[cfg_attr(feature = "serde", serde(alias = "palm"))]
    pub grip: bool,
    /// Whether the spine of a humanoid bends towards goals beyond the arm's reach.
    #[cfg_attr(feature = "serde", serde(alias = "lean"))]
    pub spine_assist: bool,
    /// Whether the arm keeps out of the body of a humanoid.
    #[cfg_attr(feature = "serde", serde(alias = "torso"))]
    pub arm_collider: bool,
    /// Socket of another limb or an object that it follows from the beginning, until it has another goal or
    /// its goal is cleared ([`IkState::follow`](crate::rig::IkState::follow) returns to it).
    pub follows: Option<SocketDescription>,
}

/// Chain of a rig.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Chain"))]
pub struct ChainDescription {
    /// Name of its effector.
    pub name: String,
    /// First joint.
    pub from: String,
    /// Last joint, a descendant of the first; all joints between them take part.
    pub to: String,
    /// Joint limits.
    pub limits: LimitsDescription,
    /// Stiffness by joint, 0 (turns freely) to 1 (does not turn).
    #[cfg_attr(feature = "serde", serde(deserialize_with = "unique"))]
    pub stiffness: BTreeMap<String, f32>,
    /// Solver.
    pub method: ChainMethod,
    /// Largest number of iterations.
    pub iterations: u32,
    /// As [`ChainSolver::rounds`](crate::ik::ChainSolver::rounds); bounded by `iterations`.
    pub rounds: u32,
    /// Tolerance of the goal's distance, metres of the model.
    pub tolerance: f32,
    /// As [`ChainSolver::restarts`](crate::ik::ChainSolver::restarts).
    #[cfg_attr(feature = "serde", serde(alias = "tries"))]
    pub restarts: u32,
}

/// Look-at chain.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Look"))]
pub struct LookDescription {
    /// Name of its effector.
    pub name: String,
    /// Joints from the lowest to the one that looks, with their shares of the rotation.
    pub joints: Vec<(String, f32)>,
    /// Joint limits.
    pub limits: LimitsDescription,
    /// Line that points at the target.
    pub line: LineDescription,
    /// View cone down and up, from +Z or from the bone of a bone line at rest: from 0 or below to 0 or above.
    /// Default: 60 degrees either way.
    #[cfg_attr(feature = "serde", serde(with = "crate::text::degrees::optional_range"))]
    pub down_up: Option<(f32, f32)>,
    /// View cone to the right and left, in the same way; for a line that is steep at rest,
    /// the body's right and left.
    #[cfg_attr(feature = "serde", serde(with = "crate::text::degrees::optional_range"))]
    pub right_left: Option<(f32, f32)>,
    /// As [`LookSettings::response_time`](crate::ik::LookSettings::response_time).
    #[cfg_attr(feature = "serde", serde(alias = "seconds"))]
    pub response_time: f32,
    /// As [`LookSettings::softness`](crate::ik::LookSettings::softness).
    pub softness: f32,
    /// Whether the eyes of a humanoid turn too, and converge.
    pub turns_eyes: bool,
}

/// Leg that rolls over the ball of its foot.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Leg"))]
pub struct LegDescription {
    /// Name of its effector.
    pub name: String,
    /// Hip, knee, ankle and ball.
    pub joints: Vec<String>,
    /// Whether it has human limits; ignored without a humanoid.
    pub limits: bool,
    /// Rotation that the foot keeps.
    #[cfg_attr(feature = "serde", serde(alias = "stance"))]
    pub mode: FootMode,
    /// Lift of the heel, 0 to 1 of `max_heel_angle`.
    #[cfg_attr(feature = "serde", serde(alias = "heel"))]
    pub heel_lift: f32,
    /// Lift of the toes, 0 to 1 of `max_toe_angle`.
    #[cfg_attr(feature = "serde", serde(alias = "toes"))]
    pub toe_lift: f32,
    /// Largest lift of the heel.
    #[cfg_attr(feature = "serde", serde(alias = "most_heel", with = "crate::text::degrees"))]
    pub max_heel_angle: f32,
    /// Largest lift of the toes.
    #[cfg_attr(feature = "serde", serde(alias = "most_toes", with = "crate::text::degrees"))]
    pub max_toe_angle: f32,
    /// Extension at which the heel begins to lift, as a share of the leg's length, 0 to 1.
    #[cfg_attr(feature = "serde", serde(alias = "begins"))]
    pub roll_start: f32,
    /// Default pole of the knee, a position in model space.
    pub pole: Option<Vec3>,
}

/// Chain that follows a curve.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Spline"))]
pub struct SplineDescription {
    /// Name of its effector.
    pub name: String,
    /// First joint.
    pub from: String,
    /// Last joint, a descendant of the first; all joints between them take part.
    pub to: String,
    /// Joint limits.
    pub limits: LimitsDescription,
    /// Largest number of points of the curve, up to 1024.
    pub points: u32,
    /// As [`SplineSettings::moves_root`](crate::ik::SplineSettings::moves_root).
    pub moves_root: bool,
    /// As [`SplineSettings::offset`](crate::ik::SplineSettings::offset).
    pub offset: f32,
    /// As [`SplineSettings::twist`](crate::ik::SplineSettings::twist).
    #[cfg_attr(feature = "serde", serde(with = "crate::text::degrees::pair"))]
    pub twist: [f32; 2],
}

/// Line of a look that points at the target.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub enum LineDescription {
    /// Forward at rest (+Z, or where a humanoid faces), from between the eyes of a humanoid,
    /// or from the last joint.
    #[default]
    Sight,
    /// Forward at rest, from a position in model space at rest.
    Eyes(Vec3),
    /// Bone of the last joint: to the single joint below it,
    /// or on from the one above where there is none below.
    Bone,
    /// From the last joint to one below it, where there are several.
    To(String),
    /// Any line in the last joint's own space: a barrel in a hand.
    Along {
        /// Start of the line.
        #[cfg_attr(feature = "serde", serde(alias = "from"))]
        origin: Vec3,
        /// Direction.
        direction: Vec3,
    },
}

/// Full body of a rig.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Body"))]
pub struct BodyDescription {
    /// Root joint.
    pub root: String,
    /// Effectors, 1 to 32.
    pub effectors: Vec<EffectorDescription>,
    /// Joint limits.
    pub limits: LimitsDescription,
    /// Stiffness by joint, 0 (turns freely) to 1 (does not turn).
    #[cfg_attr(feature = "serde", serde(deserialize_with = "unique"))]
    pub stiffness: BTreeMap<String, f32>,
    /// Whether a humanoid has human masses, and a trunk stiffer than its limbs.
    #[cfg_attr(feature = "serde", serde(alias = "habits"))]
    pub human_masses: bool,
    /// Behaviour of the root.
    pub root_behaviour: RootBehaviour,
    /// Balance of the center of mass.
    pub balance: Option<Balance>,
    /// Largest number of iterations.
    pub iterations: u32,
    /// Tolerance of the goal's distance, metres of the model.
    pub tolerance: f32,
    /// As [`FullBodySolver::preference`](crate::ik::FullBodySolver::preference), 0 to 1.
    pub preference: f32,
    /// As [`FullBodySolver::restarts`](crate::ik::FullBodySolver::restarts), 0 to 5.
    #[cfg_attr(feature = "serde", serde(alias = "tries"))]
    pub restarts: u32,
}

/// Effector of a full body.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Effector"))]
pub struct EffectorDescription {
    /// Name of its effector.
    pub name: String,
    /// Joint of the effector.
    pub joint: String,
    /// Offset of the effector from the joint, in the joint's own rotated space.
    pub offset: Vec3,
    /// Whether it stays at its animated pose while it has no goal and other effectors of the body have:
    /// [`IkRig::pin`].
    ///
    /// [`IkRig::pin`]: crate::rig::IkRig::pin
    #[cfg_attr(feature = "serde", serde(alias = "holds"))]
    pub pinned: bool,
}

/// Joint limits of a part.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub enum LimitsDescription {
    /// Human limits for a humanoid, none for other characters.
    #[default]
    #[cfg_attr(feature = "serde", serde(alias = "Usual"))]
    Auto,
    /// Human limits; an error without a humanoid.
    Human,
    /// No limits.
    Free,
    /// Limits by joint; joints that are not named are free.
    #[cfg_attr(feature = "serde", serde(alias = "Given"))]
    PerJoint(
        #[cfg_attr(feature = "serde", serde(deserialize_with = "unique"))] BTreeMap<String, LimitDescription>,
    ),
}

/// Limit of one joint, relative to its rest pose.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Limit"))]
pub struct LimitDescription {
    /// Direction of the bone, in model space at rest. Default: to the next joint, or on from the one before.
    pub bone: Option<Vec3>,
    /// Swing of the bone.
    pub swing: SwingDescription,
    /// Twist angles. Default: any.
    #[cfg_attr(feature = "serde", serde(with = "crate::text::degrees::optional_range"))]
    pub twist: Option<(f32, f32)>,
}

/// Swing of a bone. Axes and directions are in model space at rest.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub enum SwingDescription {
    /// Any direction.
    #[default]
    Free,
    /// The direction at rest alone.
    Fixed,
    /// Arc about an axis.
    Hinge {
        /// Axis.
        axis: Vec3,
        /// Angles about the axis.
        #[cfg_attr(feature = "serde", serde(with = "crate::text::degrees::range"))]
        range: (f32, f32),
    },
    /// Elliptic cone.
    Ellipse {
        /// First axis; the other one is perpendicular to it and to the bone.
        axis: Vec3,
        /// Angles about the axis.
        #[cfg_attr(feature = "serde", serde(with = "crate::text::degrees::range"))]
        about: (f32, f32),
        /// Angles about the other axis, bone × axis.
        #[cfg_attr(feature = "serde", serde(with = "crate::text::degrees::range"))]
        across: (f32, f32),
    },
    /// Polygonal cone of three or more directions around the bone.
    #[cfg_attr(feature = "serde", serde(alias = "Cone"))]
    Polygon(Vec<Vec3>),
}

//! Rigs as they are written: plain data, from code or from text.

use crate::ik::{Balance, ChainMethod, FootMode, RootBehaviour};
use crate::locomotion::FootSettings;
use glam::Vec3;
use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use crate::text::unique;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A rig as it is written. [`IkRig::from_description`](crate::rig::IkRig::from_description) makes it one that can be used.
///
/// Joints are called by their names, or by their human bones (VRM 1.0's names) where no joint has that name. Lengths are
/// metres, angles radians, times seconds.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "IkRig"))]
pub struct IkRigDescription {
    /// Begins with all that [`IkRig::human`](crate::rig::IkRig::human) has, but for what `parts` call by the same name.
    pub human: bool,
    /// What reaches and looks, in the order in which it is solved.
    pub parts: Vec<IkPartDescription>,
    /// Feet that stand on the ground, with how they behave; none without.
    pub feet: Option<FootSettings>,
    /// By the names of slots, seconds in which goals take hold and let go by nine tenths, where those are not the usual.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "unique"))]
    pub fades: BTreeMap<String, f32>,
}

/// A part of a rig.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum IkPartDescription {
    /// An arm or a leg that reaches.
    Limb(LimbDescription),
    /// A chain of any length that reaches.
    Chain(ChainDescription),
    /// A chain that looks.
    Look(LookDescription),
    /// A leg that stands on the ball of its foot.
    Leg(LegDescription),
    /// A chain that lies along a curve.
    Spline(SplineDescription),
    /// A body that reaches with several effectors at once.
    Body(BodyDescription),
}

/// A limb of a rig.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Limb"))]
pub struct LimbDescription {
    /// What its slot is called.
    pub name: String,
    /// Start, middle and end.
    pub joints: Vec<String>,
    /// What the joints may do.
    pub limits: LimitsDescription,
    /// The axis about which it bends where it stands straight and has no limit that says so, in model space at rest.
    pub hinge: Option<Vec3>,
    /// A place in model space that elbow or knee turn to, unless a goal says otherwise.
    pub pole: Option<Vec3>,
    /// Turns the limb about the line to its goal.
    pub swivel: f32,
    /// As [`TwoBone::softness`](crate::ik::TwoBone::softness), 0 to 1.
    pub softness: f32,
    /// As [`TwoBone::stretch`](crate::ik::TwoBone::stretch), 1 or more.
    pub stretch: f32,
    /// Whether its goals are where a person's palm is to be, with fingers that close.
    #[cfg_attr(feature = "serde", serde(alias = "palm"))]
    pub grip: bool,
    /// Whether a person's body leans to what the arm does not reach alone.
    #[cfg_attr(feature = "serde", serde(alias = "lean"))]
    pub spine_assist: bool,
    /// Whether the arm keeps out of a person's body.
    #[cfg_attr(feature = "serde", serde(alias = "torso"))]
    pub arm_collider: bool,
}

/// A chain of a rig.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Chain"))]
pub struct ChainDescription {
    /// What its slot is called.
    pub name: String,
    /// Its first joint.
    pub from: String,
    /// Its last joint, which hangs below the first; all between them take part.
    pub to: String,
    /// What the joints may do.
    pub limits: LimitsDescription,
    /// By joints, how unwilling they are to turn, 0 (as willing as any) to 1 (not at all).
    #[cfg_attr(feature = "serde", serde(deserialize_with = "unique"))]
    pub stiffness: BTreeMap<String, f32>,
    /// How it is bent.
    pub method: ChainMethod,
    /// Rounds or steps at most.
    pub iterations: u32,
    /// As [`ChainSolver::rounds`](crate::ik::ChainSolver::rounds); any number is sound, since `iterations` bounds it.
    pub rounds: u32,
    /// Near enough.
    pub tolerance: f32,
    /// As [`ChainSolver::restarts`](crate::ik::ChainSolver::restarts).
    #[cfg_attr(feature = "serde", serde(alias = "tries"))]
    pub restarts: u32,
}

/// A chain that looks.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Look"))]
pub struct LookDescription {
    /// What its slot is called.
    pub name: String,
    /// Joints from the lowest to the one that looks, and their shares of the whole turn.
    pub joints: Vec<(String, f32)>,
    /// What the joints may do.
    pub limits: LimitsDescription,
    /// What comes to point at the target.
    pub line: LineDescription,
    /// The view cone down and up, from +Z, or from where the bone points at rest that is the line: from 0 or below to 0 or
    /// above. 60 degrees either way if not said.
    pub down_up: Option<(f32, f32)>,
    /// The same to the right and to the left, as who looks that way has them; of a bone that is steep at rest as the body has.
    pub right_left: Option<(f32, f32)>,
    /// As [`LookSettings::response_time`](crate::ik::LookSettings::response_time).
    #[cfg_attr(feature = "serde", serde(alias = "seconds"))]
    pub response_time: f32,
    /// As [`LookSettings::softness`](crate::ik::LookSettings::softness).
    pub softness: f32,
    /// Whether a person's eyes turn too, and converge.
    pub turns_eyes: bool,
}

/// A leg that stands on the ball of its foot.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Leg"))]
pub struct LegDescription {
    /// What its slot is called.
    pub name: String,
    /// Hip, knee, ankle and ball.
    pub joints: Vec<String>,
    /// Whether it has the limits of people; of others none.
    pub limits: bool,
    /// What the foot keeps.
    #[cfg_attr(feature = "serde", serde(alias = "stance"))]
    pub mode: FootMode,
    /// How far the heel is lifted, 0 to 1.
    #[cfg_attr(feature = "serde", serde(alias = "heel"))]
    pub heel_lift: f32,
    /// How far the toes are lifted, 0 to 1.
    #[cfg_attr(feature = "serde", serde(alias = "toes"))]
    pub toe_lift: f32,
    /// The largest angle by which the heel lifts.
    #[cfg_attr(feature = "serde", serde(alias = "most_heel"))]
    pub max_heel_angle: f32,
    /// The same of the toes.
    #[cfg_attr(feature = "serde", serde(alias = "most_toes"))]
    pub max_toe_angle: f32,
    /// The share of the leg's length at which the heel begins to lift, 0 to 1.
    #[cfg_attr(feature = "serde", serde(alias = "begins"))]
    pub roll_start: f32,
    /// A place in model space that the knee turns to, unless a goal says otherwise.
    pub pole: Option<Vec3>,
}

/// A chain that lies along a curve.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Spline"))]
pub struct SplineDescription {
    /// What its slot is called.
    pub name: String,
    /// Its first joint.
    pub from: String,
    /// Its last joint, which hangs below the first; all between them take part.
    pub to: String,
    /// What the joints may do.
    pub limits: LimitsDescription,
    /// Points that the curve has at most, up to 1024.
    pub points: u32,
    /// As [`SplineSettings::moves_root`](crate::ik::SplineSettings::moves_root).
    pub moves_root: bool,
    /// As [`SplineSettings::offset`](crate::ik::SplineSettings::offset).
    pub offset: f32,
    /// As [`SplineSettings::twist`](crate::ik::SplineSettings::twist).
    pub twist: [f32; 2],
}

/// What of a looking chain comes to point at the target.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub enum LineDescription {
    /// What faces +Z at rest, from between a person's eyes, or from the last joint itself.
    #[default]
    Sight,
    /// What faces +Z at rest, from a place in model space at rest.
    Eyes(Vec3),
    /// The last joint's bone: to the one joint below, or on from the one above where nothing is below.
    Bone,
    /// From the last joint to one that hangs below it, where several do.
    To(String),
    /// Any line, in the last joint's own space: a barrel in a hand.
    Along {
        /// Where it starts.
        from: Vec3,
        /// Where it points.
        direction: Vec3,
    },
}

/// A body that reaches.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Body"))]
pub struct BodyDescription {
    /// The joint that it hangs on.
    pub root: String,
    /// What pulls, 1 to 32.
    pub effectors: Vec<EffectorDescription>,
    /// What the joints may do.
    pub limits: LimitsDescription,
    /// By joints, how unwilling they are to turn, 0 (as willing as any) to 1 (not at all).
    #[cfg_attr(feature = "serde", serde(deserialize_with = "unique"))]
    pub stiffness: BTreeMap<String, f32>,
    /// Whether a person's body has a person's masses, and a trunk stiffer than its limbs.
    #[cfg_attr(feature = "serde", serde(alias = "habits"))]
    pub human_masses: bool,
    /// What the root does.
    pub root_behaviour: RootBehaviour,
    /// Where the center of mass is to be.
    pub balance: Option<Balance>,
    /// Steps at most.
    pub iterations: u32,
    /// Near enough.
    pub tolerance: f32,
    /// As [`FullBodySolver::preference`](crate::ik::FullBodySolver::preference), 0 to 1.
    pub preference: f32,
    /// As [`FullBodySolver::restarts`](crate::ik::FullBodySolver::restarts), 0 to 5.
    #[cfg_attr(feature = "serde", serde(alias = "tries"))]
    pub restarts: u32,
}

/// What pulls at a body.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Effector"))]
pub struct EffectorDescription {
    /// What its slot is called.
    pub name: String,
    /// The joint that is pulled.
    pub joint: String,
    /// The point that is pulled, from the joint, in the joint's own rotated space.
    pub offset: Vec3,
    /// Whether it holds on where it is animated while it has no goal and others of the body have: [`IkRig::pin`].
    ///
    /// [`IkRig::pin`]: crate::rig::IkRig::pin
    #[cfg_attr(feature = "serde", serde(alias = "holds"))]
    pub pinned: bool,
}

/// What the joints of a part may do.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum LimitsDescription {
    /// What human joints may, of a person; else anything.
    #[default]
    Usual,
    /// What human joints may; nobody else than a person has such.
    Human,
    /// Anything.
    Free,
    /// By joints; anything where a joint is not named.
    Given(
        #[cfg_attr(feature = "serde", serde(deserialize_with = "unique"))] BTreeMap<String, LimitDescription>,
    ),
}

/// What one joint may do, counted from its rest.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Limit"))]
pub struct LimitDescription {
    /// The direction of the bone, in model space at rest; if not said, that to the next joint, or from the one before.
    pub bone: Option<Vec3>,
    /// Where the bone may point.
    pub swing: SwingDescription,
    /// Angles that it may twist by; any if not said.
    pub twist: Option<(f32, f32)>,
}

/// Where a bone may point. Axes and directions are in model space at rest.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub enum SwingDescription {
    /// Anywhere.
    #[default]
    Free,
    /// Where it points at rest.
    Fixed,
    /// Along an arc.
    Hinge {
        /// The axis.
        axis: Vec3,
        /// Angles about it.
        range: (f32, f32),
    },
    /// Within an ellipse.
    Ellipse {
        /// The first axis; the other one is square to it and to the bone.
        axis: Vec3,
        /// Angles about it.
        about: (f32, f32),
        /// Angles about the other one, bone × axis.
        across: (f32, f32),
    },
    /// Within a polygon of three directions or more around the bone.
    Cone(Vec<Vec3>),
}

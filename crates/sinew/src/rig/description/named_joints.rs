//! Joints that the parts of a description name, with their locations in the description.

use crate::rig::description::description::*;
use crate::text::abbreviate;
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};

/// Place in a part where a joint is named. It is formatted on demand,
/// since descriptions may name very many joints.
#[derive(Clone, Copy)]
pub(crate) enum Field<'a> {
    /// Field that is a joint.
    Alone(&'static str),
    /// Item of a list of joints.
    Listed(usize),
    /// Joint of an effector.
    Pulled(&'a EffectorDescription),
    /// Key of a map by joint.
    Of(&'static str, &'a str),
}

impl Display for Field<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Alone(field) => f.write_str(field),
            Self::Listed(n) => write!(f, "joints[{n}]"),
            Self::Pulled(effector) => write!(f, "effectors[{:?}].joint", abbreviate(&effector.name)),
            Self::Of(field, name) => write!(f, "{field}[{:?}]", abbreviate(name)),
        }
    }
}

type Named<'a> = Box<dyn Iterator<Item = (Field<'a>, &'a str)> + 'a>;

impl IkPartDescription {
    /// Joints that the part names, with their locations.
    pub(crate) fn named_joints(&self) -> Named<'_> {
        match self {
            Self::Limb(limb) => {
                let follows =
                    limb.follows.iter().map(|socket| (Field::Alone("follows.joint"), socket.joint.as_str()));
                let joints = listed(limb.joints.iter().map(String::as_str));
                Box::new(joints.chain(limited(&limb.limits)).chain(follows))
            }
            Self::Leg(leg) => Box::new(listed(leg.joints.iter().map(String::as_str))),
            Self::Look(look) => {
                let joints = look.joints.iter().map(|(name, _)| name.as_str());
                let line = match &look.line {
                    LineDescription::To(name) => Some((Field::Alone("line"), name.as_str())),
                    _ => None,
                };
                Box::new(listed(joints).chain(line).chain(limited(&look.limits)))
            }
            Self::Chain(chain) => {
                let ends = ends(&chain.from, &chain.to);
                Box::new(ends.chain(limited(&chain.limits)).chain(stiff(&chain.stiffness)))
            }
            Self::Spline(spline) => Box::new(ends(&spline.from, &spline.to).chain(limited(&spline.limits))),
            Self::Body(body) => {
                let root = std::iter::once((Field::Alone("root"), body.root.as_str()));
                let pulled =
                    body.effectors.iter().map(|effector| (Field::Pulled(effector), effector.joint.as_str()));
                let more = limited(&body.limits).chain(stiff(&body.stiffness));
                Box::new(root.chain(pulled).chain(more))
            }
        }
    }
}

fn listed<'a>(joints: impl Iterator<Item = &'a str>) -> impl Iterator<Item = (Field<'a>, &'a str)> {
    joints.enumerate().map(|(n, name)| (Field::Listed(n), name))
}

fn ends<'a>(from: &'a str, to: &'a str) -> impl Iterator<Item = (Field<'a>, &'a str)> {
    [(Field::Alone("from"), from), (Field::Alone("to"), to)].into_iter()
}

fn limited(limits: &LimitsDescription) -> impl Iterator<Item = (Field<'_>, &str)> {
    let given = match limits {
        LimitsDescription::PerJoint(given) => Some(given),
        _ => None,
    };
    let names = given.into_iter().flat_map(BTreeMap::keys);
    names.map(|name| (Field::Of("limits", name), name.as_str()))
}

fn stiff(stiffness: &BTreeMap<String, f32>) -> impl Iterator<Item = (Field<'_>, &str)> {
    stiffness.keys().map(|name| (Field::Of("stiffness", name), name.as_str()))
}

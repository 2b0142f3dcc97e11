use super::{ItemGripDescription, SecondHandDescription, TransformDescription};
use serde::{Deserialize, Serialize};
use sinew::glam::Vec3;
use sinew::humanoid::BodySide;
use std::collections::BTreeMap;

/// Item that a character holds or wears: another file, on a joint or in a hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Attachment")]
pub struct AttachmentDescription {
    /// Path of the item: any file that Sinew imports, or a set-up.
    pub model: String,
    /// Joint or human bone on which it is; leave it out for an item in a hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// Hand of a humanoid whose palm holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<HandDescription>,
    /// The item on the joint. In a hand: how far the item moves and turns in the space of the [`Grip`](sinew::ik::Grip), metres:
    /// +Y along the handle towards the thumb, +Z along straight fingers.
    pub at: TransformDescription,
    /// Scale of the item, about the grip in a hand.
    pub scale: f32,
    /// Part of the item that a hand holds.
    pub grip: ItemGripDescription,
    /// Joint and transform of the carried item: a joint, such as `upperChest`, and the item beside it in the reference pose,
    /// along the axes of the model. The hand that holds it reaches for it there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carried: Option<(String, TransformDescription)>,
    /// Transform of the aimed item: its position beside the joint of `carried`, along the axes of the
    /// model; its +Z points at the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aimed: Option<Vec3>,
    /// Further hands on the item: their grips on it, by effectors of the IK rig.
    #[serde(deserialize_with = "sinew::internal::unique", skip_serializing_if = "BTreeMap::is_empty")]
    pub second_hands: BTreeMap<String, SecondHandDescription>,
    /// Whether the item is put away at first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub put_away: bool,
}

impl Default for AttachmentDescription {
    fn default() -> Self {
        Self {
            model: String::new(),
            joint: None,
            hand: None,
            at: TransformDescription::default(),
            scale: 1.0,
            grip: ItemGripDescription::Origin,
            carried: None,
            aimed: None,
            second_hands: BTreeMap::new(),
            put_away: false,
        }
    }
}

/// Hand that holds an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HandDescription {
    /// The left hand.
    Left,
    /// The right hand.
    Right,
}

impl From<HandDescription> for BodySide {
    fn from(hand: HandDescription) -> Self {
        match hand {
            HandDescription::Left => Self::Left,
            HandDescription::Right => Self::Right,
        }
    }
}

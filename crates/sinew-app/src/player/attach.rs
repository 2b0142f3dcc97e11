//! Attached files on joints and in hands.

use super::scene_player::{Attachment, Fist};
use crate::options::attach::{Attach, AttachGrip};
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::body::{ItemGrip, ItemGripError, ItemGripSource, Palm, TPose};
use sinew::glam::Affine3A;
use sinew::humanoid::{BodySide, HumanBone};
use sinew::ik::Grip;
use sinew::{Actor, Character, JointId, Socket, Transform};

/// A file on a joint of `character`: in the fist of a hand by its handle, else by its origin. `file` names it in messages.
pub(super) fn attach(
    options: &Attach,
    file: &str,
    actor: Actor,
    character: &Character,
    joint: JointId,
) -> Result<Attachment, Failure> {
    let placed = options.at.transform();
    let hand = Hand::of(character, joint);
    let found = match (&options.grip, &hand) {
        (AttachGrip::None, _) | (AttachGrip::Auto { is_asked: false }, Err(_)) => None,
        (AttachGrip::Auto { is_asked: true } | AttachGrip::Node(_), Err(reason)) => {
            let message = format!("grip: {:?} {reason}, which could hold it", options.joint);
            return Err(Failure::Call(format!("--attach {file}: {message}")));
        }
        (AttachGrip::Node(node), Ok(_)) => {
            Some(ItemGrip::at_node(actor.character(), node).map_err(|e| Failure::input(file, e))?)
        }
        (AttachGrip::Auto { .. }, Ok(hand)) => detect(file, &actor, hand, options.at.scale),
    };
    let (socket, fist) = match (found, hand) {
        (Some(found), Ok(hand)) => {
            let held = hand.grip.socket(&Affine3A::IDENTITY).offset.to_affine();
            let item = held * placed.to_affine() * found.item_from_grip.inverse();
            let weight = found.fist(hand.palm_length / options.at.scale);
            let socket = Socket { joint, offset: Transform::from_affine(&item) };
            (socket, Some(Fist { grip: hand.grip, weight }))
        }
        _ => (Socket::in_metres(character.skeleton(), joint, &placed), None),
    };
    Ok(Attachment { actor, socket, fist })
}

/// The handle of a file; `None`, with a message, without one.
fn detect(file: &str, actor: &Actor, hand: &Hand, scale: f32) -> Option<ItemGrip> {
    match ItemGrip::detect(actor.character(), hand.palm_length / scale, hand.side) {
        Ok(found) => {
            let by = match &found.source {
                ItemGripSource::Node(node) => format!("its node {node:?}"),
                _ => format!("a handle {:.1} cm thick, found from its shape", found.diameter * scale * 100.0),
            };
            message!("sinew: {file}: the hand holds it by {by}; grip=none puts its origin on the joint");
            Some(found)
        }
        Err(error) => {
            message!(
                "sinew: {file}: no handle found: {error}{}; its origin is on the joint; \
                 offset=, turn= and scale= move it, grip=none ends this message",
                other_unit(&error, scale)
            );
            None
        }
    }
}

/// Hint at the scale of an item that is in centimetres or millimetres.
fn other_unit(error: &ItemGripError, scale: f32) -> &'static str {
    // Sizes of what a hand holds, metres.
    const HELD: std::ops::RangeInclusive<f32> = 0.05..=2.5;
    let ItemGripError::NoHandle { size, .. } = error else { return "" };
    let fits = |factor: f32| HELD.contains(&(size * scale * factor));
    match fits(1.0) {
        false if fits(0.01) => " (scale=0.01?)",
        false if fits(0.001) => " (scale=0.001?)",
        false if fits(100.0) => " (scale=100?)",
        _ => "",
    }
}

/// Hand of a humanoid.
struct Hand {
    grip: Grip,
    side: BodySide,
    palm_length: f32,
}

impl Hand {
    /// The hand at a joint, or the reason why it holds nothing.
    fn of(character: &Character, joint: JointId) -> Result<Self, &'static str> {
        let hands = [(BodySide::Left, HumanBone::LeftHand), (BodySide::Right, HumanBone::RightHand)];
        let body = character.humanoid();
        let found = body.and_then(|body| {
            let (side, _) = hands.into_iter().find(|(_, bone)| body.joint(*bone) == Some(joint))?;
            Some((body, side))
        });
        let (body, side) = found.ok_or("is no hand of a humanoid")?;
        let skeleton = character.skeleton();
        let palm = Palm::of(skeleton, &TPose::new(skeleton, body), side);
        let palm_length = palm.map(|palm| palm.length).filter(|length| *length > 0.0);
        let grip = Grip::human(skeleton, body, side);
        let measured = palm_length.zip(grip).map(|(palm_length, grip)| Self { grip, side, palm_length });
        measured.ok_or("is a hand without fingers by which its palm could be measured")
    }
}

//! Attached files on joints and in hands.

use super::scene_player::Attachment;
use crate::options::attach::{Attach, AttachGrip};
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::body::{ItemGrip, ItemGripSource, Palm, TPose};
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::{BodySide, HumanBone};
use sinew::ik::Grip;
use sinew::{Actor, Character, JointId, Socket, Transform};
use sinew_setup::TransformDescription;

/// A file on a joint of `character`: in the fist of a hand by its handle, else by its origin. `file` names it in messages.
pub(super) fn attach(
    options: &Attach,
    file: &str,
    actor: Actor,
    character: &Character,
    joint: JointId,
) -> Result<Attachment, Failure> {
    let placed = options.at.transform().to_affine();
    let plain = || Socket { joint, offset: Transform::from_affine(&on_joint(character, joint, &options.at)) };
    let hand = Hand::of(character, joint);
    let found = match (&options.grip, &hand) {
        (AttachGrip::None, _) | (AttachGrip::Auto { is_asked: false }, None) => None,
        (AttachGrip::Auto { is_asked: true } | AttachGrip::Node(_), None) => {
            let message = format!("grip: {:?} is no hand of a humanoid, which could hold it", options.joint);
            return Err(Failure::Call(format!("--attach {file}: {message}")));
        }
        (AttachGrip::Node(node), Some(_)) => {
            Some(ItemGrip::at_node(actor.character(), node).map_err(|e| Failure::input(file, e))?)
        }
        (AttachGrip::Auto { .. }, Some(hand)) => detect(file, &actor, hand, options.at.scale),
    };
    let (socket, fist) = match (found, hand) {
        (Some(grip), Some(hand)) => {
            let held = hand.grip.socket(&Affine3A::IDENTITY).offset.to_affine();
            let item = held * placed * grip.item_from_grip.inverse();
            (Socket { joint, offset: Transform::from_affine(&item) }, Some(hand.grip))
        }
        _ => (plain(), None),
    };
    Ok(Attachment { actor, socket, fist })
}

/// The handle of a file; `None`, with a message, without one.
fn detect(file: &str, actor: &Actor, hand: &Hand, scale: f32) -> Option<ItemGrip> {
    match ItemGrip::detect(actor.character(), hand.palm_length / scale) {
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
                "sinew: {file}: no handle found: {error}; its origin is on the joint; \
                 offset=, turn= and scale= move it, grip=none ends this message"
            );
            None
        }
    }
}

/// Offset in metres and turn of the model's units on a joint, which may have a scale of its own.
fn on_joint(character: &Character, joint: JointId, at: &TransformDescription) -> Affine3A {
    let transform = at.transform();
    let unit = character.reference_model()[joint.index()].matrix3.x_axis.length();
    let translation = if unit > 0.0 { transform.translation / unit } else { Vec3::ZERO };
    Transform { translation, ..transform }.to_affine()
}

/// Hand of a humanoid.
struct Hand {
    grip: Grip,
    palm_length: f32,
}

impl Hand {
    /// The hand at a joint; `None` where it is none.
    fn of(character: &Character, joint: JointId) -> Option<Self> {
        let body = character.humanoid()?;
        let hands = [(BodySide::Left, HumanBone::LeftHand), (BodySide::Right, HumanBone::RightHand)];
        let (side, _) = hands.into_iter().find(|(_, bone)| body.joint(*bone) == Some(joint))?;
        let skeleton = character.skeleton();
        let palm_length = Palm::of(skeleton, &TPose::new(skeleton, body), side)?.length;
        let grip = Grip::human(skeleton, body, side)?;
        (palm_length > 0.0).then_some(Self { grip, palm_length })
    }
}

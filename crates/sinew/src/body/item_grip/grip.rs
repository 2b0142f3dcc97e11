use super::measures::THICKNESS;
use super::section::Section;
use super::shaft::find;
use super::surface::{ItemSurface, extent};
use crate::character::Character;
use crate::humanoid::BodySide;
use crate::skeleton::JointId;
use crate::text::suggest;
use glam::{Affine3A, Mat3A, Vec3, Vec3A};

/// Grip of an item: the pose in which a hand holds it, for [`Grip::socket`](crate::ik::Grip::socket).
///
/// ```
/// use sinew::body::{ItemGrip, Palm, TPose};
/// use sinew::humanoid::BodySide;
/// use sinew::ik::Grip;
/// use sinew::{Actor, Character};
///
/// /// Puts an item into the right hand of a humanoid.
/// fn hold(actor: &mut Actor, item: Actor) -> Option<()> {
///     let character = actor.character().clone();
///     let (skeleton, body) = (character.skeleton(), character.humanoid()?);
///     let palm = Palm::of(skeleton, &TPose::new(skeleton, body), BodySide::Right)?;
///     let found = ItemGrip::detect(item.character(), palm.length, BodySide::Right).ok()?;
///     let grip = Grip::human(skeleton, body, BodySide::Right)?;
///     actor.attach(item, grip.socket(&found.item_from_grip));
///     Some(())
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ItemGrip {
    /// Item from grip: +Y along the handle towards the thumb, where the longer part of the item lies, +Z along
    /// straight fingers, where a barrel points or a blade has its edge.
    pub item_from_grip: Affine3A,
    /// Thickness of the handle in metres; 0 where it is not known.
    pub diameter: f32,
    /// Origin of the grip.
    pub source: ItemGripSource,
}

/// Origin of the grip of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ItemGripSource {
    /// Node of the item, by its name: its axes where it has no mesh, else the shape of its mesh.
    Node(String),
    /// Shape of the item.
    Shape,
}

/// Reason why an item has no grip.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ItemGripError {
    /// Item without triangles.
    #[error("it has no triangles")]
    Empty,
    /// Unknown node.
    #[error("no node called {name:?}; {known}")]
    UnknownNode {
        /// The name.
        name: String,
        /// Suggestion of a similar name, and list of the known names.
        known: String,
    },
    /// No part that a hand holds.
    #[error(
        "no part as long as a fist is round and {:.1} to {:.1} cm thick, and no node is called grip, handle or hilt; \
         the item is {} m long",
        .least * 100.0, .most * 100.0, (.size * 1000.0).round() / 1000.0
    )]
    NoHandle {
        /// Least thickness that the hand holds, metres of the item.
        least: f32,
        /// Largest thickness.
        most: f32,
        /// Length of the item, metres.
        size: f32,
    },
}

/// Words in the names of nodes that are handles.
const HANDLES: [&str; 3] = ["grip", "handle", "hilt"];
/// Words in the names of handles for a second hand.
const SECOND: [&str; 5] = ["second", "secondary", "off", "fore", "front"];
/// Words in the names of handles for the left and for the right hand.
const LEFT: [&str; 2] = ["left", "l"];
const RIGHT: [&str; 2] = ["right", "r"];

impl ItemGrip {
    /// Grip of an item for the hand of a side: by a node called grip, handle or hilt, else by the shape of the item in its
    /// rest pose. A node whose name has the word of the side, such as `grip_l` for the left hand, comes first; those of the
    /// other side and of a second hand (`fore grip`) are left out.
    ///
    /// `palm_length` is the length of the hand's metacarpus ([`Palm::length`](crate::body::Palm::length)) in metres of the item:
    /// divide it by the scale that the item gets.
    ///
    /// # Errors
    /// When no part of the item can be held.
    pub fn detect(item: &Character, palm_length: f32, side: BodySide) -> Result<Self, ItemGripError> {
        let surface = ItemSurface::of(item);
        let skeleton = item.skeleton();
        let [same, other] = if side == BodySide::Left { [LEFT, RIGHT] } else { [RIGHT, LEFT] };
        let has = |joint: JointId, list: &[&str]| {
            words(skeleton.name(joint)).iter().any(|word| list.contains(&word.as_str()))
        };
        let is_handle = |joint: &JointId| {
            // The node of the whole item may be called a handle too, such as that of a door.
            let is_whole = || part(item, *joint, &surface).len() == surface.triangles.len();
            has(*joint, &HANDLES)
                && !has(*joint, &SECOND)
                && !has(*joint, &other)
                && (surface.triangles.is_empty() || !is_whole())
        };
        let mut handles =
            skeleton.joints().filter(|joint| skeleton.in_scene(*joint)).filter(is_handle).peekable();
        let first = handles.peek().copied();
        if let Some(joint) = handles.find(|joint| has(*joint, &same)).or(first) {
            return Ok(at_node(item, joint, &surface));
        }
        if surface.triangles.is_empty() {
            return Err(ItemGripError::Empty);
        }
        let (least, most) = (THICKNESS.start() * palm_length, THICKNESS.end() * palm_length);
        let section = find(&surface.triangles, palm_length).ok_or_else(|| {
            let sizes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| {
                let (least, most) = extent(&surface.triangles, axis);
                most - least
            });
            let size = sizes.into_iter().fold(0.0, f32::max);
            ItemGripError::NoHandle { least, most, size }
        })?;
        Ok(Self {
            item_from_grip: section.item_from_grip(&surface.triangles),
            diameter: section.diameter,
            source: ItemGripSource::Shape,
        })
    }

    /// Grip at a node of an item, by its name: at its origin and axes where it has no mesh, else around its mesh.
    ///
    /// # Errors
    /// When the item has no such node.
    pub fn at_node(item: &Character, node: &str) -> Result<Self, ItemGripError> {
        Ok(at_node(item, find_node(item, node)?, &ItemSurface::of(item)))
    }

    /// Weight by which a fist closes around the handle ([`Grip::close`](crate::ik::Grip::close)): less around a thick one.
    /// `palm_length` is that of [`detect`](Self::detect).
    #[must_use]
    pub fn fist(&self, palm_length: f32) -> f32 {
        let thickness = self.diameter / palm_length;
        if thickness.is_finite() { (1.25 - 0.7 * thickness).clamp(0.5, 1.0) } else { 1.0 }
    }

    /// Position and axes of a node of an item, by its name, whatever its mesh: for hands whose grip is given on the node.
    ///
    /// # Errors
    /// When the item has no such node.
    pub fn node_axes(item: &Character, node: &str) -> Result<Affine3A, ItemGripError> {
        Ok(axes_at(item, find_node(item, node)?))
    }
}

/// Node of an item, by its name.
fn find_node(item: &Character, node: &str) -> Result<JointId, ItemGripError> {
    let skeleton = item.skeleton();
    skeleton.find(node).ok_or_else(|| {
        let names = skeleton.joints().map(|joint| skeleton.name(joint));
        ItemGripError::UnknownNode { name: node.to_owned(), known: suggest(node, names) }
    })
}

/// Triangles of the meshes at a node and below it.
fn part(item: &Character, joint: JointId, surface: &ItemSurface) -> Vec<[Vec3; 3]> {
    let is_below = |node: JointId| node == joint || item.skeleton().is_descendant_of(node, joint);
    let below = surface.triangles.iter().zip(&surface.nodes).filter(|(_, node)| is_below(**node));
    below.map(|(triangle, _)| *triangle).collect()
}

/// Grip at a node.
fn at_node(item: &Character, joint: JointId, surface: &ItemSurface) -> ItemGrip {
    let source = ItemGripSource::Node(item.skeleton().name(joint).to_owned());
    if let Some(section) = Section::of_part(&part(item, joint, surface)) {
        let item_from_grip = section.item_from_grip(&surface.triangles);
        return ItemGrip { item_from_grip, diameter: section.diameter, source };
    }
    ItemGrip { item_from_grip: axes_at(item, joint), diameter: 0.0, source }
}

/// Position and axes of a node, without its scale.
fn axes_at(item: &Character, joint: JointId) -> Affine3A {
    let node = item.rest_model()[joint.index()];
    let y = node.matrix3.y_axis.normalize_or(Vec3A::Y);
    let z = node.matrix3.z_axis.reject_from_normalized(y).normalize_or(y.any_orthonormal_vector());
    Affine3A { matrix3: Mat3A::from_cols(y.cross(z), y, z), translation: node.translation }
}

/// Words of a name in lower case: `SwordHandle_L` has `sword`, `handle` and `l`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for letter in name.chars().take(256) {
        let starts = !letter.is_alphabetic() || (letter.is_uppercase() && was_lower);
        if starts {
            words.push(String::new());
        }
        if letter.is_alphabetic() {
            words.last_mut().into_iter().for_each(|word| word.extend(letter.to_lowercase()));
        }
        was_lower = letter.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

use super::section::Section;
use super::shaft::{THICKNESS, find};
use super::surface::ItemSurface;
use crate::character::Character;
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
///     let found = ItemGrip::detect(item.character(), palm.length).ok()?;
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
        "no part as long as a fist is round and {:.1} to {:.1} cm thick, and no node is called grip, handle or hilt",
        .least * 100.0, .most * 100.0
    )]
    NoHandle {
        /// Least thickness that the hand holds, metres of the item.
        least: f32,
        /// Largest thickness.
        most: f32,
    },
}

/// Words in the names of nodes that are handles.
const HANDLES: [&str; 3] = ["grip", "handle", "hilt"];
/// Words in the names of handles for a second hand.
const SECOND: [&str; 7] = ["left", "l", "second", "secondary", "off", "fore", "front"];

impl ItemGrip {
    /// Grip of an item for a hand: by a node called grip, handle or hilt, else by the shape of the item in its rest pose.
    /// `palm_length` is the length of the hand's metacarpus ([`Palm::length`](crate::body::Palm::length)) in metres of
    /// the item: divide it by the scale that the item gets.
    ///
    /// # Errors
    /// When no part of the item can be held.
    pub fn detect(item: &Character, palm_length: f32) -> Result<Self, ItemGripError> {
        let surface = ItemSurface::of(item);
        let skeleton = item.skeleton();
        let is_handle = |joint: &JointId| {
            let words = words(skeleton.name(*joint));
            let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
            // The node of the whole item may be called a handle too, such as that of a door.
            let is_whole = || part(item, *joint, &surface).len() == surface.triangles.len();
            has(&HANDLES) && !has(&SECOND) && (surface.triangles.is_empty() || !is_whole())
        };
        if let Some(joint) = skeleton.joints().filter(|joint| skeleton.in_scene(*joint)).find(is_handle) {
            return Ok(at_node(item, joint, &surface));
        }
        if surface.triangles.is_empty() {
            return Err(ItemGripError::Empty);
        }
        let (least, most) = (THICKNESS.start() * palm_length, THICKNESS.end() * palm_length);
        let section = find(&surface.triangles, palm_length).ok_or(ItemGripError::NoHandle { least, most })?;
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
        let skeleton = item.skeleton();
        let found = skeleton.find(node).map(|joint| at_node(item, joint, &ItemSurface::of(item)));
        found.ok_or_else(|| {
            let names = skeleton.joints().map(|joint| skeleton.name(joint));
            ItemGripError::UnknownNode { name: node.to_owned(), known: suggest(node, names) }
        })
    }
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
    let node = item.rest_model()[joint.index()];
    let y = node.matrix3.y_axis.normalize_or(Vec3A::Y);
    let z = node.matrix3.z_axis.reject_from_normalized(y).normalize_or(y.any_orthonormal_vector());
    let axes = Mat3A::from_cols(y.cross(z), y, z);
    let item_from_grip = Affine3A { matrix3: axes, translation: node.translation };
    ItemGrip { item_from_grip, diameter: 0.0, source }
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

//! Items of a set-up, with the sockets on which they are and the goals of the hands that hold them.

use crate::aim::{Aim, elbow};
use crate::description::{AttachmentDescription, ItemGripDescription, TransformDescription};
use crate::file::READS_SETUPS;
use crate::setup::{Finding, Item};
use crate::{Setup, SetupError, SetupFile};
use sinew::body::{ItemGrip, Palm, TPose};
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::{BodySide, HumanBone};
use sinew::ik::Grip;
use sinew::internal::suggest;
use sinew::rig::{IkGoal, IkRig};
use sinew::{Character, JointId, Socket, Transform};
use std::sync::Arc;

/// Depth to which items have items of their own.
const MAX_DEPTH: usize = 4;

/// Items by name. One whose file cannot be used is a finding.
pub(crate) fn load_attachments(
    setup: &SetupFile,
    character: &Character,
    rig: Option<&IkRig>,
    depth: usize,
    findings: &mut Vec<Finding>,
) -> Result<Vec<Item>, SetupError> {
    let mut items = Vec::new();
    if !READS_SETUPS {
        return Ok(items);
    }
    for (name, description) in &setup.description().attachments {
        let field = format!("attachments[\"{name}\"]");
        let opened = (depth < MAX_DEPTH).then(|| open(setup, &description.model, depth));
        let item = opened.as_ref().and_then(|opened| opened.as_ref().ok()).map(|item| &**item.character());
        let at = OnItem { setup, field: &field, description, item };
        let item_from_grip = at.grip(character, findings)?;
        let (socket, goals) = at.sockets(&item_from_grip, character, rig)?;
        let item_from_grip = at.scale() * item_from_grip;
        findings.extend(far_away(&field, description, character));
        let Some(opened) = opened else {
            return Err(
                setup.error(&field, "items that hold items of their own: expected at most four levels")
            );
        };
        let position = description.aimed.or(description.carried.as_ref().map(|(_, pose)| pose.position));
        let side = description.hand.map_or(BodySide::Right, BodySide::from);
        let is_carried = description.carried.is_some();
        let aim = Aim::new(&goals, is_carried, item_from_grip, position.unwrap_or_default(), side);
        match opened {
            Ok(item) => items.push(Item {
                name: name.clone(),
                setup: Arc::new(item),
                socket,
                goals,
                aim,
                is_shown: !description.put_away,
            }),
            Err(error) => {
                findings.push(Finding { field: format!("{field}.model"), message: error.to_string() })
            }
        }
    }
    Ok(items)
}

/// The set-up of an item.
fn open(setup: &SetupFile, path: &str, depth: usize) -> Result<Setup, SetupError> {
    let files = setup.files.beside_file(path);
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let item = SetupFile::open_in(&setup.files.name(path), file, files)?;
    Setup::load(&item, depth + 1)
}

/// Findings about lengths that reach farther than the body is large, such as centimetres.
fn far_away<'a>(
    field: &'a str,
    item: &'a AttachmentDescription,
    character: &Character,
) -> impl Iterator<Item = Finding> + use<'a> {
    let size = character.reference_bounds().size().max_element();
    let carried = item.carried.iter().map(|(_, pose)| ("carried".to_owned(), pose.position));
    let hands =
        item.second_hands.iter().map(|(hand, pose)| (format!("second_hands[\"{hand}\"]"), pose.position));
    let aimed = item.aimed.iter().map(|position| ("aimed".to_owned(), *position));
    let all = [("at".to_owned(), item.at.position)].into_iter().chain(carried).chain(aimed).chain(hands);
    all.filter(move |(_, position)| position.length() > size).map(move |(at, position)| Finding {
        field: format!("{field}.{at}"),
        message: format!("{:.1} m is farther than the body is large; lengths are metres", position.length()),
    })
}

/// Socket and goals of an item.
type Placed = (Socket, Vec<(String, IkGoal)>);

/// Item of a set-up with its description.
struct OnItem<'a> {
    setup: &'a SetupFile,
    /// Field of the description in messages.
    field: &'a str,
    description: &'a AttachmentDescription,
    /// The item; `None` where its file cannot be used.
    item: Option<&'a Character>,
}

impl OnItem<'_> {
    /// Scale of the item.
    fn scale(&self) -> Affine3A {
        Affine3A::from_scale(Vec3::splat(self.description.scale))
    }

    /// Grip of the hand on the item, in the item's space, whose scale the hand does not have.
    fn grip(&self, character: &Character, findings: &mut Vec<Finding>) -> Result<Affine3A, SetupError> {
        let Self { setup, field, description, item } = *self;
        let at_item = format!("{field}.at");
        let at = checked(setup, &at_item, &description.at)?.to_affine();
        let scale = description.scale;
        if !(scale.is_finite() && scale > 0.0) {
            return Err(setup.error(&format!("{field}.scale"), "expected a number above 0"));
        }
        let field = format!("{field}.grip");
        let is_held = description.hand.is_some();
        if is_held && description.at.scale != 1.0 {
            let message = "an item in a hand is scaled about its grip; expected scale beside at, not in it";
            return Err(setup.error(&at_item, message));
        }
        let found = match (&description.grip, item) {
            (ItemGripDescription::Origin, _) | (_, None) => Affine3A::IDENTITY,
            _ if !is_held => {
                return Err(setup.error(&field, "only a hand has a grip; expected hand: Right, say"));
            }
            (ItemGripDescription::Node(node), Some(item)) => self.node(&field, item, node)?,
            (ItemGripDescription::Auto, Some(item)) => {
                let side = description.hand.map_or(BodySide::Right, BodySide::from);
                let palm = character.humanoid().and_then(|body| {
                    let skeleton = character.skeleton();
                    Palm::of(skeleton, &TPose::new(skeleton, body), side)
                });
                match ItemGrip::detect(item, palm.map_or(0.0, |palm| palm.length) / scale, side) {
                    Ok(found) => found.item_from_grip,
                    Err(error) => {
                        let message = format!("no handle found: {error}; the hand holds the origin");
                        findings.push(Finding { field, message });
                        Affine3A::IDENTITY
                    }
                }
            }
        };
        Ok(found * self.scale().inverse() * at.inverse())
    }

    /// Grip at a node of the item, by its mesh where it has one.
    fn node(&self, field: &str, item: &Character, node: &str) -> Result<Affine3A, SetupError> {
        let found = ItemGrip::at_node(item, node);
        found.map(|grip| grip.item_from_grip).map_err(|error| self.setup.error(field, error))
    }

    /// Socket of the item, and the goals of the hands on it, by effector.
    fn sockets(
        &self,
        item_from_grip: &Affine3A,
        character: &Character,
        rig: Option<&IkRig>,
    ) -> Result<Placed, SetupError> {
        let Self { setup, field, description: item, .. } = *self;
        let grip_of = |side: BodySide| {
            character.humanoid().and_then(|body| Grip::human(character.skeleton(), body, side))
        };
        let Some(hand) = item.hand else {
            let Some(joint) = &item.joint else {
                let message = "expected a joint or a hand, such as joint: \"head\", or hand: Right";
                return Err(setup.error(field, message));
            };
            let joint = find_joint(setup, &format!("{field}.joint"), joint, character)?;
            if let Some((effector, _)) = item.second_hands.iter().next() {
                let message = "only an item that a hand holds has second hands; expected hand: Right, say";
                return Err(setup.error(&format!("{field}.second_hands[\"{effector}\"]"), message));
            }
            let at = item.at.transform();
            let offset = Transform { scale: at.scale * item.scale, ..at };
            return Ok((Socket::in_metres(character.skeleton(), joint, &offset), Vec::new()));
        };
        let side = BodySide::from(hand);
        let Some(grip) = grip_of(side) else {
            return Err(setup.error(&format!("{field}.hand"), "the model has no such hand"));
        };
        let socket = grip.socket(item_from_grip);
        if item.aimed.is_some_and(|position| !position.is_finite()) {
            return Err(setup.error(&format!("{field}.aimed"), "expected finite numbers"));
        }
        let mut goals = Vec::new();
        let effector = |field: &str, name: &str| match rig {
            Some(rig) if rig.effector(name).is_some() => Ok(name.to_owned()),
            Some(rig) => {
                let known = suggest(name, rig.effectors().map(|(_, name)| name));
                Err(setup.error(field, format!("the IK rig has no effector {name:?}; {known}")))
            }
            None => Err(setup.error(field, "the character has no IK rig, whose hands could hold it")),
        };
        if let Some((joint, pose)) = &item.carried {
            let at_joint = format!("{field}.carried");
            let name = if side == BodySide::Left { "left hand" } else { "right hand" };
            let name = effector(&at_joint, name)?;
            let joint = find_joint(setup, &at_joint, joint, character)?;
            let model_from_joint = character.reference_model()[joint.index()];
            let mut model_from_item = checked(setup, &at_joint, pose)?.to_affine();
            model_from_item.translation += model_from_joint.translation;
            let model_from_grip = model_from_item * self.scale() * *item_from_grip;
            let joint_from_grip = model_from_joint.inverse() * model_from_grip;
            let offset = Transform::from_affine(&joint_from_grip);
            let goal = IkGoal::at_socket(Socket { joint, offset }).with_pole(elbow(
                side,
                0.0,
                &(self.scale() * *item_from_grip),
            ));
            goals.push((name, goal));
        }
        for (name, pose) in &item.second_hands {
            let at_hand = format!("{field}.second_hands[\"{name}\"]");
            let name = effector(&at_hand, name)?;
            if !pose.is_finite() {
                return Err(setup.error(&at_hand, "expected finite numbers"));
            }
            let node = match (&pose.node, self.item) {
                (Some(node), Some(item)) => ItemGrip::node_axes(item, node)
                    .map_err(|error| setup.error(&format!("{at_hand}.node"), error))?,
                _ => Affine3A::IDENTITY,
            };
            let on_item = node * pose.transform().to_affine();
            let offset = Transform::from_affine(&(socket.offset.to_affine() * on_item));
            goals.push((name, IkGoal::at_socket(Socket { offset, ..socket })));
        }
        Ok((socket, goals))
    }
}

fn checked(setup: &SetupFile, field: &str, pose: &TransformDescription) -> Result<Transform, SetupError> {
    match pose.is_finite() {
        true => Ok(pose.transform()),
        false => Err(setup.error(field, "expected finite numbers, and a scale that is not 0")),
    }
}

fn find_joint(
    setup: &SetupFile,
    field: &str,
    name: &str,
    character: &Character,
) -> Result<JointId, SetupError> {
    // Bones that a body may lack, such as the upper chest, are part of the bone above.
    let bone = || character.humanoid()?.named_bones.parent(HumanBone::from_name(name)?);
    character.find_joint(name).or_else(|| bone().map(|(_, joint)| joint)).ok_or_else(|| {
        let known = suggest(name, character.joint_names());
        setup.error(field, format!("no joint or human bone called {name:?}; {known}"))
    })
}

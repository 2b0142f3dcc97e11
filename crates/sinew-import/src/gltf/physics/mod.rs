//! Rigid bodies of a character, KHR_physics_rigid_bodies (draft of October 2025) and KHR_implicit_shapes
//! (release candidate), as the description of a ragdoll: the bodies that hang on one another become its
//! parts. What ragdolls do not have is reported and left out.

mod added_nodes;
mod angular;
mod body;
mod filter;
mod geometry;
mod joint;
mod json;
mod reader;
mod tree;

use super::bounded_json::Raw;
use super::source::Source;
use crate::{Format, ImportError};
use body::FoundPart;
use filter::ignored_pairs;
use json::{Bodies, NodeBodies};
use reader::{ROOT, Reader, SHAPES};
use sinew::Character;
use sinew::glam::Mat3A;
use sinew::ragdoll::{PartDescription, Ragdoll, RagdollDescription};
use tree::Tree;

/// Most bodies of a ragdoll.
const MAX_PARTS: usize = 1024;

/// Bodies of a file before its nodes are read.
pub(super) struct Physics {
    parts: Vec<FoundPart>,
    ignored: Option<Vec<(usize, usize)>>,
    /// Whether Sinew wrote the file: the Y axes of its joints are bones.
    is_by_sinew: bool,
    size: Option<f32>,
    units_per_metre: Option<f32>,
}

/// Takes the bodies of a file out of its JSON, and the nodes and meshes that Sinew added for them. `None` for
/// a file without bodies.
pub(super) fn take(source: &mut Source<'_>) -> Result<Option<Physics>, ImportError> {
    let extensions = &mut source.json.extensions;
    let (bodies, shapes) = (extensions.bodies.take(), extensions.shapes.take());
    let raw: Vec<Raw> = source.json.nodes.iter_mut().map(|node| node.extensions.bodies.take()).collect();
    if raw.iter().all(Option::is_none) {
        return Ok(None);
    }
    source.budget.take(raw.len(), size_of::<NodeBodies>() + Tree::NODE_BYTES, ROOT)?;
    let bodies: Bodies = source.physics_part(&bodies, ROOT)?;
    let shapes = source.physics_part(&shapes, SHAPES)?;
    let mut nodes = Vec::with_capacity(raw.len());
    for (n, raw) in raw.iter().enumerate() {
        nodes.push(source.physics_part(raw, &format!("/nodes/{n}{ROOT}"))?);
    }
    let moves = |n: usize| nodes.get(n).is_some_and(|node: &NodeBodies| node.motion.is_some());
    let tree = Tree::new(&source.json.nodes, moves);
    let mut reader = Reader { source, bodies, shapes, nodes, tree };
    let added = added_nodes::find(&reader);
    let mut found = reader.read(added.is_some())?;
    if let Some(added) = added {
        if let Some(found) = &mut found {
            let is_sound = |number: &f32| number.is_finite() && *number > 0.0;
            found.size = added.size.filter(is_sound);
            found.units_per_metre = added.units_per_metre.filter(is_sound);
        }
        added.leave_out(&mut source.json);
    }
    Ok(found)
}

impl Reader<'_, '_> {
    fn read(&mut self, is_by_sinew: bool) -> Result<Option<Physics>, ImportError> {
        self.report_left_out();
        let Some(chosen) = self.choose_bodies() else { return Ok(None) };
        let mut parts: Vec<FoundPart> = Vec::with_capacity(chosen.len());
        for &node in &chosen {
            let motion = self
                .nodes
                .get_mut(node)
                .and_then(|node_bodies| node_bodies.motion.take())
                .unwrap_or_default();
            parts.push(FoundPart::new(node, motion));
        }
        // Number of the part of each node.
        let mut part_of = vec![None; self.nodes.len()];
        for (n, &node) in chosen.iter().enumerate() {
            if let Some(part) = part_of.get_mut(node) {
                *part = Some(n);
            }
        }
        for node in 0..self.nodes.len() {
            let part = self.tree.body(node).and_then(|body| part_of.get(body).copied().flatten());
            let Some(part) = part.and_then(|part| parts.get_mut(part)) else { continue };
            self.add_collider(node, part)?;
        }
        for node in 0..self.nodes.len() {
            let Some((body, joint)) = self.joint(node) else { continue };
            let part = part_of.get(body).copied().flatten().and_then(|part| parts.get_mut(part));
            match part {
                Some(part) if part.joint.is_none() => part.joint = Some(joint),
                Some(_) => {
                    let message = "the body has another joint with the one above it; this one is left out";
                    let location = format!("/nodes/{node}{ROOT}/joint");
                    self.source.report.warn("physics-left-out", location, message);
                }
                None => {}
            }
        }
        for part in &parts {
            if part.joint.is_none() && self.tree.body_above(part.node).is_some() {
                let message = "no joint connects the body with the one above it; it gets the usual limit";
                self.source.report.warn("physics", format!("/nodes/{}{ROOT}", part.node), message);
            }
        }
        let ignored = match is_by_sinew || parts.iter().any(|part| part.filter.is_some()) {
            true => Some(ignored_pairs(&self.bodies.collision_filters, &parts, self.source)?),
            false => None,
        };
        Ok(Some(Physics { parts, ignored, is_by_sinew, size: None, units_per_metre: None }))
    }

    /// Nodes of the bodies that hang on one another, parents first: of several groups the one with the most.
    /// `None` without a ragdoll.
    fn choose_bodies(&mut self) -> Option<Vec<usize>> {
        let groups = self.tree.groups();
        let all: usize = groups.iter().map(Vec::len).sum();
        let most = groups.iter().map(Vec::len).max().unwrap_or(0);
        let chosen = groups.into_iter().find(|group| group.len() == most)?;
        let location = format!("/nodes/{}{ROOT}", chosen.first()?);
        let report = &mut self.source.report;
        if most == 1 && all > 1 {
            let message =
                format!("none of the {all} bodies hangs on another one: they are no ragdoll, and left out");
            report.info("physics-left-out", location, message);
            return None;
        }
        if all > most {
            let message = format!(
                "{} of {all} bodies do not hang on this one and are no parts of the ragdoll; they are left \
                 out",
                all - most
            );
            report.warn("physics-left-out", &*location, message);
        }
        if most > MAX_PARTS {
            let message =
                format!("expected a ragdoll of at most {MAX_PARTS} bodies; got {most}; it is left out");
            report.error("physics", location, message);
            return None;
        }
        let motion = |node: &usize| self.nodes.get(*node).and_then(|node_bodies| node_bodies.motion.as_ref());
        let kinematic = chosen.iter().filter_map(motion).filter(|motion| motion.is_kinematic).count();
        if kinematic > 0 && most == 1 {
            report.info(
                "physics-left-out",
                location,
                "a single kinematic body is no ragdoll; it is left out",
            );
            return None;
        }
        if kinematic > 0 {
            let message =
                format!("{kinematic} bodies are kinematic, as while they are animated; they fall as well");
            report.info("physics", location, message);
        }
        Some(chosen)
    }

    /// Reports properties that ragdolls do not have.
    fn report_left_out(&mut self) {
        let motions = || self.nodes.iter().filter_map(|node| node.motion.as_ref());
        let moves = |vector: Option<[f32; 3]>| vector.is_some_and(|velocity| velocity != [0.0; 3]);
        let colliders = self.nodes.iter().enumerate().filter(|(_, node)| node.collider.is_some());
        let counts = [
            (
                "restitutions",
                self.bodies
                    .physics_materials
                    .iter()
                    .filter(|m| m.restitution.is_some_and(|r| r != 0.0))
                    .count(),
            ),
            ("motors", self.bodies.physics_joints.iter().map(joint::motors).sum()),
            ("triggers", self.nodes.iter().filter(|node| node.trigger.is_some()).count()),
            ("colliders without a body", colliders.filter(|(n, _)| self.tree.body(*n).is_none()).count()),
            (
                "initial velocities",
                motions()
                    .filter(|motion| moves(motion.linear_velocity) || moves(motion.angular_velocity))
                    .count(),
            ),
            (
                "gravity factors",
                motions().filter(|motion| motion.gravity_factor.is_some_and(|g| g != 1.0)).count(),
            ),
        ];
        let found: Vec<String> =
            counts.into_iter().filter(|(_, n)| *n > 0).map(|(what, n)| format!("{what} ({n})")).collect();
        if !found.is_empty() {
            let message = format!("ragdolls have none of these, which are left out: {}", found.join(", "));
            self.source.report.info("physics-left-out", ROOT, message);
        }
    }
}

impl Physics {
    /// Description of the ragdoll for the character of the file. `None`, with a diagnostic, where it cannot
    /// be one.
    pub(super) fn description(
        self,
        source: &mut Source<'_>,
        character: &Character,
        format: Format,
    ) -> Result<Option<RagdollDescription>, ImportError> {
        // The spaces of all nodes of a VRM 0.x model have been rotated.
        let turn = match format {
            Format::Vrm0 => Mat3A::from_diagonal([-1.0, 1.0, -1.0].into()),
            _ => Mat3A::IDENTITY,
        };
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let Some(joint) = character.skeleton().by_file_index(part.node) else { return Ok(None) };
            parts.push(part.describe(source, character, joint, turn, self.is_by_sinew)?);
        }
        let name = |part: usize| parts.get(part).map(|part: &PartDescription| part.joint.clone());
        let pair = |&(a, b): &(usize, usize)| Some([name(a)?, name(b)?]);
        let ignored_pairs = self.ignored.map(|pairs| pairs.iter().filter_map(pair).collect());
        let Self { size, units_per_metre, .. } = self;
        let description = RagdollDescription { parts, ignored_pairs, size, units_per_metre };
        match Ragdoll::from_description(&description, character) {
            Ok(_) => Ok(Some(description)),
            Err(error) => {
                source.report.error("physics", ROOT, format!("{error}; the ragdoll is left out"));
                Ok(None)
            }
        }
    }
}

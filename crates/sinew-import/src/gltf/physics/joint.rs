//! Joints between bodies and their limits.

use super::angular::{Angular, limit};
use super::json::{Drive, Joint, Limit as LimitJson};
use super::reader::{ROOT, Reader};
use crate::Report;
use sinew::glam::{Mat3A, Quat, Vec3, Vec3A};
use sinew::limit::Limit;
use std::f32::consts::PI;

/// Greatest stiffness and damping, N m and N m s.
const MAX_TORQUE: f32 = 1e9;

/// Joint of a body with the one above it.
#[derive(Clone, Copy)]
pub(super) struct FoundJoint {
    /// Number of its description, for messages.
    number: usize,
    /// Frame on the body above, in the space of the node above that of the body.
    above: Quat,
    /// Frame on the body, in the space of its node, and its origin.
    frame: Quat,
    pub(super) anchor: Vec3A,
    angular: Angular,
    /// Stiffness and damping of its spring.
    pub(super) spring: [Option<f32>; 2],
}

impl Reader<'_, '_> {
    /// Joint of a node, with the node of the lower one of the two bodies that it connects; `None` for one
    /// that is left out, which is reported.
    pub(super) fn joint(&mut self, node: usize) -> Option<(usize, FoundJoint)> {
        let joint = self.nodes.get_mut(node)?.joint.take()?;
        let location = format!("/nodes/{node}{ROOT}/joint");
        let Some(connected) = joint.connected_node.filter(|node| *node < self.nodes.len()) else {
            self.warn_reference(format!("{location}/connectedNode"), "node", joint.connected_node);
            return None;
        };
        let Some(number) = joint.joint.filter(|joint| *joint < self.bodies.physics_joints.len()) else {
            self.warn_reference(format!("{location}/joint"), "joint", joint.joint);
            return None;
        };
        let bodies = [node, connected].map(|node| self.tree.body(node));
        let above = |body: Option<usize>| body.and_then(|body| self.tree.body_above(body));
        // Angles are those of the connected node in the joint's node.
        let (body, frames, is_reversed) = match bodies {
            [Some(first), Some(second)] if above(bodies[1]) == Some(first) => {
                (second, [node, connected], false)
            }
            [Some(first), Some(second)] if above(bodies[0]) == Some(second) => {
                (first, [connected, node], true)
            }
            _ => {
                let message = "the joint does not connect a body with the one above it; it is left out";
                self.source.report.warn("physics-left-out", location, message);
                return None;
            }
        };
        if joint.enable_collision {
            let message = "the two bodies of a joint do not collide in ragdolls";
            self.source.report.info("physics-left-out", &*location, message);
        }
        let description = self.bodies.physics_joints.get(number)?;
        let location = format!("{ROOT}/physicsJoints/{number}");
        let angular = angular_of(description, is_reversed, &mut self.source.report, &location);
        let node_above =
            self.tree.parent(body).map_or(Quat::IDENTITY, |node| self.tree.body_from_node(node).1);
        let [upper, lower] = frames.map(|node| self.tree.body_from_node(node));
        let above = node_above.inverse() * upper.1;
        let anchor = lower.0.translation;
        let spring = spring_of(self.bodies.physics_joints.get(number)?);
        Some((body, FoundJoint { number, above, frame: lower.1, anchor, angular, spring }))
    }
}

impl FoundJoint {
    /// The joint with the spaces of all nodes turned.
    pub(super) fn turned(&self, turn: Mat3A) -> Self {
        let rotation = Quat::from_mat3a(&turn);
        let [above, frame] = [self.above, self.frame].map(|frame| rotation * frame);
        Self { above, frame, anchor: turn * self.anchor, ..*self }
    }

    /// Limit and the rotation from which it counts, in the space of the node above. `center` is the centre of
    /// mass in the space of the body's node: without a file of Sinew's own, the axis nearest to it is the
    /// bone.
    pub(super) fn limit(&self, center: Vec3, is_by_sinew: bool, report: &mut Report) -> (Limit, Quat) {
        let bone = match is_by_sinew {
            true => 1,
            false => (self.frame.inverse() * center).abs().max_position(),
        };
        let (limit, is_widened) = limit(&self.angular, self.above, bone);
        if is_widened {
            let location = format!("{ROOT}/physicsJoints/{}", self.number);
            report.warn("physics", location, "a range of angles of a cone does not contain 0; it is widened");
        }
        (limit, (self.above * self.frame.inverse()).normalize())
    }
}

/// Whether a drive is a spring and damper towards the joint's frame, as ragdolls have them.
fn is_spring(drive: &Drive) -> bool {
    let rests = |target: Option<f32>| target.is_none_or(|target| target == 0.0);
    drive.kind == "angular"
        && drive.mode != "acceleration"
        && rests(drive.position_target)
        && rests(drive.velocity_target)
}

/// Number of drives of a joint that ragdolls do not have.
pub(super) fn motors(joint: &Joint) -> usize {
    joint.drives.iter().filter(|drive| !is_spring(drive)).count()
}

/// Stiffness and damping of a joint: the greatest of its axes.
fn spring_of(joint: &Joint) -> [Option<f32>; 2] {
    let springs = || joint.drives.iter().filter(|drive| is_spring(drive));
    let greatest = |numbers: &mut dyn Iterator<Item = f32>| {
        numbers.filter(|number| (0.0..=MAX_TORQUE).contains(number)).reduce(f32::max)
    };
    let stiffness = greatest(&mut springs().filter_map(|drive| drive.stiffness));
    let damping = greatest(&mut springs().filter_map(|drive| drive.damping));
    [stiffness.filter(|stiffness| *stiffness > 0.0), damping]
}

/// Angles of a joint, by all of its limits.
fn angular_of(joint: &Joint, is_reversed: bool, report: &mut Report, location: &str) -> Angular {
    let mut all = Angular { ranges: [[-PI, PI]; 3], cone: None };
    let mut is_locked = [false; 3];
    let (mut soft, mut odd) = (0, 0);
    for limit in joint.limits.iter() {
        let least = limit.min.unwrap_or(f32::NEG_INFINITY);
        let most = limit.max.unwrap_or(f32::INFINITY);
        soft += usize::from(limit.stiffness.is_some());
        if least.is_nan() || most.is_nan() || least > most {
            report.error("physics", location, "a limit has no range; it is left out");
            continue;
        }
        match axes_of(limit) {
            Some(Axes::Linear(axes)) => {
                let is_point = least.abs() < 1e-6 && most.abs() < 1e-6;
                axes.into_iter().flatten().for_each(|axis| is_locked[axis] |= is_point);
            }
            Some(Axes::Angular([Some(axis), None, None])) => {
                let [least, most] = if is_reversed { [-most, -least] } else { [least, most] };
                let range = &mut all.ranges[axis];
                *range = [range[0].max(least).min(range[1]), range[1].min(most).max(range[0])];
            }
            // Several axes: the angle between the remaining axes, or of the whole rotation.
            Some(Axes::Angular(axes)) if most < 1e-4 => {
                axes.into_iter().flatten().for_each(|axis| all.ranges[axis] = [0.0; 2]);
            }
            Some(Axes::Angular(axes)) => {
                odd += usize::from(least > 1e-4);
                let most = most.min(PI);
                match [0, 1, 2].into_iter().find(|axis| !axes.contains(&Some(*axis))) {
                    Some(about) => all.cone = Some((about, most)),
                    None => all
                        .ranges
                        .iter_mut()
                        .for_each(|range| *range = [range[0].max(-most), range[1].min(most)]),
                }
            }
            None => {
                report.error("physics", location, "a limit needs one to three axes, 0 to 2; it is left out")
            }
        }
    }
    if is_locked != [true; 3] {
        let message = "the joint lets the bodies come apart; a ragdoll's joint is a point of both";
        report.warn("physics-left-out", location, message);
    }
    if soft + odd > 0 {
        let message = format!("soft limits are hard ({soft}), and cones have no least angle ({odd})");
        report.info("physics-left-out", location, message);
    }
    all
}

enum Axes {
    Linear([Option<usize>; 3]),
    Angular([Option<usize>; 3]),
}

/// Axes of a limit; `None` for wrong ones.
fn axes_of(limit: &LimitJson) -> Option<Axes> {
    let listed = |list: &[usize]| {
        let mut axes = [None; 3];
        let is_sound = (1..=3).contains(&list.len()) && list.iter().all(|axis| *axis < 3);
        axes.iter_mut().zip(list).for_each(|(slot, axis)| *slot = Some(*axis));
        let is_unique = (1..list.len()).all(|n| !list[..n].contains(&list[n]));
        (is_sound && is_unique).then_some(axes)
    };
    match (&limit.linear_axes, &limit.angular_axes) {
        (Some(list), None) => listed(list).map(Axes::Linear),
        (None, Some(list)) => listed(list).map(Axes::Angular),
        _ => None,
    }
}

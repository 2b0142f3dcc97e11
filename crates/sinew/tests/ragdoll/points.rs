//! A tiny physics engine for ragdolls: position-based dynamics (M. Müller and others, *Detailed Rigid Body
//! Simulation with Extended Position Based Dynamics*, 2020) with one moment of inertia per body, a floor at
//! height 0, and no collisions between bodies.

use sinew::glam::{Quat, Vec3};
use sinew::limit::Limit;
use sinew::ragdoll::{
    BodyId, BodyMotion, ConstraintDrive, ConstraintFrame, ConstraintId, NewBody, NewConstraint, PartShape,
    Physics, PhysicsSnapshot, PhysicsSnapshotError,
};

/// Number of steps per frame.
const STEPS: usize = 20;

const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);

/// World with bodies and joints; slots of removed ones stay empty.
#[derive(Clone, Default)]
pub(crate) struct Points {
    bodies: Vec<Option<Body>>,
    joints: Vec<Joint>,
}

#[derive(Clone)]
struct Body {
    /// Position is that of the centre of mass.
    motion: BodyMotion,
    before: (Vec3, Quat),
    center: Vec3,
    inverse_mass: f32,
    inverse_inertia: f32,
    damping: [f32; 2],
    /// Corners of the shapes, relative to the centre of mass.
    corners: Vec<Vec3>,
    touches: bool,
    /// Pose that the animation wants.
    moved: Option<(Vec3, Quat)>,
    sleeps: bool,
}

#[derive(Clone)]
struct Joint {
    bodies: [usize; 2],
    frames: [ConstraintFrame; 2],
    limit: Limit,
    drive: Option<ConstraintDrive>,
}

impl Body {
    fn at(&self, point: Vec3) -> Vec3 {
        self.motion.position + self.motion.rotation * point
    }

    /// Inverse mass at a lever arm, along a direction.
    fn mobility(&self, arm: Vec3, direction: Vec3) -> f32 {
        if self.moved.is_some() || self.sleeps {
            return 0.0;
        }
        self.inverse_mass + arm.cross(direction).length_squared() * self.inverse_inertia
    }

    fn shift(&mut self, arm: Vec3, impulse: Vec3) {
        if self.moved.is_none() && !self.sleeps {
            self.motion.position += impulse * self.inverse_mass;
            self.turn(arm.cross(impulse));
        }
    }

    fn turn(&mut self, torque: Vec3) {
        if self.moved.is_none() && !self.sleeps {
            let turn = Quat::from_scaled_axis(torque * self.inverse_inertia);
            self.motion.rotation = (turn * self.motion.rotation).normalize();
        }
    }
}

impl Points {
    /// Mass of all bodies, kg.
    pub(crate) fn mass(&self) -> f32 {
        self.bodies.iter().flatten().map(|body| 1.0 / body.inverse_mass).sum()
    }

    pub(crate) fn bodies(&self) -> usize {
        self.bodies.iter().flatten().count()
    }

    fn body_mut(&mut self, body: BodyId) -> Option<&mut Body> {
        self.bodies.get_mut(body.0 as usize)?.as_mut()
    }

    fn two(&mut self, bodies: [usize; 2]) -> Option<[&mut Body; 2]> {
        let [a, b] = self.bodies.get_disjoint_mut(bodies).ok()?;
        Some([a.as_mut()?, b.as_mut()?])
    }

    fn substep(&mut self, h: f32, left: f32) {
        for body in self.bodies.iter_mut().flatten() {
            let motion = &mut body.motion;
            body.before = (motion.position, motion.rotation);
            if let Some((position, rotation)) = body.moved {
                motion.position = motion.position.lerp(position, 1.0 / left);
                motion.rotation = motion.rotation.slerp(rotation, 1.0 / left);
            } else if !body.sleeps {
                motion.linear_velocity += GRAVITY * h;
                motion.position += motion.linear_velocity * h;
                let turn = Quat::from_scaled_axis(motion.angular_velocity * h);
                motion.rotation = (turn * motion.rotation).normalize();
            }
        }
        for n in 0..self.joints.len() {
            self.solve_rotation(n, h);
        }
        for _ in 0..4 {
            for n in 0..self.joints.len() {
                self.solve_anchor(n);
            }
        }
        for body in self.bodies.iter_mut().flatten() {
            body.touches = false;
            for n in 0..body.corners.len() {
                let arm = body.motion.rotation * body.corners[n];
                let depth = -(body.motion.position + arm).y;
                if depth > 0.0 {
                    let mobility = body.mobility(arm, Vec3::Y);
                    body.touches = true;
                    if mobility > 0.0 {
                        body.shift(arm, Vec3::Y * (depth / mobility));
                    }
                }
            }
        }
        for body in self.bodies.iter_mut().flatten() {
            let (motion, (position, rotation)) = (&mut body.motion, body.before);
            motion.linear_velocity = (motion.position - position) / h;
            let turn = motion.rotation * rotation.inverse();
            motion.angular_velocity = (turn * turn.w.signum()).to_scaled_axis() / h;
            // Friction of the floor, as damping.
            let [linear, angular] = if body.touches { [8.0, 8.0] } else { body.damping };
            motion.linear_velocity *= (1.0 - linear * h).max(0.0);
            motion.angular_velocity *= (1.0 - angular * h).max(0.0);
        }
    }

    /// Turns two bodies towards the target of their joint, and into its limit.
    fn solve_rotation(&mut self, n: usize, h: f32) {
        let Joint { bodies, frames, limit, drive } = &self.joints[n];
        let (bodies, frames, drive) = (*bodies, *frames, *drive);
        let limit = limit.clone();
        let Some([a, b]) = self.two(bodies) else { return };
        let mobility = a.mobility(Vec3::ZERO, Vec3::ZERO).signum() * a.inverse_inertia
            + b.mobility(Vec3::ZERO, Vec3::ZERO).signum() * b.inverse_inertia;
        if mobility <= 0.0 {
            return;
        }
        let from = a.motion.rotation * frames[0].rotation;
        let now = from.inverse() * b.motion.rotation * frames[1].rotation;
        let towards = |wanted: Quat| {
            let turn = wanted * now.inverse();
            from * (turn * turn.w.signum()).to_scaled_axis()
        };
        let mut torque = towards(limit.clamp(now)) / mobility;
        if let Some(drive) = drive {
            let compliance = 1.0 / (drive.stiffness * h * h).max(1e-9);
            torque += towards(drive.target) / (mobility + compliance);
            let spin = b.motion.angular_velocity - a.motion.angular_velocity - from * drive.target_velocity;
            torque -=
                spin * h * (drive.damping * h / (1.0 + drive.damping * h * mobility)).min(0.5 / mobility);
        }
        a.turn(-torque);
        b.turn(torque);
    }

    /// Brings the anchors of a joint together.
    fn solve_anchor(&mut self, n: usize) {
        let Joint { bodies, frames, .. } = &self.joints[n];
        let (bodies, frames) = (*bodies, *frames);
        let Some([a, b]) = self.two(bodies) else { return };
        let arms = [
            a.motion.rotation * (frames[0].anchor - a.center),
            b.motion.rotation * (frames[1].anchor - b.center),
        ];
        let apart = a.motion.position + arms[0] - b.motion.position - arms[1];
        let direction = apart.normalize_or_zero();
        let mobility = a.mobility(arms[0], direction) + b.mobility(arms[1], direction);
        if mobility > 0.0 {
            a.shift(arms[0], -apart / mobility);
            b.shift(arms[1], apart / mobility);
        }
    }
}

impl Physics for Points {
    fn add_body(&mut self, body: &NewBody<'_>) -> BodyId {
        let center = body.mass.center;
        let mut corners = Vec::new();
        for shape in body.shapes {
            match shape {
                PartShape::Hull { points, .. } => corners.extend(points.iter().map(|point| *point - center)),
                other => {
                    let ends = [Vec3::X, Vec3::Y, Vec3::Z].into_iter().flat_map(|axis| [axis, -axis]);
                    corners.extend(ends.map(|axis| axis * other.support(axis) - center));
                }
            }
        }
        let mut motion = body.motion;
        motion.position += motion.rotation * center;
        self.bodies.push(Some(Body {
            motion,
            before: (motion.position, motion.rotation),
            center,
            inverse_mass: 1.0 / body.mass.mass,
            inverse_inertia: 1.0 / body.mass.inertia.max_element(),
            damping: body.damping,
            corners,
            touches: false,
            moved: None,
            sleeps: false,
        }));
        BodyId(self.bodies.len() as u64 - 1)
    }

    fn add_constraint(&mut self, joint: &NewConstraint<'_>) -> ConstraintId {
        self.joints.push(Joint {
            bodies: [joint.parent.0, joint.child.0].map(|body| body.0 as usize),
            frames: [joint.parent.1, joint.child.1],
            limit: joint.limit.clone(),
            drive: None,
        });
        ConstraintId(self.joints.len() as u64 - 1)
    }

    fn set_collisions(&mut self, _: BodyId, _: BodyId, _: bool) {}

    fn remove_body(&mut self, body: BodyId) {
        if let Some(slot) = self.bodies.get_mut(body.0 as usize) {
            *slot = None;
        }
    }

    fn body(&self, body: BodyId) -> Option<BodyMotion> {
        let body = self.bodies.get(body.0 as usize)?.as_ref()?;
        Some(BodyMotion { position: body.at(-body.center), ..body.motion })
    }

    fn set_body(&mut self, body: BodyId, motion: &BodyMotion) {
        if let Some(body) = self.body_mut(body) {
            let position = motion.position + motion.rotation * body.center;
            body.motion = BodyMotion { position, ..*motion };
            body.sleeps = false;
        }
    }

    fn move_kinematic(&mut self, body: BodyId, position: Vec3, rotation: Quat) {
        if let Some(body) = self.body_mut(body) {
            body.moved = Some((position + rotation * body.center, rotation));
            body.sleeps = false;
        }
    }

    fn release_body(&mut self, body: BodyId) {
        if let Some(body) = self.body_mut(body) {
            body.moved = None;
        }
    }

    fn set_drive(&mut self, joint: ConstraintId, drive: &ConstraintDrive) {
        if let Some(joint) = self.joints.get_mut(joint.0 as usize) {
            joint.frames[0] = drive.parent_frame;
            joint.drive = Some(*drive);
        }
    }

    fn apply_impulse(&mut self, body: BodyId, impulse: Vec3, point: Vec3) {
        if let Some(body) = self.body_mut(body) {
            let torque = (point - body.motion.position).cross(impulse);
            body.motion.linear_velocity += impulse * body.inverse_mass;
            body.motion.angular_velocity += torque * body.inverse_inertia;
            body.sleeps = false;
        }
    }

    fn wake(&mut self, body: BodyId) {
        if let Some(body) = self.body_mut(body) {
            body.sleeps = false;
        }
    }

    fn allow_sleep(&mut self, body: BodyId) {
        if let Some(body) = self.body_mut(body) {
            body.sleeps = true;
            (body.motion.linear_velocity, body.motion.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
        }
    }

    fn step(&mut self, dt: f32) {
        if dt > 0.0 {
            (0..STEPS).for_each(|n| self.substep(dt / STEPS as f32, (STEPS - n) as f32));
        }
    }

    fn save(&self, snapshot: &mut PhysicsSnapshot) -> Result<(), PhysicsSnapshotError> {
        snapshot.state::<Self>().clone_from(self);
        Ok(())
    }

    fn restore(&mut self, snapshot: &PhysicsSnapshot) -> Result<(), PhysicsSnapshotError> {
        self.clone_from(snapshot.saved()?);
        Ok(())
    }
}

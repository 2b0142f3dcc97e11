//! Compilation of parts to their solvers. A new kind of part needs a description, an arm of
//! [`RigCompiler::part`], and a function here.

use crate::humanoid::BodySide;
use crate::humanoid::HumanBone::{LeftHand, RightHand};
use crate::ik::{
    ArmCollider, Chain, ChainSolver, Eyes, FootRollLeg, FootRollSettings, FullBody, FullBodySolver, Grip,
    Limb, LimbSettings, LookAt, LookSettings, SpineAssist, Spline, SplineSettings,
};
use crate::limit::AngleRange;
use crate::math::Transform;
use crate::rig::description::compile::{Compiled, RigCompiler, chained, error, invalid};
use crate::rig::description::description::*;
use crate::rig::description::socket::SocketDescription;
use crate::skeleton::{JointId, Socket};
use crate::text::abbreviate;
use glam::Affine3A;
use std::f32::consts::FRAC_PI_3;
use std::sync::Arc;

impl RigCompiler<'_> {
    pub(crate) fn part(&mut self, part: &IkPartDescription, location: &str) -> Compiled<()> {
        match part {
            IkPartDescription::Limb(limb) => self.limb(limb, location),
            IkPartDescription::Chain(chain) => self.chain(chain, location),
            IkPartDescription::Look(look) => self.look(look, location),
            IkPartDescription::Leg(leg) => self.leg(leg, location),
            IkPartDescription::Spline(spline) => self.spline(spline, location),
            IkPartDescription::Body(body) => self.body(body, location),
        }
    }

    fn limb(&mut self, limb: &LimbDescription, location: &str) -> Compiled<()> {
        let at = |field: &str| format!("{location}.{field}");
        let joints = self.joints(limb.joints.iter().map(String::as_str), &at("joints"))?;
        let [start, middle, end] = joints[..] else {
            return invalid(&at("joints"), format!("a limb has 3 joints, not {}", joints.len()));
        };
        let chain = chained(Chain::new(self.skeleton, &[start, middle, end]), &at("joints"))?;
        let chain = self.limited(chain, &limb.limits, &at("limits"))?;
        let mut made = Limb::of(self.skeleton, chain);
        if let Some(axis) = limb.hinge {
            made = made.with_hinge(self.skeleton, axis);
        }
        let LimbDescription { pole, swivel, softness, stretch, .. } = *limb;
        let settings = LimbSettings { pole, swivel, softness, stretch };
        let person = |location: &str| self.character.humanoid().map_or_else(|| self.nobody(location), Ok);
        let spine_assist = match limb.spine_assist {
            true => {
                let spine_assist = SpineAssist::human(self.skeleton, person(&at("spine_assist"))?, &made);
                Some(chained(spine_assist, &at("spine_assist"))?)
            }
            false => None,
        };
        let collider = match limb.arm_collider {
            true => Some(chained(
                ArmCollider::human(self.character, person(&at("arm_collider"))?),
                &at("arm_collider"),
            )?),
            false => None,
        };
        let grip = if limb.grip { Some(self.grip(end, &at("grip"))?) } else { None };
        let follows =
            limb.follows.as_ref().map(|socket| self.socket(socket, start, &at("follows"))).transpose()?;
        let effector = self.rig.add_limb(&limb.name, made, settings);
        if let Some(spine_assist) = spine_assist {
            chained(self.rig.set_spine_assist(effector, spine_assist), &at("spine_assist"))?;
        }
        if let Some(collider) = collider {
            chained(self.rig.set_arm_collider(effector, Arc::new(collider)), &at("arm_collider"))?;
        }
        if let Some(grip) = grip {
            chained(self.rig.set_grip(effector, grip), &at("grip"))?;
        }
        chained(self.rig.set_follow(effector, follows), &at("follows"))
    }

    /// Socket that the limb from the joint `start` on follows.
    fn socket(&self, socket: &SocketDescription, start: JointId, location: &str) -> Compiled<Socket> {
        let at = format!("{location}.joint");
        let joint = self.joint(&socket.joint, &at)?;
        if joint == start || self.skeleton.is_descendant_of(joint, start) {
            let message = "the limb moves this joint itself; expected one of another limb or of an object";
            return invalid(&at, format!("{:?}: {message}", socket.joint));
        }
        let local = socket.transform();
        if !socket.in_grip {
            return Ok(Socket::in_metres(self.skeleton, joint, &local));
        }
        let grip = self.grip(joint, &at);
        let grip = grip.map_err(|_| error(&at, format!("{:?} is no hand of the humanoid", socket.joint)))?;
        let offset = grip.socket(&Affine3A::IDENTITY).offset.to_affine() * local.to_affine();
        Ok(Socket { joint, offset: Transform::from_affine(&offset) })
    }

    fn grip(&self, hand: JointId, location: &str) -> Compiled<Grip> {
        let Some(body) = self.character.humanoid() else { return self.nobody(location) };
        let hands = [(BodySide::Left, LeftHand), (BodySide::Right, RightHand)];
        let Some((side, _)) = hands.into_iter().find(|(_, bone)| body.joint(*bone) == Some(hand)) else {
            let name = self.skeleton.name(hand);
            return invalid(location, format!("the limb ends in {name:?}, which is no hand"));
        };
        Grip::human(self.skeleton, body, side)
            .filter(|grip| grip.hand() == hand)
            .ok_or_else(|| error(location, "the hand has no palm".to_owned()))
    }

    fn chain(&mut self, chain: &ChainDescription, location: &str) -> Compiled<()> {
        let at = |field: &str| format!("{location}.{field}");
        let made = self.between(&chain.from, &chain.to, location)?;
        let mut made = self.limited(made, &chain.limits, &at("limits"))?;
        for (joint, stiffness) in self.shares(&chain.stiffness, &at("stiffness"))? {
            match made.links_mut().iter_mut().find(|link| link.joint == joint) {
                Some(link) => link.stiffness = stiffness,
                None => return self.foreign_joint(joint, &at("stiffness")),
            }
        }
        let solver = ChainSolver {
            method: chain.method,
            iterations: chain.iterations,
            rounds: chain.rounds,
            tolerance: chain.tolerance,
            restarts: chain.restarts,
        };
        self.rig.add_chain(&chain.name, made, solver);
        Ok(())
    }

    /// All joints from one down to another.
    fn between(&self, from: &str, to: &str, location: &str) -> Compiled<Chain> {
        let at = |field: &str| format!("{location}.{field}");
        let (from, to) = (self.joint(from, &at("from"))?, self.joint(to, &at("to"))?);
        let up =
            std::iter::successors(Some(to), |&joint| self.skeleton.parent(joint).filter(|_| joint != from));
        let mut joints: Vec<_> = up.collect();
        joints.reverse();
        if joints[0] != from {
            let (from, to) = (self.skeleton.name(from), self.skeleton.name(to));
            return invalid(&at("to"), format!("{to:?} is not a descendant of {from:?}"));
        }
        if joints.len() < 2 {
            // The same joint under two names.
            return invalid(&at("to"), "one joint bends nothing; expected one below the first".to_owned());
        }
        chained(Chain::new(self.skeleton, &joints), location)
    }

    fn spline(&mut self, spline: &SplineDescription, location: &str) -> Compiled<()> {
        let at = |field: &str| format!("{location}.{field}");
        let chain = self.between(&spline.from, &spline.to, location)?;
        let mut made = Spline::new(self.limited(chain, &spline.limits, &at("limits"))?);
        let SplineDescription { moves_root, offset, twist, .. } = *spline;
        made.settings = SplineSettings { moves_root, offset, twist };
        self.rig.add_spline(&spline.name, made, spline.points as usize);
        Ok(())
    }

    fn leg(&mut self, leg: &LegDescription, location: &str) -> Compiled<()> {
        let at = |field: &str| format!("{location}.{field}");
        let joints = self.joints(leg.joints.iter().map(String::as_str), &at("joints"))?;
        let Ok(joints) = <[JointId; 4]>::try_from(&joints[..]) else {
            return invalid(&at("joints"), format!("a leg has 4 joints, not {}", joints.len()));
        };
        let limits = self.human.as_ref().filter(|_| leg.limits);
        let made = chained(FootRollLeg::new(self.skeleton, joints, limits), &at("joints"))?;
        let LegDescription {
            mode, heel_lift, toe_lift, max_heel_angle, max_toe_angle, roll_start, pole, ..
        } = *leg;
        let settings =
            FootRollSettings { mode, heel_lift, toe_lift, max_heel_angle, max_toe_angle, roll_start, pole };
        self.rig.add_leg(&leg.name, made, settings);
        Ok(())
    }

    fn look(&mut self, look: &LookDescription, location: &str) -> Compiled<()> {
        let at = |field: &str| format!("{location}.{field}");
        let joints = self.joints(look.joints.iter().map(|(name, _)| name.as_str()), &at("joints"))?;
        let chain = chained(Chain::new(self.skeleton, &joints), &at("joints"))?;
        let chain = self.limited(chain, &look.limits, &at("limits"))?;
        let shares: Vec<f32> = look.joints.iter().map(|(_, share)| *share).collect();
        let forward = self.character.forward();
        let made =
            LookAt::new(self.skeleton, chain).with_forward(self.skeleton, forward).with_shares(&shares);
        let mut made = self.with_line(made, &look.line, &at("line"))?;
        let range = |range: Option<(f32, f32)>| match range {
            Some((min, max)) => AngleRange::new(min, max),
            None => AngleRange::symmetric(FRAC_PI_3),
        };
        let (down_up, right_left) = (range(look.down_up), range(look.right_left));
        if look.down_up.is_some() || look.right_left.is_some() {
            made = made.with_cone(self.skeleton, down_up, right_left);
        }
        made.settings = LookSettings { softness: look.softness, response_time: look.response_time };
        let eyes = match (look.turns_eyes, self.character.humanoid()) {
            (false, _) => None,
            (true, None) => return self.nobody(&at("turns_eyes")),
            (true, Some(person)) => Eyes::human(self.skeleton, person),
        };
        let effector = self.rig.add_look(&look.name, made);
        if let Some(eyes) = eyes {
            chained(self.rig.set_eyes(effector, eyes), &at("turns_eyes"))?;
        }
        Ok(())
    }

    fn body(&mut self, body: &BodyDescription, location: &str) -> Compiled<()> {
        let at = |field: &str| format!("{location}.{field}");
        let root = self.joint(&body.root, &at("root"))?;
        let mut effectors = Vec::new();
        for effector in &body.effectors {
            let location = format!("{location}.effectors[{:?}].joint", abbreviate(&effector.name));
            effectors.push(self.joint(&effector.joint, &location)?);
        }
        let mut made = chained(FullBody::new(self.skeleton, root, &effectors), &at("effectors"))?;
        self.limit_body(&mut made, &body.limits, &at("limits"))?;
        if let Some(person) = self.character.humanoid().filter(|_| body.human_masses) {
            made = made.with_human_masses(person);
        }
        for (joint, stiffness) in self.shares(&body.stiffness, &at("stiffness"))? {
            match made.joints.iter().any(|body_joint| body_joint.joint == joint) {
                true => made.set_stiffness(joint, stiffness),
                false => return self.foreign_joint(joint, &at("stiffness")),
            }
        }
        for (n, effector) in body.effectors.iter().enumerate() {
            made.set_offset(n, effector.offset);
        }
        let solver = FullBodySolver {
            iterations: body.iterations,
            tolerance: body.tolerance,
            root: body.root_behaviour,
            preference: body.preference,
            balance: body.balance,
            restarts: body.restarts,
        };
        let names: Vec<_> = body.effectors.iter().map(|effector| effector.name.as_str()).collect();
        let first = chained(self.rig.add_body(&names, made, solver), location)?;
        for (added, effector) in self.rig.effectors[first.index()..].iter_mut().zip(&body.effectors) {
            added.is_pinned = effector.pinned;
        }
        Ok(())
    }

    fn joints<'n>(&self, names: impl Iterator<Item = &'n str>, location: &str) -> Compiled<Vec<JointId>> {
        names.enumerate().map(|(n, name)| self.joint(name, &format!("{location}[{n}]"))).collect()
    }

    /// Error for a joint that does not belong to the part.
    pub(crate) fn foreign_joint<T>(&self, joint: JointId, location: &str) -> Compiled<T> {
        invalid(location, format!("{:?} is no joint of this part", self.skeleton.name(joint)))
    }
}

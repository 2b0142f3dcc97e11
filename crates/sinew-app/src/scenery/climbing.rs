//! Up a ladder and down again, hand over hand.

use super::Scenery;
use crate::failure::Failure;
use crate::prop::ladder;
use crate::stage::body_scale;
use sinew::actor::Stage;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::ik::{Climb, IkRig, IkSlot, Ladder};
use sinew::math::Transform;
use sinew::{Actor, FrameInput, JointIndex};
use std::f64::consts::PI;

/// Somebody on a ladder.
pub(super) struct Climbing {
    climb: Climb,
    ladder: Ladder,
    slots: [IkSlot; 4],
    look: Option<IkSlot>,
    hips: Option<JointIndex>,
    clock: f64,
    seen: [Actor; 1],
}

/// Seconds up and down again.
const ROUND: f64 = 9.0;

/// How the ladder leans, radians.
const LEANS: f32 = 0.12;

impl Climbing {
    pub(super) fn new(actor: &mut Actor, file: &str) -> Result<Self, Failure> {
        let mut climb = None;
        super::give_rig(actor, file, |character, body| {
            let skeleton = character.skeleton();
            climb = Some(Climb::human(skeleton, body).ok()?.with_body(character, body));
            Some(IkRig::human(skeleton, body).with_palms(skeleton, body))
        })?;
        let slots = actor.ik().and_then(|ik| {
            let [a, b, c, d] = Climb::SLOTS.map(|name| ik.rig().slot(name));
            Some([a?, b?, c?, d?])
        });
        let look = actor.ik().and_then(|ik| ik.rig().slot(Climb::LOOK));
        let (Some(climb), Some(slots)) = (climb, slots) else {
            return Err(Failure::input(file, "--scene ladder needs hands and feet"));
        };
        let scale = body_scale(actor);
        let foot = Affine3A::from_quat(Quat::from_rotation_x(LEANS));
        let mut ladder = Ladder { foot, spacing: 0.28 * scale, rungs: 14, width: 0.46 * scale };
        // Who has short limbs gets rungs nearer to one another.
        for _ in 0..4 {
            if !climb.fits(&ladder) {
                (ladder.spacing, ladder.rungs) = (ladder.spacing * 0.5, ladder.rungs * 2);
            }
        }
        let seen = [super::prop(ladder::character(&ladder))?];
        let hips = actor.character().humanoid().and_then(|body| body.joint(HumanBone::Hips));
        Ok(Self { climb, ladder, slots, look, hips, clock: 0.0, seen })
    }

    /// How far up it is at a time.
    fn climbed(&self) -> f32 {
        let share = 0.5 - 0.5 * (2.0 * PI * self.clock / ROUND).cos();
        self.climb.height(&self.ladder) * share as f32
    }

    fn set_goals(&self, actor: &mut Actor) {
        let pose = self.climb.at(&self.ladder, self.climbed());
        let Some(ik) = actor.ik_mut() else { return };
        for (slot, goal) in self.slots.into_iter().zip(pose.goals) {
            ik.set_goal(slot, Some(goal));
        }
        if let Some(look) = self.look {
            ik.set_goal(look, pose.look);
        }
    }
}

impl Scenery for Climbing {
    fn begin(&mut self, actor: &mut Actor) {
        self.clock = 0.0;
        self.set_goals(actor);
        if let Some(ik) = actor.ik_mut() {
            ik.settle();
        }
    }

    fn advance(&mut self, _: &mut Actor, _: &Affine3A, dt: f32) {
        self.clock += f64::from(dt);
    }

    /// Where the ladder has it, whatever the clip's own way.
    fn place(&self, _: &Affine3A) -> Affine3A {
        self.climb.at(&self.ladder, self.climbed()).body
    }

    fn tell(&mut self, actor: &mut Actor, _: &FrameInput) {
        self.set_goals(actor);
    }

    fn pose(&mut self, actor: &mut Actor, input: &FrameInput, finished: &mut dyn FnMut(Stage)) {
        // Clips have bodies elsewhere and turned otherwise than they rest, some files their rest hips on the floor, and here it
        // is the ladder that says where the body is.
        let back = self.hips.map_or(Affine3A::IDENTITY, |hips| {
            let rest = actor.character().rest_model()[hips.index()];
            let played = animated(actor, hips);
            let turned = Transform::from_affine(&(played * rest.inverse())).rotation;
            let heading = Quat::from_xyzw(0.0, turned.y, 0.0, turned.w);
            // Who is upside down has no heading.
            let upright = heading.length_squared() > 1e-6;
            let heading = if upright { heading.normalize() } else { Quat::IDENTITY };
            Affine3A::from_translation(rest.translation.into())
                * Affine3A::from_quat(heading.inverse())
                * Affine3A::from_translation(-Vec3::from(played.translation))
        });
        let world_from_model = input.world_from_model * back;
        actor.resolve_observed(&FrameInput { world_from_model }, None, finished);
    }

    fn pose_props(&mut self, _: &Actor, _: &FrameInput) {
        let [ladder] = &mut self.seen;
        ladder.resolve(&FrameInput { world_from_model: self.ladder.foot });
    }

    fn props(&self) -> &[Actor] {
        &self.seen
    }

    fn seconds(&self, _: &Actor) -> f64 {
        ROUND
    }
}

/// Where a joint is animated, in the model, before the pose is resolved.
fn animated(actor: &Actor, joint: JointIndex) -> Affine3A {
    let (skeleton, frame) = (actor.character().skeleton(), actor.frame());
    let above = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
    above.fold(Affine3A::IDENTITY, |below, joint| frame.local()[joint.index()].to_affine() * below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tried::{actor, built_in};

    #[test]
    fn who_climbs_stays_on_the_ladder_whatever_the_clip() {
        let mut actor = built_in();
        actor.play("walk").unwrap();
        let mut scene = Climbing::new(&mut actor, "test").unwrap();
        let hips = scene.hips.unwrap().index();
        let rest = actor.character().rest_model()[hips].translation;
        scene.begin(&mut actor);
        let (mut travelled, mut swayed) = (Affine3A::IDENTITY, 0.0_f32);
        for _ in 0..120 {
            travelled = actor.advance(1.0 / 60.0).applied(travelled);
            scene.advance(&mut actor, &travelled, 1.0 / 60.0);
            let world_from_model = scene.place(&travelled);
            assert_eq!(world_from_model, scene.place(&Affine3A::IDENTITY));
            scene.resolve(&mut actor, &FrameInput { world_from_model });
            let frame = actor.frame();
            swayed = swayed.max((frame.model()[hips].translation - rest).with_y(0.0).length());
            let hips = frame.world_from_model() * frame.model()[hips];
            let off = world_from_model.inverse().transform_point3a(hips.translation) - rest;
            assert!(off.with_y(0.0).length() < 1e-4, "{off}");
        }
        assert!(travelled.translation.length() > 1.0 && swayed > 1e-3, "{travelled} {swayed}");
    }

    /// A real file, or the built-in character; none where there are no files. It idles.
    fn idler(file: Option<&str>) -> Option<Actor> {
        let mut actor = actor(file)?;
        let idle = actor.clips().iter().position(|clip| clip.name().to_lowercase().contains("idle"));
        if let Some(idle) = idle {
            actor.play_clip(idle);
        }
        Some(actor)
    }

    /// Over a round, how far any vertex of the head comes through the middle of the ladder, and how far hands and feet stay off.
    fn round(scene: &mut Climbing, actor: &mut Actor) -> (f32, [f32; 4]) {
        scene.begin(actor);
        let (mut through, mut off) = (f32::MIN, [0.0_f32; 4]);
        let back = scene.ladder.foot.inverse();
        for frame in 0..540 {
            actor.advance(1.0 / 60.0);
            scene.advance(actor, &Affine3A::IDENTITY, 1.0 / 60.0);
            let world_from_model = scene.place(&Affine3A::IDENTITY);
            scene.resolve(actor, &FrameInput { world_from_model });
            let ik = actor.ik().unwrap();
            for (off, slot) in off.iter_mut().zip(scene.slots) {
                *off = off.max(ik.report(slot).error);
            }
            if frame % 30 == 29 {
                let mut see = |place| through = through.max(back.transform_point3(place).z);
                crate::portrait::head_vertices(&actor.frame(), &mut see);
            }
        }
        (through, off)
    }

    #[test]
    fn heads_are_not_among_the_rungs_and_hands_still_reach_them() {
        let files =
            [None, Some("gltf/kaykit/Knight.glb"), Some("x/tiny/tiny.x"), Some("vrm/Godette_vrm_v4.vrm")];
        for file in files {
            let Some(mut actor) = idler(file) else { continue };
            let mut scene = Climbing::new(&mut actor, "test").unwrap();
            let (through, off) = round(&mut scene, &mut actor);
            let body = actor.character().clone();
            scene.climb = Climb::human(body.skeleton(), body.humanoid().unwrap()).unwrap();
            let (before, off_before) = round(&mut scene, &mut actor);
            println!("{file:?}: head {through} m, all fours {off:?}; without {before} m, {off_before:?}");
            let scale = body_scale(&actor);
            assert!(through < -0.015 * scale, "{file:?}: {through}");
            // No hand or foot pays for it.
            for (off, before) in off.into_iter().zip(off_before) {
                assert!(off < before.max(0.01 * scale) + 1e-3 * scale, "{file:?}: {off} {before}");
            }
        }
    }

    /// Motion files have bodies that rest with their hips on the floor, and begin anywhere.
    #[test]
    fn bodies_that_rest_on_the_floor_take_their_rungs() {
        let Some(mut actor) = actor(Some("bvh/cmu/01_01.bvh")) else { return };
        actor.play_clip(0);
        let mut scene = Climbing::new(&mut actor, "test").unwrap();
        scene.begin(&mut actor);
        let mut off = [const { Vec::new() }; 4];
        for _ in 0..270 {
            actor.advance(1.0 / 60.0);
            scene.advance(&mut actor, &Affine3A::IDENTITY, 1.0 / 60.0);
            let world_from_model = scene.place(&Affine3A::IDENTITY);
            scene.resolve(&mut actor, &FrameInput { world_from_model });
            let ik = actor.ik().unwrap();
            for (off, slot) in off.iter_mut().zip(scene.slots) {
                off.push(ik.report(slot).error);
            }
        }
        let worst = off.clone().map(|off: Vec<f32>| off.into_iter().fold(0.0, f32::max));
        let median = off.map(|mut off| {
            off.sort_by(f32::total_cmp);
            off[off.len() / 2]
        });
        println!("hands and feet are off by {median:?} m, at worst {worst:?} m");
        // A jump bends the body, and its hands, away from the rungs for a moment.
        assert!(worst[2..].iter().all(|off| *off < 1e-3), "{worst:?}");
        assert!(median.iter().all(|off| *off < 0.01), "{median:?} {worst:?}");
    }
}

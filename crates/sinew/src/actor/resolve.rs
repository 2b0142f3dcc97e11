use super::input::Hook;
use super::{Actor, FrameInput, PoseAccess, Stage};
use crate::character::Character;
use crate::constraint::solve_constraints;
use crate::face::{FaceInput, Gaze};
use crate::hair::HairInput;
use crate::playback::FullPose;
use crate::ragdoll::{Physics, RagdollInput, solve_ragdoll};
use crate::rig::IkInput;
use crate::spring::{SpringInput, solve_springs};
use crate::surface::wrinkle::WrinkleInputs;
use glam::{Affine3A, Vec3};

impl Actor {
    /// The second half of a frame: from the animated pose to everything a [`Frame`](super::Frame) holds. The animated pose stays
    /// as it is: resolving again with `dt = 0`, as while a game is paused, gives the same pose, without the events and the root motion, which belong to
    /// the first time; with `dt > 0` while nothing is animated IK fades and feet go on.
    pub fn resolve(&mut self, mut input: FrameInput<'_>) {
        let mut hook = input.hook.take();
        self.frame.begin_resolve(input.dt, input.world_from_model, input.teleported);
        input.world_from_model = self.frame.world_from_model;
        self.pose.begin();
        self.finish(Stage::Animate, &input, &mut hook);
        self.solve_ik(&input);
        self.finish(Stage::Ik, &input, &mut hook);
        self.solve_ragdoll(&mut input);
        self.finish(Stage::Ragdoll, &input, &mut hook);
        self.resolve_face(&input);
        self.finish(Stage::Face, &input, &mut hook);
        self.solve_constraints();
        self.finish(Stage::Constraints, &input, &mut hook);
        self.solve_springs(&input);
        self.finish(Stage::Springs, &input, &mut hook);
        self.update_ik_reports();
        let meshes = &self.meshes;
        if meshes.palettes_enabled() || self.hair.is_some() || meshes.blends_dual_quaternions() {
            self.write_palettes();
        } else {
            self.meshes.drop_palettes();
        }
        self.finish(Stage::Skinning, &input, &mut hook);
        self.update_hair(&input);
        self.finish(Stage::Hair, &input, &mut hook);
        self.update_skin(&input);
        self.finish(Stage::Skin, &input, &mut hook);
        self.update_bounds();
        self.finish(Stage::Bounds, &input, &mut hook);
    }

    /// [`Actor::advance`] and [`Actor::resolve`] where the character last stood (at first the origin), on no ground: for
    /// characters that nothing moves in between.
    pub fn update(&mut self, dt: f32) {
        self.advance(dt);
        self.resolve(FrameInput::new(dt, self.frame.world_from_model));
    }

    /// Writes the palettes of the resolved frame, where frames do without them
    /// ([`MeshState::set_palettes_enabled`](super::MeshState::set_palettes_enabled)).
    pub fn write_palettes(&mut self) {
        self.meshes.update_palettes(self.clips.character(), &self.pose.model);
    }

    fn solve_ik(&mut self, input: &FrameInput<'_>) {
        let Self { clips, animated, pose, ik, face, ragdoll, .. } = self;
        let character = clips.character();
        if let Some(ik) = ik {
            let feet_weight = ragdoll.as_ref().map_or(1.0, |ragdoll| ragdoll.standing_share(input.dt));
            let (local, model) = pose.edit(animated);
            // The eyes as clips turn them, for the rig to blend from.
            if let Some(face) = face.as_ref().filter(|face| face.gaze() == Gaze::Animated) {
                let face_input = face_input(character, input.world_from_model, animated);
                let gaze = face_input.resolve_gaze(face, model);
                face_input.turn_eyes(gaze, local, model);
            }
            let FrameInput { dt, world_from_model, ground, teleported, .. } = *input;
            let up = input.up();
            let skeleton = character.skeleton();
            let gaze_target = face.as_mut().and_then(|face| {
                let input = face_input(character, input.world_from_model, animated);
                face.head_goal(&input.with_dt(dt).with_teleport(teleported), local, model)
            });
            let input =
                IkInput { skeleton, world_from_model, dt, ground, feet_weight, teleported, gaze_target, up };
            ik.solve(&input, local, model);
        }
        pose.refresh(character, animated);
    }

    fn solve_ragdoll(&mut self, input: &mut FrameInput<'_>) {
        let Self { clips, animated, pose, ragdoll: Some(ragdoll), ik, frame, .. } = self else { return };
        let up = input.up();
        let physics = input.physics.as_mut().map(|physics| &mut **physics as &mut dyn Physics);
        let (local, model) = pose.edit(animated);
        let mut ragdoll_input =
            RagdollInput::new(clips.character().skeleton(), input.dt, input.world_from_model)
                .with_gravity(input.gravity)
                .with_up(up);
        (ragdoll_input.ground, ragdoll_input.hands_back) = (input.ground, true);
        (ragdoll_input.teleported, ragdoll_input.pose_jumped) = (input.teleported, frame.cuts.pose);
        solve_ragdoll(ragdoll, &ragdoll_input, physics, local, model);
        if let Some(ik) = ik.as_mut().filter(|_| ragdoll.changes_pose()) {
            let skeleton = clips.character().skeleton();
            ik.hold(&IkInput::new(skeleton, input.dt, input.world_from_model), local, model);
        }
        pose.refresh(clips.character(), animated);
    }

    fn resolve_face(&mut self, input: &FrameInput<'_>) {
        let Self { clips, animated, pose, ik, face: Some(face), frame, .. } = self else { return };
        let character = clips.character();
        let FrameInput { dt, teleported, .. } = *input;
        let mut input =
            face_input(character, frame.world_from_model, animated).with_dt(dt).with_teleport(teleported);
        let looked_at = ik.as_ref().and_then(|ik| ik.look_target());
        // Eyes that move by themselves have no other writer.
        let rig_turns_eyes = face.eye_movements().is_none() && looked_at.is_some_and(|look| look.turns_eyes);
        if let Some(look) = looked_at.filter(|_| !rig_turns_eyes) {
            input = input.with_ik_look_at(look.model_target, look.weight);
        }
        let gaze = face.move_eyes(&input, &pose.model);
        if face.resolve(&input, gaze) {
            face.apply(pose.edit_morphs(animated));
        }
        if face.moves_jaw() {
            let (local, model) = pose.edit(animated);
            face.turn_jaw(local).into_iter().for_each(|joint| model.mark_stale(joint));
            pose.refresh(character, animated);
        }
        let by_hand = face.gaze() != Gaze::Animated;
        if let Some(gaze) = gaze.filter(|gaze| gaze.turns_eyes() && (by_hand || !rig_turns_eyes)) {
            let (local, model) = pose.edit(animated);
            input.turn_eyes(Some(face.held_back(gaze)), local, model);
            pose.refresh(character, animated);
        }
    }

    fn solve_constraints(&mut self) {
        let Self { clips, animated, pose, constraints_enabled: true, .. } = self else { return };
        let character = clips.character();
        let order = character.constraint_order();
        if !order.is_empty() {
            let (local, model) = pose.edit(animated);
            solve_constraints(character.skeleton(), character.constraints(), order, local, model);
            pose.refresh(character, animated);
        }
    }

    fn solve_springs(&mut self, input: &FrameInput<'_>) {
        let Self { clips, animated, pose, springs: Some(springs), frame, .. } = self else { return };
        let (local, model) = pose.edit(animated);
        let mut spring_input = SpringInput::new(input.dt, input.world_from_model).with_up(input.up());
        (spring_input.teleported, spring_input.pose_jumped) = (input.teleported, frame.cuts.pose);
        solve_springs(springs, &spring_input, local, model);
        pose.refresh(clips.character(), animated);
    }

    fn update_ik_reports(&mut self) {
        if let Some(ik) = &mut self.ik {
            ik.update_reports(self.frame.world_from_model, &self.pose.model);
        }
    }

    fn update_hair(&mut self, input: &FrameInput<'_>) {
        let Some(mut hair) = self.hair.take() else { return };
        let frame = self.frame();
        let mut hair_input = HairInput::new(input.dt, input.world_from_model, frame.model());
        let velocity = input.wind.map(|wind| move |place| wind.velocity(place));
        hair_input.up = input.up();
        hair_input.wind = velocity.as_ref().map(|velocity| velocity as &dyn Fn(Vec3) -> Vec3);
        (hair_input.teleported, hair_input.pose_jumped) = (input.teleported, self.frame.cuts.pose);
        hair.update(&hair_input, |point| frame.surface_corners(point));
        self.hair = Some(hair);
    }

    fn update_skin(&mut self, input: &FrameInput<'_>) {
        let Self { animated, pose, face, wrinkles: Some(wrinkles), frame, .. } = self else { return };
        if input.teleported || frame.cuts.pose {
            wrinkles.reset();
        }
        let expressions = face.as_ref().map_or(&[][..], |face| face.expression_weights());
        let (morphs, local) = (pose.morphs(animated), pose.local(animated).as_slice());
        wrinkles.update(input.dt, &WrinkleInputs { expressions, morphs, local });
    }

    fn update_bounds(&mut self) {
        let morphs = self.pose.morphs(&self.animated);
        self.meshes.update_bounds(self.clips.character(), &self.pose.model, morphs);
    }

    /// Runs the hook after a stage.
    fn finish(&mut self, stage: Stage, input: &FrameInput<'_>, hook: &mut Option<&mut Hook<'_>>) {
        let Some(hook) = hook else { return };
        let FrameInput { dt, world_from_model, teleported, gravity, wind, .. } = *input;
        let (character, animated, pose) = (&**self.clips.character(), &self.animated, &mut self.pose);
        hook(
            stage,
            &mut PoseAccess { character, animated, pose, dt, world_from_model, teleported, gravity, wind },
        );
        self.pose.refresh(self.clips.character(), &self.animated);
        self.pose.bound(self.clips.character(), &self.animated);
    }
}

/// Face of an animated pose, without an IK look.
fn face_input<'a>(
    character: &'a Character,
    world_from_model: Affine3A,
    animated: &'a FullPose,
) -> FaceInput<'a> {
    FaceInput::new(character, world_from_model, &animated.expressions).with_gaze(animated.gaze)
}

//! Second half of a frame: the animated pose passes through all stages and becomes the final one.

use super::input::Hook;
use super::skin::systems::SkinSystems;
use super::{Actor, FrameInput};
use crate::constraint::solve_constraints;
use crate::face::FaceInput;
use crate::hair::HairInput;
use crate::playback::FullPose;
use crate::ragdoll::{Physics, RagdollInput};
use crate::rig::IkInput;
use crate::stage::{Stage, StageInput};
use crate::surface::wrinkle::WrinkleInput;

impl Actor {
    /// The second half of a frame: from the animated pose to everything a [`Frame`](super::Frame) holds. The
    /// animated pose stays as it is: resolving again with `dt = 0`, as while a game is paused, gives the same
    /// pose, without the events and the root motion, which belong to the first time; with `dt > 0` while
    /// nothing is animated IK fades and feet go on.
    pub fn resolve(&mut self, mut input: FrameInput<'_>) {
        let mut hook = input.hook.take();
        let StageInput { dt, world_from_model, teleported, .. } = input.stage;
        self.frame.begin_resolve(dt, world_from_model, teleported);
        input.viewer.into_iter().for_each(|viewer| self.choose_lod(viewer));
        let stage = &StageInput {
            world_from_model: self.frame.world_from_model,
            pose_jumped: input.stage.pose_jumped || self.frame.cuts.pose,
            time: input.stage.time.or(Some(self.frame.time)),
            ..input.stage
        };
        self.pose.begin();
        self.finish(Stage::Animate, stage, &mut hook);
        self.solve_gaze(stage);
        self.finish(Stage::Gaze, stage, &mut hook);
        self.solve_ik(stage);
        self.finish(Stage::Ik, stage, &mut hook);
        self.solve_ragdoll(stage, &mut input);
        self.finish(Stage::Ragdoll, stage, &mut hook);
        self.solve_face(stage);
        self.finish(Stage::Face, stage, &mut hook);
        self.solve_constraints();
        self.finish(Stage::Constraints, stage, &mut hook);
        self.solve_springs(stage);
        self.finish(Stage::Springs, stage, &mut hook);
        self.update_ik_reports();
        let meshes = &self.meshes;
        if meshes.palettes_enabled() || self.skin.need_palettes() || meshes.blends_dual_quaternions() {
            self.write_palettes();
        } else {
            self.meshes.skinning.drop_palettes();
        }
        self.finish(Stage::Skinning, stage, &mut hook);
        self.solve_hair(stage);
        self.finish(Stage::Hair, stage, &mut hook);
        self.solve_wrinkles(stage);
        self.finish(Stage::Wrinkles, stage, &mut hook);
        self.with_decals(|decals, input| decals.solve(stage, input));
        self.finish(Stage::Decals, stage, &mut hook);
        self.update_bounds();
        self.finish(Stage::Bounds, stage, &mut hook);
        self.resolve_attachments(stage, input.viewer);
    }

    /// [`Actor::advance`] and [`Actor::resolve`] where the character last stood (at first the origin), on no
    /// ground: for characters that nothing moves in between.
    pub fn update(&mut self, dt: f32) {
        self.advance(dt);
        self.resolve(FrameInput::new(dt, self.frame.world_from_model));
    }

    /// Writes the palettes of the resolved frame, where frames do without them
    /// ([`MeshState::set_palettes_enabled`](super::MeshState::set_palettes_enabled)).
    pub fn write_palettes(&mut self) {
        self.meshes.skinning.solve(self.clips.character(), &self.pose.model);
    }

    /// The gaze that looks of an IK rig blend from and turn the head to; nothing reads it without a rig.
    fn solve_gaze(&mut self, stage: &StageInput<'_>) {
        let Self { clips, animation, pose, ik: Some(_), face: Some(face), .. } = self else { return };
        let input = face_input(&animation.pose);
        face.solve_gaze(stage, input, &mut pose.stage(clips.character(), &animation.pose));
    }

    fn solve_ik(&mut self, stage: &StageInput<'_>) {
        let Self { clips, animation, pose, ik, face, ragdoll, .. } = self;
        let character = clips.character();
        if let Some(ik) = ik {
            let feet_weight = ragdoll.as_ref().map_or(1.0, |ragdoll| ragdoll.standing_share(stage.dt));
            let gaze_target = face.as_ref().and_then(|face| face.head_goal());
            let input = IkInput { feet_weight, gaze_target };
            ik.solve(stage, input, &mut pose.stage(character, &animation.pose));
        }
        pose.refresh(character, &animation.pose);
    }

    fn solve_ragdoll(&mut self, stage: &StageInput<'_>, input: &mut FrameInput<'_>) {
        let Self { clips, animation, pose, ragdoll: Some(ragdoll), ik, .. } = self else { return };
        let character = clips.character();
        let physics = input.physics.as_mut().map(|physics| &mut **physics as &mut dyn Physics);
        let ragdoll_input = RagdollInput { physics, hands_over: true };
        ragdoll.solve(stage, ragdoll_input, &mut pose.stage(character, &animation.pose));
        if let Some(ik) = ik.as_mut().filter(|_| ragdoll.changes_pose()) {
            ik.hold(stage, &mut pose.stage(character, &animation.pose));
        }
        pose.refresh(character, &animation.pose);
    }

    fn solve_face(&mut self, stage: &StageInput<'_>) {
        let Self { clips, animation, pose, ik, face: Some(face), .. } = self else { return };
        let input = face_input(&animation.pose).with_look(ik.as_ref().and_then(|ik| ik.look_target()));
        face.solve(stage, input, &mut pose.stage(clips.character(), &animation.pose));
    }

    fn solve_constraints(&mut self) {
        let Self { clips, animation, pose, .. } = self;
        let character = clips.character();
        if pose.constraints_enabled && !character.constraints().is_empty() {
            solve_constraints(character, &mut pose.stage(character, &animation.pose));
            pose.refresh(character, &animation.pose);
        }
    }

    fn solve_springs(&mut self, stage: &StageInput<'_>) {
        let Self { clips, animation, pose, springs: Some(springs), .. } = self else { return };
        springs.solve(stage, &mut pose.stage(clips.character(), &animation.pose));
        pose.refresh(clips.character(), &animation.pose);
    }

    fn update_ik_reports(&mut self) {
        if let Some(ik) = &mut self.ik {
            ik.update_reports(self.frame.world_from_model, &self.pose.model);
        }
    }

    fn solve_hair(&mut self, stage: &StageInput<'_>) {
        let Some(mut hair) = self.skin.hair.take() else { return };
        let skin = self.frame().skin();
        hair.solve(stage, HairInput::new(skin.model(), &|point| skin.surface_corners(point)));
        self.skin.hair = Some(hair);
    }

    fn solve_wrinkles(&mut self, stage: &StageInput<'_>) {
        let Self { animation, pose, face, skin: SkinSystems { wrinkles: Some(wrinkles), .. }, .. } = self
        else {
            return;
        };
        let expressions = face.as_ref().map_or(&[][..], |face| face.expression_weights());
        let (morphs, local) = (pose.morphs(&animation.pose), pose.local(&animation.pose).as_slice());
        wrinkles.solve(stage, WrinkleInput { expressions, morphs, local });
    }

    fn update_bounds(&mut self) {
        let morphs = self.pose.morphs(&self.animation.pose);
        self.meshes.update_bounds(self.clips.character(), &self.pose.model, morphs);
    }

    /// Runs the hook after a stage.
    fn finish(&mut self, stage: Stage, input: &StageInput<'_>, hook: &mut Option<&mut Hook<'_>>) {
        let Some(hook) = hook else { return };
        let character = self.clips.character();
        hook(stage, input, &mut self.pose.stage(character, &self.animation.pose));
        self.pose.refresh(character, &self.animation.pose);
        self.pose.bound(character, &self.animation.pose);
    }
}

/// Face of an animated pose, without a look.
fn face_input(animated: &FullPose) -> FaceInput<'_> {
    FaceInput::new(&animated.expressions).with_gaze(animated.gaze)
}

//! Spring bones of a frame: matrices taken from the pose, fixed steps, and the pose between two of them.

use super::rig::SpringRig;
use super::state::{AnimatedMatrices, SpringState};
use super::step::STEP;
use crate::math::{UprightWorld, ops, unit_of};
use crate::pose::{LocalPose, ModelPose};
use crate::stage::{StageInput, StagePose};
use glam::{Affine3A, Mat3A, Vec3, Vec3A};

/// Most steps of one frame; a longer frame counts as that many.
const MAX_STEPS: usize = 15;

/// Part of a step that counts as a rounding error.
const TIME_TOLERANCE: f32 = 1e-3;

impl AnimatedMatrices {
    /// Takes the matrices from a pose, with the character at `character`.
    fn read(&mut self, rig: &SpringRig, character: Affine3A, local: &LocalPose, model: &ModelPose) {
        self.character = character;
        for (matrix, joint) in self.anchors.iter_mut().zip(&rig.anchors) {
            *matrix = character * *model.get(*joint);
        }
        for (matrix, link) in self.links.iter_mut().zip(&rig.links) {
            let path = rig.link_paths[link.path()].iter();
            *matrix = path.fold(Affine3A::IDENTITY, |above, joint| above * local.get(*joint).to_affine());
        }
    }

    /// Sets the matrices to a share of the way from `before` to `now`.
    fn interpolate(&mut self, before: &Self, now: &Self, share: f32) {
        self.character = between(&before.character, &now.character, share);
        for (all, before, now) in
            [(&mut self.anchors, &before.anchors, &now.anchors), (&mut self.links, &before.links, &now.links)]
        {
            for ((at, before), now) in all.iter_mut().zip(before).zip(now) {
                *at = between(before, now, share);
            }
        }
    }
}

impl SpringState {
    /// Moves spring bones on by one frame, from the final pose of all other joints. Writes the rotations of the
    /// joints that swing, and marks them as stale. What the animation does to these rotations is lost, as VRM
    /// has it; their translations and scales are kept. The first frame, and one after [`SpringState::reset`],
    /// is at rest. With `dt` = 0 a frame gives the same result again.
    ///
    /// # Panics
    /// When the pose is of another skeleton than the state.
    pub fn solve(&mut self, stage: &StageInput<'_>, pose: &mut StagePose<'_>) {
        let rig = self.rig.clone();
        let Some(first) = rig.bones.first() else { return };
        pose.refresh();
        let (local, model) = pose.edit();
        assert!(rig.joints <= model.as_slice().len(), "the pose is of another skeleton");
        let upright_world = UprightWorld::new(stage.up(), 1.0, false);
        let world_from_model = upright_world
            .map_or(stage.world_from_model, |world| world.matrix_from_world(&stage.world_from_model));
        let origin = Vec3::from(world_from_model.translation);
        let character = Affine3A { translation: Vec3A::ZERO, ..world_from_model };
        if !character.is_finite() || !origin.is_finite() {
            return;
        }
        self.now.read(&rig, character, local, model);
        let scale = ops::cbrt(character.matrix3.determinant().abs());
        self.gravity = stage.gravity_over_earth(unit_of(scale, 1.0));
        model.mark_stale(first.joint);
        let is_new = std::mem::take(&mut self.is_new);
        if is_new {
            self.at.copy_from(&self.now);
            self.rest(&rig, local, scale);
            self.time = 0.0;
            self.upright_world = upright_world;
        } else {
            self.enter_world(upright_world);
            self.move_origin(origin);
            if stage.is_cut() && self.before != self.now {
                self.jump(&rig, stage.teleported);
            }
        }
        self.origin = origin;
        let is_shown = !is_new && self.advance(&rig, stage.dt, local, scale);
        self.before.copy_from(&self.now);
        if !is_shown {
            self.at.copy_from(&self.now);
            self.update_centers_and_colliders(&rig, scale);
            self.write(&rig, self.part(), local, scale);
        }
    }

    /// Carries the bones along: by a teleport with the character, else by the change of its pose alone.
    fn jump(&mut self, rig: &SpringRig, teleported: bool) {
        self.at.copy_from(&self.now);
        if !teleported {
            let back = self.before.character * self.now.character.inverse();
            self.at.world_mut().for_each(|at| *at = back * *at);
        }
        self.carry(rig, teleported);
        self.before.copy_from(&self.at);
    }

    /// Takes all that is stored to another own world, as on a planet on which the direction upwards turns
    /// with the way.
    fn enter_world(&mut self, upright_world: Option<UprightWorld>) {
        if self.upright_world == upright_world {
            return;
        }
        let turn = UprightWorld::change(self.upright_world.as_ref(), upright_world.as_ref());
        self.upright_world = upright_world;
        self.origin = turn * self.origin;
        for (bone, tails) in self.rig.bones.iter().zip(&mut self.tails) {
            if bone.center.is_none() {
                *tails = tails.map(|tail| turn * tail);
            }
        }
        let stored = self.bones.iter_mut().chain(&mut self.bodies).chain(self.before.world_mut());
        stored.for_each(|matrix| *matrix = Affine3A { matrix3: turn, translation: Vec3A::ZERO } * *matrix);
    }

    /// Takes all world positions to another origin.
    fn move_origin(&mut self, origin: Vec3) {
        let shift = Vec3A::from(self.origin - origin);
        if shift == Vec3A::ZERO {
            return;
        }
        for (bone, tails) in self.rig.bones.iter().zip(&mut self.tails) {
            if bone.center.is_none() {
                *tails = tails.map(|tail| tail + shift);
            }
        }
        let stored = self.bones.iter_mut().chain(&mut self.bodies);
        self.before.world_mut().chain(stored).for_each(|matrix| matrix.translation += shift);
    }

    /// Part of the coming step that has passed.
    fn part(&self) -> f32 {
        let part = self.time / STEP;
        if part > TIME_TOLERANCE { part.min(1.0) } else { 0.0 }
    }

    /// Takes the steps that lie within a frame of `dt` seconds, each with the anchors where they are at its
    /// time. Returns whether the last one ends with the frame and has written the pose.
    fn advance(&mut self, rig: &SpringRig, dt: f32, local: &mut LocalPose, scale: f32) -> bool {
        if !(dt > 0.0 && dt.is_finite()) {
            return false;
        }
        let time = self.time + dt;
        let steps = (time / STEP + TIME_TOLERANCE) as usize;
        let before = self.time;
        self.time = if steps > MAX_STEPS { 0.0 } else { time - steps as f32 * STEP };
        let ends_with_frame = (1..=MAX_STEPS).contains(&steps) && self.part() == 0.0;
        for step in 1..=steps.min(MAX_STEPS) {
            let is_last = ends_with_frame && step == steps;
            let share = match steps > MAX_STEPS {
                // The bones follow the whole way in the time that is left to them.
                true => step as f32 / MAX_STEPS as f32,
                false => (step as f32 * STEP - before) / dt,
            };
            self.move_anchors(if is_last { 1.0 } else { share.clamp(0.0, 1.0) });
            self.update_centers_and_colliders(rig, scale);
            self.step(rig, local, scale, is_last);
        }
        ends_with_frame
    }

    /// Sets the matrices of the step to a share of the way from the last frame to this one.
    fn move_anchors(&mut self, share: f32) {
        if share > 1.0 - TIME_TOLERANCE {
            return self.at.copy_from(&self.now);
        }
        self.at.interpolate(&self.before, &self.now, share);
    }
}

/// A matrix between two others. The axes keep their length where both have the same.
fn between(a: &Affine3A, b: &Affine3A, share: f32) -> Affine3A {
    let axis = |a: Vec3A, b: Vec3A| {
        let mixed = a + (b - a) * share;
        let (mixed_length, length) = (mixed.length(), a.length() + (b.length() - a.length()) * share);
        if mixed_length > 0.0 { mixed * (length / mixed_length) } else { mixed }
    };
    let (m, n) = (&a.matrix3, &b.matrix3);
    Affine3A {
        matrix3: Mat3A::from_cols(
            axis(m.x_axis, n.x_axis),
            axis(m.y_axis, n.y_axis),
            axis(m.z_axis, n.z_axis),
        ),
        translation: a.translation + (b.translation - a.translation) * share,
    }
}

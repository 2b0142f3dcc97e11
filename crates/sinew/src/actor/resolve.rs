use super::Actor;
use crate::character::FirstPersonMesh;
use crate::constraint::solve_constraint;
use crate::locomotion::Ground;
use crate::math::Bounds;
use crate::skinning::write_dual_quaternions;
use glam::Affine3A;

/// What the engine answers between the two halves of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameInput {
    /// Where the character stands.
    pub world_from_model: Affine3A,
}

impl Default for FrameInput {
    fn default() -> Self {
        Self { world_from_model: Affine3A::IDENTITY }
    }
}

/// The stages of a frame, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Clip → local pose and morph weights.
    Sample,
    /// Local → model pose, of actors without a rig.
    Model,
    /// Goals of the rig, local pose → local and model pose.
    Reach,
    /// Expressions and gaze → morph weights, looks of materials, eyes.
    Face,
    /// Node constraints, and local → model once more where they or the eyes moved a joint.
    Constraints,
    /// Model pose → skinning palettes.
    Palettes,
    /// Joint boxes → bounds.
    Bounds,
}

impl Stage {
    /// All of them, in order.
    pub const ALL: [Self; 7] =
        [Self::Sample, Self::Model, Self::Reach, Self::Face, Self::Constraints, Self::Palettes, Self::Bounds];
}

impl Actor {
    /// The frame's second half: from the local pose to everything a [`Frame`](super::Frame) holds.
    pub fn resolve(&mut self, input: &FrameInput) {
        self.resolve_observed(input, None, |_| ());
    }

    /// [`Actor::resolve`] on uneven ground: the feet of the actor's rig stand on it.
    pub fn resolve_on(&mut self, input: &FrameInput, ground: &dyn Ground) {
        self.resolve_observed(input, Some(ground), |_| ());
    }

    /// Either, telling `finished` after each stage, so that a tool can time them.
    pub fn resolve_observed(
        &mut self,
        input: &FrameInput,
        ground: Option<&dyn Ground>,
        mut finished: impl FnMut(Stage),
    ) {
        self.world_from_model = input.world_from_model;
        self.begin_ik();
        if self.ik.is_none() {
            self.model.update(self.character.skeleton(), &self.pose.local);
        }
        finished(Stage::Model);
        self.solve_ik(ground);
        finished(Stage::Reach);
        let gaze = self.gaze_angles();
        self.apply_expressions(gaze);
        self.apply_morph_overrides();
        let eyes_turned = self.turn_eyes(gaze);
        finished(Stage::Face);
        if self.solve_constraints() || eyes_turned {
            self.model.update(self.character.skeleton(), &self.pose.local);
        }
        finished(Stage::Constraints);
        self.update_palettes();
        finished(Stage::Palettes);
        self.update_bounds();
        finished(Stage::Bounds);
    }

    /// [`Actor::advance`] and [`Actor::resolve`] where the actor last stood (at first the origin), for those who move
    /// nothing in between.
    pub fn update(&mut self, dt: f32) {
        self.advance(dt);
        let input = FrameInput { world_from_model: self.world_from_model };
        self.resolve(&input);
    }

    /// Whether instance `n` is drawn: shown at all, and to these eyes.
    pub(super) fn is_visible(&self, n: usize) -> bool {
        let hidden = match self.first_person {
            true => *self.character.first_person_mesh(n) == FirstPersonMesh::Nothing,
            false => self.character.is_for_own_view_only(n),
        };
        self.visible[n] && !hidden
    }

    fn apply_morph_overrides(&mut self) {
        for (weight, over) in self.pose.morphs.as_mut_slice().iter_mut().zip(&self.morph_overrides) {
            *weight = over.unwrap_or(*weight);
        }
    }

    /// Whether there was any to solve.
    fn solve_constraints(&mut self) -> bool {
        let order = self.character.constraint_order();
        let order = if self.constraints_enabled { order } else { &[] };
        for &number in order {
            let constraint = &self.character.setup().constraints[number];
            solve_constraint(self.character.skeleton(), constraint, self.pose.local.as_mut_slice());
        }
        !order.is_empty()
    }

    fn update_palettes(&mut self) {
        for (n, skin) in self.character.skins().iter().enumerate() {
            let palette = &mut self.palettes[n];
            palette.update(&skin.joints, &skin.inverse_binds, self.model.as_slice());
            write_dual_quaternions(palette.as_slice(), &mut self.dual_quaternions[n]);
        }
    }

    fn update_bounds(&mut self) {
        let visible = (0..self.visible.len()).filter(|&n| self.is_visible(n));
        let boxes = visible.map(|n| {
            let weights = self.pose.morphs.row(n);
            self.character.posed_bounds(n, self.model.as_slice(), weights, self.skinning[n])
        });
        self.bounds = boxes.fold(Bounds::EMPTY, |all, bounds| all.union(bounds));
    }
}

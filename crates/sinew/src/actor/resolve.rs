use super::Actor;
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
    /// Local → model pose.
    Model,
    /// Model pose → skinning palettes.
    Palettes,
    /// Joint boxes → bounds.
    Bounds,
}

impl Actor {
    /// The frame's second half: from the local pose to everything a [`Frame`](super::Frame) holds.
    pub fn resolve(&mut self, input: &FrameInput) {
        self.resolve_observed(input, |_| ());
    }

    /// [`Actor::resolve`], telling `finished` after each stage, so that a tool can time them.
    pub fn resolve_observed(&mut self, input: &FrameInput, mut finished: impl FnMut(Stage)) {
        self.world_from_model = input.world_from_model;
        self.apply_morph_overrides();
        self.model.update(self.character.skeleton(), &self.local);
        finished(Stage::Model);
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

    fn apply_morph_overrides(&mut self) {
        for (weight, over) in self.morphs.as_mut_slice().iter_mut().zip(&self.morph_overrides) {
            *weight = over.unwrap_or(*weight);
        }
    }

    fn update_palettes(&mut self) {
        for (n, skin) in self.character.skins().iter().enumerate() {
            let palette = &mut self.palettes[n];
            palette.update(&skin.joints, &skin.inverse_binds, self.model.as_slice());
            write_dual_quaternions(palette.as_slice(), &mut self.dual_quaternions[n]);
        }
    }

    fn update_bounds(&mut self) {
        self.bounds = Bounds::EMPTY;
        for n in (0..self.visible.len()).filter(|&n| self.visible[n]) {
            let weights = self.morphs.row(n);
            let bounds = self.character.posed_bounds(n, self.model.as_slice(), weights, self.skinning[n]);
            self.bounds = self.bounds.union(bounds);
        }
    }
}

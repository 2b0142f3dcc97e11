//! Hair as it is drawn, without what simulates it: copies of a moment, and what lies between two of them.

use super::HairState;
use super::state::LayerState;
use crate::clone_from::clone_buffer_from;
use crate::math::slerp_shortest;
use glam::Affine3A;
use std::sync::Arc;

impl HairState {
    /// Copy of the guides, without simulations.
    pub(crate) fn picture(&self) -> Self {
        let copy = |layer: &LayerState| LayerState {
            simulation: None,
            rest: Vec::new(),
            roots: layer.roots.clone(),
            pose: layer.pose.clone(),
            points: Vec::new(),
        };
        Self {
            hair: Arc::clone(&self.hair),
            layers: self.layers.iter().map(copy).collect(),
            colliders: self.colliders.clone(),
            origin: self.origin,
            world_from_model: self.world_from_model,
            is_new: self.is_new,
            simulation_world: self.simulation_world,
            unit: self.unit,
        }
    }

    /// Takes over the guides of a moment. Allocates where it is of another groom.
    pub(crate) fn take_picture(&mut self, from: &Self) {
        if !Arc::ptr_eq(&self.hair.groom, &from.hair.groom) {
            *self = from.picture();
            return;
        }
        for (layer, from) in self.layers.iter_mut().zip(&from.layers) {
            layer.roots.clone_from(&from.roots);
            layer.pose.clone_from(&from.pose);
        }
        self.hair.clone_from(&from.hair);
        clone_buffer_from(&mut self.colliders, &from.colliders);
        (self.origin, self.world_from_model, self.is_new) = (from.origin, from.world_from_model, from.is_new);
        (self.simulation_world, self.unit) = (from.simulation_world, from.unit);
    }

    /// Goes a share of the way back to the guides of an earlier moment; those of another groom change
    /// nothing.
    pub(crate) fn go_back(&mut self, to: &Self, share: f32) {
        if !Arc::ptr_eq(&self.hair.groom, &to.hair.groom) || share == 0.0 {
            return;
        }
        for (layer, to) in self.layers.iter_mut().zip(&to.layers) {
            layer.pose.go_back(&to.pose, share);
            for (root, to) in layer.roots.iter_mut().zip(&to.roots) {
                root.rotation = slerp_shortest(root.rotation, to.rotation, share);
                root.translation = root.translation.lerp(to.translation, share);
            }
        }
    }

    /// Moves the guides with a body that stands elsewhere.
    pub(crate) fn move_picture(&mut self, by: &Affine3A) {
        let (_, turn, _) = by.to_scale_rotation_translation();
        for layer in &mut self.layers {
            layer.pose.transform(by, turn);
            if self.simulation_world.is_some() {
                continue;
            }
            for root in &mut layer.roots {
                root.rotation = (turn * root.rotation).normalize();
                root.translation = by.transform_point3(root.translation);
            }
        }
    }
}

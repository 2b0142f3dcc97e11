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
        let layer = |own: &LayerState| LayerState {
            simulation: None,
            rest: Vec::new(),
            roots: own.roots.clone(),
            pose: own.pose.clone(),
            points: Vec::new(),
        };
        Self {
            groom: Arc::clone(&self.groom),
            body: Arc::clone(&self.body),
            layers: self.layers.iter().map(layer).collect(),
            colliders: self.colliders.clone(),
            origin: self.origin,
            place: self.place,
            is_new: self.is_new,
            own_world: self.own_world,
            unit: self.unit,
        }
    }

    /// Takes over the guides of a moment. Allocates where it is of another groom.
    pub(crate) fn take_picture(&mut self, from: &Self) {
        if !Arc::ptr_eq(&self.groom, &from.groom) {
            *self = from.picture();
            return;
        }
        for (own, from) in self.layers.iter_mut().zip(&from.layers) {
            own.roots.clone_from(&from.roots);
            own.pose.clone_from(&from.pose);
        }
        self.body.clone_from(&from.body);
        clone_buffer_from(&mut self.colliders, &from.colliders);
        (self.origin, self.place, self.is_new) = (from.origin, from.place, from.is_new);
        (self.own_world, self.unit) = (from.own_world, from.unit);
    }

    /// Goes a share of the way back to the guides of an earlier moment; those of another groom change nothing.
    pub(crate) fn go_back(&mut self, to: &Self, share: f32) {
        if !Arc::ptr_eq(&self.groom, &to.groom) || share == 0.0 {
            return;
        }
        for (own, to) in self.layers.iter_mut().zip(&to.layers) {
            own.pose.go_back(&to.pose, share);
            for (own, to) in own.roots.iter_mut().zip(&to.roots) {
                own.rotation = slerp_shortest(own.rotation, to.rotation, share);
                own.translation = own.translation.lerp(to.translation, share);
            }
        }
    }

    /// Moves the guides with a body that stands elsewhere.
    pub(crate) fn move_picture(&mut self, by: &Affine3A) {
        let (_, turn, _) = by.to_scale_rotation_translation();
        for layer in &mut self.layers {
            layer.pose.transform(by, turn);
            if self.own_world.is_some() {
                continue;
            }
            for root in &mut layer.roots {
                root.rotation = (turn * root.rotation).normalize();
                root.translation = by.transform_point3(root.translation);
            }
        }
    }
}

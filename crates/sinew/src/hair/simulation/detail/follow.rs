//! Hairs that follow guides instead of being simulated, and the blend between levels of detail.

use crate::hair::simulation::contact::{Obstacles, Reached, contact};
use crate::hair::simulation::lanes::Access;
use crate::hair::simulation::lengths::exact;
use crate::hair::simulation::obstacle::Obstacle;
use crate::hair::simulation::rest::HairEdge;
use crate::hair::simulation::simulation::HairSimulation;
use crate::math::{Bounds, smoothstep};
use glam::{Quat, Vec3};

/// Time in which hair goes over to another detail, seconds.
pub(super) const BLEND_TIME: f32 = 0.3;

impl HairSimulation {
    /// Fills the shown positions of the hairs that are not simulated, and their velocities over `delta`
    /// seconds.
    pub(in crate::hair::simulation) fn show_followers(&mut self, delta: f32) {
        if self.is_guide.iter().all(|is_guide| *is_guide) {
            return;
        }
        self.obstacles.clear();
        let finite = self.colliders.iter().filter(|collider| collider.is_finite());
        self.obstacles
            .extend(finite.map(|collider| Obstacle::new(collider.clone(), self.settings.thickness)));
        for number in 0..self.hairs.len() {
            if !self.is_guide[number] {
                self.show_follower(number, delta);
            }
        }
    }

    fn show_follower(&mut self, number: usize, delta: f32) {
        let span = &self.hairs[number];
        let (root, range) = (self.roots[number], span.range());
        let next = &mut self.follower[..span.count];
        next.copy_from_slice(&self.rest[range.clone()]);
        let guides = self.followers[number].guides.iter().filter(|guide| guide.1 > 0.0);
        let mut is_rigid = true;
        for (guide, weight) in guides {
            is_rigid = false;
            let (other, back) = (&self.hairs[*guide as usize], self.roots[*guide as usize]);
            // The point of the guide that is as far from its root, and its offset from the groom.
            let (mut edge, mut passed, mut reach) = (0, 0.0, self.edges[span.first].length);
            for (n, next) in next.iter_mut().enumerate().skip(2) {
                reach += self.edges[span.first + n - 1].length;
                let length = |edge: usize| self.edges[other.first + edge].length;
                while edge + 2 < other.count && passed + length(edge) < reach {
                    passed += length(edge);
                    edge += 1;
                }
                let share = ((reach - passed) / length(edge)).clamp(0.0, 1.0);
                let at = other.first + edge;
                let groomed = self.rest[at].lerp(self.rest[at + 1], share);
                let shown = self.shown[at].lerp(self.shown[at + 1], share);
                *next += (back.rest_of(shown) - groomed) * *weight;
            }
        }
        next.iter_mut().for_each(|point| *point = root.at(*point));
        let edges = &self.edges[range.clone()];
        exact(next, edges);
        if !is_rigid && !self.obstacles.is_empty() {
            let near = &mut self.scratch.near;
            near.clear();
            let bounds = Bounds::from_points(next.iter().copied());
            let touched = self.obstacles.iter().enumerate().filter(|(_, obstacle)| obstacle.touches(&bounds));
            near.extend(touched.map(|(number, _)| number as u32));
            let obstacles = Obstacles { all: &self.obstacles, near, distance: self.settings.thickness };
            push_out(next, edges, &obstacles);
        }
        for (n, point) in range.zip(next) {
            if delta > 0.0 {
                self.velocities[n] = (*point - self.shown[n]) / delta;
            }
            self.shown[n] = *point;
        }
    }

    /// Adds the rest of the way from the detail before to the shown positions, `delta` seconds later.
    pub(in crate::hair::simulation) fn blend_details(&mut self, delta: f32) {
        if self.blend_left <= 0.0 {
            return;
        }
        self.blend_left = (self.blend_left - delta).max(0.0);
        let share = smoothstep(self.blend_left / BLEND_TIME);
        for (number, span) in self.hairs.iter().enumerate() {
            let range = span.range();
            let turn = self.roots[number].rotation;
            let shown = &mut self.shown[range.clone()];
            for (shown, offset) in shown.iter_mut().zip(&self.offsets[range.clone()]) {
                *shown += turn * (*offset * share);
            }
            exact(shown, &self.edges[range]);
        }
    }
}

/// Brings the points of a hair out of the obstacles, from the root on, at their distances from those before.
fn push_out(points: &mut [Vec3], edges: &[HairEdge], obstacles: &Obstacles<'_>) {
    let lanes = Access::<f32, 1>::new((), 0);
    for n in 2..points.len() {
        let at = Reached { from: lanes.splat(points[n - 1]), length: edges[n - 1].length };
        let position = at.reach(lanes, lanes.splat(points[n]));
        let (position, _) = contact(lanes, obstacles, at, position, None, 1.0);
        points[n] = Vec3::from_array(position.0);
    }
}

/// Vector from one point to another in the space of a root with this rotation.
pub(super) fn offset(rotation: Quat, from: Vec3, to: Vec3) -> Vec3 {
    rotation.conjugate() * (to - from)
}

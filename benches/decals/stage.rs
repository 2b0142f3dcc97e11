//! A character in random poses, and rays towards it.

use crate::bodies::Body;
use crate::clock::now;
use fastrand::Rng;
use sinew::Actor;
use sinew::glam::Vec3;
use sinew::surface::{CharacterSurface, PosedSurface, Ray};
use sinew_suite::random_pose;
use std::sync::Arc;

/// A character in poses.
pub(crate) struct Stage {
    pub(crate) actor: Actor,
    pub(crate) posed: PosedSurface,
    pub(crate) rng: Rng,
    /// Of the triangles in the pose: sum of the areas up to each, its corners and its normal. Empty until a
    /// ray needs it.
    pub(crate) areas: Vec<(f32, [Vec3; 3], Vec3)>,
}

impl Stage {
    pub(crate) fn new(body: &Body, seed: u64) -> Self {
        let surface = Arc::new(CharacterSurface::new(&body.imported.character));
        let actor =
            Actor::new(Arc::new(body.imported.character.clone()), body.imported.clips.clone()).unwrap();
        Self { actor, posed: PosedSurface::new(&surface), rng: Rng::with_seed(seed), areas: Vec::new() }
    }

    /// Next random pose; gives the seconds that taking it over took.
    pub(crate) fn pose(&mut self) -> f64 {
        random_pose(&mut self.actor, &mut self.rng, 6);
        self.areas.clear();
        let start = now();
        self.actor.frame().pose_surface(&mut self.posed).unwrap();
        (now() - start).as_secs_f64()
    }

    /// A ray of unit length towards the front of a random point of the surface, a little beside it. Points
    /// are chosen by area.
    pub(crate) fn ray(&mut self) -> Ray {
        let (character, rng) = (self.actor.character(), &mut self.rng);
        if self.areas.is_empty() {
            let mut total = 0.0;
            for part in self.posed.surface().parts() {
                let positions = self.posed.positions(part);
                let mesh = character.mesh_instances()[part.instance].mesh;
                let indices = &character.meshes()[mesh].primitives[part.primitive].indices;
                for t in indices.chunks_exact(3) {
                    let corners = [0, 1, 2].map(|n| positions[t[n] as usize]);
                    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
                    total += normal.length();
                    self.areas.push((total, corners, normal.normalize_or(Vec3::Y)));
                }
            }
        }
        let wanted = rng.f32() * self.areas.last().map_or(0.0, |last| last.0);
        let found = self.areas.partition_point(|entry| entry.0 < wanted).min(self.areas.len() - 1);
        let (_, [a, b, c], normal) = self.areas[found];
        let mut random = || Vec3::from_array([(); 3].map(|()| rng.f32() * 2.0 - 1.0));
        let direction = (-normal + random() * 0.7).normalize_or(-normal);
        let target = (a + b + c) / 3.0 + random() * 0.01;
        Ray::new(target - direction * (0.3 + rng.f32() * 1.7), direction)
    }
}

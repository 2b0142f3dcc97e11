//! Things that a camera must not stand in: between a camera and a face there may be a shoulder, an arm or hair,
//! into which its near plane would cut.

use sinew::glam::Vec3;
use sinew_render::Camera;
use std::collections::HashSet;

/// Width of the cells in which points are counted once, as a share of the distance to the target.
const CELL: f32 = 0.03;
/// Clear distance around the eye, as a share of the first distance to the target.
const CLEARANCE: f32 = 0.3;
/// Factor on the distance for each step back, and most steps: the camera goes back to seven times the distance.
const STEP: f32 = 1.1;
const MAX_STEPS: i32 = 20;

/// Points of surfaces near a camera.
#[derive(Clone, Debug, Default)]
pub(crate) struct Obstacles {
    points: Vec<Vec3>,
}

impl Obstacles {
    /// Adds a point.
    pub(crate) fn add(&mut self, point: Vec3) {
        self.points.push(point);
    }

    /// Leaves one point of each cell of `width` metres, so that few remain of many frames.
    pub(crate) fn thin(&mut self, width: f32) {
        let mut seen = HashSet::new();
        self.points.retain(|point| seen.insert((*point / width.max(1e-6)).round().as_ivec3()));
    }

    /// The camera moved back until nothing is near its eye, with a smaller angle of view, so that what is at its
    /// target keeps its size. Where all places behind it are taken it stays where it is.
    pub(crate) fn clear(&mut self, camera: Camera) -> Camera {
        let back = camera.eye - camera.target;
        let distance = back.length();
        if self.points.is_empty() || !distance.is_normal() {
            return camera;
        }
        self.thin(distance * CELL);
        let clearance = distance * CLEARANCE;
        let is_free = |eye: &Vec3| self.points.iter().all(|point| point.distance(*eye) > clearance);
        let factors = (0..=MAX_STEPS).map(|step| STEP.powi(step));
        let free = factors.into_iter().find(|factor| is_free(&(camera.target + back * *factor)));
        let Some(factor) = free.filter(|factor| *factor > 1.0) else { return camera };
        let mut moved = camera;
        moved.eye = camera.target + back * factor;
        moved.with_fov_y(2.0 * ((camera.fov_y * 0.5).tan() / factor).atan())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cameras_go_back_until_nothing_is_near() {
        let camera = Camera::look_at(Vec3::Z, Vec3::ZERO);
        let mut obstacles = Obstacles::default();
        obstacles.add(Vec3::new(0.5, 0.0, 0.0));
        assert_eq!(obstacles.clear(camera).eye, Vec3::Z, "nothing is near");
        (0..40).for_each(|n| obstacles.add(Vec3::new(0.1, -0.1, 0.8 + 0.02 * n as f32)));
        let moved = obstacles.clear(camera);
        assert!(moved.eye.z > 1.8 && moved.eye.z < 2.2, "{}", moved.eye);
        // What is at the target has the same size.
        let size = |camera: Camera| camera.clip_from_world(1.0).project_point3(Vec3::new(0.1, 0.05, 0.0));
        assert!((size(moved) - size(camera)).truncate().length() < 1e-4);
        // No place is free.
        (0..400).for_each(|n| obstacles.add(Vec3::new(0.0, 0.0, 0.05 * n as f32)));
        assert_eq!(obstacles.clear(camera).eye, Vec3::Z);
    }
}

//! Camera that fits posed vertices. A bounding box of a pose contains much empty space, so the fit uses the
//! vertices: in camera axes each side of the view is a plane, and the eye position follows in closed form
//! from the outermost point along each of the four planes.

use crate::asset::size::is_motion_only;
use crate::asset::vertices::for_each_vertex;
use crate::drawing::obstacles::Obstacles;
use crate::drawing::turntable::Turn;
use crate::drawing::view_direction::ViewDirection;
use sinew::glam::{Affine3A, Vec3};
use sinew::{Actor, Bounds, JointId};
use sinew_render::{Camera, overlay};

/// Shares of the picture that are filled: width, height.
const FILLED: [f32; 2] = [0.88, 0.8];

/// Distance of points that the camera keeps out of, as a share of the size of what is framed.
const KEPT_SHARE: f32 = 0.02;

/// Collects points and computes the camera that has all of them in view.
pub(crate) struct Framing {
    /// Camera axes: right, up, and from the target towards the eye.
    axes: [Vec3; 3],
    /// Tangents of half the angles to fill, horizontal and vertical.
    tangent: [f32; 2],
    /// Outermost distance of points along the left, right, bottom and top plane.
    reach: [[f32; 2]; 2],
    bounds: Bounds,
    /// Surfaces that the camera keeps out of.
    obstacles: Obstacles,
    /// From the world to that of the camera, for points that are added.
    seen_from_world: Affine3A,
}

impl Framing {
    /// An empty framing; the picture is `aspect` times as wide as high.
    pub(crate) fn new(direction: ViewDirection, aspect: f32) -> Self {
        let half = (Camera::DEFAULT_FOV_Y * 0.5).tan();
        Self {
            axes: direction.axes(),
            tangent: [FILLED[0] * half * aspect, FILLED[1] * half],
            reach: [[f32::NEG_INFINITY; 2]; 2],
            bounds: Bounds::EMPTY,
            obstacles: Obstacles::default(),
            seen_from_world: Affine3A::IDENTITY,
        }
    }

    /// Subtracts `origin` from points added later; the camera is moved by it afterwards.
    pub(crate) fn set_origin(&mut self, origin: Vec3) {
        self.seen_from_world = Affine3A::from_translation(-origin);
    }

    /// Turns points added later, in place of an origin; the camera is turned back by it afterwards.
    pub(crate) fn set_turn(&mut self, turn: Turn) {
        self.seen_from_world = turn.seen_from_world;
    }

    /// Adds a point in world space.
    pub(crate) fn add(&mut self, point: Vec3) {
        let point = self.seen_from_world.transform_point3(point);
        let depth = point.dot(self.axes[2]);
        for axis in 0..2 {
            let (distance, slope) = (point.dot(self.axes[axis]), self.tangent[axis] * depth);
            let [low, high] = &mut self.reach[axis];
            *low = low.max(slope - distance);
            *high = high.max(slope + distance);
        }
        self.bounds = self.bounds.including(point);
    }

    /// Adds the ends of a sphere's axes.
    pub(crate) fn add_sphere(&mut self, center: Vec3, radius: f32) {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            [-radius, radius].into_iter().for_each(|along| self.add(center + axis * along));
        }
    }

    /// Adds all visible vertices of `actor`; for motion without meshes, the joints of the skeleton overlay.
    pub(crate) fn add_actor(&mut self, actor: &Actor) {
        let frame = actor.frame();
        for_each_vertex(&frame, |_, _, _, point| self.add(point));
        if is_motion_only(actor) {
            let world = frame.world_from_model();
            let model = |joint: JointId| frame.model()[joint.index()].translation.into();
            let positions = overlay::skeleton_joints(actor.character()).into_iter().map(model);
            let points = positions.map(|position| world.transform_point3(position));
            points.filter(|p| p.is_finite()).for_each(|point| self.add(point));
        }
    }

    /// Adds all visible vertices of `actor` and its hair as things that the camera keeps out of, since it frames a
    /// part of the actor alone.
    pub(crate) fn keep_out_of(&mut self, actor: &Actor) {
        let (frame, turn) = (actor.frame(), self.seen_from_world);
        for_each_vertex(&frame, |_, _, _, point| self.obstacles.add(turn.transform_point3(point)));
        let Some(hair) = actor.hair() else { return };
        for layer in 0..hair.groom().layers.len() {
            for point in hair.pose(layer).points() {
                self.obstacles.add(turn.transform_point3(point.position()));
            }
        }
        // Of many frames only what is apart is kept.
        self.obstacles.thin(self.bounds.size().length() * KEPT_SHARE);
    }

    /// True before a point is added.
    pub(crate) fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// The camera; without points it looks at the origin.
    pub(crate) fn camera(mut self) -> Camera {
        if self.is_empty() {
            [-Vec3::ONE, Vec3::ONE].into_iter().for_each(|corner| self.add(corner));
        }
        let [right, up, towards_eye] = self.axes;
        let middle = |[low, high]: [f32; 2]| (high - low) * 0.5;
        let far_enough = (0..2).map(|a| (self.reach[a][0] + self.reach[a][1]) / (2.0 * self.tangent[a]));
        let center = self.bounds.center();
        let size = self.bounds.size().length().max(1e-6);
        // Keeps the eye out of a single point.
        let nearest = center.dot(towards_eye) + size;
        let depth = far_enough.fold(nearest, f32::max);
        let eye = right * middle(self.reach[0]) + up * middle(self.reach[1]) + towards_eye * depth;
        let distance = depth - center.dot(towards_eye);
        let camera = Camera::look_at(eye, eye - towards_eye * distance).with_up(up);
        let camera = self.obstacles.clear(camera);
        let distance = camera.eye.distance(camera.target);
        camera.with_clip_planes(distance * 0.01, (distance + size) * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew_render::ViewPreset;

    #[test]
    fn points_fill_four_fifths_of_the_height_and_are_centred() {
        for view in ViewPreset::ALL {
            let mut framing = Framing::new(ViewDirection::of(view), 1.6);
            let points: Vec<_> = (0..200)
                .map(|i| {
                    let turn = i as f32 * 0.7;
                    Vec3::new(0.3 * turn.sin() + 5.0, i as f32 * 0.009, 0.3 * turn.cos() - 2.0)
                })
                .collect();
            points.iter().for_each(|&p| framing.add(p));
            let clip = framing.camera().clip_from_world(1.6);
            let seen: Vec<_> = points.iter().map(|&p| clip.project_point3(p)).collect();
            let (low, high) = seen.iter().fold((1.0f32, -1.0f32), |(l, h), p| (l.min(p.y), h.max(p.y)));
            assert!((high - low - 1.6).abs() < 1e-3, "{view:?}: {low} to {high}");
            assert!((high + low).abs() < 1e-3, "{view:?}: {low} to {high}");
            assert!(seen.iter().all(|p| p.x.abs() < 0.881 && p.z > 0.0 && p.z < 1.0), "{view:?}");
        }
    }

    #[test]
    fn nothing_and_a_point_give_a_camera_too() {
        let empty = Framing::new(ViewDirection::towards(Vec3::Z), 1.0).camera();
        let mut framing = Framing::new(ViewDirection::towards(Vec3::Z), 1.0);
        framing.add(Vec3::splat(3.0));
        let point = framing.camera();
        for camera in [empty, point] {
            assert!(camera.eye.is_finite() && camera.near > 0.0 && camera.eye != camera.target);
        }
    }
}

use crate::face::FaceLandmarks;
use glam::{Vec2, Vec3};
use sinew::internal::ops;

/// Coordinates on a face: the skin unrolled around a vertical axis inside the head. Left is the character's
/// left, +x; units are half the distance of the eyes.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacePlane {
    axis: Vec2,
    middle: f32,
    radius: f32,
    unit: f32,
    eye_height: f32,
}

/// Points of a face in its plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacePoints {
    pub(super) eye: Vec2,
    /// Height of the brows.
    pub(super) brow: f32,
    pub(super) bridge: Vec2,
    pub(super) nose_base: Vec2,
    /// Distance of the wings of the nose from the middle; `None` where they are not found.
    pub(super) wing: Option<f32>,
    pub(super) mouth: Vec2,
    pub(super) mouth_corner: Vec2,
    pub(super) lower_lip: Vec2,
    pub(super) chin: Vec2,
}

/// Distance of the axis behind the bridge of the nose, in units.
const AXIS_DEPTH: f32 = 2.4;
/// Depth of the corners of the eyes behind the bridge, in units.
const EYE_DEPTH: f32 = 0.35;

impl FacePlane {
    pub(super) fn new(landmarks: &FaceLandmarks) -> Self {
        let unit = (landmarks.eye_left.x - landmarks.eye_right.x) * 0.5;
        let middle = (landmarks.eye_left.x + landmarks.eye_right.x) * 0.5;
        let axis = Vec2::new(middle, landmarks.nose_bridge.z - AXIS_DEPTH * unit);
        let eye_height = (landmarks.eye_left.y + landmarks.eye_right.y) * 0.5;
        Self { axis, middle, radius: AXIS_DEPTH * unit, unit, eye_height }
    }

    /// Half the distance of the eyes, metres.
    pub(super) fn unit(&self) -> f32 {
        self.unit
    }

    /// Coordinates of a position in model space: x to the left from the middle, y up from the eyes.
    pub(super) fn at(&self, position: Vec3) -> Vec2 {
        let angle = ops::atan2(position.x - self.axis.x, position.z - self.axis.y);
        Vec2::new(angle * self.radius, position.y - self.eye_height) / self.unit
    }

    /// True for positions in front of the axis and near the face.
    pub(super) fn covers(&self, position: Vec3) -> bool {
        let apart = Vec2::new(position.x - self.middle, position.y - self.eye_height) / self.unit;
        position.z > self.axis.y && apart.abs().max_element() < 4.0
    }

    /// Points of a face whose brows are `brow` above the eyes, with the distance of the wings of its nose from
    /// the middle.
    pub(super) fn points(&self, landmarks: &FaceLandmarks, brow: f32, wing: Option<f32>) -> FacePoints {
        // Eyes are known without their depth.
        let eye = landmarks.eye_left.with_z(landmarks.nose_bridge.z - EYE_DEPTH * self.unit);
        let corner =
            (self.at(landmarks.mouth_left) + self.at(landmarks.mouth_right) * Vec2::new(-1.0, 1.0)) * 0.5;
        FacePoints {
            eye: self.at(eye),
            brow: self.at(eye).y + brow,
            bridge: self.at(landmarks.nose_bridge),
            nose_base: self.at(landmarks.nose_base),
            wing,
            mouth: self.at(landmarks.mouth),
            mouth_corner: corner,
            lower_lip: self.at(landmarks.lower_lip),
            chin: self.at(landmarks.chin),
        }
    }
}

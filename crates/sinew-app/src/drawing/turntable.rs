//! Turntable of pictures. The camera and the light go around the character, which stands still: what moves by
//! physics, such as spring bones, hair and bodies, and what is aimed at in the world keep their positions
//! relative to it.

use crate::asset::size::reference_bounds;
use sinew::Actor;
use sinew::glam::{Affine3A, Vec3};
use sinew_render::{Camera, Scene};

/// Turn of a turntable about the vertical axis through the character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn {
    /// From the world to that of a camera that stands still.
    pub(crate) seen_from_world: Affine3A,
    /// Angle in radians.
    angle: f32,
}

impl Turn {
    /// No turn.
    pub(crate) const NONE: Self = Self { seen_from_world: Affine3A::IDENTITY, angle: 0.0 };

    /// Turn of an actor by an angle in radians.
    pub(crate) fn of(actor: &Actor, angle: f32) -> Self {
        let axis = reference_bounds(actor).center() * Vec3::new(1.0, 0.0, 1.0);
        let seen_from_world = Affine3A::from_translation(axis)
            * Affine3A::from_rotation_y(angle)
            * Affine3A::from_translation(-axis);
        Self { seen_from_world, angle }
    }

    /// The camera that goes around in place of one that stands still.
    pub(crate) fn camera(self, camera: Camera) -> Camera {
        let back = self.seen_from_world.inverse();
        let mut camera = camera;
        camera.eye = back.transform_point3(camera.eye);
        camera.target = back.transform_point3(camera.target);
        camera.up = back.transform_vector3(camera.up);
        camera
    }

    /// Moves sun and environment of a scene along with the camera.
    pub(crate) fn turn_light(self, scene: &mut Scene<'_>) {
        let back = self.seen_from_world.inverse();
        scene.sun.direction_to_sun = back.transform_vector3(scene.sun.direction_to_sun);
        if let Some(environment) = &mut scene.environment {
            environment.rotation -= self.angle;
        }
    }
}

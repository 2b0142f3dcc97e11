use super::shadow::ShadowFit;
use crate::scene::{Scene, Sky, Sun};
use bytemuck::{Pod, Zeroable};
use sinew::Bounds;
use sinew::glam::{Mat4, Vec2, Vec3, Vec4};
use std::f32::consts::PI;

/// The twin of `Frame` in shaders/frame.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct FrameUniform {
    clip_from_world: Mat4,
    world_from_clip: Mat4,
    shadow_from_world: Mat4,
    eye: Vec4,
    sun_direction: Vec4,
    sun_color: Vec4,
    viewport: Vec4,
    shadow: Vec4,
    sky_zenith: Vec4,
    sky_horizon: Vec4,
    sky_ground: Vec4,
    irradiance: [Vec4; 9],
    ground: Vec4,
    ground_center: Vec4,
    ground_color: Vec4,
    toon_sun: Vec4,
    toon_sky: Vec4,
}

/// The sky's irradiance, measured again only when the light changes.
#[derive(Debug, Default)]
pub(super) struct SkyLight {
    of: Option<(Sky, Sun)>,
    irradiance: [Vec3; 9],
}

impl SkyLight {
    fn get(&mut self, sky: Sky, sun: Sun) -> &[Vec3; 9] {
        if self.of != Some((sky, sun)) {
            self.of = Some((sky, sun));
            self.irradiance = crate::sky::irradiance(&sky, &sun);
        }
        &self.irradiance
    }
}

impl FrameUniform {
    pub(super) fn new(
        scene: &Scene<'_>,
        size: [u32; 2],
        actors: &Bounds,
        shadow: Option<&ShadowFit>,
        light: &mut SkyLight,
    ) -> Self {
        let [width, height] = size.map(|s| s as f32);
        let camera = &scene.camera;
        let clip_from_world = camera.clip_from_world(width / height);
        let mut sun = scene.sun;
        sun.direction = sun.direction.normalize_or(Vec3::Y);
        let ground = scene.ground.unwrap_or_default();
        let (center, radius) = extent(scene, actors);
        let spacing = ground.spacing.filter(|s| *s > 0.0).unwrap_or_else(|| spacing_for(radius));
        let fade = radius * 14.0;
        let irradiance = light.get(scene.sky, sun);
        let toon = ToonLight::new(&sun, irradiance);
        let sky = |color: Vec3| (color * scene.sky.intensity).extend(0.0);
        Self {
            clip_from_world,
            world_from_clip: clip_from_world.inverse(),
            shadow_from_world: shadow.map_or(Mat4::IDENTITY, |s| s.clip_from_world),
            eye: camera.eye.extend(1.0),
            sun_direction: sun.direction.extend(f32::from(u8::from(shadow.is_some()))),
            sun_color: (sun.color * sun.intensity).extend(0.0),
            viewport: Vec4::new(width, height, 1.0 / width, 1.0 / height),
            shadow: shadow.map_or(Vec4::ONE, |s| {
                Vec4::new(s.texel, sun.angle.clamp(0.0, 1.0).tan(), s.depth, s.per_metre)
            }),
            sky_zenith: sky(scene.sky.zenith),
            sky_horizon: sky(scene.sky.horizon),
            sky_ground: sky(scene.sky.ground),
            irradiance: irradiance.map(|c| c.extend(0.0)),
            ground: Vec4::new(ground.height, spacing, fade, fade),
            ground_center: Vec2::new(center.x, center.z).extend(ground.grid).extend(0.0),
            ground_color: ground.color,
            toon_sun: toon.sun.extend(scene.time as f32),
            toon_sky: toon.sky.extend(toon.exposure),
        }
    }
}

/// The light on toon materials.
struct ToonLight {
    sun: Vec3,
    /// From around, the mean of what comes from above and below.
    sky: Vec3,
    /// Factor on all light.
    exposure: f32,
}

impl ToonLight {
    /// Where sun and sky together are brighter than 1 in any channel, they are dimmed to 1: a lit white stays white.
    fn new(sun: &Sun, irradiance: &[Vec3; 9]) -> Self {
        let direct = sun.color * sun.intensity / PI;
        let around = crate::sky::mean_of_above_and_below(irradiance);
        let exposure = 1.0 / (direct + around).max_element().max(1.0);
        Self { sun: direct * exposure, sky: around * exposure, exposure }
    }
}

/// Middle and radius of what there is to see: of the actors; without any of the lines, as motion alone is drawn; without
/// those of what the camera has in view about its target.
fn extent(scene: &Scene<'_>, actors: &Bounds) -> (Vec3, f32) {
    let ends = || scene.lines.iter().flat_map(|line| [line.from, line.to]).filter(|end| end.is_finite());
    let seen = if actors.is_empty() { Bounds::of_points(ends()) } else { *actors };
    if !seen.is_empty() {
        return (seen.center(), seen.size().length() * 0.5);
    }
    let camera = &scene.camera;
    (camera.target, camera.eye.distance(camera.target) * (camera.fov_y * 0.5).tan())
}

/// The power of ten in metres that a grid around a thing of `radius` has between its lines: a metre for people.
fn spacing_for(radius: f32) -> f32 {
    10f32.powf(radius.max(1e-6).log10().round())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Camera, Line, View};

    #[test]
    fn the_grid_of_a_body_of_lines_is_that_of_people() {
        let body = Bounds::of_points([Vec3::new(-0.4, 0.0, -0.2), Vec3::new(0.4, 1.7, 0.2)]);
        let camera = Camera::framing(&body, View::Front, 1.6);
        let mut scene = Scene::new(camera, &[]);
        let spacing = |scene: &Scene<'_>, actors: &Bounds| spacing_for(extent(scene, actors).1);
        assert_eq!(spacing(&scene, &body), 1.0);
        assert_eq!(spacing(&scene, &Bounds::EMPTY), 1.0);
        // From afar it is still the lines that count.
        let bone = Line { from: body.min, to: body.max, color: Vec4::ONE, width: 1.0 };
        let lines = [bone, Line { to: Vec3::NAN, ..bone }];
        scene.lines = &lines;
        scene.camera.eye *= 20.0;
        assert_eq!(spacing(&scene, &Bounds::EMPTY), 1.0);
        assert_eq!(extent(&scene, &Bounds::EMPTY).0, body.center());
        // What is small has finer lines.
        assert_eq!(spacing(&scene, &Bounds::of_points([Vec3::ZERO, Vec3::splat(0.1)])), 0.1);
    }
}

use super::contact_shadow::{GroundEllipsoid, MAX_ELLIPSOIDS, contact_shadows};
use super::light_list::LightList;
use super::shadow_projection::ShadowProjection;
use crate::light::{Irradiance, MAX_PUNCTUAL_LIGHTS, PunctualLight, Sun};
use crate::scene::Scene;
use bytemuck::{Pod, Zeroable};
use sinew::Bounds;
use sinew::character::LightKind;
use sinew::glam::{Mat4, Vec2, Vec3, Vec3Swizzles, Vec4, Vec4Swizzles};
use std::f32::consts::PI;

/// Uniform of one image: camera, lights, ground; the same layout as `Frame` in shaders/frame.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct FrameUniform {
    clip_from_world: Mat4,
    world_from_clip: Mat4,
    shadow_from_world: Mat4,
    eye: Vec4,
    direction_to_sun: Vec4,
    sun_color: Vec4,
    fill_light: Vec4,
    viewport: Vec4,
    shadow: Vec4,
    shadow_planes: Vec4,
    exposure: Vec4,
    environment: Vec4,
    sky_zenith: Vec4,
    sky_horizon: Vec4,
    sky_ground: Vec4,
    irradiance: [Vec4; 9],
    ground: Vec4,
    ground_center: Vec4,
    ground_color: Vec4,
    ground_shadow: Vec4,
    toon_sun: Vec4,
    toon_sky: Vec4,
    ellipsoids: [GroundEllipsoid; MAX_ELLIPSOIDS],
    lights: [LightUniform; MAX_PUNCTUAL_LIGHTS],
}

/// Light of a file; the same layout as `PunctualLight` in shaders/frame.wgsl.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
struct LightUniform {
    position: Vec4,
    axis: Vec4,
    color: Vec4,
    cone: Vec4,
}

impl LightUniform {
    fn new(light: &PunctualLight) -> Self {
        let has_position = light.kind != LightKind::Directional;
        let (scale, offset) = light.cone();
        Self {
            position: light.position.extend(f32::from(u8::from(has_position))),
            axis: (-light.direction)
                .normalize_or(Vec3::Y)
                .extend(light.range.map_or(0.0, |range| range.powi(-4))),
            color: (light.color * light.intensity).extend(0.0),
            cone: Vec4::new(scale, offset, 0.0, 0.0),
        }
    }
}

impl FrameUniform {
    /// Uniform of an image of `size` pixels. `bounds` encloses all model instances; `irradiance` is that of the
    /// surroundings.
    pub(super) fn new(
        scene: &Scene<'_>,
        size: [u32; 2],
        bounds: &Bounds,
        (lights, shadow): (&LightList, Option<&ShadowProjection>),
        irradiance: &Irradiance,
    ) -> Self {
        let [width, height] = size.map(|s| s as f32);
        let camera = &scene.camera;
        let clip_from_world = camera.clip_from_world(width / height);
        let sun = scene.sun;
        let ground = scene.ground.unwrap_or_default();
        let (center, radius) = visible_extent(scene, bounds);
        let spacing =
            ground.grid_spacing.filter(|s| *s > 0.0).unwrap_or_else(|| default_grid_spacing(radius));
        let fade = radius * 14.0;
        let contact = contact_shadows(scene.instances, ground.height);
        let toon = ToonLight::new(scene, lights, bounds, irradiance);
        let sky = |color: Vec3| (color * scene.sky.intensity).extend(0.0);
        Self {
            clip_from_world,
            world_from_clip: clip_from_world.inverse(),
            shadow_from_world: shadow.map_or(Mat4::IDENTITY, |s| s.clip_from_world),
            eye: camera.eye.extend(1.0),
            direction_to_sun: sun
                .direction_to_sun
                .normalize_or(Vec3::Y)
                .extend(shadow.map_or(0, |_| lights.caster.number()) as f32),
            sun_color: (sun.color * sun.intensity).extend(scene.shading as u32 as f32),
            fill_light: fill_light(scene),
            viewport: Vec4::new(width, height, 0.0, 0.0),
            shadow: shadow.map_or(Vec4::ONE, |s| {
                let radius = lights.caster.radius().clamp(0.0, 1.0);
                let spread = if s.planes.is_some() { radius } else { radius.tan() };
                Vec4::new(s.texel_size, spread, s.depth_range, s.uv_per_metre)
            }),
            shadow_planes: shadow.map_or(Vec4::ZERO, |s| {
                let [near, far] = s.planes.unwrap_or_default();
                Vec4::new(near, far, s.texel_at_casters, 0.0)
            }),
            exposure: Vec4::new(
                scene.exposure.clamp(-32.0, 32.0).exp2(),
                lights.iter().count() as f32,
                scene.environment.map_or(0.0, |environment| environment.intensity.max(0.0)),
                0.0,
            ),
            environment: scene.environment.map_or(Vec4::ZERO, |environment| {
                let (sine, cosine) = environment.rotation.sin_cos();
                Vec4::new(cosine, sine, environment.background_blur.clamp(0.0, 1.0), 0.0)
            }),
            sky_zenith: sky(scene.sky.zenith),
            sky_horizon: sky(scene.sky.horizon),
            sky_ground: sky(scene.sky.ground),
            irradiance: irradiance.0.map(|c| c.extend(0.0)),
            ground: Vec4::new(ground.height, spacing, fade, fade),
            ground_center: Vec2::new(center.x, center.z)
                .extend(ground.grid_strength)
                .extend(contact.count as f32),
            ground_color: ground.color,
            ground_shadow: {
                let footprint =
                    shadow.map(|s| s.footprint(bounds, &lights.caster, ground.height, center, fade));
                shadow_area(footprint, contact.area, center.xz(), fade)
            },
            toon_sun: toon.sun.extend(scene.time as f32),
            toon_sky: toon.sky.extend(toon.exposure),
            ellipsoids: contact.ellipsoids,
            lights: {
                let mut all = [LightUniform::default(); MAX_PUNCTUAL_LIGHTS];
                all.iter_mut().zip(lights.iter()).for_each(|(slot, light)| *slot = LightUniform::new(light));
                all
            },
        }
    }
}

impl FrameUniform {
    /// The same for targets whose first pixel is `origin` in the image.
    pub(super) fn with_origin(mut self, origin: [u32; 2]) -> Self {
        let [x, y] = origin.map(|n| n as f32);
        (self.viewport.z, self.viewport.w) = (x, y);
        self
    }
}

/// Rectangle of the ground outside of which nothing casts a shadow, as smallest x and z and largest x and z,
/// within a square of `half` its side around `center`: of the sun's shadows and of contact shadows. Without
/// shadows it is empty.
fn shadow_area(sun: Option<Vec4>, contact: Option<[Vec2; 2]>, center: Vec2, half: f32) -> Vec4 {
    let contact = contact.map(|corners| corners.map(|at| at.clamp(center - half, center + half)));
    match (sun, contact) {
        (None, None) => (center, center).into(),
        (Some(sun), None) => sun,
        (None, Some([min, max])) => (min, max).into(),
        (Some(sun), Some([min, max])) => (sun.xy().min(min), sun.zw().max(max)).into(),
    }
}

/// Direction to the fill light, a little above the camera, and its irradiance over π.
fn fill_light(scene: &Scene<'_>) -> Vec4 {
    let to_camera = (scene.camera.eye - scene.camera.target).normalize_or(Vec3::Z);
    (to_camera + 0.3 * Vec3::Y).normalize_or(Vec3::Y).extend(scene.fill_light.max(0.0) / PI)
}

/// Light on toon materials.
struct ToonLight {
    /// Irradiance over π from the sun, on a surface that faces it, as bright as the image shows it.
    sun: Vec3,
    /// Irradiance over π from the sky: the mean of surfaces that face up and down.
    sky: Vec3,
    /// Factor that sun and sky have been multiplied by.
    exposure: f32,
}

impl ToonLight {
    /// Dims sun, sky and other lights so that their sum on what is drawn is at most 1 in every channel
    /// and a lit white surface stays white.
    fn new(scene: &Scene<'_>, lights: &LightList, bounds: &Bounds, irradiance: &Irradiance) -> Self {
        let Sun { color, intensity, .. } = scene.sun;
        let direct = color * intensity / PI;
        let ambient = irradiance.mean_up_and_down();
        let all = direct + ambient + lights.most_within(bounds) / PI;
        let exposure = scene.exposure.clamp(-32.0, 32.0).exp2() / all.max_element().max(1.0);
        Self { sun: direct * exposure, sky: ambient * exposure, exposure }
    }
}

/// Centre and radius of the scene: of the model instances; without any, of the overlay lines, since motion
/// without a mesh is drawn as lines; without lines, of the camera's view at its target.
fn visible_extent(scene: &Scene<'_>, instances: &Bounds) -> (Vec3, f32) {
    let ends = || scene.lines.iter().flat_map(|line| [line.start, line.end]).filter(|end| end.is_finite());
    let bounds = if instances.is_empty() { Bounds::from_points(ends()) } else { *instances };
    if !bounds.is_empty() {
        return (bounds.center(), bounds.size().length() * 0.5);
    }
    let camera = &scene.camera;
    (camera.target, camera.eye.distance(camera.target) * (camera.fov_y * 0.5).tan())
}

/// Distance between grid lines for a scene of `radius` metres: a power of ten, 1 m for people.
fn default_grid_spacing(radius: f32) -> f32 {
    10f32.powf(radius.max(1e-6).log10().round())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Camera;
    use crate::overlay::Line;
    use crate::view_preset::ViewPreset;

    #[test]
    fn shadows_without_the_suns_have_an_area() {
        let center = Vec2::new(10.0, 20.0);
        let contact = Some([Vec2::new(9.0, 19.0), Vec2::new(100.0, 21.0)]);
        let area = |sun, contact| shadow_area(sun, contact, center, 5.0);
        let sun = Vec4::new(8.0, 19.5, 11.0, 22.0);
        assert_eq!(area(None, None), Vec4::new(10.0, 20.0, 10.0, 20.0));
        assert_eq!(area(Some(sun), None), sun);
        assert_eq!(area(None, contact), Vec4::new(9.0, 19.0, 15.0, 21.0));
        assert_eq!(area(Some(sun), contact), Vec4::new(8.0, 19.0, 15.0, 22.0));
    }

    #[test]
    fn grid_spacing_follows_the_lines_where_no_model_is() {
        let body = Bounds::from_points([Vec3::new(-0.4, 0.0, -0.2), Vec3::new(0.4, 1.7, 0.2)]);
        let camera = Camera::framing(&body, ViewPreset::Front, 1.6);
        let mut scene = Scene::new(camera, &[]);
        let spacing =
            |scene: &Scene<'_>, bounds: &Bounds| default_grid_spacing(visible_extent(scene, bounds).1);
        assert_eq!(spacing(&scene, &body), 1.0);
        assert_eq!(spacing(&scene, &Bounds::EMPTY), 1.0);
        // From a distance the lines still decide; ends that are not finite do not count.
        let bone = Line::new(body.min, body.max, Vec4::ONE);
        let lines = [bone, Line { end: Vec3::NAN, ..bone }];
        scene.lines = &lines;
        scene.camera.eye *= 20.0;
        assert_eq!(spacing(&scene, &Bounds::EMPTY), 1.0);
        assert_eq!(visible_extent(&scene, &Bounds::EMPTY).0, body.center());
        // Small models have a finer grid.
        assert_eq!(spacing(&scene, &Bounds::from_points([Vec3::ZERO, Vec3::splat(0.1)])), 0.1);
    }
}

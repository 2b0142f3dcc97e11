use super::light_list::ShadowCaster;
use crate::scene::Scene;
use sinew::Bounds;
use sinew::glam::camera::rh::{
    proj::directx::{orthographic, perspective},
    view::look_to_mat4,
};
use sinew::glam::{Mat4, Vec2, Vec3, Vec3Swizzles, Vec4};

/// Projection of the scene along the rays of a light onto the shadow map.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShadowProjection {
    pub(super) clip_from_world: Mat4,
    /// Size of a texel in metres; for a light with a position, at a metre from it.
    pub(super) texel_size: f32,
    /// Length of the depth range in metres.
    pub(super) depth_range: f32,
    /// Texture coordinates per metre; for a light with a position, at a metre from it.
    pub(super) uv_per_metre: f32,
    /// Near and far plane of a light with a position, in metres.
    pub(super) planes: Option<[f32; 2]>,
    /// Size of a texel in metres in the middle of the casters.
    pub(super) texel_at_casters: f32,
}

/// Widest half angle of the view of a light that is among its casters, in radians.
const WIDEST: f32 = 1.3;

impl ShadowProjection {
    /// Projection along the rays of `caster` around the bounding sphere of `casters`. `None` where nothing
    /// casts a shadow.
    pub(super) fn new(
        casters: &Bounds,
        scene: &Scene<'_>,
        caster: &ShadowCaster,
        map_size: u32,
    ) -> Option<Self> {
        if casters.is_empty() || map_size == 0 || !caster.shines() {
            return None;
        }
        match caster.position() {
            Some(position) => Some(Self::from_position(casters, position, map_size)),
            None => Some(Self::along(casters, scene, caster.direction()?, map_size)),
        }
    }

    /// Box along parallel rays. It moves in whole texels and grows in steps, so that shadow edges do not crawl
    /// while characters move.
    fn along(casters: &Bounds, scene: &Scene<'_>, to_sun: Vec3, map_size: u32) -> Self {
        let radius = casters.size().length().max(1e-6) * 0.5;
        // Steps of an eighth of an octave.
        let radius = (((radius * 1.02).log2() * 8.0).ceil() / 8.0).exp2();
        let view = look_to_mat4(Vec3::ZERO, -to_sun, up_beside(to_sun));
        let texel_size = 2.0 * radius / map_size as f32;
        let center = view.transform_point3(casters.center());
        let snapped = |v: f32| (v / texel_size).round() * texel_size;
        let (x, y) = (snapped(center.x), snapped(center.y));
        // Along the rays the box extends from the near side of the casters to the ground that their shadow
        // falls on.
        let near = -center.z - radius;
        let mut far = -center.z + radius;
        if let Some(ground) = scene.ground {
            let drop = (casters.max.y - ground.height).max(0.0) / to_sun.y.max(0.1);
            far = far.max(-center.z + drop.min(radius * 8.0));
        }
        let projection = orthographic(x - radius, x + radius, y - radius, y + radius, near, far);
        Self {
            clip_from_world: projection * view,
            texel_size,
            depth_range: far - near,
            uv_per_metre: 0.5 / radius,
            planes: None,
            texel_at_casters: texel_size,
        }
    }

    /// View of the casters from a light.
    fn from_position(casters: &Bounds, position: Vec3, map_size: u32) -> Self {
        let radius = casters.size().length().max(1e-6) * 0.5;
        let way = casters.center() - position;
        let distance = way.length().max(radius * 1e-3);
        let half = (radius * 1.02 / distance).min(1.0).asin().min(WIDEST);
        let towards = way.normalize_or(Vec3::NEG_Y);
        let near = (distance - radius).max(distance * 0.02).max(radius * 0.01);
        // Shadows fall on the ground behind the casters too.
        let far = distance + radius * 4.0;
        let view = look_to_mat4(position, towards, up_beside(towards));
        let texel_size = 2.0 * half.tan() / map_size as f32;
        Self {
            clip_from_world: perspective(half * 2.0, 1.0, near, far) * view,
            texel_size,
            depth_range: far - near,
            uv_per_metre: 0.5 / half.tan(),
            planes: Some([near, far]),
            texel_at_casters: texel_size * distance,
        }
    }

    /// Rectangle at `height` that contains the shadow of `casters`, as smallest x and z and largest x and z,
    /// within a square of `half` its side around `center`.
    pub(super) fn footprint(
        &self,
        casters: &Bounds,
        caster: &ShadowCaster,
        height: f32,
        center: Vec3,
        half: f32,
    ) -> Vec4 {
        let square = [center.xz() - half, center.xz() + half];
        let corners = [casters.min, casters.max];
        let corner = |n: u32| {
            let of = |bit: u32| corners[(n >> bit & 1) as usize];
            Vec3::new(of(0).x, of(1).y, of(2).z)
        };
        let (mut min, mut max) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for corner in (0..8).map(corner) {
            let Some((at, margin)) = self.shadow_of(corner, caster, height) else {
                return (square[0], square[1]).into();
            };
            (min, max) = (min.min(at - margin), max.max(at + margin));
        }
        let [low, high] = square;
        (min.clamp(low, high), max.clamp(low, high)).into()
    }

    /// Shadow of a point on the ground at `height`, with the width of its soft edge: the widest penumbra, 32
    /// texels, and that of the filter, seen along the rays. `None` where it is far away.
    fn shadow_of(&self, point: Vec3, caster: &ShadowCaster, height: f32) -> Option<(Vec2, f32)> {
        let above = (point.y - height).max(0.0);
        let Some(position) = caster.position() else {
            let to_sun = caster.direction()?;
            let at = point.xz() - to_sun.xz() / to_sun.y * above;
            return (to_sun.y >= 0.01).then_some((at, 34.0 * self.texel_size / to_sun.y));
        };
        let drop = position.y - point.y;
        let share = above / drop.max(1e-6);
        let at = point.xz() + (point.xz() - position.xz()) * share;
        let away = position.distance(at.extend(height).xzy());
        let slope = (position.y - height) / away;
        (drop > 0.0 && share < 20.0).then_some((at, 34.0 * self.texel_size * away / slope.max(0.05)))
    }
}

/// Upright vector that is not along `direction`.
fn up_beside(direction: Vec3) -> Vec3 {
    if direction.y.abs() > 0.99 { Vec3::Z } else { Vec3::Y }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Camera;
    use crate::light::PunctualLight;
    use sinew::character::LightKind;

    #[test]
    fn a_light_sees_all_casters_and_its_depths_are_metres() {
        let body = Bounds::from_points([Vec3::new(-0.5, 0.0, -0.3), Vec3::new(0.5, 1.8, 0.3)]);
        let scene = Scene::new(Camera::look_at(Vec3::Z * 5.0, Vec3::Y), &[]);
        for position in [Vec3::new(2.0, 3.0, 1.0), Vec3::new(0.0, 6.0, 0.0), Vec3::new(-9.0, 1.0, 0.5)] {
            let light = PunctualLight::new(LightKind::Point, position, Vec3::NEG_Y).with_intensity(9.0);
            let caster = ShadowCaster::Light(0, light);
            let projection = ShadowProjection::new(&body, &scene, &caster, 1024).unwrap();
            let [near, far] = projection.planes.unwrap();
            for n in 0..8u32 {
                let of = |bit: u32| [body.min, body.max][(n >> bit & 1) as usize];
                let corner = Vec3::new(of(0).x, of(1).y, of(2).z);
                let clip = projection.clip_from_world * corner.extend(1.0);
                let ndc = clip.truncate() / clip.w;
                assert!(
                    ndc.xy().abs().max_element() < 1.0 && (0.0..=1.0).contains(&ndc.z),
                    "{position}: {ndc}"
                );
                let metres = near * far / (far - ndc.z * projection.depth_range);
                assert!((metres - clip.w).abs() < 1e-3 * clip.w, "{metres} for {}", clip.w);
            }
            let shadow = projection.footprint(&body, &caster, 0.0, Vec3::ZERO, 30.0);
            assert!(shadow.x < -0.5 && shadow.z > 0.5 && shadow.y < -0.3 && shadow.w > 0.3, "{shadow}");
        }
        // Below the head, the light throws shadows as far as one looks.
        let low =
            PunctualLight::new(LightKind::Point, Vec3::new(2.0, 1.0, 0.0), Vec3::NEG_Y).with_intensity(1.0);
        let low = ShadowCaster::Light(0, low);
        let projection = ShadowProjection::new(&body, &scene, &low, 1024).unwrap();
        assert_eq!(
            projection.footprint(&body, &low, 0.0, Vec3::ZERO, 30.0),
            Vec4::new(-30.0, -30.0, 30.0, 30.0)
        );
    }
}

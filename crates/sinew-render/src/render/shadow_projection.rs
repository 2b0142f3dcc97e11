use crate::light::Sun;
use crate::scene::Scene;
use sinew::Bounds;
use sinew::glam::camera::rh::{proj::directx::orthographic, view::look_to_mat4};
use sinew::glam::{Mat4, Vec2, Vec3, Vec3Swizzles, Vec4};

/// Orthographic projection of the scene along the sun's rays onto the shadow map.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShadowProjection {
    pub(super) clip_from_world: Mat4,
    /// Size of a texel in metres.
    pub(super) texel_size: f32,
    /// Length of the depth range in metres.
    pub(super) depth_range: f32,
    /// Texture coordinates per metre.
    pub(super) uv_per_metre: f32,
}

impl ShadowProjection {
    /// Box along the sun's rays around the bounding sphere of `casters`. The box moves in whole texels and
    /// grows in steps, so that shadow edges do not crawl while characters move. `None` where nothing casts a
    /// shadow.
    pub(super) fn new(casters: &Bounds, scene: &Scene<'_>, map_size: u32) -> Option<Self> {
        if casters.is_empty() || map_size == 0 || scene.sun.intensity <= 0.0 {
            return None;
        }
        let to_sun = scene.sun.direction_to_sun.try_normalize()?;
        let radius = casters.size().length().max(1e-6) * 0.5;
        // Steps of an eighth of an octave.
        let radius = (((radius * 1.02).log2() * 8.0).ceil() / 8.0).exp2();
        let up = if to_sun.y.abs() > 0.99 { Vec3::Z } else { Vec3::Y };
        let view = look_to_mat4(Vec3::ZERO, -to_sun, up);
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
        Some(Self {
            clip_from_world: projection * view,
            texel_size,
            depth_range: far - near,
            uv_per_metre: 0.5 / radius,
        })
    }
    /// Rectangle at `height` that contains the shadow of `casters`, as smallest x and z and largest x and z,
    /// within a square of `half` its side around `center`.
    pub(super) fn footprint(
        &self,
        casters: &Bounds,
        sun: &Sun,
        height: f32,
        center: Vec3,
        half: f32,
    ) -> Vec4 {
        let square = [center.xz() - half, center.xz() + half];
        let to_sun = sun.direction_to_sun.normalize_or(Vec3::Y);
        if to_sun.y < 0.01 {
            return (square[0], square[1]).into();
        }
        let along = to_sun.xz() / to_sun.y;
        // The widest penumbra, 32 texels, and the soft edge of the filter, seen along the rays.
        let margin = 34.0 * self.texel_size / to_sun.y;
        let corners = [casters.min, casters.max];
        let (mut min, mut max) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for corner in 0..8 {
            let of = |bit: u32| corners[(corner >> bit & 1) as usize];
            let point = Vec3::new(of(0).x, of(1).y, of(2).z);
            let at = point.xz() - along * (point.y - height).max(0.0);
            (min, max) = (min.min(at), max.max(at));
        }
        let [low, high] = square;
        ((min - margin).clamp(low, high), (max + margin).clamp(low, high)).into()
    }
}

use crate::scene::Scene;
use sinew::Bounds;
use sinew::glam::camera::rh::{proj::directx::orthographic, view::look_to_mat4};
use sinew::glam::{Mat4, Vec3};

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
    /// Box along the sun's rays around the bounding sphere of `casters`. The box moves in whole texels and grows in
    /// steps, so that shadow edges do not crawl while characters move. `None` where nothing casts a shadow.
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
        // Along the rays the box extends from the near side of the casters to the ground that their shadow falls on.
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
}

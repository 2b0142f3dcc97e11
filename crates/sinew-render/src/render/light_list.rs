use crate::light::{MAX_PUNCTUAL_LIGHTS, PunctualLight, Sun, luminance};
use crate::scene::Scene;
use sinew::Bounds;
use sinew::character::LightKind;
use sinew::glam::Vec3;

/// Lights of an image beside the sun, and the one that casts shadows.
#[derive(Clone, Copy, Debug)]
pub(super) struct LightList {
    lights: [Option<PunctualLight>; MAX_PUNCTUAL_LIGHTS],
    pub(super) caster: ShadowCaster,
}

/// Light that casts shadows.
#[derive(Clone, Copy, Debug)]
pub(super) enum ShadowCaster {
    Sun(Sun),
    /// Light with its number in the list.
    Light(usize, PunctualLight),
}

impl LightList {
    /// The lights of a scene that are brightest on what is drawn.
    pub(super) fn new(scene: &Scene<'_>, bounds: &Bounds) -> Self {
        let seen = if bounds.is_empty() { Bounds::from_points([scene.camera.target]) } else { *bounds };
        let rated = |light: &PunctualLight| luminance(light.most_within(&seen));
        let mut lights = [None; MAX_PUNCTUAL_LIGHTS];
        let shining = scene.lights.iter().filter(|light| light.intensity > 0.0 && light.position.is_finite());
        for light in shining {
            let brightness = rated(light);
            let is_free = |slot: &&mut Option<PunctualLight>| slot.is_none();
            if let Some(free) = lights.iter_mut().find(is_free) {
                *free = Some(*light);
                continue;
            }
            let of = |slot: &Option<PunctualLight>| slot.map_or(0.0, |light| rated(&light));
            if let Some(weakest) = lights.iter_mut().min_by(|a, b| of(a).total_cmp(&of(b)))
                && of(weakest) < brightness
            {
                *weakest = Some(*light);
            }
        }
        let mut caster = ShadowCaster::Sun(scene.sun);
        let mut most = luminance(scene.sun.color * scene.sun.intensity);
        for (number, light) in lights.iter().flatten().enumerate() {
            let brightness = rated(light);
            if brightness > most {
                (caster, most) = (ShadowCaster::Light(number, *light), brightness);
            }
        }
        Self { lights, caster }
    }

    /// The lights, in the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = &PunctualLight> {
        self.lights.iter().flatten()
    }

    /// Sum of their largest irradiance within bounds.
    pub(super) fn most_within(&self, bounds: &Bounds) -> Vec3 {
        self.iter().map(|light| light.most_within(bounds)).sum()
    }
}

impl ShadowCaster {
    /// Number in shaders: 1 for the sun, 2 and on for other lights.
    pub(super) fn number(&self) -> u32 {
        match self {
            Self::Sun(_) => 1,
            Self::Light(number, _) => *number as u32 + 2,
        }
    }

    /// Whether it shines.
    pub(super) fn shines(&self) -> bool {
        match self {
            Self::Sun(sun) => sun.intensity > 0.0,
            Self::Light(_, light) => light.intensity > 0.0,
        }
    }

    /// Position of a light that has one.
    pub(super) fn position(&self) -> Option<Vec3> {
        match self {
            Self::Light(_, light) if light.kind != LightKind::Directional => Some(light.position),
            _ => None,
        }
    }

    /// Unit vector towards the light, for parallel rays.
    pub(super) fn direction(&self) -> Option<Vec3> {
        match self {
            Self::Sun(sun) => sun.direction_to_sun.try_normalize(),
            Self::Light(_, light) => (-light.direction).try_normalize(),
        }
    }

    /// Angular radius of parallel rays in radians, else the radius of the light in metres.
    pub(super) fn radius(&self) -> f32 {
        match self {
            Self::Sun(sun) => sun.angular_radius,
            Self::Light(..) => 0.03,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Camera;

    #[test]
    fn the_brightest_lights_are_taken_and_the_brightest_of_all_casts_shadows() {
        let at = |n: usize| Vec3::new(n as f32 * 0.1, 2.0, 0.0);
        let light = |n: usize| PunctualLight::new(LightKind::Point, at(n), Vec3::NEG_Y);
        let lights: Vec<_> = (0..40).map(|n| light(n).with_intensity((n * 7 % 40) as f32)).collect();
        let camera = Camera::look_at(Vec3::Z * 5.0, Vec3::ZERO);
        let scene = Scene::new(camera, &[]).with_lights(&lights);
        let body = Bounds::from_points([Vec3::splat(-0.1), Vec3::splat(0.1)]);
        let list = LightList::new(&scene, &body);
        assert_eq!(list.iter().count(), MAX_PUNCTUAL_LIGHTS);
        let rated = |light: &PunctualLight| luminance(light.most_within(&body));
        let weakest = list.iter().map(rated).fold(f32::INFINITY, f32::min);
        let left_out = lights.iter().filter(|light| !list.iter().any(|taken| taken == *light));
        assert!(left_out.clone().count() == 24);
        assert!(left_out.into_iter().all(|light| rated(light) <= weakest));
        assert!(list.caster.number() > 1 && list.caster.position().is_some());
        // A narrow spot on the head of a body is seen, though its middle is dark.
        let body = Bounds::from_points([Vec3::new(-0.3, 0.0, -0.3), Vec3::new(0.3, 1.8, 0.3)]);
        let kind = LightKind::Spot { inner_angle: 0.1, outer_angle: 0.2 };
        let spot = [PunctualLight::new(kind, Vec3::new(0.0, 1.7, 2.0), Vec3::NEG_Z).with_intensity(9.0)];
        let dark = scene.with_lights(&spot).with_sun(Sun::default().with_intensity(0.0));
        assert_eq!(LightList::new(&dark, &body).caster.number(), 2);
        // A bright sun casts the shadows in their place.
        let sunny = scene.with_sun(Sun::default().with_intensity(1e5));
        assert_eq!(LightList::new(&sunny, &body).caster.number(), 1);
    }
}

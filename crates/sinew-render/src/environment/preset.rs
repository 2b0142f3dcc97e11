use super::image::EnvironmentImage;
use crate::light::Sun;
use sinew::glam::Vec3;

/// Surroundings that are built in, computed from a few formulas, with the sun that belongs to them. They are
/// made for characters that face +Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EnvironmentPreset {
    /// Dark room with a large soft light in front, at the left of the character, and strips behind it.
    Studio,
    /// Even grey sky over grey ground.
    Overcast,
    /// Low warm sun beside the character, and an orange to violet sky.
    Sunset,
    /// Moonlight from behind, and warm lamps near the ground.
    Night,
}

/// Rows of the pictures.
const HEIGHT: u32 = 256;

impl EnvironmentPreset {
    /// All presets.
    pub const ALL: [Self; 4] = [Self::Studio, Self::Overcast, Self::Sunset, Self::Night];

    /// Name in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Studio => "studio",
            Self::Overcast => "overcast",
            Self::Sunset => "sunset",
            Self::Night => "night",
        }
    }

    /// The preset of a name; `None` where there is none.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Radiance from all directions.
    #[must_use]
    pub fn image(self) -> EnvironmentImage {
        EnvironmentImage::from_fn(
            HEIGHT,
            match self {
                Self::Studio => studio,
                Self::Overcast => overcast,
                Self::Sunset => sunset,
                Self::Night => night,
            },
        )
    }

    /// The sun, or the moon, of the surroundings, which the picture lacks; of intensity 0 where there is none.
    #[must_use]
    pub fn sun(self) -> Sun {
        let sun = |direction: Vec3, color: [f32; 3], intensity: f32, radius: f32| {
            Sun::default()
                .with_direction_to_sun(direction.normalize())
                .with_color(color.into())
                .with_intensity(intensity)
                .with_angular_radius(radius)
        };
        match self {
            // The soft light throws a soft shadow.
            Self::Studio => sun(STUDIO_KEY, [1.0, 0.98, 0.95], 1.0, 0.2),
            Self::Overcast => sun(Vec3::new(0.2, 1.0, 0.3), [1.0; 3], 0.0, 0.3),
            Self::Sunset => sun(SUNSET_SUN, [1.0, 0.58, 0.28], 2.6, 0.02),
            Self::Night => sun(NIGHT_MOON, [0.62, 0.75, 1.0], 0.9, 0.03),
        }
    }
}

const STUDIO_KEY: Vec3 = Vec3::new(0.62, 0.62, 0.75);
const SUNSET_SUN: Vec3 = Vec3::new(0.85, 0.22, 0.42);
const NIGHT_MOON: Vec3 = Vec3::new(-0.5, 0.75, -0.6);

/// 0 below `low`, 1 above `high`, smooth between.
fn smooth(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Share of a rectangular lamp in a direction: half its width and height as tangents of angles around `towards`.
fn panel(d: Vec3, towards: Vec3, [width, height]: [f32; 2]) -> f32 {
    let forward = towards.normalize();
    let right = forward.cross(Vec3::Y).normalize();
    let up = right.cross(forward);
    let ahead = d.dot(forward);
    if ahead <= 0.0 {
        return 0.0;
    }
    let inside = |along: Vec3, half: f32| 1.0 - smooth(half * 0.9, half * 1.1, (d.dot(along) / ahead).abs());
    inside(right, width) * inside(up, height)
}

fn studio(d: Vec3) -> Vec3 {
    let walls = Vec3::new(0.17, 0.175, 0.185).lerp(Vec3::splat(0.30), smooth(-0.2, 0.9, d.y));
    let floor = Vec3::new(0.13, 0.125, 0.12);
    let room = walls.lerp(floor, smooth(0.05, -0.25, d.y));
    let key = Vec3::new(1.0, 0.97, 0.93) * 4.2 * panel(d, STUDIO_KEY, [0.5, 0.45]);
    let fill = Vec3::new(0.90, 0.95, 1.0) * 0.9 * panel(d, Vec3::new(-0.9, 0.25, 0.6), [0.5, 0.7]);
    let left = Vec3::splat(3.6) * panel(d, Vec3::new(0.95, 0.2, -0.7), [0.08, 0.7]);
    let right = Vec3::splat(3.6) * panel(d, Vec3::new(-0.95, 0.2, -0.7), [0.08, 0.7]);
    room + key + fill + left + right
}

fn overcast(d: Vec3) -> Vec3 {
    // The overcast sky of the CIE: three times as bright above as at the horizon.
    let sky = Vec3::new(0.95, 0.98, 1.02) * 1.15 * (1.0 + 2.0 * d.y.max(0.0)) / 3.0;
    let ground = Vec3::new(0.20, 0.19, 0.18);
    ground.lerp(sky, smooth(-0.06, 0.06, d.y))
}

fn sunset(d: Vec3) -> Vec3 {
    let toward = d.dot(SUNSET_SUN.normalize()).max(0.0);
    let level = Vec3::new(d.x, 0.0, d.z).normalize_or(Vec3::X);
    let side = level.dot(Vec3::new(SUNSET_SUN.x, 0.0, SUNSET_SUN.z).normalize()) * 0.5 + 0.5;
    let horizon = Vec3::new(0.32, 0.24, 0.34).lerp(Vec3::new(1.25, 0.52, 0.22), side * side);
    let zenith = Vec3::new(0.16, 0.21, 0.42);
    let sky = horizon.lerp(zenith, 1.0 - (-3.0 * d.y.max(0.0)).exp());
    let glow = Vec3::new(1.0, 0.5, 0.2) * (1.6 * toward.powf(12.0) + 9.0 * toward.powf(300.0));
    let ground = Vec3::new(0.13, 0.10, 0.09);
    ground.lerp(sky + glow, smooth(-0.04, 0.02, d.y))
}

fn night(d: Vec3) -> Vec3 {
    let sky = Vec3::new(0.055, 0.080, 0.150).lerp(Vec3::new(0.020, 0.032, 0.075), d.y.max(0.0));
    let moon = Vec3::new(0.8, 0.9, 1.0) * 14.0 * smooth(0.9975, 0.9990, d.dot(NIGHT_MOON.normalize()));
    let lamp = |at: Vec3, strength: f32| {
        let toward = d.dot(at.normalize()).max(0.0);
        Vec3::new(1.0, 0.62, 0.30)
            * strength
            * (14.0 * smooth(0.985, 0.992, toward) + 0.06 * toward.powf(6.0))
    };
    let ground = Vec3::new(0.045, 0.045, 0.055);
    let base = ground.lerp(sky + moon, smooth(-0.05, 0.05, d.y));
    base + lamp(Vec3::new(0.9, 0.28, 0.55), 1.3) + lamp(Vec3::new(-0.95, 0.22, 0.2), 0.7)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::light::Irradiance;

    #[test]
    fn presets_are_found_by_name_and_light_matt_surfaces_below_white() {
        for preset in EnvironmentPreset::ALL {
            assert_eq!(EnvironmentPreset::from_name(preset.name()), Some(preset));
            let image = preset.image();
            let all = Irradiance::of(image.samples());
            let sun = preset.sun();
            let ahead = all.at(Vec3::Z);
            let lit =
                ahead + sun.color * sun.intensity / std::f32::consts::PI * sun.direction_to_sun.z.max(0.0);
            assert!(lit.max_element() < 1.3 && lit.max_element() > 0.1, "{}: {lit}", preset.name());
        }
        assert_eq!(EnvironmentPreset::from_name("moon"), None);
    }
}

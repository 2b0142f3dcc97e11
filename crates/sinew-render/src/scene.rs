use crate::{Camera, Line, ModelInstance};
use sinew::glam::{Vec3, Vec4};

/// What one picture shows, borrowed for as long as drawing it takes.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Where it is seen from.
    pub camera: Camera,
    /// The one light that throws shadows.
    pub sun: Sun,
    /// Light from everywhere else.
    pub sky: Sky,
    /// What lies behind.
    pub background: Background,
    /// The ground; none for no ground.
    pub ground: Option<Ground>,
    /// Who is in it.
    pub actors: &'a [&'a ModelInstance],
    /// Overlay lines in world space, drawn over everything.
    pub lines: &'a [Line],
    /// Seconds that have gone by, for materials whose textures move. Whoever lets it grow for days starts again at 0
    /// from time to time: it is read in single precision.
    pub time: f64,
}

impl<'a> Scene<'a> {
    /// `actors` in default daylight on a ground at height 0 before a soft backdrop, at time 0.
    pub fn new(camera: Camera, actors: &'a [&'a ModelInstance]) -> Self {
        Self {
            camera,
            sun: Sun::default(),
            sky: Sky::default(),
            background: Background::Sky,
            ground: Some(Ground::default()),
            actors,
            lines: &[],
            time: 0.0,
        }
    }
}

/// A distant light with soft shadows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sun {
    /// Unit vector from the scene towards the sun, in world space.
    pub direction: Vec3,
    /// Linear colour.
    pub color: Vec3,
    /// Illuminance on a surface that faces it; π makes white matt surfaces exactly white.
    pub intensity: f32,
    /// Half the angle it is seen under, in radians: how fast shadows soften. The real one has 0.0046.
    pub angle: f32,
}

impl Default for Sun {
    /// From above the front, a little from the left of a character that faces +Z.
    fn default() -> Self {
        Self {
            direction: Vec3::new(0.26, 0.8, 0.62).normalize(),
            color: Vec3::new(1.0, 0.97, 0.92),
            intensity: 2.3,
            angle: 0.05,
        }
    }
}

/// A soft gradient of light from all sides, computed, not loaded. Colours are linear radiance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sky {
    /// Straight up.
    pub zenith: Vec3,
    /// Level.
    pub horizon: Vec3,
    /// What the ground throws back up.
    pub ground: Vec3,
    /// Factor on all three.
    pub intensity: f32,
}

impl Default for Sky {
    fn default() -> Self {
        Self {
            zenith: Vec3::new(0.33, 0.38, 0.46),
            horizon: Vec3::new(0.50, 0.53, 0.57),
            ground: Vec3::new(0.22, 0.21, 0.20),
            intensity: 1.0,
        }
    }
}

/// What lies behind everything.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Background {
    /// The sky that gives the light.
    #[default]
    Sky,
    /// One linear colour with alpha, not tone-mapped.
    Color(Vec4),
    /// Nothing: pictures get an alpha channel.
    None,
}

/// A level ground with a grid that takes shadows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Its height (y) in the world.
    pub height: f32,
    /// Distance between grid lines, with a stronger one every ten; none picks the power of ten in metres that suits
    /// the scene's size, which is one metre for people.
    pub spacing: Option<f32>,
    /// Linear colour and opacity.
    pub color: Vec4,
    /// Strength of the grid, 0 for none.
    pub grid: f32,
}

impl Default for Ground {
    fn default() -> Self {
        Self { height: 0.0, spacing: None, color: Vec4::new(0.47, 0.475, 0.485, 1.0), grid: 1.0 }
    }
}

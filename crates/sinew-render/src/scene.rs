use crate::actor::SceneContent;
use crate::camera::Camera;
use crate::ground_plane::GroundPlane;
use crate::hair::HairInstance;
use crate::instance::ModelInstance;
use crate::light::{Sky, Sun};
use crate::overlay::Line;
use crate::shading::Shading;
use sinew::Bounds;
use sinew::glam::Vec4;

/// Contents of one image, borrowed while it is drawn: camera, lights, background, ground, model instances and
/// overlay lines.
///
/// ```no_run
/// use sinew_render::{Background, Camera, GroundPlane, ModelInstance, Scene, Sun, ViewPreset};
///
/// # fn example(instance: &ModelInstance) {
/// let camera = Camera::framing(&instance.bounds(), ViewPreset::ThreeQuarter, 16.0 / 9.0);
/// let instances = [instance];
/// let scene = Scene::new(camera, &instances)
///     .with_sun(Sun::default().with_intensity(3.0))
///     .with_background(Background::Transparent)
///     .with_ground(GroundPlane::default().with_grid_strength(0.0));
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Scene<'a> {
    /// Camera.
    pub camera: Camera,
    /// Directional light, the only one that casts shadows.
    pub sun: Sun,
    /// Ambient light.
    pub sky: Sky,
    /// Irradiance of a light beside the camera on surfaces that face it and that the sun does not reach, so
    /// that sides in shadow keep their shape. Toon materials ignore it. 0 is none.
    pub fill_light: f32,
    /// Background behind everything.
    pub background: Background,
    /// Ground; `None` draws no ground.
    pub ground: Option<GroundPlane>,
    /// Model instances to draw.
    pub instances: &'a [&'a ModelInstance],
    /// Layers of hair to draw, with the shading of materials, as tangents or as texture coordinates.
    pub hair: &'a [&'a HairInstance],
    /// Shading of the surfaces: lit, or a debug view.
    pub shading: Shading,
    /// Lines in world space, drawn over everything.
    pub lines: &'a [Line],
    /// Time in seconds, which moves the textures of toon materials. Shaders read it in single precision, so
    /// start again at 0 from time to time if it grows for days.
    pub time: f64,
}

impl<'a> Scene<'a> {
    /// `instances` in default daylight without a fill light, on ground at height 0 before the sky, at time 0,
    /// without lines.
    #[must_use]
    pub fn new(camera: Camera, instances: &'a [&'a ModelInstance]) -> Self {
        Self {
            camera,
            sun: Sun::default(),
            sky: Sky::default(),
            fill_light: 0.0,
            background: Background::Sky,
            ground: Some(GroundPlane::default()),
            instances,
            hair: &[],
            shading: Shading::default(),
            lines: &[],
            time: 0.0,
        }
    }

    /// The content of actors in default daylight.
    #[must_use]
    pub fn of(camera: Camera, content: &'a SceneContent<'a>) -> Self {
        Self { hair: &content.hair, ..Self::new(camera, &content.instances) }
    }

    /// Replaces the camera.
    #[must_use]
    pub fn with_camera(self, camera: Camera) -> Self {
        Self { camera, ..self }
    }

    /// Replaces the directional light.
    #[must_use]
    pub fn with_sun(self, sun: Sun) -> Self {
        Self { sun, ..self }
    }

    /// Replaces the ambient light.
    #[must_use]
    pub fn with_sky(self, sky: Sky) -> Self {
        Self { sky, ..self }
    }

    /// Replaces the irradiance of the light beside the camera.
    #[must_use]
    pub fn with_fill_light(self, fill_light: f32) -> Self {
        Self { fill_light, ..self }
    }

    /// Replaces the background.
    #[must_use]
    pub fn with_background(self, background: Background) -> Self {
        Self { background, ..self }
    }

    /// Replaces the ground; `None` draws no ground.
    #[must_use]
    pub fn with_ground(self, ground: impl Into<Option<GroundPlane>>) -> Self {
        Self { ground: ground.into(), ..self }
    }

    /// Replaces the layers of hair.
    #[must_use]
    pub fn with_hair(self, hair: &'a [&'a HairInstance]) -> Self {
        Self { hair, ..self }
    }

    /// Replaces the shading of the surfaces.
    #[must_use]
    pub fn with_shading(self, shading: Shading) -> Self {
        Self { shading, ..self }
    }

    /// Replaces the overlay lines, which are in world space.
    #[must_use]
    pub fn with_lines(self, lines: &'a [Line]) -> Self {
        Self { lines, ..self }
    }

    /// Replaces the time, in seconds.
    #[must_use]
    pub fn with_time(self, time: f64) -> Self {
        Self { time, ..self }
    }

    /// Bounds of all model instances and layers of hair.
    pub(crate) fn bounds(&self) -> Bounds {
        let instances = self.instances.iter().map(|instance| instance.bounds());
        let hair = self.hair.iter().map(|layer| layer.bounds());
        instances.chain(hair).fold(Bounds::EMPTY, Bounds::union)
    }
}

/// Background of an image.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[non_exhaustive]
pub enum Background {
    /// The sky of the scene, blurred.
    #[default]
    Sky,
    /// One linear colour with alpha, shown without tone mapping.
    Color(Vec4),
    /// No background: images have an alpha channel.
    Transparent,
}

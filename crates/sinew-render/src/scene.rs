use crate::actor::SceneContent;
use crate::camera::Camera;
use crate::environment::EnvironmentLight;
use crate::ground_plane::GroundPlane;
use crate::hair::HairInstance;
use crate::instance::ModelInstance;
use crate::light::{PunctualLight, Sky, Sun};
use crate::overlay::Line;
use crate::shading::Shading;
use crate::tone_mapping::ToneMapping;
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
    /// Directional light. The brightest of it and of `lights` casts shadows.
    pub sun: Sun,
    /// Ambient light; an environment map takes its place.
    pub sky: Sky,
    /// Environment map that lights the scene from all sides and is its background, in place of the sky.
    pub environment: Option<EnvironmentLight<'a>>,
    /// Lights beside the sun, of which the [`MAX_PUNCTUAL_LIGHTS`](crate::MAX_PUNCTUAL_LIGHTS) that are brightest
    /// in the middle of the scene are used.
    pub lights: &'a [PunctualLight],
    /// Irradiance of a light beside the camera on surfaces that face it and that the sun does not reach, so
    /// that sides in shadow keep their shape. Toon materials ignore it. 0 is none.
    pub fill_light: f32,
    /// Brightness of the image in stops: each doubles the light. Unlit materials and overlay lines keep theirs.
    pub exposure: f32,
    /// Tone mapping.
    pub tone_mapping: ToneMapping,
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
            environment: None,
            lights: &[],
            fill_light: 0.0,
            exposure: 0.0,
            tone_mapping: ToneMapping::default(),
            background: Background::Sky,
            ground: Some(GroundPlane::default()),
            instances,
            hair: &[],
            shading: Shading::default(),
            lines: &[],
            time: 0.0,
        }
    }

    /// The content of actors with the lights of their files, in default daylight.
    #[must_use]
    pub fn of(camera: Camera, content: &'a SceneContent<'a>) -> Self {
        Self { hair: &content.hair, lights: &content.lights, ..Self::new(camera, &content.instances) }
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

    /// Replaces the environment map; `None` lights the scene by the sky.
    #[must_use]
    pub fn with_environment(self, environment: impl Into<Option<EnvironmentLight<'a>>>) -> Self {
        Self { environment: environment.into(), ..self }
    }

    /// Replaces the lights beside the sun.
    #[must_use]
    pub fn with_lights(self, lights: &'a [PunctualLight]) -> Self {
        Self { lights, ..self }
    }

    /// Replaces the brightness of the image, in stops.
    #[must_use]
    pub fn with_exposure(self, exposure: f32) -> Self {
        Self { exposure, ..self }
    }

    /// Replaces the tone mapping.
    #[must_use]
    pub fn with_tone_mapping(self, tone_mapping: ToneMapping) -> Self {
        Self { tone_mapping, ..self }
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
    /// The sky of the scene, blurred; its environment map, where it has one.
    #[default]
    Sky,
    /// One linear colour with alpha, shown without tone mapping.
    Color(Vec4),
    /// No background: images have an alpha channel.
    Transparent,
}

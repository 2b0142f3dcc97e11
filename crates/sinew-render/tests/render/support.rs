//! One device for all tests, and ways to look at pictures.

use sinew::character::{Image, Pixels};
use sinew::{Actor, Character};
use sinew_render::{
    Background, Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, Sky, Sun, VertexData,
};
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sinew::glam::Vec3;

pub(crate) const WIDTH: u32 = 320;
pub(crate) const HEIGHT: u32 = 180;

/// The device; none where the machine has none.
fn gpu() -> Option<&'static Gpu> {
    static GPU: OnceLock<Option<Gpu>> = OnceLock::new();
    GPU.get_or_init(|| match Gpu::off_screen() {
        Ok(gpu) => {
            say(&format!("drawing with {}", gpu.description()));
            Some(gpu)
        }
        Err(problem) => {
            say(&format!("SKIPPED every test that draws: {problem}"));
            None
        }
    })
    .as_ref()
}

/// Prints past the test harness, which shows what passing tests print to nobody.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Runs `test` with a renderer, one test at a time: software devices use every core themselves.
pub(crate) fn with_renderer(vertex_data: VertexData, test: impl FnOnce(&mut Renderer)) {
    static ONE: Mutex<()> = Mutex::new(());
    let _alone = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(gpu) = gpu() else { return };
    let settings = RenderSettings { vertex_data, shadow_size: 1024, ..Default::default() };
    test(&mut Renderer::new(gpu, settings));
}

/// `character` in its rest pose, with images as `decode` gives them.
pub(crate) fn puppet(renderer: &Renderer, character: &Arc<Character>, pixels: &[Pixels]) -> ModelInstance {
    let model = model(renderer, character, pixels);
    puppet_of(renderer, &model, &mut actor(character))
}

/// `character` on the device, with images as `decode` gives them.
pub(crate) fn model(renderer: &Renderer, character: &Arc<Character>, pixels: &[Pixels]) -> Model {
    // Images are numbered by name.
    let mut decode = |image: &Image| pixels.get(image.name.parse::<usize>().ok()?).cloned();
    Model::new(renderer, character, &mut decode).expect("a small model")
}

/// An actor of `character` without clips.
pub(crate) fn actor(character: &Arc<Character>) -> Actor {
    Actor::without_clips(character.clone())
}

/// A puppet that shows `actor` as it is now.
pub(crate) fn puppet_of(renderer: &Renderer, model: &Model, actor: &mut Actor) -> ModelInstance {
    actor.update(0.0);
    let mut puppet = ModelInstance::new(renderer, model);
    puppet.update(renderer, &actor.frame());
    puppet
}

/// Looks along -Z at the origin from 4 m away, where the picture is 2 m high.
pub(crate) fn camera() -> Camera {
    Camera {
        eye: Vec3::new(0.0, 0.0, 4.0),
        target: Vec3::ZERO,
        up: Vec3::Y,
        fov_y: 2.0 * 0.25f32.atan(),
        near: 0.1,
        far: 100.0,
    }
}

/// `actors` before nothing, lit from the right.
pub(crate) fn plain_scene<'a>(actors: &'a [&'a ModelInstance]) -> Scene<'a> {
    Scene {
        ground: None,
        background: Background::None,
        sun: Sun { direction: Vec3::new(0.9, 0.2, 0.4).normalize(), ..Sun::default() },
        ..Scene::new(camera(), actors)
    }
}

/// No light at all.
const DARK: Sky = Sky { zenith: Vec3::ZERO, horizon: Vec3::ZERO, ground: Vec3::ZERO, intensity: 0.0 };
/// `actors` in white light from the right that shows a lit white as white, and from elsewhere nothing but the sun's
/// faint haze.
pub(crate) fn studio<'a>(actors: &'a [&'a ModelInstance]) -> Scene<'a> {
    let sun = Sun { direction: Vec3::X, color: Vec3::ONE, intensity: std::f32::consts::PI, ..Sun::default() };
    Scene { sun, sky: DARK, ..plain_scene(actors) }
}

/// Draws a scene at the tests' size.
pub(crate) fn picture(renderer: &mut Renderer, scene: &Scene<'_>) -> Pixels {
    renderer.picture(scene, WIDTH, HEIGHT).expect("a small picture")
}

/// The pixel at (`x`, `y`) metres on the plane through the origin that [`camera`] sees.
pub(crate) fn at(picture: &Pixels, x: f32, y: f32) -> [u8; 4] {
    let half = HEIGHT as f32 * 0.5;
    let column = (WIDTH as f32 * 0.5 + x * half) as usize;
    let row = (half - y * half) as usize;
    let start = (row * WIDTH as usize + column) * 4;
    picture.rgba[start..start + 4].try_into().expect("four bytes")
}

/// Red, green and blue together.
pub(crate) fn brightness(pixel: [u8; 4]) -> u32 {
    pixel[..3].iter().map(|c| u32::from(*c)).sum()
}

/// Mean difference of two pictures, in steps of 1/255.
pub(crate) fn difference(a: &Pixels, b: &Pixels) -> f64 {
    let sum: u64 = a.rgba.iter().zip(&b.rgba).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.rgba.len() as f64
}

/// Whether two pixels differ by no more than `steps` in any channel.
pub(crate) fn near(a: [u8; 4], b: [u8; 4], steps: u8) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= steps)
}

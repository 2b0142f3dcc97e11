//! One device for all tests, scenes, and measures of images.

use sinew::character::{Image, Pixels};
use sinew::{Actor, Character};
use sinew_render::{
    Background, Camera, Gpu, HairModel, HairModelError, Model, ModelInstance, RenderSettings, Renderer,
    Scene, Sky, Sun, VertexDataBinding,
};
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sinew::glam::Vec3;

pub(crate) const WIDTH: u32 = 320;
pub(crate) const HEIGHT: u32 = 180;

/// Graphics device; `None` where the machine has none.
fn gpu() -> Option<&'static Gpu> {
    static GPU: OnceLock<Result<Gpu, String>> = OnceLock::new();
    let gpu = GPU.get_or_init(|| match Gpu::off_screen() {
        Ok(gpu) => {
            say(&format!("drawing with {}", gpu.description()));
            Ok(gpu)
        }
        Err(problem) => Err(problem.to_string()),
    });
    test_needs::available(test_needs::Need::Gpu, gpu.as_ref())
}

/// Prints past the test harness, which hides the output of passing tests.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Runs `test` with a renderer, one test at a time, since software devices use every core themselves.
pub(crate) fn with_renderer(binding: VertexDataBinding, test: impl FnOnce(&mut Renderer)) {
    static ONE: Mutex<()> = Mutex::new(());
    let _guard = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(gpu) = gpu() else { return };
    let gpu = gpu.clone().with_vertex_data_binding(binding);
    test(&mut Renderer::new(&gpu, RenderSettings::default().with_shadow_map_size(1024)));
}

/// The same for tests of hair, which not every device draws.
pub(crate) fn with_hair_renderer(test: impl FnOnce(&mut Renderer)) {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let none =
            sinew::hair::Strands::new(Vec::new(), Vec::new(), 2, sinew::hair::HairCurve::CatmullRom, 0);
        let strands = none.expect("no strands are sound");
        match HairModel::new(renderer.gpu(), &strands, &sinew::hair::HairLook::default(), 0, 2) {
            Err(HairModelError::Unsupported) => say("SKIPPED a test of hair: the device draws none"),
            _ => test(renderer),
        }
    });
}

/// Instance of `character` in its rest pose. Image number `i` has the pixels `images[i]`.
pub(crate) fn instance(renderer: &Renderer, character: &Arc<Character>, images: &[Pixels]) -> ModelInstance {
    let model = model(renderer, character, images);
    instance_of(renderer, &model, &mut actor(character))
}

/// Model of `character`. Image number `i` has the pixels `images[i]`.
pub(crate) fn model(renderer: &Renderer, character: &Arc<Character>, images: &[Pixels]) -> Model {
    // The name of an image is its number.
    let mut decode = |image: &Image| images.get(image.name.parse::<usize>().ok()?).cloned();
    Model::new(renderer.gpu(), character, &mut decode).expect("a small model")
}

/// Actor of `character` without clips.
pub(crate) fn actor(character: &Arc<Character>) -> Actor {
    Actor::without_clips(character.clone())
}

/// Instance of `model` in the current pose of `actor`.
pub(crate) fn instance_of(renderer: &Renderer, model: &Model, actor: &mut Actor) -> ModelInstance {
    actor.update(0.0);
    let mut instance = ModelInstance::new(renderer.gpu(), model);
    instance.update(renderer.gpu(), &actor.frame());
    instance
}

/// Camera 4 m from the origin that looks along -Z; the image is 2 m high at the origin.
pub(crate) fn camera() -> Camera {
    Camera::look_at(Vec3::Z * 4.0, Vec3::ZERO).with_fov_y(2.0 * 0.25f32.atan()).with_clip_planes(0.1, 100.0)
}

/// `instances` without ground and background, lit from the right.
pub(crate) fn plain_scene<'a>(instances: &'a [&'a ModelInstance]) -> Scene<'a> {
    Scene::new(camera(), instances)
        .with_ground(None)
        .with_background(Background::Transparent)
        .with_sun(Sun::default().with_direction_to_sun(Vec3::new(0.9, 0.2, 0.4).normalize()))
}

/// `instances` without a sky, in white sunlight from the right that lights white surfaces to exactly white.
/// The sun's faint haze remains.
pub(crate) fn studio<'a>(instances: &'a [&'a ModelInstance]) -> Scene<'a> {
    let sun = Sun::default()
        .with_direction_to_sun(Vec3::X)
        .with_color(Vec3::ONE)
        .with_intensity(std::f32::consts::PI);
    plain_scene(instances).with_sun(sun).with_sky(Sky::default().with_intensity(0.0))
}

/// Image of `scene` in the tests' size.
pub(crate) fn render(renderer: &mut Renderer, scene: &Scene<'_>) -> Pixels {
    renderer.render_to_image(scene, WIDTH, HEIGHT).expect("a small image")
}

/// Pixel at (`x`, `y`) metres on the plane through the origin that faces [`camera`].
pub(crate) fn at(image: &Pixels, x: f32, y: f32) -> [u8; 4] {
    let half = HEIGHT as f32 * 0.5;
    let column = (WIDTH as f32 * 0.5 + x * half) as usize;
    let row = (half - y * half) as usize;
    let start = (row * WIDTH as usize + column) * 4;
    image.rgba[start..start + 4].try_into().expect("four bytes")
}

/// Sum of red, green and blue.
pub(crate) fn brightness(pixel: [u8; 4]) -> u32 {
    pixel[..3].iter().map(|c| u32::from(*c)).sum()
}

/// Mean difference of two images, in steps of 1/255.
pub(crate) fn difference(a: &Pixels, b: &Pixels) -> f64 {
    let sum: u64 = a.rgba.iter().zip(&b.rgba).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.rgba.len() as f64
}

/// Whether two pixels differ by no more than `steps` in any channel.
pub(crate) fn near(a: [u8; 4], b: [u8; 4], steps: u8) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= steps)
}

//! Frame times by what lights an image: each line is a feature that the plain daylight lacks.
//!
//! `cargo bench --bench light` draws the built-in character in images of 1280 × 720 pixels with four samples
//! and a shadow map of 2048 texels a side. The kinds take turns; printed are the median in milliseconds, until
//! the device has finished, and its ratio to daylight. `--count N` (15) sets the number of rounds.

use sinew::Actor;
use sinew::character::{Image, LightKind};
use sinew::glam::Vec3;
use sinew_render::{
    ActorInstance, ActorModel, Camera, EnvironmentLight, EnvironmentMap, EnvironmentPreset, Gpu,
    PunctualLight, RenderSettings, Renderer, Scene, SceneContent, SurfaceLooks, ToneMapping, ViewPreset,
    wgpu,
};
use sinew_suite::BenchCall;
use std::sync::Arc;
use std::time::Instant;

const SIZE: [u32; 2] = [1280, 720];
/// Kinds of images, and whether skin and eyes are drawn as such.
const KINDS: [(&str, bool); 7] = [
    ("daylight", false),
    ("skin and eyes", true),
    ("environment map", false),
    ("one lamp", false),
    ("eight lamps", false),
    ("AgX", false),
    ("all of it", true),
];

fn main() {
    let Some(call) = BenchCall::of_process("light", 15, 1) else { return };
    let gpu = match Gpu::off_screen() {
        Ok(gpu) => gpu,
        Err(problem) => return println!("SKIPPED: {problem}"),
    };
    println!("{}", gpu.description());
    let file = sinew_suite::repository().join("data/sinew.vrm");
    let imported = sinew_import::import_file(file).expect("the built-in character");
    let mut actor = Actor::new(Arc::new(imported.character), imported.clips).expect("its clips");
    actor.play("walk").expect("a clip of it");
    actor.update(0.3);
    let mut decoder = sinew_import::ImageDecoder::new();
    let mut drawn = |looks: &dyn Fn(&sinew::Character) -> SurfaceLooks| {
        let mut decode = |image: &Image| decoder.decode(image).ok();
        let model = ActorModel::with_looks(&gpu, &actor, looks, &mut decode).expect("a model");
        let mut instance = ActorInstance::new(&gpu, &model).expect("an instance");
        instance.update(&gpu, &actor);
        instance
    };
    let [plain, natural] = [drawn(&|_| SurfaceLooks::default()), drawn(&SurfaceLooks::detect)];
    let started = Instant::now();
    let map = EnvironmentMap::new(&gpu, &EnvironmentPreset::Studio.image()).expect("a map");
    gpu.wait().expect("the device");
    println!("environment map, once\t{:.0} ms", started.elapsed().as_secs_f64() * 1e3);
    let lamps: Vec<PunctualLight> = (0..8)
        .map(|n| {
            let angle = n as f32 * 0.785;
            let position = Vec3::new(2.0 * angle.cos(), 2.2, 2.0 * angle.sin());
            PunctualLight::new(LightKind::Point, position, Vec3::NEG_Y).with_intensity(4.0)
        })
        .collect();
    let bounds = actor.frame().bounds();
    let camera = Camera::framing(&bounds, ViewPreset::ThreeQuarter, SIZE[0] as f32 / SIZE[1] as f32);
    let contents = [SceneContent::new([&plain]), SceneContent::new([&natural])];
    let scene = |kind: usize| {
        let scene = Scene::of(camera, &contents[usize::from(KINDS[kind].1)]);
        let environment = EnvironmentLight::new(&map);
        match KINDS[kind].0 {
            "environment map" => scene.with_environment(environment),
            "one lamp" => scene.with_lights(&lamps[..1]),
            "eight lamps" => scene.with_lights(&lamps),
            "AgX" => scene.with_tone_mapping(ToneMapping::AgX),
            "all of it" => {
                scene.with_environment(environment).with_lights(&lamps).with_tone_mapping(ToneMapping::AgX)
            }
            _ => scene,
        }
    };
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let target = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: SIZE[0], height: SIZE[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let view = target.create_view(&Default::default());
    let mut times = [const { Vec::new() }; KINDS.len()];
    // The first round compiles pipelines.
    for round in 0..=call.count.max(1) {
        for (kind, times) in times.iter_mut().enumerate() {
            let started = Instant::now();
            renderer.draw(&scene(kind), &view, SIZE);
            gpu.wait().expect("the device");
            if round > 0 {
                times.push(started.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    let medians = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    println!("image\tms\tratio");
    for ((name, _), median) in KINDS.iter().zip(medians) {
        println!("{name}\t{median:.1}\t{:.2}", median / medians[0]);
    }
}

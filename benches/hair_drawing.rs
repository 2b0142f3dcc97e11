//! Drawn hair: strands and time per frame on the device there is.
//!
//! `cargo bench --bench hair_drawing` draws a ball of 0.1 m with hair of 16 points per strand, hanging 0.24 m
//! down over it, in images of 1280 × 720 pixels with four samples and a shadow map of 2048 texels a side.
//! `--count N` (10) sets the number of frames; `-- WORD…` selects lines by their number of strands. Times are
//! medians in milliseconds, each until the device has finished: of the wall clock, or on software devices the
//! CPU time of all threads over the number of processors, which other programs do not change.
//!
//! - sent: kilobytes per frame from the processor to the device: the guides and a uniform.
//! - held: megabytes on the device.
//! - empty: a frame without hair, at 0.8 m.
//! - For all strands at 0.8 m, then for the level of detail of the view at 0.8 m and at 4 m: number of
//!   strands; update: their points and density from the guides; frame: drawing them, with their light and
//!   shadows.
//!
//! `-- solver` prints the simulation of the groom's guides on a shaken head in gusts: microseconds of a step
//! on the device (until it has finished) and on the processor.

#[expect(dead_code, reason = "the bench uses one of the grooms of the tests")]
#[path = "../crates/sinew-render/tests/render/groom.rs"]
mod groom;

use sinew::glam::Vec3;
use sinew::hair::{ControlHair, HairCollider, HairCurve, HairLook, HairRoot, HairSettings, HairSimulation};
use sinew::stage::EvenWind;
use sinew_render::{
    Camera, Gpu, GroundPlane, HairInstance, HairModel, HairSolver, RenderSettings, Renderer, Scene,
    StrandDetail,
};
use sinew_suite::BenchCall;
use std::time::Instant;

const STRANDS: [usize; 4] = [1_000, 5_000, 20_000, 100_000];
const POINTS: usize = 16;
const SIZE: [u32; 2] = [1280, 720];

fn main() {
    let Some(call) = BenchCall::of_process("hair_drawing", 10, 1) else { return };
    let gpu = match Gpu::off_screen() {
        Ok(gpu) => gpu,
        Err(problem) => return println!("SKIPPED: {problem}"),
    };
    println!("{}", gpu.description());
    if call.words.iter().all(|word| "solver".contains(word.as_str())) {
        println!("solver: guides\tpoints\tdevice µs/step\tprocessor µs/step");
        for count in [256, 1024, 4096] {
            solver(&gpu, count, call.count.max(1));
        }
    }
    println!("strands\tsent kB\theld MB\tempty\tall\tupdate\tframe\tnear\tupdate\tframe\tfar\tupdate\tframe");
    for count in STRANDS {
        let name = count.to_string();
        if call.words.iter().all(|word| name.contains(word.as_str())) {
            line(&gpu, count, call.count.max(1));
        }
    }
}

fn line(gpu: &Gpu, count: usize, frames: u64) {
    let groom = groom::ball(count, POINTS, HairCurve::CatmullRom);
    let mut look = HairLook::default();
    // Fewer strands are thicker, as grooms make them.
    look.width = (12.0 / count as f32).clamp(0.000_12, 0.002);
    let guides = groom.guide_count();
    let model = match HairModel::new(gpu, &groom.strands, &look, guides, groom.guides.points_per_guide()) {
        Ok(model) => model,
        Err(problem) => return println!("SKIPPED: {problem}"),
    };
    let mut hair = HairInstance::new(gpu, &model);
    let mut renderer = Renderer::new(gpu, RenderSettings::default());
    let target = gpu.device.create_texture(&target());
    let view = target.create_view(&Default::default());
    let sent = (std::mem::size_of_val(groom.guides.points()) + 128) as f64 / 1e3;
    let held = (count * (48 + POINTS * (12 + 16))) as f64 / 1e6;
    print!("{count}\t{sent:.0}\t{held:.1}");
    let clock = Clock::of(gpu);
    let ground = GroundPlane::default().with_height(-0.3);
    let camera = |distance: f32| Camera::look_at(Vec3::new(0.0, 0.05, distance), Vec3::NEG_Y * 0.05);
    let mut draw = |scene: &Scene<'_>| clock.median(frames, gpu, || renderer.draw(scene, &view, SIZE));
    print!("\t{:.1}", draw(&Scene::new(camera(0.8), &[]).with_ground(ground)));
    hair.update(gpu, &groom.guides);
    for (distance, is_detailed) in [(0.8, false), (0.8, true), (4.0, true)] {
        let camera = camera(distance);
        let chosen = hair.detail_for(&camera, SIZE[1]);
        hair.set_lod(if is_detailed { chosen } else { StrandDetail::STRANDS });
        let update = clock.median(frames, gpu, || hair.update(gpu, &groom.guides));
        let layers = [&hair];
        let frame = draw(&Scene::new(camera, &[]).with_hair(&layers).with_ground(ground));
        print!("\t{}\t{update:.1}\t{frame:.1}", hair.drawn_strands());
    }
    println!();
    if let Some(problem) = gpu.take_error() {
        println!("{problem}");
    }
}

/// Line of the simulation of this number of guides.
fn solver(gpu: &Gpu, count: usize, frames: u64) {
    let guide = |n: usize| {
        let height = 1.0 - (n as f32 + 0.5) / count as f32;
        let (sine, cosine) = (n as f32 * 2.4).sin_cos();
        let out =
            Vec3::new(cosine * (1.0 - height * height).sqrt(), height, sine * (1.0 - height * height).sqrt());
        let point = |m: usize| {
            let t = m as f32 * 0.02;
            out * (0.1 + t) + Vec3::NEG_Y * t * t * 2.0
        };
        ControlHair::new((0..POINTS).map(point).collect::<Vec<_>>()).expect("a guide")
    };
    let guides: Vec<_> = (0..count).map(guide).collect();
    let settings = HairSettings::default().with_rest(0.0).with_cohesion(0.0);
    let mut on_cpu = HairSimulation::new(&guides, settings).expect("a simulation");
    let mut device = match HairSolver::new(gpu, &guides, settings) {
        Ok(solver) => solver,
        Err(problem) => return println!("SKIPPED: {problem}"),
    };
    let wind = EvenWind::new(Vec3::X * 2.0).with_gusts(0.4);
    // A tenth of a second has twelve steps.
    let (delta, steps) = (0.1, 12.0);
    let frame = |number: u64| {
        let translation = Vec3::X * 0.05 * (number as f32).sin();
        let root = HairRoot { translation, ..HairRoot::REST };
        let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * 0.097);
        (vec![root; count], [HairCollider::Ellipsoid { center: translation, axes }])
    };
    let mut number = 0;
    let clock = Clock::of(gpu);
    let on_device = clock.median(frames, gpu, || {
        number += 1;
        let (roots, colliders) = frame(number);
        device.update(gpu, delta, &roots, &wind, &colliders).expect("an update");
    });
    number = 0;
    let on_processor = clock.median(frames, gpu, || {
        number += 1;
        let (roots, colliders) = frame(number);
        on_cpu.update(delta, &roots, &wind, &colliders);
    });
    println!("{count}\t{POINTS}\t{:.0}\t{:.0}", on_device * 1e3 / steps, on_processor * 1e3 / steps);
}

fn target() -> sinew_render::wgpu::TextureDescriptor<'static> {
    use sinew_render::wgpu;
    wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: SIZE[0], height: SIZE[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    }
}

/// Clock that fits the device.
enum Clock {
    Wall(Instant),
    /// CPU time of all threads, over the number of processors.
    Cpu(f64),
}

impl Clock {
    fn of(gpu: &Gpu) -> Self {
        let is_software = gpu.adapter.get_info().device_type == sinew_render::wgpu::DeviceType::Cpu;
        let processors = std::thread::available_parallelism().map_or(1, usize::from) as f64;
        if is_software && cfg!(unix) { Self::Cpu(processors) } else { Self::Wall(Instant::now()) }
    }

    /// Milliseconds.
    fn now(&self) -> f64 {
        match self {
            Self::Wall(start) => start.elapsed().as_secs_f64() * 1e3,
            Self::Cpu(processors) => process_seconds() * 1e3 / processors,
        }
    }

    /// Median time of `work` on the device in milliseconds, after one run that does not count.
    fn median(&self, frames: u64, gpu: &Gpu, mut work: impl FnMut()) -> f64 {
        let mut run = || {
            let start = self.now();
            work();
            // An error of the device is printed at the end.
            let _ = gpu.wait();
            self.now() - start
        };
        run();
        let mut times: Vec<f64> = (0..frames).map(|_| run()).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }
}

#[cfg(unix)]
fn process_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

#[cfg(not(unix))]
fn process_seconds() -> f64 {
    0.0
}

//! Blood that runs down a character from its wounds while it plays a clip: three moments of it.
//!
//! `cargo run --example drips -- [FILE CLIP OUT.png]`

use sinew::character::{Image, Pixels};
use sinew::glam::{Vec3, Vec4};
use sinew::stage::StageInput;
use sinew::surface::{
    CharacterSurface, Decal, DecalBudget, DecalLife, DecalPlacer, DecalSet, DecalSettings, DripEvent,
    DripLocation, DripSettings, Drips, HitFaces, PosedSurface, Ray, SurfaceEmitter, SurfaceError,
    SurfacePoint,
};
use sinew::{Actor, Bounds, Frame};
use sinew_import::import_file;
use sinew_render::overlay::Line;
use sinew_render::{
    Camera, DecalLook, DecalLooks, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, ViewPreset,
};
use std::error::Error;
use std::sync::Arc;

/// Size of a moment in pixels, and the seconds at which the moments are.
const SIZE: [u32; 2] = [400, 560];
const MOMENTS: [f32; 3] = [0.4, 1.6, 4.0];
const DT: f32 = 1.0 / 60.0;

/// A round drop with a soft edge.
fn drop_image() -> Pixels {
    const SIDE: u32 = 64;
    let texel = |n: u32| {
        let [x, y] = [n % SIDE, n / SIDE].map(|n| (n as f32 + 0.5) / SIDE as f32 * 2.0 - 1.0);
        [110.0, 4.0, 6.0, 255.0 * ((1.0 - x.hypot(y)) * 4.0).clamp(0.0, 1.0)].map(|n| n as u8)
    };
    Pixels { width: SIDE, height: SIDE, rgba: (0..SIDE * SIDE).flat_map(texel).collect() }
}

/// Blood on a character: decals, the wounds that emit drops, and the drops.
struct Blood {
    posed: PosedSurface,
    placer: DecalPlacer,
    set: DecalSet,
    wounds: Vec<SurfaceEmitter>,
    drips: Drips,
}

impl Blood {
    fn new(actor: &Actor) -> Self {
        let height = actor.character().rest_bounds().size().y;
        Self {
            posed: PosedSurface::new(&Arc::new(CharacterSurface::new(actor.character()))),
            placer: DecalPlacer::new(),
            set: DecalSet::new(DecalBudget::default().with_max_decals(1500)),
            wounds: Vec::new(),
            drips: Drips::new(DripSettings::of_height(height)),
        }
    }

    /// Adds a decal, in the memory of one that has gone where there is one.
    fn mark(&mut self, frame: &Frame<'_>, point: &SurfacePoint, radius: f32, priority: i32) {
        let settings = DecalSettings::new(radius);
        let mut decal = self.set.take_spare().unwrap_or(Decal {
            center: *point,
            settings,
            triangles: Vec::new(),
            seams_crossed: 0,
        });
        // Skin without area in this pose takes no decal.
        if self.placer.place_into(&self.posed, point, &settings, &mut decal).is_ok() {
            let life = DecalLife::default().with_priority(priority);
            self.set.add(decal, 0, life, |point| frame.surface(point));
        }
    }

    /// Opens a wound where a ray meets the skin.
    fn wound(&mut self, frame: &Frame<'_>, ray: &Ray) -> Result<(), SurfaceError> {
        frame.pose_surface(&mut self.posed)?;
        if let Some(hit) = self.posed.nearest_hit(frame.character(), ray, HitFaces::Front) {
            self.mark(frame, &hit.point, self.drips.settings().spread * 1.5, 1);
            self.wounds.push(SurfaceEmitter::new(hit.point, 3.0).with_duration(2.5));
        }
        Ok(())
    }

    /// One frame: drops leave the wounds, run, fall, and leave trails.
    fn advance(&mut self, frame: &Frame<'_>) -> Result<(), SurfaceError> {
        frame.pose_surface(&mut self.posed)?;
        let world = frame.world_from_model();
        for wound in &mut self.wounds {
            let emission = wound.advance(DT, frame.surface(&wound.point), &world);
            for _ in 0..emission.count {
                self.drips.add(&self.posed, wound.point);
            }
        }
        let mut trail = Vec::new();
        self.drips.advance(
            &StageInput::new(DT, world),
            frame.character(),
            &self.posed,
            |event| match event {
                DripEvent::Trail { point, wetness, .. } => trail.push((point, wetness)),
                DripEvent::Fall { position, .. } => println!("a drop falls at {position:.2}"),
                _ => {}
            },
        );
        let radius = self.drips.settings().trail_spacing;
        for (point, wetness) in &trail {
            self.mark(frame, point, radius * (0.6 + 0.6 * wetness), 0);
        }
        self.set.enforce(&[], |point| frame.surface(point));
        self.set.advance(DT);
        Ok(())
    }

    /// Falling drops as lines.
    fn in_the_air(&self) -> Vec<Line> {
        let falling = self.drips.iter().filter(|drip| drip.location == DripLocation::Air);
        let color = Vec4::new(0.15, 0.002, 0.004, 1.0);
        let line = |from: Vec3, to| Line::new(from, to, color).with_width(4.0);
        falling.map(|drip| line(drip.position, drip.position - drip.velocity * 0.015)).collect()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |n: usize, default: &'static str| args.get(n).cloned().unwrap_or(default.into());
    let imported = import_file(arg(0, concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm")))?;
    let mut actor = Actor::new(Arc::new(imported.character), imported.clips)?;
    actor.play(&arg(1, "walk"))?;
    actor.update(0.0);
    let mut blood = Blood::new(&actor);
    let size = actor.frame().bounds().size().y;
    let aim = |x: f32, y: f32| Ray::new(Vec3::new(x, y, 2.0) * size, Vec3::NEG_Z);
    for ray in [aim(0.015, 0.93), aim(0.05, 0.74), aim(-0.04, 0.63), aim(0.06, 0.4)] {
        blood.wound(&actor.frame(), &ray)?;
    }

    let gpu = Gpu::off_screen()?;
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let mut decoder = sinew_import::ImageDecoder::new();
    let model = Model::new(&gpu, actor.character(), &mut |image: &Image| decoder.decode(image).ok())?;
    let mut instance = ModelInstance::new(&gpu, &model);
    let looks = DecalLooks::new(&gpu, &[DecalLook::new(drop_image()).with_surface(0.2, 0.0)])?;
    let [width, height] = SIZE;
    let mut sheet = vec![0; (width * MOMENTS.len() as u32 * height * 4) as usize];
    let mut seconds = 0.0;
    for (column, moment) in MOMENTS.into_iter().enumerate() {
        while seconds < moment {
            seconds += DT;
            actor.update(DT);
            blood.advance(&actor.frame())?;
        }
        instance.update(&gpu, &actor.frame());
        instance.update_decals(&gpu, actor.character(), blood.posed.surface(), &blood.set, &looks);
        let aspect = width as f32 / height as f32;
        // From the knees upwards.
        let bounds = actor.frame().bounds();
        let bounds = Bounds::from_points([bounds.min.lerp(bounds.min.with_y(bounds.max.y), 0.3), bounds.max]);
        let camera = Camera::framing(&bounds, ViewPreset::Front, aspect);
        let (shown, lines) = ([&instance], blood.in_the_air());
        let image =
            renderer.render_to_image(&Scene::new(camera, &shown).with_lines(&lines), width, height)?;
        let row = width as usize * 4;
        for (y, pixels) in image.rgba.chunks_exact(row).enumerate() {
            let start = (y * MOMENTS.len() + column) * row;
            sheet[start..start + row].copy_from_slice(pixels);
        }
        println!("{seconds:.1} s: {} drops, {} decals", blood.drips.len(), blood.set.len());
    }
    let out = arg(2, "drips.png");
    let mut encoder = png::Encoder::new(std::fs::File::create(&out)?, width * MOMENTS.len() as u32, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&sheet)?;
    println!("{out}, drawn by {}", gpu.description());
    Ok(())
}

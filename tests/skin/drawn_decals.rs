//! Decals drawn on real characters: many in two draws, over skin that moves, by both bindings of vertex data.

use sinew::character::Pixels;
use sinew::glam::Vec3;
use sinew::surface::{
    CharacterSurface, DecalBudget, DecalLife, DecalPlacer, DecalSet, DecalSettings, HitFaces, PosedSurface,
    Ray,
};
use sinew::{Actor, Frame};
use sinew_render::{
    Background, Camera, DecalBlend, DecalLook, DecalLooks, Gpu, Model, ModelInstance, RenderSettings,
    Renderer, Scene, VertexDataBinding, ViewPreset,
};
use sinew_suite::{open, repository};
use std::sync::Arc;

fn plain(color: [u8; 4]) -> Pixels {
    Pixels { width: 8, height: 8, rgba: color.repeat(64) }
}

/// The built-in character with a renderer.
struct Stage {
    gpu: Gpu,
    renderer: Renderer,
    actor: Actor,
    instance: ModelInstance,
    surface: Arc<CharacterSurface>,
    posed: PosedSurface,
}

impl Stage {
    fn new(binding: VertexDataBinding) -> Option<Self> {
        let gpu = test_needs::available(test_needs::Need::Gpu, Gpu::off_screen())?;
        let gpu = gpu.with_vertex_data_binding(binding);
        let imported = open(&repository().join("data/sinew.vrm")).unwrap();
        let actor = Actor::new(Arc::new(imported.character), imported.clips).unwrap();
        let decode = &mut |image: &_| sinew_import::decode_image(image).ok();
        let model = Model::new(&gpu, actor.character(), decode).unwrap();
        let surface = Arc::new(CharacterSurface::new(actor.character()));
        Some(Self {
            renderer: Renderer::new(&gpu, RenderSettings::default()),
            instance: ModelInstance::new(&gpu, &model),
            posed: PosedSurface::new(&surface),
            surface,
            actor,
            gpu,
        })
    }

    fn pose(&mut self, seconds: f32) {
        self.actor.update(seconds);
        self.actor.frame().pose_surface(&mut self.posed).unwrap();
    }

    fn frame(&self) -> Frame<'_> {
        self.actor.frame()
    }

    /// Places a decal where a ray hits.
    fn shoot(&self, set: &mut DecalSet, ray: Ray, radius: f32, look: u32, life: DecalLife) -> bool {
        let Some(hit) = self.posed.nearest_hit(self.actor.character(), &ray, HitFaces::Front) else {
            return false;
        };
        let decal = DecalPlacer::new().place(&self.posed, &hit.point, &DecalSettings::new(radius)).unwrap();
        set.add(decal, look, life, |point| self.frame().surface(point));
        true
    }

    fn draw(&mut self, set: &DecalSet, looks: &DecalLooks) -> Pixels {
        let frame = self.actor.frame();
        self.instance.update(&self.gpu, &frame);
        self.instance.update_decals(&self.gpu, self.actor.character(), &self.surface, set, looks);
        let bounds = self.instance.bounds();
        let instances = [&self.instance];
        let scene = Scene::new(Camera::framing(&bounds, ViewPreset::Front, 1.0), &instances)
            .with_background(Background::Transparent)
            .with_ground(None);
        let image = self.renderer.render_to_image(&scene, 360, 360).unwrap();
        if let Some(folder) = std::env::var_os("DECAL_PICTURES") {
            let name = format!(
                "decals-{:?}-{}.rgba",
                self.actor.frame().world_from_model().translation.x,
                set.len()
            );
            std::fs::write(std::path::Path::new(&folder).join(name), &image.rgba).unwrap();
        }
        image
    }
}

fn count(image: &Pixels, fits: impl Fn(&[u8]) -> bool) -> usize {
    image.rgba.chunks_exact(4).filter(|pixel| fits(pixel)).count()
}

/// Pure green, which the character has nowhere.
fn is_green(pixel: &[u8]) -> bool {
    pixel[1] > 80 && pixel[0] < 40 && pixel[2] < 40
}

const CHEST: Ray = Ray::new(Vec3::new(0.0, 1.25, 3.0), Vec3::NEG_Z);

#[test]
fn decals_are_drawn_whole_and_go_without_a_trace() {
    for binding in [VertexDataBinding::StorageBuffer, VertexDataBinding::Texture] {
        let Some(mut stage) = Stage::new(binding) else { return };
        stage.actor.play("run").unwrap();
        stage.pose(0.2);
        let looks = DecalLooks::new(&stage.gpu, &[DecalLook::new(plain([0, 255, 0, 255]))]).unwrap();
        let mut set = DecalSet::new(DecalBudget::default());
        let bare = stage.draw(&set, &looks);
        let life = DecalLife::default().with_fade_in(0.0).with_fade_out(1.0);
        assert!(stage.shoot(&mut set, CHEST, 0.06, 0, life));
        let drawn = stage.draw(&set, &looks);
        // A disc of 6 cm: the picture shows 2 m in 360 pixels or so, so that it has some 300 pixels, some of
        // them lit otherwise.
        let green = count(&drawn, is_green);
        assert!((150..450).contains(&green), "{green} ({binding:?})");
        assert_eq!(stage.instance.decal_draws(), 1);
        let id = set.iter().next().unwrap().id;
        set.fade_out(id);
        set.advance(0.5);
        let half = stage.draw(&set, &looks);
        assert!(count(&half, is_green) < green / 2, "half of it shows the cloth");
        assert_ne!(half, bare);
        set.advance(0.49999);
        assert!(set.len() == 1 && differing(&stage.draw(&set, &looks), &bare) == 0, "opacity near 0");
        set.advance(1.0);
        assert_eq!(stage.draw(&set, &looks), bare);
        assert_eq!(stage.instance.decal_draws(), 0);
    }
}

/// Number of pixels that differ by more than rounding.
fn differing(a: &Pixels, b: &Pixels) -> usize {
    let pairs = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
    pairs.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 1)).count()
}

#[test]
fn decals_move_with_the_skin_and_lie_on_it() {
    let Some(mut stage) = Stage::new(VertexDataBinding::Auto) else { return };
    stage.actor.play("run").unwrap();
    stage.pose(0.0);
    let looks = DecalLooks::new(&stage.gpu, &[DecalLook::new(plain([0, 255, 0, 255]))]).unwrap();
    let mut set = DecalSet::new(DecalBudget::default());
    assert!(stage.shoot(&mut set, CHEST, 0.06, 0, DecalLife::default()));
    let counts = (0..12).map(|_| {
        stage.pose(1.0 / 20.0);
        count(&stage.draw(&set, &looks), is_green)
    });
    let counts: Vec<usize> = counts.collect();
    // The chest turns a little, and arms pass before it twice; where depths fight, every frame loses some.
    let most = counts.iter().copied().max().unwrap();
    let whole = counts.iter().filter(|green| **green * 100 > most * 85).count();
    assert!(whole >= 8 && counts.iter().all(|green| green * 3 > most), "{counts:?}");
}

#[test]
fn white_multiplies_nothing_and_black_everything() {
    let Some(mut stage) = Stage::new(VertexDataBinding::Auto) else { return };
    stage.pose(0.0);
    let look = |color| DecalLook::new(plain(color)).with_blend(DecalBlend::Multiply);
    let looks = DecalLooks::new(&stage.gpu, &[look([255; 4]), look([0, 0, 0, 255])]).unwrap();
    let bare = stage.draw(&DecalSet::default(), &looks);
    let mut white = DecalSet::new(DecalBudget::default());
    assert!(stage.shoot(&mut white, CHEST, 0.06, 0, DecalLife::default()));
    let image = stage.draw(&white, &looks);
    assert_eq!(differing(&image, &bare), 0);
    let mut black = DecalSet::new(DecalBudget::default());
    assert!(stage.shoot(&mut black, CHEST, 0.06, 1, DecalLife::default()));
    let image = stage.draw(&black, &looks);
    let is_black = |pixel: &[u8]| pixel[3] == 255 && pixel[..3].iter().all(|c| *c < 8);
    let counts = [&image, &bare].map(|image| count(image, is_black));
    assert!(counts[0] > counts[1] + 100, "{counts:?}, {} differ", differing(&image, &bare));
}

#[test]
fn hundreds_of_decals_take_two_draws() {
    let Some(mut stage) = Stage::new(VertexDataBinding::Auto) else { return };
    stage.actor.play("run").unwrap();
    stage.pose(0.3);
    let green = DecalLook::new(plain([0, 255, 0, 255]));
    let stain = DecalLook::new(plain([200, 60, 60, 255])).with_blend(DecalBlend::Multiply);
    let looks = DecalLooks::new(&stage.gpu, &[green, stain]).unwrap();
    let mut set = DecalSet::new(DecalBudget::default().with_max_decals(256).with_merge(0.0));
    let mut random = fastrand::Rng::with_seed(3);
    while set.len() < 256 {
        let mut number = || random.f32() * 2.0 - 1.0;
        let (at, towards) =
            (Vec3::new(number() * 0.8, 0.9 + number() * 0.9, 0.0), Vec3::new(number(), 0.0, number()));
        let Some(towards) = towards.try_normalize() else { continue };
        let look = set.len() as u32 % 2;
        stage.shoot(&mut set, Ray::new(at - towards * 4.0, towards), 0.03, look, DecalLife::default());
    }
    let image = stage.draw(&set, &looks);
    assert_eq!((set.len(), stage.instance.decal_draws()), (256, 2));
    assert!(count(&image, is_green) > 400);
    // Looks that are not in the list are left out.
    set.clear();
    assert!(stage.shoot(&mut set, CHEST, 0.06, 9, DecalLife::default()));
    stage.draw(&set, &looks);
    assert_eq!(stage.instance.decal_draws(), 0);
}

//! A hero with everything on the same body, set up by one file: twenty seconds in which they walk up stairs
//! with a rifle in both hands, speak, jump, are shot, fall, get up and walk on.
//!
//! `cargo run --release --example hero -- [FOLDER]` draws frames into a folder; without one it prints what
//! happens.

use sinew::character::{Image, Material, Primitive};
use sinew::face::{EmotionFade, Gaze, VisemeTrack};
use sinew::glam::{Affine3A, Quat, Vec3, Vec4};
use sinew::ground::Ground;
use sinew::math::smooth_damp;
use sinew::ragdoll::{BodyState, HitReaction};
use sinew::stage::EvenWind;
use sinew::surface::{DecalLife, DecalSettings, HitFaces, Ray, SurfaceEmitter};
use sinew::{Actor, Character, FrameInput, RootMotion};
use sinew_rapier::RapierWorld;
use sinew_rapier::rapier3d::prelude::*;
use sinew_render::{ActorInstance, ActorModel, Camera, Gpu, RenderSettings, Renderer, Scene, SceneContent};
use sinew_setup::Setup;
use sinew_speech::provider::{Mode, analyze};
use sinew_speech::sound::Sound;
use std::error::Error;
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;
const SIZE: [u32; 2] = [480, 360];
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
const GET_UP: [&str; 5] = ["get_up_front", "get_up_back", "get_up_left", "get_up_right", "get_up_sitting"];
/// Seconds of the shots, and where in the model they go; the last one fells the hero.
const SHOTS: [(f32, Vec3); 4] = [
    (10.0, Vec3::new(0.05, 1.25, 0.0)),
    (10.5, Vec3::new(-0.08, 0.75, 0.0)),
    (11.0, Vec3::new(0.02, 1.5, 0.0)),
    (11.5, Vec3::new(0.0, 1.1, 0.0)),
];

/// What is seen of the hero at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// Since the beginning.
    pub(crate) seconds: f32,
    /// Of the body.
    pub(crate) state: BodyState,
    /// In the world.
    pub(crate) position: Vec3,
    /// Decals, with the trails of drops.
    pub(crate) marks: usize,
    /// Drops of blood that run.
    pub(crate) drops: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    play(std::env::args().nth(1), &mut |Moment { seconds, state, position, marks, drops }| {
        println!("{seconds:5.2} s: {state:?} at {position:.2}, {marks} marks, {drops} drops");
    })
}

/// The twenty seconds. `watch` is called every two seconds, and when the state of the body changes.
pub(crate) fn play(folder: Option<String>, watch: &mut dyn FnMut(Moment)) -> Result<(), Box<dyn Error>> {
    // --- Set-up.
    let setup = Setup::open(format!("{DATA}/hero/hero.ron"))?;
    let mut hero = setup.actor()?;
    let rifle = setup.item("rifle").ok_or("no rifle")?;
    let blood = hero.decals().and_then(|decals| decals.decals().find_look("blood")).ok_or("no blood")?;
    let sound = Sound::from_bytes(&std::fs::read(format!("{DATA}/speech/line.flac"))?)?;
    let line = analyze(&sound, &Mode::Offline)?.viseme_track().clone();
    let mut world = RapierWorld::new().with_floor(0.0);
    let stairs = Actor::without_clips(Arc::new(stairs(&mut world)?));
    let ground = world.ground();
    let mut film = folder.map(|folder| Film::new(folder, &hero, &stairs)).transpose()?;

    // --- The game.
    let wind = EvenWind::new(Vec3::new(-1.0, 0.0, -0.5));
    let (mut place, mut rise, mut height) = (Affine3A::IDENTITY, 0.0f32, 0.0f32);
    let mut loose: Option<RigidBodyHandle> = None;
    let mut state = BodyState::Animated;
    for frame in 0..=1200 {
        let t = frame as f32 * DT;
        let is = |seconds: f32| frame == (seconds * 60.0).round() as i32;
        act(&mut hero, &place, frame, &line)?;
        // Shots: each marks the skin, opens a wound and staggers the body; the last one fells it.
        for (n, (_, at)) in SHOTS.into_iter().enumerate().filter(|(_, (when, _))| is(*when)) {
            let ray = Ray::new(at + Vec3::Z * 3.0, Vec3::NEG_Z).transformed(&place);
            let Some(hit) = hero.hit(&ray, HitFaces::Front) else { continue };
            hero.add_decal(&hit.point, blood, &DecalSettings::new(0.02), DecalLife::default())?;
            let wound = SurfaceEmitter::new(hit.point, 4.0).with_duration(2.5);
            hero.decals_mut().ok_or("no decals")?.add_wound(wound);
            let ragdoll = hero.ragdoll_mut().ok_or("no ragdoll")?;
            let part = ragdoll.ragdoll().part_of(hit.joint).ok_or("no part")?;
            let (impulse, point) = (ray.direction * 40.0, place.transform_point3(hit.position));
            if n < 3 {
                ragdoll.hit(part, impulse, Some(point), &HitReaction::default());
            } else {
                ragdoll.start();
                ragdoll.apply_impulse(part, impulse * 3.0, Some(point));
                // The hands let go of the rifle, which falls.
                loose = Some(drop_rifle(&mut world, &setup.let_go(&mut hero, "rifle")?));
            }
        }
        // Getting up; the graph goes on afterwards, and the rifle is picked up.
        if matches!(hero.body_state(), BodyState::Resting | BodyState::Blocked) {
            hero.get_up(GET_UP, Vec3::Y)?;
        }
        let stands = hero.body_state() == BodyState::Animated && hero.montage().is_none();
        if let Some(body) = loose.take_if(|_| stands) {
            world.world.remove_body(body);
            setup.hold(&mut hero, "rifle", true)?;
        }
        // 1. Animation.
        let motion = hero.advance(DT);
        // 2. The controller, unless the body falls or gets up.
        let steers = matches!(hero.body_state(), BodyState::Animated | BodyState::Reacting);
        let is_on_stairs = steers && (1.2..3.4).contains(&place.translation.z);
        let stride = if is_on_stairs { 0.55 } else { 1.0 };
        hero.ik_mut().ok_or("no rig")?.set_stride_scale(stride);
        place = RootMotion { translation: motion.translation * stride, ..motion }.apply_to(place);
        if steers {
            height = ground.height(Vec3::from(place.translation).with_y(height)).unwrap_or(height);
            (place.translation.y, rise) = smooth_damp(place.translation.y, rise, height, 0.25, DT);
        } else {
            (height, rise) = (place.translation.y, 0.0);
        }
        if let (Some(body), Some(item)) = (loose, hero.attachment_mut(rifle)) {
            let pose = world.world.bodies[body].position();
            item.world_from_item = Some(Affine3A::from_rotation_translation(pose.rotation, pose.translation));
        }
        // 3. All stages, with the rifle, decals, drops and speech; the stage `Ragdoll` steps the world.
        let eye = film.as_ref().map_or(place.transform_point3(Vec3::new(2.2, 1.6, 3.2)), |film| film.eye);
        let input = FrameInput::new(DT, place).with_ground(&ground).with_wind(&wind).with_viewer(eye);
        hero.resolve(input.with_physics(&mut world));

        let now = hero.body_state();
        if now != state || frame % 120 == 0 {
            let decals = hero.decals().ok_or("no decals")?;
            let (marks, drops) = (decals.set().len(), decals.drips().len());
            watch(Moment { seconds: t, state: now, position: place.translation.into(), marks, drops });
            state = now;
        }
        if let Some(film) = film.as_mut().filter(|_| frame % 4 == 0) {
            film.draw(&hero, &place, if steers { 0.9 } else { 0.4 })?;
        }
    }
    Ok(())
}

/// Input of the player, and the face: a line, emotions, a gaze at what flies past.
fn act(
    hero: &mut Actor,
    place: &Affine3A,
    frame: i32,
    line: &Arc<VisemeTrack>,
) -> Result<(), Box<dyn Error>> {
    let (t, is) = (frame as f32 * DT, |seconds: f32| frame == (seconds * 60.0).round() as i32);
    let graph = hero.graph_mut().ok_or("no graph")?;
    for (when, speed) in [(1.8, 1.0), (6.2, 2.0), (7.3, 0.0), (16.0, 1.0)] {
        if is(when) {
            graph.set_parameter("speed", speed)?;
        }
    }
    if is(8.0) {
        graph.trigger("jump")?;
    }
    let face = hero.face_mut().ok_or("no face")?;
    let fly = Vec3::new(1.4 * (t * 0.9).sin(), 1.55 + 0.4 * (t * 1.7).sin(), 1.6);
    face.set_gaze(Gaze::Target(place.transform_point3(fly)));
    if is(2.0) {
        face.speak(line.clone());
    }
    for (when, emotion) in [(9.8, "afraid"), (17.0, "happy")] {
        if is(when) {
            face.set_emotion(emotion, EmotionFade::new(0.4).with_intensity(0.6))?;
        }
    }
    Ok(())
}

/// Five steps and a platform, in the world and as a thing to draw.
fn stairs(world: &mut RapierWorld) -> Result<Character, Box<dyn Error>> {
    let stone =
        Material { base_color: Vec4::new(0.42, 0.36, 0.3, 1.0), metallic: 0.0, ..Material::default() };
    let steps = [0.0, 1.0, 2.0, 3.0, 4.0].map(|step: f32| {
        let (top, front) = (0.17 * (step + 1.0), 2.0 + 0.29 * step);
        let half = Vec3::new(1.6, top * 0.5, (9.0 - front) * 0.5);
        let center = Vec3::new(0.0, half.y, 9.0 - half.z);
        world.add_box(center, Quat::IDENTITY, half);
        (Primitive::cuboid(center, half), stone.clone())
    });
    Ok(Character::rigid("stairs", steps)?)
}

/// A body for the rifle where it is.
fn drop_rifle(world: &mut RapierWorld, at: &Affine3A) -> RigidBodyHandle {
    let (_, rotation, position) = at.to_scale_rotation_translation();
    let body = RigidBodyBuilder::dynamic().pose(Pose::from_parts(position, rotation));
    let body = world.world.bodies.insert(body);
    let shape = ColliderBuilder::cuboid(0.03, 0.05, 0.3).density(300.0);
    world.world.colliders.insert_with_parent(shape, body, &mut world.world.bodies);
    body
}

/// Frames that are drawn into a folder.
struct Film {
    folder: String,
    gpu: Gpu,
    renderer: Renderer,
    hero: ActorInstance,
    stairs: ActorInstance,
    eye: Vec3,
    frames: u32,
}

impl Film {
    fn new(folder: String, hero: &Actor, stairs: &Actor) -> Result<Self, Box<dyn Error>> {
        std::fs::create_dir_all(&folder)?;
        let gpu = Gpu::off_screen()?;
        let mut decoder = sinew_import::ImageDecoder::new();
        let mut decode = |image: &Image| decoder.decode(image).ok();
        let hero = ActorInstance::new(&gpu, &ActorModel::new(&gpu, hero, &mut decode)?)?;
        let mut steps = ActorInstance::new(&gpu, &ActorModel::new(&gpu, stairs, &mut decode)?)?;
        let renderer = Renderer::new(&gpu, RenderSettings::default());
        steps.update(&gpu, stairs);
        Ok(Self { folder, renderer, hero, stairs: steps, eye: Vec3::new(2.2, 1.6, 3.2), frames: 0, gpu })
    }

    fn draw(&mut self, hero: &Actor, place: &Affine3A, height: f32) -> Result<(), Box<dyn Error>> {
        let middle = place.transform_point3(Vec3::Y * height);
        self.eye = self.eye.lerp(middle + Vec3::new(2.0, 0.7, 2.6), 0.15);
        let camera = Camera::look_at(self.eye, middle);
        self.hero.set_detail(&camera, SIZE[1]);
        self.hero.update(&self.gpu, hero);
        let content = SceneContent::new([&self.hero, &self.stairs]);
        let scene = Scene::of(camera, &content).with_fill_light(0.6);
        let image = self.renderer.render_to_image(&scene, SIZE[0], SIZE[1])?;
        let file = std::fs::File::create(format!("{}/{:04}.png", self.folder, self.frames))?;
        let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), image.width, image.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header()?.write_image_data(&image.rgba)?;
        self.frames += 1;
        Ok(())
    }
}

//! A character of a set-up in a window of your own, with winit and wgpu: W walks, Shift with it runs, Space jumps,
//! A and D turn.
//!
//! `cargo run --release --example window -- [hero.ron]`

use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ground::height_field;
use sinew::{Actor, FrameInput};
use sinew_render::wgpu::{self, CurrentSurfaceTexture};
use sinew_render::{
    ActorInstance, ActorModel, Camera, Gpu, GroundPlane, RenderSettings, Renderer, Scene, SceneContent,
};
use sinew_setup::Setup;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;
use winit::application::ApplicationHandler;
use winit::event::{ElementState, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::keyboard::{KeyCode, PhysicalKey};
use winit::window::{Window, WindowId};

const HERO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/hero/hero.ron");

fn main() -> Result<(), Box<dyn Error>> {
    let setup = Setup::open(std::env::args().nth(1).as_deref().unwrap_or(HERO))?;
    let mut game = Game {
        actor: setup.actor()?,
        setup,
        transform: Affine3A::IDENTITY,
        eye: Vec3::new(0.0, 1.7, -4.0),
        keys: Keys::default(),
        last: Instant::now(),
        screen: None,
    };
    EventLoop::new()?.run_app(&mut game)?;
    Ok(())
}

/// The game: one character, and the keys that are held.
struct Game {
    setup: Setup,
    actor: Actor,
    transform: Affine3A,
    eye: Vec3,
    keys: Keys,
    last: Instant,
    screen: Option<Screen>,
}

#[derive(Default)]
struct Keys {
    walks: bool,
    runs: bool,
    left: bool,
    right: bool,
}

impl Game {
    /// One frame: animation, the controller, all stages.
    fn step(&mut self, dt: f32) {
        if let Some(graph) = self.actor.graph_mut() {
            let speed = f32::from(u8::from(self.keys.walks)) * if self.keys.runs { 2.0 } else { 1.0 };
            // A graph without this parameter plays as it is.
            let _ = graph.set_parameter("speed", speed);
        }
        let turn = f32::from(u8::from(self.keys.left)) - f32::from(u8::from(self.keys.right));
        self.transform *= Affine3A::from_quat(Quat::from_rotation_y(turn * 2.0 * dt));
        self.transform = self.actor.advance(dt).apply_to(self.transform);
        let ground = height_field(|_, _| 0.0);
        let input = FrameInput::new(dt, self.transform).with_ground(&ground).with_viewer(self.eye);
        self.actor.resolve(input);
        let behind = self.transform.transform_point3(Vec3::new(0.0, 1.6, -4.0));
        self.eye = self.eye.lerp(behind, 1.0 - (-3.0 * dt).exp());
    }

    fn key(&mut self, key: PhysicalKey, is_down: bool) {
        match key {
            PhysicalKey::Code(KeyCode::KeyW) => self.keys.walks = is_down,
            PhysicalKey::Code(KeyCode::ShiftLeft) => self.keys.runs = is_down,
            PhysicalKey::Code(KeyCode::KeyA) => self.keys.left = is_down,
            PhysicalKey::Code(KeyCode::KeyD) => self.keys.right = is_down,
            PhysicalKey::Code(KeyCode::Space) if is_down => {
                let _ = self.actor.graph_mut().map(|graph| graph.trigger("jump"));
            }
            _ => {}
        }
    }
}

impl ApplicationHandler for Game {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        match Screen::new(events, &self.setup, &self.actor) {
            Ok(screen) => self.screen = Some(screen),
            Err(error) => {
                eprintln!("{error}");
                events.exit();
            }
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::Resized(size) => {
                self.screen.iter_mut().for_each(|screen| screen.resize(size.into()))
            }
            WindowEvent::KeyboardInput { event, .. } => {
                self.key(event.physical_key, event.state == ElementState::Pressed);
            }
            WindowEvent::RedrawRequested => {
                let dt = self.last.elapsed().as_secs_f32().min(0.1);
                self.last = Instant::now();
                self.step(dt);
                let target = self.transform.transform_point3(Vec3::Y * 0.9);
                let camera = Camera::look_at(self.eye, target);
                self.screen.iter_mut().for_each(|screen| screen.draw(&self.actor, camera));
            }
            _ => {}
        }
    }
}

/// Window, its surface, and what is drawn of the character.
struct Screen {
    window: Arc<Window>,
    gpu: Gpu,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    renderer: Renderer,
    drawn: ActorInstance,
}

impl Screen {
    fn new(events: &ActiveEventLoop, setup: &Setup, actor: &Actor) -> Result<Self, Box<dyn Error>> {
        let window = Arc::new(events.create_window(Window::default_attributes().with_title("Sinew"))?);
        let display = Box::new(events.owned_display_handle());
        let instance =
            wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle_from_env(display));
        let surface = instance.create_surface(window.clone())?;
        let gpu = pollster::block_on(Gpu::for_surface(&instance, &surface))?;
        let [width, height] = <[u32; 2]>::from(window.inner_size()).map(|side| side.max(1));
        let config = surface.get_default_config(&gpu.adapter, width, height).ok_or("no surface format")?;
        surface.configure(&gpu.device, &config);
        let settings = RenderSettings::default().with_output_format(config.format);
        let mut decoder = sinew_import::ImageDecoder::new();
        let model = ActorModel::new(&gpu, actor, &mut |image| decoder.decode(image).ok())?;
        for hair in setup.hair() {
            model.add_groom(&gpu, &hair.groom)?;
        }
        let drawn = ActorInstance::new(&gpu, &model)?;
        window.request_redraw();
        Ok(Self { renderer: Renderer::new(&gpu, settings), window, gpu, surface, config, drawn })
    }

    fn resize(&mut self, [width, height]: [u32; 2]) {
        if width > 0 && height > 0 {
            (self.config.width, self.config.height) = (width, height);
            self.surface.configure(&self.gpu.device, &self.config);
        }
    }

    fn draw(&mut self, actor: &Actor, camera: Camera) {
        let size = [self.config.width, self.config.height];
        match self.surface.get_current_texture() {
            CurrentSurfaceTexture::Success(output) => {
                self.drawn.set_detail(&camera, size[1]);
                self.drawn.update(&self.gpu, actor);
                let content = SceneContent::new([&self.drawn]);
                let scene = Scene::of(camera, &content).with_ground(GroundPlane::default());
                let view = output.texture.create_view(&wgpu::TextureViewDescriptor::default());
                self.renderer.draw(&scene, &view, size);
                self.gpu.queue.present(output);
            }
            // Another size, or another screen.
            _ => self.surface.configure(&self.gpu.device, &self.config),
        }
        self.window.request_redraw();
    }
}

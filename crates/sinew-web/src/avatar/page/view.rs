//! The class that the worker of a page calls: opening, drawing, camera.

use super::canvas::Canvas;
use super::images::PageImages;
use super::page_files::PageFiles;
use crate::avatar::{AvatarError, Backdrop, Body, Framing, Shot};
use js_sys::Function;
use sinew::glam::{Vec3, Vec4};
use sinew_render::{ActorInstance, ActorModel, Background, Camera, ImageSource, SceneContent, wgpu};
use sinew_setup::SetupFiles;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::OffscreenCanvas;

/// A character on a canvas.
#[wasm_bindgen]
#[derive(Debug)]
pub struct AvatarView {
    pub(super) canvas: Canvas,
    pub(super) body: Option<Body>,
    /// The character with other meshes, which takes the place of the present one when it is uploaded.
    pub(super) staged: Option<Body>,
    drawn: Option<ActorInstance>,
    pub(super) images: PageImages,
    shot: Shot,
    framing: Option<Framing>,
    pub(super) camera: Camera,
    backdrop: Backdrop,
    seconds: f64,
}

impl From<AvatarError> for JsValue {
    fn from(error: AvatarError) -> Self {
        let made = js_sys::Error::new(&error.message);
        // An object takes every property.
        let _ = js_sys::Reflect::set(&made, &"code".into(), &error.code.into());
        made.unchecked_into()
    }
}

#[wasm_bindgen]
impl AvatarView {
    /// Opens the device of a canvas.
    pub async fn open(canvas: OffscreenCanvas, webgl: bool) -> Result<Self, AvatarError> {
        // A panic says nothing in WebAssembly by itself.
        std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
        Ok(Self {
            canvas: Canvas::open(canvas, webgl).await?,
            body: None,
            staged: None,
            drawn: None,
            images: PageImages::default(),
            shot: Shot::default(),
            framing: None,
            camera: Camera::look_at(Vec3::new(0.0, 1.2, 4.0), Vec3::Y),
            backdrop: Backdrop::default(),
            seconds: 0.0,
        })
    }

    /// Opens the device of another canvas, after that of the last one was lost; the character has to be uploaded again.
    pub async fn reopen(&mut self, canvas: OffscreenCanvas, webgl: bool) -> Result<(), AvatarError> {
        self.drawn = None;
        self.canvas = Canvas::open(canvas, webgl).await?;
        let environment = self.backdrop.environment();
        self.backdrop.set_environment(&self.canvas.gpu, environment)
    }

    /// Name of the device.
    pub fn device(&self) -> String {
        self.canvas.gpu.description()
    }

    /// Whether WebGL2 draws; otherwise WebGPU does.
    pub fn is_webgl(&self) -> bool {
        self.canvas.gpu.adapter.get_info().backend == wgpu::Backend::Gl
    }

    /// Opens a character or a set-up, whose files `read` returns.
    pub fn load(&mut self, file: &str, read: Function) -> Result<(), AvatarError> {
        PageFiles::set(read);
        (self.drawn, self.framing, self.staged) = (None, None, None);
        self.body = Some(Body::open(file, SetupFiles::new(PageFiles), self.canvas.gpu.draws_strands())?);
        Ok(())
    }

    /// Uploads the character, or the one that takes its place.
    pub fn upload(&mut self) -> Result<(), AvatarError> {
        let mut staged = self.staged.take();
        if let (Some(staged), Some(body)) = (&mut staged, &mut self.body) {
            staged.go_on_as(body)?;
        }
        let Some(body) = staged.as_mut().or(self.body.as_mut()) else { return Ok(()) };
        // The pose that the camera frames.
        body.step(0.0, self.camera.eye);
        let gpu = &self.canvas.gpu;
        let failed = |error| AvatarError::new("no-device", error);
        let model = ActorModel::from_images(gpu, body.actor(), &mut self.images).map_err(failed)?;
        let mut drawn = ActorInstance::new(gpu, &model).map_err(failed)?;
        drawn.update(gpu, body.actor());
        self.images.clear();
        self.body = staged.or(self.body.take());
        self.drawn = Some(drawn);
        if self.framing.is_none() {
            self.frame_shot();
        }
        Ok(())
    }

    /// Keeps the present character, where the one with other meshes could not be uploaded.
    pub fn drop_staged(&mut self) {
        self.staged = None;
        self.images.clear();
    }

    /// Uploads what has been put on the character since.
    pub(super) fn upload_changes(&mut self) -> Result<(), AvatarError> {
        let (Some(body), Some(drawn)) = (&self.body, &mut self.drawn) else { return Ok(()) };
        let uploaded =
            drawn.upload_changes(&self.canvas.gpu, body.actor(), &mut |image| self.images.pixels(image));
        uploaded.map_err(|error| AvatarError::new("no-device", error))
    }

    /// All that can be asked of the character, as JSON.
    pub fn describe(&self) -> String {
        self.body.as_ref().map_or_else(|| "{}".to_owned(), Body::describe)
    }

    /// Present state of the character, as JSON.
    pub fn state(&self) -> String {
        self.body.as_ref().map_or_else(|| "{}".to_owned(), Body::state)
    }

    /// Shows head and shoulders.
    pub fn show_portrait(&mut self) {
        self.shot = Shot::Portrait;
        self.frame_shot();
    }

    /// Shows all of the character.
    pub fn show_body(&mut self) {
        self.shot = Shot::Body;
        self.frame_shot();
    }

    /// Shows what a camera at `eye` sees that looks at `target`, with a vertical field of view in radians.
    pub fn show_from(&mut self, eye: &[f32], target: &[f32], fov: f32) -> Result<(), AvatarError> {
        let (Some(eye), Some(target)) = (point(eye), point(target)) else {
            return Err(AvatarError::new("camera", "expected two points of three numbers"));
        };
        if eye.distance(target) < 1e-6 || !(fov > 0.0 && fov < 3.0) {
            return Err(AvatarError::new(
                "camera",
                "expected two points apart and a field of view below 3 radians",
            ));
        }
        self.shot = Shot::Free(Camera::look_at(eye, target).with_fov_y(fov));
        self.frame_shot();
        Ok(())
    }

    /// Eye, target and vertical field of view of the camera: 7 numbers.
    pub fn camera(&self) -> Vec<f32> {
        let Camera { eye, target, fov_y, .. } = self.camera;
        vec![eye.x, eye.y, eye.z, target.x, target.y, target.z, fov_y]
    }

    /// Measures what the shot shows, and aims the camera at it.
    fn frame_shot(&mut self) {
        let (Some(body), Some(drawn)) = (&self.body, &self.drawn) else { return };
        self.framing = Some(self.shot.framing(body.actor(), &drawn.bounds()));
        self.aim_camera();
    }

    fn aim_camera(&mut self) {
        let [width, height] = self.canvas.size();
        self.camera =
            self.framing.map_or(self.camera, |framing| framing.camera(width as f32 / height as f32));
    }

    /// Ray from the camera through a point of the picture, -1 to 1 to the right and upwards: direction, unit length.
    pub(super) fn direction_through(&self, x: f32, y: f32) -> Vec3 {
        let [width, height] = self.canvas.size();
        let tangent = (self.camera.fov_y * 0.5).tan();
        let ahead = (self.camera.target - self.camera.eye).normalize();
        let right = ahead.cross(self.camera.up).normalize();
        let up = right.cross(ahead);
        (ahead + right * (x * tangent * width as f32 / height as f32) + up * (y * tangent)).normalize()
    }

    /// Shows a background: linear colour with alpha, or none.
    pub fn set_background(&mut self, color: Option<Vec<f32>>) {
        self.backdrop.background = match color.as_deref() {
            Some(&[r, g, b, a]) => Background::Color(Vec4::new(r, g, b, a)),
            _ => Background::Transparent,
        };
    }

    /// Shows the sky, or the environment.
    pub fn show_sky(&mut self) {
        self.backdrop.background = Background::Sky;
    }

    /// Shows a ground with shadows.
    pub fn set_ground(&mut self, on: bool) {
        self.backdrop.has_ground = on;
    }

    /// Lights the character by a built-in environment; without a name by daylight.
    pub fn set_environment(&mut self, name: Option<String>) -> Result<(), AvatarError> {
        self.backdrop.set_environment(&self.canvas.gpu, name.as_deref())
    }

    /// Changes the size of the canvas, in pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.canvas.resize(width, height);
        self.aim_camera();
    }

    /// Goes on by `dt` seconds and draws.
    pub fn frame(&mut self, dt: f32) {
        let (Some(body), Some(drawn)) = (&mut self.body, &mut self.drawn) else { return };
        body.step(dt, self.camera.eye);
        self.seconds += f64::from(dt);
        drawn.set_detail(&self.camera, self.canvas.size()[1]);
        drawn.update(&self.canvas.gpu, body.actor());
        let content = SceneContent::new([&*drawn]);
        let scene = self.backdrop.scene(self.camera, &content, self.seconds);
        self.canvas.draw(&scene);
    }

    /// Error of the device since the last call; empty without one.
    pub fn device_error(&self) -> String {
        self.canvas.gpu.take_error().map(|error| error.to_string()).unwrap_or_default()
    }

    /// Loses the device, as a driver that crashes does: for tests.
    pub fn lose_device(&self) {
        self.canvas.gpu.device.destroy();
    }
}

/// A point of three finite numbers.
pub(super) fn point(numbers: &[f32]) -> Option<Vec3> {
    let point = Vec3::from_array(<[f32; 3]>::try_from(numbers).ok()?);
    point.is_finite().then_some(point)
}

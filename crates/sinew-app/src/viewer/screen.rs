//! Drawing of the viewer to its window: the picture of the character and the panels.

use super::picture::CharacterPicture;
use super::state::State;
use crate::report::failure::Failure;
use egui::{ClippedPrimitive, TextureId, TexturesDelta};
use egui_wgpu::ScreenDescriptor;
use sinew_render::Gpu;
use sinew_render::wgpu::{self, CurrentSurfaceTexture, TextureFormat};
use std::sync::Arc;
use winit::dpi::PhysicalSize;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

/// Format of the character's picture, which egui shows between the panels.
const PICTURE: TextureFormat = TextureFormat::Rgba8Unorm;

/// Surface of the window, with the renderer of the character's picture and the renderer of egui.
pub(super) struct Screen {
    gpu: Gpu,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    character: CharacterPicture,
    egui: egui_wgpu::Renderer,
    picture: Picture,
}

struct Picture {
    view: wgpu::TextureView,
    id: TextureId,
    size: [u32; 2],
}

impl Screen {
    /// Creates the surface, device and renderers for `window`.
    pub(super) fn new(window: Arc<Window>, display: OwnedDisplayHandle) -> Result<Self, Failure> {
        let no_device = |e: &dyn std::fmt::Display| Failure::Machine(e.to_string());
        let size = window.inner_size();
        // OpenGL needs the display when the instance is created.
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle_from_env(
            Box::new(display),
        ));
        let surface = instance.create_surface(window).map_err(|e| no_device(&e))?;
        let gpu = pollster::block_on(Gpu::for_surface(&instance, &surface)).map_err(|e| no_device(&e))?;
        let mut config = surface
            .get_default_config(&gpu.adapter, size.width.max(1), size.height.max(1))
            .ok_or_else(|| Failure::Machine("this graphics device cannot draw to the window".into()))?;
        // egui outputs sRGB-encoded colours.
        config.format = config.format.remove_srgb_suffix();
        surface.configure(&gpu.device, &config);
        let character = CharacterPicture::new(&gpu, PICTURE);
        let mut egui =
            egui_wgpu::Renderer::new(&gpu.device, config.format, egui_wgpu::RendererOptions::default());
        let view = target(&gpu.device, [1, 1]);
        let id = egui.register_native_texture(&gpu.device, &view, wgpu::FilterMode::Nearest);
        let picture = Picture { view, id, size: [1, 1] };
        Ok(Self { gpu, surface, config, character, egui, picture })
    }

    /// Texture of the character's picture in egui.
    pub(super) fn picture(&self) -> TextureId {
        self.picture.id
    }

    /// Largest side of a texture in pixels.
    pub(super) fn max_side(&self) -> usize {
        self.gpu.device.limits().max_texture_dimension_2d as usize
    }

    /// Adapts the surface to a new window size.
    pub(super) fn resize(&mut self, size: PhysicalSize<u32>) {
        if size.width > 0 && size.height > 0 {
            (self.config.width, self.config.height) = (size.width, size.height);
            self.surface.configure(&self.gpu.device, &self.config);
        }
    }

    /// Draws the player into the picture, `size` pixels.
    pub(super) fn draw(&mut self, state: &State, size: [u32; 2]) -> Result<(), Failure> {
        let size = size.map(|side| side.clamp(1, self.max_side() as u32));
        if self.picture.size != size {
            let view = target(&self.gpu.device, size);
            let (device, id) = (&self.gpu.device, self.picture.id);
            self.egui.update_egui_texture_from_wgpu_texture(device, &view, wgpu::FilterMode::Nearest, id);
            self.picture = Picture { view, id, size };
        }
        self.character.draw(state, &self.picture.view, size)?;
        match self.gpu.take_error() {
            Some(error) => Err(Failure::Machine(error.to_string())),
            None => Ok(()),
        }
    }

    /// Draws egui's shapes to the window and presents it.
    pub(super) fn present(
        &mut self,
        window: &Window,
        shapes: &[ClippedPrimitive],
        mut textures: TexturesDelta,
        pixels_per_point: f32,
    ) {
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        for (id, deltas) in textures.set.drain() {
            for delta in deltas {
                self.egui.update_texture(device, queue, id, &delta);
            }
        }
        let output = match self.surface.get_current_texture() {
            CurrentSurfaceTexture::Success(output) => Some(output),
            CurrentSurfaceTexture::Suboptimal(_)
            | CurrentSurfaceTexture::Outdated
            | CurrentSurfaceTexture::Lost => {
                self.surface.configure(device, &self.config);
                window.request_redraw();
                None
            }
            // The window is not visible.
            _ => None,
        };
        if let Some(output) = output {
            let screen = ScreenDescriptor {
                size_in_pixels: [self.config.width, self.config.height],
                pixels_per_point,
            };
            let mut encoder =
                device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("window") });
            let mut commands = self.egui.update_buffers(device, queue, &mut encoder, shapes, &screen);
            let view = output.texture.create_view(&wgpu::TextureViewDescriptor::default());
            let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("window"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..Default::default()
            });
            self.egui.render(&mut pass.forget_lifetime(), shapes, &screen);
            commands.push(encoder.finish());
            queue.submit(commands);
            window.pre_present_notify();
            queue.present(output);
        }
        textures.free.drain().for_each(|id| self.egui.free_texture(&id));
    }
}

fn target(device: &wgpu::Device, [width, height]: [u32; 2]) -> wgpu::TextureView {
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("picture"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: PICTURE,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

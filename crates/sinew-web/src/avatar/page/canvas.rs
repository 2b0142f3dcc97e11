//! Canvas of a page: its graphics device and renderer.

use crate::avatar::AvatarError;
use sinew_render::{Gpu, RenderSettings, Renderer, wgpu};
use web_sys::OffscreenCanvas;

/// Canvas with its device.
#[derive(Debug)]
pub(super) struct Canvas {
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    pub(super) gpu: Gpu,
    pub(super) renderer: Renderer,
}

impl Canvas {
    /// Opens WebGPU on a canvas, or WebGL2 where there is none or `webgl` is set.
    pub(super) async fn open(canvas: OffscreenCanvas, webgl: bool) -> Result<Self, AvatarError> {
        let size = [canvas.width(), canvas.height()];
        let backends =
            if webgl { wgpu::Backends::GL } else { wgpu::Backends::BROWSER_WEBGPU | wgpu::Backends::GL };
        let descriptor =
            wgpu::InstanceDescriptor { backends, ..wgpu::InstanceDescriptor::new_without_display_handle() };
        let instance = wgpu::util::new_instance_with_webgpu_detection(descriptor).await;
        let failed = |error: &dyn std::fmt::Display| AvatarError::new("no-device", error);
        let surface = instance.create_surface(wgpu::SurfaceTarget::OffscreenCanvas(canvas));
        let surface = surface.map_err(|error| failed(&error))?;
        let gpu = Gpu::for_surface(&instance, &surface).await.map_err(|error| failed(&error))?;
        let capabilities = surface.get_capabilities(&gpu.adapter);
        let format = capabilities.formats.iter().copied().find(|format| !format.is_srgb());
        let format = format.ok_or_else(|| AvatarError::new("no-device", "the canvas has no format"))?;
        let premultiplied = wgpu::CompositeAlphaMode::PreMultiplied;
        let config = wgpu::SurfaceConfiguration {
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            format,
            width: size[0].max(1),
            height: size[1].max(1),
            present_mode: wgpu::PresentMode::Fifo,
            desired_maximum_frame_latency: 2,
            // WebGPU takes it, though wgpu does not list it.
            alpha_mode: match gpu.adapter.get_info().backend == wgpu::Backend::BrowserWebGpu {
                true => premultiplied,
                false => capabilities.alpha_modes[0],
            },
            color_space: Default::default(),
            view_formats: Vec::new(),
        };
        surface.configure(&gpu.device, &config);
        let renderer = Renderer::new(&gpu, RenderSettings::default().with_output_format(format));
        Ok(Self { surface, config, gpu, renderer })
    }

    /// Size in pixels.
    pub(super) fn size(&self) -> [u32; 2] {
        [self.config.width, self.config.height]
    }

    /// Changes the size, in pixels.
    pub(super) fn resize(&mut self, width: u32, height: u32) {
        let limit = self.gpu.device.limits().max_texture_dimension_2d;
        let size = [width.clamp(1, limit), height.clamp(1, limit)];
        if size != self.size() {
            [self.config.width, self.config.height] = size;
            self.surface.configure(&self.gpu.device, &self.config);
        }
    }

    /// Draws a scene.
    pub(super) fn draw(&mut self, scene: &sinew_render::Scene<'_>) {
        use wgpu::CurrentSurfaceTexture::{Suboptimal, Success};
        let (Success(texture) | Suboptimal(texture)) = self.surface.get_current_texture() else {
            self.surface.configure(&self.gpu.device, &self.config);
            return;
        };
        let view = texture.texture.create_view(&wgpu::TextureViewDescriptor::default());
        self.renderer.draw(scene, &view, [self.config.width, self.config.height]);
        self.gpu.queue.present(texture);
    }
}

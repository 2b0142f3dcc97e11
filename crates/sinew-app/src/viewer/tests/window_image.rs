//! Images of the whole window, off screen.

use super::harness::Bench;
use crate::viewer::picture::CharacterPicture;
use egui_wgpu::ScreenDescriptor;
use sinew::character::Pixels;
use sinew_render::Gpu;
use sinew_render::wgpu;

/// Size of the window in pixels, as in the harness.
const SIZE: [u32; 2] = [1280, 800];
/// Format of the window and of the picture in it.
pub(super) const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

fn target(gpu: &Gpu, [width, height]: [u32; 2]) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    })
}

impl Bench {
    /// Image of the window. `character` draws into textures of [`FORMAT`].
    pub(super) fn window_image(&mut self, gpu: &Gpu, character: &mut CharacterPicture) -> Pixels {
        let mut painter =
            egui_wgpu::Renderer::new(&gpu.device, FORMAT, egui_wgpu::RendererOptions::default());
        let size = self.layout.picture.size();
        let size = [size.x, size.y].map(|side| side.round() as u32);
        let view = target(gpu, size).create_view(&Default::default());
        self.picture = Some(painter.register_native_texture(&gpu.device, &view, wgpu::FilterMode::Nearest));
        self.frame(Vec::new());
        if let Err(failure) = character.draw(&self.state, &view, size) {
            panic!("{}", failure.message());
        }
        for changes in &self.textures {
            for (id, deltas) in &changes.set {
                for delta in deltas {
                    painter.update_texture(&gpu.device, &gpu.queue, *id, delta);
                }
            }
        }
        let shapes = self.egui.tessellate(self.shapes.clone(), 1.0);
        let window = target(gpu, SIZE);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let screen = ScreenDescriptor { size_in_pixels: SIZE, pixels_per_point: 1.0 };
        let mut commands = painter.update_buffers(&gpu.device, &gpu.queue, &mut encoder, &shapes, &screen);
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &window.create_view(&Default::default()),
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        painter.render(&mut pass.forget_lifetime(), &shapes, &screen);
        let [width, height] = SIZE;
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(width * height * 4),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let layout =
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(width * 4), rows_per_image: None };
        encoder.copy_texture_to_buffer(
            window.as_image_copy(),
            wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
            wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        );
        commands.push(encoder.finish());
        gpu.queue.submit(commands);
        buffer.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
        gpu.wait().unwrap();
        let rgba = buffer.get_mapped_range(..).unwrap().to_vec();
        Pixels { width, height, rgba }
    }
}

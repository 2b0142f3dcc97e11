use super::Renderer;
use crate::scene::Scene;
use sinew::character::Pixels;

/// Why there is no picture.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// A side of 0, or longer than the device can draw.
    #[error("a picture of {width} × {height} pixels; this device draws 1 to {limit} a side")]
    Size {
        /// Columns asked for.
        width: u32,
        /// Rows asked for.
        height: u32,
        /// The longest side it draws.
        limit: u32,
    },
    /// No such mesh instance or primitive.
    #[error("there is no primitive {primitive} in mesh instance {instance}")]
    NoSuchPart {
        /// Number of the mesh instance.
        instance: usize,
        /// Number of the primitive.
        primitive: usize,
    },
    /// The device stopped answering.
    #[error("the graphics device gave nothing back: {0}")]
    Device(String),
}

impl Renderer {
    /// Draws `scene` in memory: 8-bit sRGB with straight alpha, rows from the top. Waits for the device.
    ///
    /// # Errors
    /// When the size is nothing the device can draw, or the device is lost.
    pub fn picture(&mut self, scene: &Scene<'_>, width: u32, height: u32) -> Result<Pixels, PictureError> {
        let limit = self.device.limits().max_texture_dimension_2d;
        if width == 0 || height == 0 || width > limit || height > limit {
            return Err(PictureError::Size { width, height, limit });
        }
        let format = wgpu::TextureFormat::Rgba8Unorm;
        let texture = read_target(&self.device, format, [width, height]);
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        self.draw_to(scene, &view, [width, height], format, true);
        let rgba = read(&self.device, &self.queue, &texture)?;
        Ok(Pixels { width, height, rgba })
    }
}

/// A texture to draw into and read back.
pub(super) fn read_target(
    device: &wgpu::Device,
    format: wgpu::TextureFormat,
    [width, height]: [u32; 2],
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("read back"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    })
}

/// The texels of `texture`, rows from the top without gaps.
pub(super) fn read(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    texture: &wgpu::Texture,
) -> Result<Vec<u8>, PictureError> {
    let texel = texture.format().block_copy_size(None).unwrap_or(4);
    let row = texture.width() * texel;
    // Copies want rows of a multiple of 256 bytes.
    let padded = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("read back"),
        size: u64::from(padded) * u64::from(texture.height()),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut commands = device.create_command_encoder(&Default::default());
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(padded), rows_per_image: None };
    commands.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
        texture.size(),
    );
    queue.submit([commands.finish()]);
    let (sender, receiver) = std::sync::mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        // The receiver is gone only when reading was given up.
        let _ = sender.send(result);
    });
    let lost = |e: &dyn std::fmt::Display| PictureError::Device(e.to_string());
    device.poll(wgpu::PollType::wait_indefinitely()).map_err(|e| lost(&e))?;
    receiver.recv().map_err(|e| lost(&e))?.map_err(|e| lost(&e))?;
    let view = buffer.get_mapped_range(..).map_err(|e| lost(&e))?;
    let rows = view.chunks_exact(padded as usize);
    Ok(rows.flat_map(|r| &r[..row as usize]).copied().collect())
}

//! Reading of textures and buffers back from the device.

use super::error::RenderError;
use crate::gpu::Gpu;

/// Creates a texture to draw into and then read back.
pub(super) fn create_target(
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

/// Bytes of all texels of `texture`, rows from the top without padding. Waits for the device.
///
/// # Errors
/// When the device fails.
pub(super) fn read_texture(gpu: &Gpu, texture: &wgpu::Texture) -> Result<Vec<u8>, RenderError> {
    let Gpu { device, queue, .. } = gpu;
    let texel_bytes = texture.format().block_copy_size(None).unwrap_or(4);
    let row_bytes = texture.width() * texel_bytes;
    // Copies need rows whose length is a multiple of 256 bytes.
    let padded_row_bytes = row_bytes.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("read back"),
        size: u64::from(padded_row_bytes) * u64::from(texture.height()),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut commands = device.create_command_encoder(&Default::default());
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(padded_row_bytes),
        rows_per_image: None,
    };
    commands.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
        texture.size(),
    );
    queue.submit([commands.finish()]);
    let bytes = read_mapped(gpu, &buffer)?;
    let rows = bytes.chunks_exact(padded_row_bytes as usize);
    Ok(rows.flat_map(|r| &r[..row_bytes as usize]).copied().collect())
}

/// Bytes of a buffer that can be copied from. Waits for the device.
///
/// # Errors
/// When the device fails.
pub(super) fn read_buffer(gpu: &Gpu, source: &wgpu::Buffer) -> Result<Vec<u8>, RenderError> {
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("read back"),
        size: source.size(),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut commands = gpu.device.create_command_encoder(&Default::default());
    commands.copy_buffer_to_buffer(source, 0, &buffer, 0, source.size());
    gpu.queue.submit([commands.finish()]);
    read_mapped(gpu, &buffer)
}

/// Bytes of a buffer that can be mapped, after what was submitted.
fn read_mapped(gpu: &Gpu, buffer: &wgpu::Buffer) -> Result<Vec<u8>, RenderError> {
    let (sender, receiver) = std::sync::mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        // Without a receiver, the caller has returned with an error.
        let _ = sender.send(result);
    });
    let lost = |e: &dyn std::fmt::Display| RenderError::ReadBack(e.to_string());
    gpu.wait().map_err(RenderError::Device)?;
    receiver.recv().map_err(|e| lost(&e))?.map_err(|e| lost(&e))?;
    let view = buffer.get_mapped_range(..).map_err(|e| lost(&e))?;
    Ok(view.to_vec())
}

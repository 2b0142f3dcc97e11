//! Upload of images as textures with mipmaps.

use crate::gpu::Gpu;
use sinew::character::{Pixels, Texture, TextureFilter, TextureWrap};

/// Whether `pixels` has the four bytes per pixel that its size demands, and at least one pixel.
pub(super) fn is_complete(pixels: &Pixels) -> bool {
    let expected = pixels.width as usize * pixels.height as usize * 4;
    expected > 0 && pixels.rgba.len() == expected
}

/// Checker pattern of light and dark magenta, 8 × 8 fields of 8 × 8 pixels: the stand-in for colour textures
/// that cannot be decoded. Parts whose texture coordinates meet in one point, as in a palette, show one of
/// the two colours.
pub(super) fn checker() -> Pixels {
    let field = |x: usize, y: usize| {
        if (x / 8 + y / 8).is_multiple_of(2) { [224, 40, 196, 255] } else { [120, 24, 104, 255] }
    };
    let rgba = (0..64 * 64).flat_map(|i| field(i % 64, i / 64)).collect();
    Pixels { width: 64, height: 64, rgba }
}

/// `pixels`, halved in both directions until no side is longer than `max_side`.
pub(super) fn shrink(mut pixels: Pixels, max_side: u32) -> Pixels {
    while pixels.width > max_side || pixels.height > max_side {
        let (width, height) = ((pixels.width / 2).max(1), (pixels.height / 2).max(1));
        let source = |x: u32, y: u32| {
            let at = (y.min(pixels.height - 1) * pixels.width + x.min(pixels.width - 1)) as usize * 4;
            &pixels.rgba[at..at + 4]
        };
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y * 2, x * 2))) {
            let block = [source(x, y), source(x + 1, y), source(x, y + 1), source(x + 1, y + 1)];
            rgba.extend((0..4).map(|c| (block.iter().map(|p| u32::from(p[c])).sum::<u32>() / 4) as u8));
        }
        pixels = Pixels { width, height, rgba };
    }
    pixels
}

/// Uploads `pixels` with all mipmap levels, as sRGB colours or as linear data.
pub(super) fn upload(gpu: &Gpu, pixels: &Pixels, is_color: bool, label: &str) -> wgpu::TextureView {
    let texture = create_texture(gpu, [pixels.width, pixels.height], is_color, label);
    write_rows(gpu, &texture, pixels);
    finish(gpu, &texture)
}

/// A texture with all mipmap levels, empty, for sRGB colours or for linear data.
pub(super) fn create_texture(
    gpu: &Gpu,
    [width, height]: [u32; 2],
    is_color: bool,
    label: &str,
) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: width.max(height).ilog2() + 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: if is_color { wgpu::TextureFormat::Rgba8UnormSrgb } else { wgpu::TextureFormat::Rgba8Unorm },
        usage: wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_DST
            | wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    })
}

/// Makes the mipmap levels of a texture from the first one.
pub(super) fn finish(gpu: &Gpu, texture: &wgpu::Texture) -> wgpu::TextureView {
    gpu.caches.mipmaps.generate(&gpu.device, &gpu.queue, texture);
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// Largest number of bytes on their way to the device: it keeps a copy of what is written until the copy is
/// done.
const MAX_BYTES_IN_FLIGHT: usize = 64 << 20;

/// Fills the first mip level.
pub(super) fn write_rows(gpu: &Gpu, texture: &wgpu::Texture, pixels: &Pixels) {
    let row_bytes = pixels.width as usize * 4;
    let rows = (MAX_BYTES_IN_FLIGHT / row_bytes).max(1);
    for (n, strip) in pixels.rgba.chunks(rows * row_bytes).enumerate() {
        if n > 0 {
            gpu.queue.submit([]);
            // A lost device ends the wait too.
            let _ = gpu.wait();
        }
        let origin = wgpu::Origin3d { x: 0, y: (n * rows) as u32, z: 0 };
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(row_bytes as u32),
            rows_per_image: None,
        };
        let height = (strip.len() / row_bytes) as u32;
        let size = wgpu::Extent3d { width: pixels.width, height, depth_or_array_layers: 1 };
        let target = wgpu::TexelCopyTextureInfo { origin, ..texture.as_image_copy() };
        gpu.queue.write_texture(target, strip, layout, size);
    }
}

/// Sampler with the wrap modes and filters of `texture`, anisotropic where all its filters are linear.
pub(super) fn create_sampler(gpu: &Gpu, texture: &Texture) -> wgpu::Sampler {
    let wrap = |wrap: TextureWrap| match wrap {
        TextureWrap::Repeat => wgpu::AddressMode::Repeat,
        TextureWrap::Mirror => wgpu::AddressMode::MirrorRepeat,
        TextureWrap::Clamp => wgpu::AddressMode::ClampToEdge,
    };
    let filter = |filter: TextureFilter| match filter {
        TextureFilter::Nearest => wgpu::FilterMode::Nearest,
        TextureFilter::Linear => wgpu::FilterMode::Linear,
    };
    let linear = TextureFilter::Linear;
    let all_linear = texture.magnify == linear && texture.minify == linear && texture.mip == Some(linear);
    gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("texture"),
        address_mode_u: wrap(texture.wrap_u),
        address_mode_v: wrap(texture.wrap_v),
        mag_filter: filter(texture.magnify),
        min_filter: filter(texture.minify),
        mipmap_filter: match texture.mip {
            Some(TextureFilter::Linear) => wgpu::MipmapFilterMode::Linear,
            _ => wgpu::MipmapFilterMode::Nearest,
        },
        lod_max_clamp: if texture.mip.is_some() { 32.0 } else { 0.0 },
        anisotropy_clamp: if all_linear { gpu.caches.max_anisotropy } else { 1 },
        ..Default::default()
    })
}

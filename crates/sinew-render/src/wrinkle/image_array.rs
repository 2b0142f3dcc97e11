//! Upload of images as a texture array.

use crate::gpu::Gpu;
use sinew::character::Pixels;

/// Uploads images of one size with all mipmap levels as an array; `None` in `images` are left out. An array
/// without images has one texel.
pub(super) fn upload_array(gpu: &Gpu, images: &[&Pixels], is_color: bool, label: &str) -> wgpu::TextureView {
    let max_side = gpu.device.limits().max_texture_dimension_2d;
    let side = |of: fn(&Pixels) -> u32| images.iter().map(|image| of(image)).max().unwrap_or(1).min(max_side);
    let [width, height] = [side(|image| image.width), side(|image| image.height)];
    let levels = width.max(height).ilog2() + 1;
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        // OpenGL makes a plain texture of an array of one.
        size: wgpu::Extent3d { width, height, depth_or_array_layers: images.len().max(2) as u32 },
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: match is_color {
            true => wgpu::TextureFormat::Rgba8UnormSrgb,
            false => wgpu::TextureFormat::Rgba8Unorm,
        },
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (layer, image) in (0..).zip(images) {
        let mut level = resized(image, width, height);
        for mip_level in 0..levels {
            if mip_level > 0 {
                level = resized(&level, (level.width / 2).max(1), (level.height / 2).max(1));
            }
            let target = wgpu::TexelCopyTextureInfo {
                texture: &texture,
                mip_level,
                origin: wgpu::Origin3d { x: 0, y: 0, z: layer },
                aspect: wgpu::TextureAspect::All,
            };
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(level.width * 4),
                rows_per_image: None,
            };
            let size = wgpu::Extent3d { width: level.width, height: level.height, depth_or_array_layers: 1 };
            gpu.queue.write_texture(target, &level.rgba, layout, size);
        }
    }
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2Array),
        ..Default::default()
    })
}

/// `image` with another size, by bilinear interpolation at the centres of texels: the mean of four texels for
/// half the size.
fn resized(image: &Pixels, width: u32, height: u32) -> Pixels {
    if (image.width, image.height) == (width, height) {
        return image.clone();
    }
    let (old_width, old_height) = (image.width as usize, image.height as usize);
    let neighbours = |at: usize, size: u32, old_size: usize| {
        let x = ((at as f32 + 0.5) * old_size as f32 / size as f32 - 0.5).clamp(0.0, (old_size - 1) as f32);
        (x as usize, (x as usize + 1).min(old_size - 1), x.fract())
    };
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    for y in 0..height as usize {
        let (top, bottom, v) = neighbours(y, height, old_height);
        for x in 0..width as usize {
            let (left, right, u) = neighbours(x, width, old_width);
            for channel in 0..4 {
                let texel = |x: usize, y: usize| f32::from(image.rgba[(y * old_width + x) * 4 + channel]);
                let upper = texel(left, top) * (1.0 - u) + texel(right, top) * u;
                let lower = texel(left, bottom) * (1.0 - u) + texel(right, bottom) * u;
                rgba.push((upper * (1.0 - v) + lower * v).round() as u8);
            }
        }
    }
    Pixels { width, height, rgba }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_the_size_is_the_mean_of_four_texels() {
        let image = Pixels { width: 2, height: 2, rgba: (0..16).map(|n| n * 10).collect() };
        assert_eq!(resized(&image, 1, 1).rgba, [60, 70, 80, 90]);
        let flat = Pixels { width: 3, height: 1, rgba: vec![7; 12] };
        assert_eq!(resized(&flat, 8, 4).rgba, vec![7; 128]);
    }
}

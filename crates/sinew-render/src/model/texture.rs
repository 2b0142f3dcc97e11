use super::slot::{Shading, references};
use crate::renderer::Renderer;
use sinew::Character;
use sinew::character::{Image, Pixels, Texture, TextureFilter, TextureRef, TextureWrap};

/// The textures of a character on the device.
pub(super) struct ModelTextures {
    /// Per image.
    images: Vec<UploadedImage>,
    /// Per texture: its image, if it has one, and its sampler.
    textures: Vec<(Option<usize>, wgpu::Sampler)>,
    checker: wgpu::TextureView,
    white: wgpu::TextureView,
    sampler: wgpu::Sampler,
}

/// An image, in as many ways as materials read it.
#[derive(Default)]
struct UploadedImage {
    color: Option<wgpu::TextureView>,
    data: Option<wgpu::TextureView>,
    has_alpha: bool,
}

/// What a material binds in one slot.
#[derive(Clone, Copy)]
pub(super) struct Bound<'a> {
    pub(super) view: &'a wgpu::TextureView,
    pub(super) sampler: &'a wgpu::Sampler,
    /// Whether it is to be read.
    pub(super) present: bool,
}

impl ModelTextures {
    /// The view and sampler for `reference`, which a material reads as colour or as data.
    pub(super) fn bound(&self, reference: Option<&TextureRef>, color: bool) -> Bound<'_> {
        let none = Bound { view: &self.white, sampler: &self.sampler, present: false };
        let Some(reference) = reference else { return none };
        let (image, sampler) = &self.textures[reference.texture];
        let image = image.map(|i| &self.images[i]);
        let view = image.and_then(|i| if color { i.color.as_ref() } else { i.data.as_ref() });
        match view {
            Some(view) => Bound { view, sampler, present: true },
            None if color => Bound { view: &self.checker, sampler, present: true },
            None => none,
        }
    }

    /// Whether any texel of `reference` lets something through.
    pub(super) fn has_alpha(&self, reference: Option<&TextureRef>) -> bool {
        reference.and_then(|r| self.textures[r.texture].0).is_some_and(|i| self.images[i].has_alpha)
    }
}

/// Uploads every image that a material uses, one after the other so that only one is decoded at a time.
pub(super) fn upload_all(
    renderer: &Renderer,
    character: &Character,
    decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
) -> ModelTextures {
    // Per image: whether it is read as colour and as data.
    let mut uses = vec![[false; 2]; character.images().len()];
    for m in character.materials() {
        for (reference, slot) in references(m).iter().zip(Shading::of(m).slots()) {
            if let Some(image) = reference.and_then(|r| character.textures()[r.texture].image) {
                uses[image][usize::from(!slot.color)] = true;
            }
        }
    }
    let images = character.images().iter().zip(&uses).map(|(image, used)| {
        if *used == [false; 2] {
            return UploadedImage::default();
        }
        let Some(pixels) = decode(image).filter(is_whole) else { return UploadedImage::default() };
        let pixels = fitted(pixels, renderer.device.limits().max_texture_dimension_2d);
        UploadedImage {
            color: used[0].then(|| upload(renderer, &pixels, true, &image.name)),
            data: used[1].then(|| upload(renderer, &pixels, false, &image.name)),
            has_alpha: pixels.rgba.as_chunks::<4>().0.iter().any(|p| p[3] < 255),
        }
    });
    let images = images.collect();
    let textures = character.textures().iter().map(|t| (t.image, sampler(renderer, t))).collect();
    let plain = Texture {
        image: None,
        wrap_u: TextureWrap::Repeat,
        wrap_v: TextureWrap::Repeat,
        magnify: TextureFilter::Linear,
        minify: TextureFilter::Linear,
        mip: Some(TextureFilter::Linear),
    };
    let white = Pixels { width: 1, height: 1, rgba: vec![255; 4] };
    ModelTextures {
        images,
        textures,
        checker: upload(renderer, &checker(), true, "checker"),
        white: upload(renderer, &white, false, "white"),
        sampler: sampler(renderer, &plain),
    }
}

fn is_whole(pixels: &Pixels) -> bool {
    let expected = pixels.width as usize * pixels.height as usize * 4;
    expected > 0 && pixels.rgba.len() == expected
}

/// Eight by eight fields of two greys: something is missing here, without hurting the eye.
fn checker() -> Pixels {
    let field = |x: usize, y: usize| {
        if (x / 8 + y / 8).is_multiple_of(2) { [150, 150, 155, 255] } else { [95, 95, 100, 255] }
    };
    let rgba = (0..64 * 64).flat_map(|i| field(i % 64, i / 64)).collect();
    Pixels { width: 64, height: 64, rgba }
}

/// `pixels` halved until they are within `limit`.
fn fitted(mut pixels: Pixels, limit: u32) -> Pixels {
    while pixels.width > limit || pixels.height > limit {
        let (width, height) = ((pixels.width / 2).max(1), (pixels.height / 2).max(1));
        let source = |x: u32, y: u32| {
            let at = (y.min(pixels.height - 1) * pixels.width + x.min(pixels.width - 1)) as usize * 4;
            &pixels.rgba[at..at + 4]
        };
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y * 2, x * 2))) {
            let four = [source(x, y), source(x + 1, y), source(x, y + 1), source(x + 1, y + 1)];
            rgba.extend((0..4).map(|c| (four.iter().map(|p| u32::from(p[c])).sum::<u32>() / 4) as u8));
        }
        pixels = Pixels { width, height, rgba };
    }
    pixels
}

fn upload(renderer: &Renderer, pixels: &Pixels, color: bool, label: &str) -> wgpu::TextureView {
    let format = if color { wgpu::TextureFormat::Rgba8UnormSrgb } else { wgpu::TextureFormat::Rgba8Unorm };
    let size = wgpu::Extent3d { width: pixels.width, height: pixels.height, depth_or_array_layers: 1 };
    let levels = pixels.width.max(pixels.height).ilog2() + 1;
    let texture = renderer.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size,
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_DST
            | wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(pixels.width * 4),
        rows_per_image: None,
    };
    renderer.queue.write_texture(texture.as_image_copy(), &pixels.rgba, layout, size);
    renderer.mipmapper.fill(&renderer.device, &renderer.queue, &texture);
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

fn sampler(renderer: &Renderer, texture: &Texture) -> wgpu::Sampler {
    let wrap = |w: TextureWrap| match w {
        TextureWrap::Repeat => wgpu::AddressMode::Repeat,
        TextureWrap::Mirror => wgpu::AddressMode::MirrorRepeat,
        TextureWrap::Clamp => wgpu::AddressMode::ClampToEdge,
    };
    let filter = |f: TextureFilter| match f {
        TextureFilter::Nearest => wgpu::FilterMode::Nearest,
        TextureFilter::Linear => wgpu::FilterMode::Linear,
    };
    let linear = TextureFilter::Linear;
    let all_linear = texture.magnify == linear && texture.minify == linear && texture.mip == Some(linear);
    renderer.device.create_sampler(&wgpu::SamplerDescriptor {
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
        anisotropy_clamp: if all_linear { renderer.anisotropy } else { 1 },
        ..Default::default()
    })
}

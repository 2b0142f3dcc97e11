//! Limits and failures of the device, and images that share their bytes.

use crate::shapes::{big_card, built, card, character, character_parts, pixels, texture, unlit};
use crate::support::{at, instance, instance_of, plain_scene, render, with_renderer};
use sinew::Transform;
use sinew::character::{Image, Material, Pixels};
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew_render::{
    DeviceError, Gpu, ImageSource, ImageUse, Model, ModelError, RenderError, RenderSettings, Renderer,
    SurfaceLooks, UploadedImage, VertexDataBinding, wgpu,
};
use std::sync::Arc;

fn textured(image: u32) -> Material {
    Material { base_color_texture: texture(image), ..unlit(Vec4::ONE) }
}

#[test]
fn images_of_the_same_bytes_are_decoded_once() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let cards = (0..6).map(|n| {
            let center = Vec3::X * (0.26 * n as f32 - 0.65);
            (card(center, Vec2::splat(0.12)), textured(n))
        });
        let mut parts = character_parts(Transform::IDENTITY, cards.collect(), 6);
        // Images 0 to 3 have the same bytes, of two allocations; 4 has others, 5 has none.
        let bytes = |content: u8| -> Option<Arc<[u8]>> { Some(Arc::new([content; 8])) };
        let shared = bytes(1);
        for (n, image) in parts.images.iter_mut().enumerate() {
            image.encoded = [shared.clone(), bytes(1), shared.clone(), bytes(1), bytes(2), None][n].clone();
        }
        let character = built(parts);
        let mut decoded = Vec::new();
        let model = Model::new(renderer.gpu(), &character, &mut |image| {
            decoded.push(image.name.clone());
            let blue = if image.name == "4" { 255 } else { 0 };
            (image.name != "5").then(|| pixels(1, &[[255, 0, blue, 255]]))
        })
        .expect("a small model");
        assert_eq!(decoded, ["0", "4", "5"]);
        let mut actor = crate::support::actor(&character);
        let instance = instance_of(renderer, &model, &mut actor);
        let image = render(renderer, &plain_scene(&[&instance]));
        let color = |n: u32| at(&image, 0.26 * n as f32 - 0.65, 0.0);
        for n in 0..4 {
            assert_eq!(color(n), [255, 0, 0, 255], "image {n}");
        }
        assert_eq!(color(4), [255, 0, 255, 255]);
        assert_ne!(color(5), [255, 0, 0, 255], "a checker");
    });
}

/// Images that a program has uploaded before.
struct Uploaded(Vec<UploadedImage>, Vec<String>);

impl ImageSource for Uploaded {
    fn pixels(&mut self, image: &Image) -> Option<Pixels> {
        self.1.push(image.name.clone());
        Some(pixels(1, &[[0, 255, 0, 255]]))
    }

    fn uploaded(&mut self, image: &Image) -> Option<UploadedImage> {
        self.0.get(image.name.parse::<usize>().ok()?).cloned()
    }
}

#[test]
fn images_that_are_uploaded_before_are_not_decoded() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let gpu = renderer.gpu();
        let cards = (0..3).map(|n| {
            let center = Vec3::X * (0.4 * n as f32 - 0.4);
            (card(center, Vec2::splat(0.15)), textured(n))
        });
        let character = built(character_parts(Transform::IDENTITY, cards.collect(), 3));
        let uses = ImageUse::of(&character);
        assert!(uses.iter().all(|one| one.as_color && !one.as_data && !one.as_blended), "{uses:?}");
        // The second one lacks what the material reads.
        let of = [uses[0], ImageUse::default()].into_iter().zip([[255, 0, 0, 255], [0, 0, 255, 255]]);
        let uploaded = of.enumerate().map(|(n, (image_use, color))| {
            UploadedImage::new(gpu, &character.images()[n], &pixels(1, &[color]), image_use).unwrap()
        });
        let mut images = Uploaded(uploaded.collect(), Vec::new());
        let model = Model::from_images(gpu, &character, &SurfaceLooks::default(), &mut images)
            .expect("a small model");
        assert_eq!(images.1, ["1", "2"]);
        let mut actor = crate::support::actor(&character);
        let instance = instance_of(renderer, &model, &mut actor);
        let image = render(renderer, &plain_scene(&[&instance]));
        let colors = [-0.4, 0.0, 0.4].map(|x| at(&image, x, 0.0));
        assert_eq!(colors, [[255, 0, 0, 255], [0, 255, 0, 255], [0, 255, 0, 255]]);
    });
}

#[test]
fn textures_larger_than_the_device_takes_are_reduced() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let limit = renderer.gpu().device.limits().max_texture_dimension_2d;
        let width = limit + 2;
        let texel = |x: u32| if x < width / 2 { [255, 0, 0, 255] } else { [0, 0, 255, 255] };
        let wide = Pixels { width, height: 1, rgba: (0..width).flat_map(texel).collect() };
        let images = [wide, pixels(1, &[[255; 4]])];
        let parts = vec![(big_card(), textured(0)), (card(Vec3::Z * -0.5, Vec2::ONE), textured(1))];
        let character = character(Transform::IDENTITY, parts, 2);
        let model = crate::support::model(renderer, &character, &images);
        let [reduced] = model.reduced_images() else { panic!("{:?}", model.reduced_images()) };
        assert_eq!((reduced.image.0, reduced.size, reduced.uploaded_size), (0, [width, 1], [width / 2, 1]));
        let instance = instance_of(renderer, &model, &mut crate::support::actor(&character));
        let image = render(renderer, &plain_scene(&[&instance]));
        assert_eq!(at(&image, -0.4, 0.0), [255, 0, 0, 255]);
        assert_eq!(at(&image, 0.4, 0.0), [0, 0, 255, 255]);
    });
}

/// Large textures are written in several strips.
#[test]
fn a_large_texture_arrives_whole() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let (width, height) = (4096, 5000);
        if renderer.gpu().device.limits().max_texture_dimension_2d < height {
            return;
        }
        let bands = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255; 4], [255, 255, 0, 255]];
        let row = |y: u32| bands[(y / 1000) as usize].repeat(width as usize);
        let pixels = Pixels { width, height, rgba: (0..height).flat_map(row).collect() };
        let parts = vec![(big_card(), textured(0))];
        let card = instance(renderer, &character(Transform::IDENTITY, parts, 1), &[pixels]);
        let image = render(renderer, &plain_scene(&[&card]));
        for (n, color) in bands.into_iter().enumerate() {
            assert_eq!(at(&image, 0.0, 0.64 - 0.32 * n as f32), color, "band {n}");
        }
    });
}

#[test]
fn errors_of_the_device_are_values() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let gpu = renderer.gpu().clone();
        assert_eq!(gpu.take_error(), None);
        let too_wide = gpu.device.limits().max_texture_dimension_2d + 1;
        let size = wgpu::Extent3d { width: too_wide, height: 1, depth_or_array_layers: 1 };
        let _ = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("too wide"),
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        // The next image tells it, once.
        let scene = plain_scene(&[]);
        let error = renderer.render_to_image(&scene, 8, 8).unwrap_err();
        let RenderError::Device(DeviceError::Validation(message)) = &error else { panic!("{error:?}") };
        assert!(message.contains("too wide") || message.contains("limit"), "{message}");
        assert_eq!(gpu.take_error(), None);
        renderer.render_to_image(&scene, 8, 8).expect("the device is well");
    });
}

#[test]
fn a_lost_device_is_an_error() {
    // The lock keeps other tests from drawing meanwhile.
    with_renderer(VertexDataBinding::Auto, |_| {
        let gpu = Gpu::off_screen().expect("another device");
        let mut renderer = Renderer::new(&gpu, RenderSettings::default().with_shadow_map_size(64));
        let character = character(Transform::IDENTITY, vec![(big_card(), textured(0))], 1);
        let decode = &mut |_: &_| Some(pixels(1, &[[255; 4]]));
        let model = Model::new(&gpu, &character, decode).expect("a small model");
        let card = instance_of(&renderer, &model, &mut crate::support::actor(&character));
        renderer.render_to_image(&plain_scene(&[&card]), 8, 8).expect("an image");
        gpu.device.destroy();
        let error = renderer.render_to_image(&plain_scene(&[&card]), 8, 8).unwrap_err();
        assert!(matches!(error, RenderError::Device(DeviceError::Lost(_))), "{error:?}");
        let error = Model::new(&gpu, &character, decode).unwrap_err();
        let is_lost = |error: &DeviceError| matches!(error, DeviceError::Lost(_));
        assert!(
            matches!(&error, ModelError::Texture { error, .. } | ModelError::Device(error) if is_lost(error)),
            "{error:?}"
        );
        assert!(gpu.wait().is_err());
    });
}

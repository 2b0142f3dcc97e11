//! Layers of materials: coats, cloth, films, glass and their textures; metals.

use crate::shapes::{ball, big_card, card, character, matt, pixels, texture, unlit};
use crate::support::{at, brightness, difference, instance, near, plain_scene, render, with_renderer};
use sinew::Transform;
use sinew::character::{
    AlphaMode, Anisotropy, Clearcoat, Iridescence, Material, Pixels, Primitive, Sheen, Volume,
};
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew_render::{Background, Gpu, RenderSettings, Renderer, ToneMapping, VertexDataBinding, wgpu};

fn draw(renderer: &mut Renderer, parts: Vec<(Primitive, Material)>, images: &[Pixels]) -> Pixels {
    let instance = instance(renderer, &character(Transform::IDENTITY, parts, images.len()), images);
    render(renderer, &plain_scene(&[&instance]))
}

fn draw_ball(renderer: &mut Renderer, material: Material, images: &[Pixels]) -> Pixels {
    draw(renderer, vec![(ball(Vec3::ZERO, 0.7), material)], images)
}

/// Left half black, right half white, with alpha as bright.
fn halves() -> Pixels {
    pixels(2, &[[0, 0, 0, 0], [255, 255, 255, 255]])
}

/// A card whose left half has a layer switched off by its texture: it must look as without the layer there, and as
/// with it on the right.
fn texture_switches(with: &Material, without: &Material) {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut seen = |material: &Material| {
            let behind = (card(Vec3::Z * -0.3, Vec2::splat(3.0)), unlit(Vec4::new(0.9, 0.1, 0.1, 1.0)));
            let image = draw(renderer, vec![(big_card(), material.clone()), behind], &[halves()]);
            [at(&image, -0.5, 0.1), at(&image, 0.5, 0.1)].map(|[r, g, b, _]| [r, g, b].map(i32::from))
        };
        let near = |a: [i32; 3], b: [i32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 3);
        let [textured, plain] = [seen(with), seen(without)];
        let full = seen(&Material { transmission_texture: None, ..without_textures(with) });
        assert!(near(textured[0], plain[0]), "off: {:?} {:?}", textured[0], plain[0]);
        assert!(near(textured[1], full[1]), "on: {:?} {:?}", textured[1], full[1]);
        assert!(!near(plain[1], full[1]), "the layer has no effect: {:?}", plain[1]);
    });
}

fn without_textures(material: &Material) -> Material {
    let mut plain = material.clone();
    plain.clearcoat.iter_mut().for_each(|coat| (coat.texture, coat.roughness_texture) = (None, None));
    plain.sheen.iter_mut().for_each(|sheen| (sheen.color_texture, sheen.roughness_texture) = (None, None));
    plain.iridescence.iter_mut().for_each(|film| film.texture = None);
    (plain.specular_texture, plain.specular_color_texture) = (None, None);
    plain
}

#[test]
fn a_texture_switches_a_clear_coat_off() {
    let coat = Clearcoat { factor: 1.0, roughness: 0.6, texture: texture(0), ..Clearcoat::default() };
    let base = Material { roughness: 1.0, specular: 0.0, ..matt(Vec3::splat(0.02)) };
    texture_switches(&Material { clearcoat: Some(coat), ..base.clone() }, &base);
}

#[test]
fn a_texture_switches_sheen_off() {
    let sheen =
        Sheen { color: Vec3::ONE, color_texture: texture(0), roughness: 0.8, roughness_texture: None };
    let base = Material { roughness: 1.0, ..matt(Vec3::splat(0.02)) };
    texture_switches(&Material { sheen: Some(sheen), ..base.clone() }, &base);
}

#[test]
fn a_texture_switches_transmission_off() {
    let base = Material { roughness: 0.1, ..matt(Vec3::new(0.1, 0.5, 0.1)) };
    let glass = Material { transmission: 1.0, transmission_texture: texture(0), ..base.clone() };
    texture_switches(&glass, &base);
}

#[test]
fn a_texture_switches_iridescence_off() {
    let film =
        Iridescence { factor: 1.0, texture: texture(0), thickness_max: 350.0, ..Iridescence::default() };
    let base = Material { metallic: 1.0, roughness: 0.4, ..matt(Vec3::splat(0.3)) };
    texture_switches(&Material { iridescence: Some(film), ..base.clone() }, &base);
}

#[test]
fn textures_weaken_and_colour_the_dielectric_reflection() {
    let base = Material { roughness: 0.3, ..matt(Vec3::splat(0.02)) };
    let none = Material { specular: 0.0, ..base.clone() };
    texture_switches(&Material { specular_texture: texture(0), ..base.clone() }, &none);
    let bright = Material { specular_color: Vec3::new(8.0, 1.0, 1.0), ..base.clone() };
    let black = Material { specular_color: Vec3::ZERO, ..base };
    texture_switches(&Material { specular_color_texture: texture(0), ..bright }, &black);
}

#[test]
fn the_index_of_refraction_is_that_of_the_reflection() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut seen = |ior: f32| {
            let image = draw_ball(renderer, Material { ior, roughness: 0.3, ..matt(Vec3::splat(0.01)) }, &[]);
            brightness(at(&image, 0.0, 0.35))
        };
        let [air, plastic, diamond, mirror] = [seen(1.0), seen(1.5), seen(2.4), seen(0.0)];
        assert!(air + 10 < plastic && plastic + 10 < diamond && diamond + 10 < mirror);
    });
}

#[test]
fn glass_takes_on_the_colour_of_its_base_and_its_volume() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut through = |material: Material| {
            let glass = Material { transmission: 1.0, roughness: 0.0, specular: 0.0, ..material };
            let behind = (card(Vec3::Z * -0.3, Vec2::splat(3.0)), unlit(Vec4::new(0.8, 0.8, 0.8, 1.0)));
            at(&draw(renderer, vec![(big_card(), glass), behind], &[]), 0.0, 0.0)
        };
        let clear = through(matt(Vec3::ONE));
        assert!(clear[0].abs_diff(231) <= 6 && clear[0].abs_diff(clear[2]) <= 4, "{clear:?}");
        let red = through(matt(Vec3::new(1.0, 0.1, 0.1)));
        assert!(red[0] > 200 && red[1] < 110, "{red:?}");
        let volume = |thickness: f32| {
            let volume = Volume {
                thickness,
                attenuation_distance: 0.5,
                attenuation_color: Vec3::new(0.1, 0.9, 0.1),
                ..Volume::default()
            };
            Material { volume: Some(volume), ..matt(Vec3::ONE) }
        };
        let [thin, thick] = [through(volume(0.1)), through(volume(1.0))];
        assert!(thin[0] < clear[0] && thick[0] + 40 < thin[0] && thick[1] > 180, "{thin:?} {thick:?}");
    });
}

#[test]
fn rough_glass_blurs_what_is_behind_it() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let stripes: Vec<_> = (0..16).map(|n| if n % 2 == 0 { [255; 4] } else { [0, 0, 0, 255] }).collect();
        let mut contrast = |roughness: f32| {
            let glass = Material { transmission: 1.0, roughness, specular: 0.0, ..matt(Vec3::ONE) };
            let striped = Material { base_color_texture: texture(0), ..unlit(Vec4::ONE) };
            let behind = (card(Vec3::Z * -0.1, Vec2::splat(1.0)), striped);
            let image = draw(renderer, vec![(big_card(), glass), behind], &[pixels(16, &stripes)]);
            let row: Vec<u32> = (-30..30).map(|x| brightness(at(&image, x as f32 * 0.01, 0.0))).collect();
            row.iter().max().unwrap() - row.iter().min().unwrap()
        };
        let [clear, frosted] = [contrast(0.0), contrast(0.6)];
        assert!(clear > 3 * frosted && clear > 150, "{clear} {frosted}");
    });
}

#[test]
fn glass_over_a_transparent_image_is_as_transparent() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let glass = Material { transmission: 1.0, roughness: 0.0, specular: 0.0, ..matt(Vec3::ONE) };
        let parts = vec![(big_card(), glass)];
        let instance = instance(renderer, &character(Transform::IDENTITY, parts, 0), &[]);
        let instances = [&instance];
        let scene = plain_scene(&instances).with_background(Background::Transparent);
        assert!(at(&render(renderer, &scene), 0.0, 0.0)[3] < 40);
    });
}

#[test]
fn holes_of_masked_glass_are_holes_and_blended_glass_mixes() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let behind = || (card(Vec3::Z * -0.3, Vec2::splat(3.0)), unlit(Vec4::new(0.0, 1.0, 0.0, 1.0)));
        let glass = Material {
            transmission: 0.5,
            base_color_texture: texture(0),
            roughness: 0.2,
            alpha_mode: AlphaMode::Mask { cutoff: 0.5 },
            ..matt(Vec3::ONE)
        };
        let masked = draw(renderer, vec![(big_card(), glass.clone()), behind()], &[halves()]);
        assert_eq!(at(&masked, -0.5, 0.0), [0, 255, 0, 255]);
        assert!(at(&masked, 0.5, 0.0)[0] > 40, "the glass reflects");
        let blended = Material { alpha_mode: AlphaMode::Blend, ..glass };
        let blended = draw(renderer, vec![(big_card(), blended), behind()], &[halves()]);
        assert_eq!(at(&blended, -0.5, 0.0), [0, 255, 0, 255]);
    });
}

#[test]
fn anisotropy_stretches_highlights_along_its_direction() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut picture = |rotation: f32, strength: f32| {
            let anisotropy = Some(Anisotropy { strength, rotation, texture: None });
            let metal = Material { metallic: 1.0, roughness: 0.3, anisotropy, ..matt(Vec3::splat(0.8)) };
            draw_ball(renderer, metal, &[])
        };
        let plain = picture(0.0, 0.0);
        let (along, across) = (picture(0.0, 0.9), picture(std::f32::consts::FRAC_PI_2, 0.9));
        assert!(difference(&plain, &along) > 0.5 && difference(&along, &across) > 0.5);
    });
}

/// A white metal reflects nearly all light, however rough it is.
#[test]
fn rough_metals_are_as_bright_as_smooth_ones() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut mean = |roughness: f32| {
            let image = draw_ball(renderer, Material { metallic: 1.0, roughness, ..matt(Vec3::ONE) }, &[]);
            let covered = image.rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[3] == 255);
            let sums = covered.map(|pixel| u64::from(brightness(*pixel)) / 3);
            let (sum, count) = sums.fold((0, 0), |(sum, count), one| (sum + one, count + 1));
            sum / count.max(1)
        };
        let [smooth, rough] = [mean(0.3), mean(1.0)];
        assert!(rough + 25 > smooth && rough > 150, "{smooth} {rough}");
    });
}

/// Bumps that face away from the eye mirror the surface beside them, not black.
#[test]
fn strong_bumps_of_metals_are_not_black() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let texels = [[10, 128, 150, 255], [246, 128, 150, 255], [128, 10, 150, 255], [128, 246, 150, 255]];
        let metal = Material {
            metallic: 1.0,
            roughness: 0.3,
            normal_texture: texture(0),
            ..matt(Vec3::new(1.0, 0.8, 0.5))
        };
        let image = draw(renderer, vec![(big_card(), metal)], &[pixels(4, &texels)]);
        let darkest = (-35..35).map(|x| brightness(at(&image, x as f32 * 0.02, 0.0))).min();
        assert!(darkest.is_some_and(|least| least > 100), "{darkest:?}");
    });
}

/// WebGL2 binds 16 textures: layers are drawn, by their factors alone.
#[test]
fn devices_that_bind_few_textures_draw_layers_without_their_textures() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let adapter = renderer.gpu().adapter.clone();
        let required_limits = wgpu::Limits { max_sampled_textures_per_shader_stage: 16, ..adapter.limits() };
        let descriptor = wgpu::DeviceDescriptor { required_limits, ..Default::default() };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&descriptor)).expect("a small device");
        let gpu = Gpu::new(adapter, device, queue);
        let mut small = Renderer::new(&gpu, RenderSettings::default());
        let coat = Clearcoat { factor: 1.0, roughness: 0.6, texture: texture(0), ..Clearcoat::default() };
        let glass = Material {
            transmission: 1.0,
            transmission_texture: texture(0),
            clearcoat: Some(coat),
            ..matt(Vec3::ONE)
        };
        let behind = || (card(Vec3::Z * -0.3, Vec2::splat(3.0)), unlit(Vec4::new(0.9, 0.1, 0.1, 1.0)));
        let seen = |renderer: &mut Renderer| {
            let image = draw(renderer, vec![(big_card(), glass.clone()), behind()], &[halves()]);
            [at(&image, -0.5, 0.1), at(&image, 0.5, 0.1)]
        };
        let ([left, right], [_, expected]) = (seen(&mut small), seen(renderer));
        assert!(near(left, right, 3) && near(right, expected, 3), "{left:?} {right:?} {expected:?}");
    });
}

#[test]
fn clear_glass_shows_what_lies_behind_under_every_tone_mapping() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let glass = Material { transmission: 1.0, roughness: 0.0, specular: 0.0, ..matt(Vec3::ONE) };
        let wall = || (card(Vec3::Z * -0.3, Vec2::splat(3.0)), matt(Vec3::new(0.5, 0.2, 0.1)));
        let parts = [vec![wall()], vec![(big_card(), glass), wall()]];
        let drawn = parts.map(|parts| instance(renderer, &character(Transform::IDENTITY, parts, 0), &[]));
        for tone_mapping in ToneMapping::ALL {
            for exposure in [-1.0, 0.0, 0.7] {
                let seen = drawn.each_ref().map(|instance| {
                    let instances = [instance];
                    let mut scene = plain_scene(&instances);
                    (scene.tone_mapping, scene.exposure) = (tone_mapping, exposure);
                    scene.sun.direction_to_sun = Vec3::Z;
                    at(&render(renderer, &scene), 0.2, 0.1)
                });
                // The glass shadows nothing, and reflects nothing.
                assert!(near(seen[0], seen[1], 7), "{tone_mapping:?} {exposure}: {seen:?}");
            }
        }
    });
}

//! Pictures of hair: coverage, light, shadows, levels of detail.

use crate::groom::{Groom, ball, curtain, lines};
use crate::shapes::{card, matt, single};
use crate::support::{brightness, camera, difference, instance, render, with_hair_renderer, with_renderer};
use sinew::character::Pixels;
use sinew::glam::{Quat, Vec2, Vec3};
use sinew::hair::{GuidePoint, HairCurve, HairLook, HairRoot, HairShading};
use sinew_render::{
    Background, Camera, Gpu, HairInstance, HairModel, RenderSettings, Renderer, Scene, Shading, Sky,
    StrandDetail, Sun, VertexDataBinding,
};

/// Layer of hair in the rest pose.
fn layer(gpu: &Gpu, groom: &Groom, look: &HairLook, detail: StrandDetail) -> HairInstance {
    let points = groom.guides.points_per_guide();
    let model =
        HairModel::new(gpu, &groom.strands, look, groom.guide_count(), points).expect("a small groom");
    let mut hair = HairInstance::new(gpu, &model);
    hair.set_lod(detail);
    hair.update(gpu, &groom.guides);
    hair
}

/// Grey hair of one width from root to tip.
fn even(width: f32) -> HairLook {
    let mut look = HairLook::default();
    (look.root_color, look.tip_color) = (Vec3::splat(0.3), Vec3::splat(0.3));
    (look.width, look.tip_width, look.variation) = (width, 1.0, 0.0);
    look
}

/// Hair before nothing, in even light from all sides and the sun from `to_sun`.
fn scene<'a>(hair: &'a [&'a HairInstance], to_sun: Vec3) -> Scene<'a> {
    let sky = Sky::default().with_colors(Vec3::ONE, Vec3::ONE, Vec3::ONE).with_intensity(0.4);
    Scene::new(camera(), &[])
        .with_hair(hair)
        .with_ground(None)
        .with_background(Background::Transparent)
        .with_sky(sky)
        .with_sun(Sun::default().with_direction_to_sun(to_sun.normalize()))
}

/// Sum of alpha in pixels.
fn covered(image: &Pixels) -> f32 {
    image.rgba.chunks_exact(4).map(|pixel| f32::from(pixel[3]) / 255.0).sum()
}

/// Mean linear brightness of the hair, by coverage.
fn mean_brightness(image: &Pixels) -> f32 {
    let pixels = image.rgba.as_chunks::<4>().0.iter();
    let linear = |pixel: &[u8; 4]| (brightness(*pixel) as f32 / 765.0).powf(2.2);
    let sum: f32 = pixels.map(|pixel| linear(pixel) * f32::from(pixel[3]) / 255.0).sum();
    assert!(covered(image) > 10.0, "{}", covered(image));
    sum / covered(image)
}

#[test]
fn strands_cover_their_width_however_thin() {
    with_hair_renderer(|renderer| {
        let gpu = renderer.gpu().clone();
        // The image is 2 m high at the origin.
        let pixel = 2.0 / crate::support::HEIGHT as f32;
        for samples in [4, 1] {
            let settings = RenderSettings::default().with_sample_count(samples).with_shadow_map_size(0);
            let mut renderer = Renderer::new(&gpu, settings);
            for direction in [Vec2::X, Vec2::Y, Vec2::new(0.8, 0.6), Vec2::new(0.2, 0.98)] {
                let groom = lines(40, direction, 1.2);
                for width in [0.08, 0.2, 0.5, 0.9, 1.5, 2.2] {
                    let hair = layer(&gpu, &groom, &even(width * pixel), StrandDetail::default());
                    let layers = [&hair];
                    let image = render(&mut renderer, &scene(&layers, Vec3::Z));
                    let expected = 40.0 * 1.2 / pixel * width;
                    let ratio = covered(&image) / expected;
                    assert!((ratio - 1.0).abs() < 0.035, "{samples} samples, {direction}, {width}: {ratio}");
                }
            }
        }
    });
}

#[test]
fn pictures_of_the_same_hair_are_the_same_bytes() {
    with_hair_renderer(|renderer| {
        let gpu = renderer.gpu().clone();
        let groom = ball(3000, 12, HairCurve::CatmullRom);
        for share in [1.0, 0.1] {
            let detail = StrandDetail::default().with_strands(share);
            let mut hair = layer(&gpu, &groom, &even(0.001), detail);
            let first = render(renderer, &close(&[&hair], Vec3::ONE));
            assert!(covered(&first) > 1000.0);
            hair.update(&gpu, &groom.guides);
            assert_eq!(first.rgba, render(renderer, &close(&[&hair], Vec3::ONE)).rgba);
            let other = layer(&gpu, &groom, &even(0.001), detail);
            assert_eq!(first.rgba, render(renderer, &close(&[&other], Vec3::ONE)).rgba);
        }
    });
}

/// The ball of hair from near.
fn close<'a>(hair: &'a [&'a HairInstance], to_sun: Vec3) -> Scene<'a> {
    scene(hair, to_sun).with_camera(Camera::look_at(Vec3::new(0.0, 0.05, 0.9), Vec3::NEG_Y * 0.05))
}

#[test]
fn light_from_behind_passes_at_the_rim_and_not_through_the_middle() {
    with_hair_renderer(|renderer| {
        let gpu = renderer.gpu().clone();
        let groom = ball(6000, 16, HairCurve::CatmullRom);
        for shading in [HairShading::Marschner, HairShading::Kajiya] {
            let mut look = even(0.0006);
            look.shading = shading;
            let hair = layer(&gpu, &groom, &look, StrandDetail::default());
            let layers = [&hair];
            let front = render(renderer, &close(&layers, Vec3::new(0.2, 0.5, 1.0)));
            let rear = render(renderer, &close(&layers, Vec3::new(0.2, 0.5, -1.0)));
            assert!(mean_brightness(&front) > 1.25 * mean_brightness(&rear), "{shading:?}");
            assert!(difference(&front, &rear) > 3.0, "{shading:?}");
        }
    });
}

#[test]
fn scattering_models_differ_and_transmission_glows() {
    with_hair_renderer(|renderer| {
        let gpu = renderer.gpu().clone();
        // Few strands, which do not shadow each other.
        let groom = curtain(60, 1.0, &[0.0]);
        let shown = |renderer: &mut Renderer, shading, to_sun| {
            let mut look = even(0.006);
            look.shading = shading;
            let hair = layer(&gpu, &groom, &look, StrandDetail::default());
            mean_brightness(&render(renderer, &scene(&[&hair], to_sun)))
        };
        let [front, rear] = [Vec3::Z, Vec3::NEG_Z].map(|to_sun| {
            [HairShading::Marschner, HairShading::Kajiya].map(|shading| shown(renderer, shading, to_sun))
        });
        // Light through the strands is stronger than what they reflect; Kajiya's model does not know it.
        assert!(rear[0] > front[0] * 1.1, "{rear:?} {front:?}");
        assert!(rear[1] < front[1], "{rear:?} {front:?}");
    });
}

#[test]
fn hair_shadows_itself_by_its_density() {
    with_hair_renderer(|renderer| {
        let gpu = renderer.gpu().clone();
        let mut look = even(0.004);
        look.shading = HairShading::Kajiya;
        // The sun shines along the curtains' row from behind; the second curtain is in the way, or aside.
        let shown = |renderer: &mut Renderer, depths: &[f32]| {
            let hair = layer(&gpu, &curtain(1500, 0.8, depths), &look, StrandDetail::default());
            mean_brightness(&render(renderer, &scene(&[&hair], Vec3::new(0.0, 0.15, 1.0))))
        };
        let before = shown(renderer, &[0.0, 0.3]);
        let behind = shown(renderer, &[0.0, -0.3]);
        // The nearer curtain hides the other in both; seen is a lit one before a shadowed one.
        assert!((before / behind - 1.0).abs() < 0.15, "{before} {behind}");
        let from_behind = |renderer: &mut Renderer, depths: &[f32]| {
            let hair = layer(&gpu, &curtain(1500, 0.8, depths), &look, StrandDetail::default());
            mean_brightness(&render(renderer, &scene(&[&hair], Vec3::new(0.0, 0.15, -1.0))))
        };
        let alone = from_behind(renderer, &[0.0]);
        let shadowed = from_behind(renderer, &[0.0, -0.3]);
        assert!(shadowed < alone * 0.93, "{shadowed} {alone}");
    });
}

#[test]
fn surfaces_and_hair_cast_shadows_on_each_other() {
    with_hair_renderer(|renderer| {
        let gpu = renderer.gpu().clone();
        let white = matt(Vec3::splat(0.8));
        let hair = layer(&gpu, &curtain(400, 0.8, &[0.0]), &even(0.004), StrandDetail::default());
        let layers = [&hair];
        let to_sun = Vec3::new(1.0, 0.0, 0.4);
        // A card between the sun and the hair, outside of the picture.
        let card_before = single(card(to_sun.normalize() * 3.0, Vec2::splat(1.5)), white.clone());
        let card_before = instance(renderer, &card_before, &[]);
        let lit = render(renderer, &scene(&layers, to_sun));
        let bodies = [&card_before];
        let mut shadowed = scene(&layers, to_sun);
        shadowed.instances = &bodies;
        let shadowed = render(renderer, &shadowed);
        assert!(mean_brightness(&shadowed) < 0.8 * mean_brightness(&lit));

        // A wall behind the hair, which the sun shines on from the side of the camera.
        let wall = single(card(Vec3::NEG_Z * 0.5, Vec2::splat(3.0)), white);
        let wall = instance(renderer, &wall, &[]);
        let bodies = [&wall];
        let mut plain = scene(&[], Vec3::new(0.8, 0.0, 1.0));
        plain.instances = &bodies;
        let plain_image = render(renderer, &plain);
        let with_hair = render(renderer, &plain.with_hair(&layers));
        // Where the shadow falls there is no hair: 0.4 m to the left of it.
        let at = |image: &Pixels| brightness(crate::support::at(image, -0.55, 0.0));
        assert!(at(&with_hair) + 60 < at(&plain_image), "{} {}", at(&with_hair), at(&plain_image));
    });
}

#[test]
fn levels_of_detail_look_alike_from_their_distance() {
    with_hair_renderer(|renderer| {
        let gpu = renderer.gpu().clone();
        let groom = ball(10_000, 16, HairCurve::CatmullRom);
        let mut hair = layer(&gpu, &groom, &even(0.0004), StrandDetail::STRANDS);
        let mut shown = |renderer: &mut Renderer, distance: f32, detail: Option<StrandDetail>| {
            let eye = Vec3::new(0.0, 0.05, distance);
            let camera = Camera::look_at(eye, Vec3::NEG_Y * 0.05).with_fov_y(0.5);
            let detail = detail.unwrap_or_else(|| hair.detail_for(&camera, crate::support::HEIGHT));
            hair.set_lod(detail);
            hair.update(&gpu, &groom.guides);
            let layers = [&hair];
            let image = render(renderer, &scene(&layers, Vec3::ONE).with_camera(camera));
            (image, hair.drawn_strands())
        };
        // Change per pixel of the hair, in steps of 1/255, of each image channel.
        let change = |a: &Pixels, b: &Pixels| {
            difference(a, b) * a.rgba.len() as f64 / 4.0 / f64::from(covered(a).max(1.0))
        };
        let mut last = usize::MAX;
        for distance in [1.0, 2.0, 4.0] {
            let (all, _) = shown(renderer, distance, Some(StrandDetail::STRANDS));
            let (chosen, drawn) = shown(renderer, distance, None);
            assert!(drawn < last, "{drawn} strands at {distance} m");
            last = drawn;
            let ratio = covered(&chosen) / covered(&all);
            assert!((ratio - 1.0).abs() < 0.025, "{distance} m: {ratio} of the area");
            let brightness = mean_brightness(&chosen) / mean_brightness(&all);
            assert!((brightness - 1.0).abs() < 0.05, "{distance} m: {brightness} of the brightness");
        }
        // A step of the camera changes the level, and no more of the picture than the noise of strands that
        // stay.
        let camera_at = |distance: f32| {
            Camera::look_at(Vec3::new(0.0, 0.05, distance), Vec3::NEG_Y * 0.05).with_fov_y(0.5)
        };
        let hair = layer(&gpu, &groom, &even(0.0004), StrandDetail::STRANDS);
        let [near, far] = [2.0, 2.04].map(|d| hair.detail_for(&camera_at(d), crate::support::HEIGHT));
        assert!(near.strands > far.strands);
        let (a, drawn_near) = shown(renderer, 2.0, Some(near));
        let (b, drawn_far) = shown(renderer, 2.0, Some(far));
        assert!(drawn_near > drawn_far);
        assert!(change(&a, &b) < 2.0, "{}", change(&a, &b));
        // Ribbons and cards from where their strands are about a pixel wide.
        for (distance, detail) in [(6.0, StrandDetail::RIBBONS), (25.0, StrandDetail::CARDS)] {
            let (all, _) = shown(renderer, distance, Some(StrandDetail::STRANDS));
            let (fewer, _) = shown(renderer, distance, Some(detail));
            let ratio = covered(&fewer) / covered(&all);
            assert!((ratio - 1.0).abs() < 0.08, "{detail:?}: {ratio}");
        }
    });
}

#[test]
fn hair_is_drawn_where_its_character_is_not() {
    with_hair_renderer(|renderer| {
        let gpu = renderer.gpu().clone();
        // A small body beside the hair: the region with several samples has to contain both.
        let body = single(card(Vec3::new(-0.8, -0.5, 0.0), Vec2::splat(0.05)), matt(Vec3::ONE));
        let body = instance(renderer, &body, &[]);
        let hair = layer(&gpu, &curtain(200, 0.4, &[0.0]), &even(0.003), StrandDetail::default());
        let (layers, bodies) = ([&hair], [&body]);
        let mut all = scene(&layers, Vec3::ONE).with_background(Background::Sky);
        all.instances = &bodies;
        let with_hair = render(renderer, &all);
        let without = render(renderer, &all.with_hair(&[]));
        let at = |image: &Pixels| crate::support::at(image, 0.0, 0.0);
        assert_ne!(at(&with_hair), at(&without));
        assert_eq!(crate::support::at(&with_hair, 0.8, 0.8), crate::support::at(&without, 0.8, 0.8));
    });
}

#[test]
fn points_lie_in_the_bounds() {
    with_hair_renderer(|renderer| {
        for curve in [HairCurve::Cubic, HairCurve::CatmullRom] {
            let (strands, guides) = crate::groom::random_groom(curve, 6, 2000, 11);
            let hair = layer(
                renderer.gpu(),
                &Groom { strands, guides },
                &HairLook::default(),
                StrandDetail::default(),
            );
            let bounds = hair.bounds();
            let points = renderer.strand_points(&hair).expect("points");
            assert!(points.iter().all(|point| bounds.contains(*point, 0.0)), "{curve:?}");
        }
    });
}

#[test]
fn guides_that_are_not_finite_hide_the_hair() {
    with_hair_renderer(|renderer| {
        let gpu = renderer.gpu().clone();
        let groom = ball(500, 8, HairCurve::CatmullRom);
        let mut hair = layer(&gpu, &groom, &even(0.002), StrandDetail::default());
        assert!(covered(&render(renderer, &close(&[&hair], Vec3::ONE))) > 100.0);
        let mut broken = groom.guides.clone();
        let count = groom.guides.points_per_guide();
        let rest: Vec<_> = groom.guides.guide(3).iter().map(GuidePoint::position).collect();
        let root = HairRoot { rotation: Quat::IDENTITY, translation: Vec3::ZERO };
        broken.set(3, &rest, &root, &vec![Vec3::NAN; count]);
        hair.update(&gpu, &broken);
        assert!(hair.bounds().is_empty());
        assert_eq!(covered(&render(renderer, &close(&[&hair], Vec3::ONE))), 0.0);
        hair.update(&gpu, &groom.guides);
        assert!(covered(&render(renderer, &close(&[&hair], Vec3::ONE))) > 100.0);
        assert!(gpu.take_error().is_none());
    });
}

#[test]
fn debug_views_show_tangents() {
    with_hair_renderer(|renderer| {
        let gpu = renderer.gpu().clone();
        let hair = layer(&gpu, &lines(20, Vec2::X, 1.2), &even(0.02), StrandDetail::default());
        let layers = [&hair];
        let image = render(renderer, &scene(&layers, Vec3::ONE).with_shading(Shading::Tangents));
        let pixel = image.rgba.as_chunks::<4>().0.iter().find(|pixel| pixel[3] == 255).expect("hair");
        assert!(crate::support::near(*pixel, [255, 128, 128, 255], 3), "{pixel:?}");
    });
}

#[test]
fn wrong_models_are_errors() {
    use sinew_render::HairModelError;
    let groom = ball(10, 8, HairCurve::CatmullRom);
    let make = |gpu: &Gpu, guides: usize, points: usize| {
        HairModel::new(gpu, &groom.strands, &HairLook::default(), guides, points).err()
    };
    with_hair_renderer(|renderer| {
        let gpu = renderer.gpu();
        assert_eq!(make(gpu, groom.guide_count(), 12), None);
        assert_eq!(make(gpu, groom.guide_count(), 1), Some(HairModelError::GuidePoints(1)));
        assert!(matches!(make(gpu, 2, 12), Some(HairModelError::NoSuchGuide { guides: 2, .. })));
    });
    with_renderer(VertexDataBinding::Texture, |renderer| {
        assert_eq!(make(renderer.gpu(), groom.guide_count(), 12), Some(HairModelError::Unsupported));
    });
}

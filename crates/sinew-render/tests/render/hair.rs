use crate::groom::ball;
use crate::support::with_renderer;
use sinew::glam::Vec3;
use sinew::hair::{HairCurve, HairLook, HairShading};
use sinew_render::{Background, Camera, HairInstance, HairModel, Scene, Sun, VertexDataBinding};

#[test]
fn scratch() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let gpu = renderer.gpu().clone();
        let body = crate::shapes::single(
            crate::shapes::ball(Vec3::ZERO, 0.1),
            crate::shapes::matt(Vec3::new(0.6, 0.4, 0.3)),
        );
        let body = crate::support::instance(renderer, &body, &[]);
        let count = std::env::var("HAIRS").ok().and_then(|s| s.parse().ok()).unwrap_or(20000);
        let width: f32 = std::env::var("WIDTH").ok().and_then(|s| s.parse().ok()).unwrap_or(0.0002);
        let groom = ball(count, 24, HairCurve::CatmullRom);
        let mut look = HairLook::default();
        look.width = width;
        let mut dark = look;
        dark.roughness = 0.3;
        let mut blond = dark;
        blond.root_color = Vec3::new(0.45, 0.27, 0.12);
        blond.tip_color = Vec3::new(0.6, 0.4, 0.2);
        let mut red = dark;
        red.root_color = Vec3::new(0.30, 0.06, 0.015);
        red.tip_color = Vec3::new(0.4, 0.10, 0.03);
        let model = HairModel::new(&gpu, &groom.strands, &look, groom.guide_count(), 12).unwrap();
        let mut hair = HairInstance::new(&gpu, &model);
        let only = std::env::var("ONLY").unwrap_or_default();
        for (mode, shading) in [("m", HairShading::Marschner), ("k", HairShading::Kajiya)] {
            for (name, look) in [("dark", dark), ("blond", blond), ("red", red)] {
                let mut look = look;
                look.shading = shading;
                hair.set_look(&look);
                hair.update(&gpu, &groom.guides);
                for (view, eye, sun) in [
                    ("front", Vec3::new(0.0, 0.05, 0.7), Vec3::new(0.3, 0.7, 0.6)),
                    ("back", Vec3::new(0.0, 0.05, 0.7), Vec3::new(0.4, 0.3, -0.8)),
                    ("near", Vec3::new(0.1, 0.1, 0.35), Vec3::new(0.3, 0.7, 0.6)),
                    ("far", Vec3::new(0.0, 0.4, 4.0), Vec3::new(0.3, 0.7, 0.6)),
                ] {
                    let id = format!("{name}_{view}_{mode}");
                    if !only.split(',').any(|o| id.contains(o)) {
                        continue;
                    }
                    let layers = [&hair];
                    let bodies = [&body];
                    let camera = Camera::look_at(eye, Vec3::new(0.0, -0.03, 0.0));
                    let scene = Scene::new(camera, &bodies)
                        .with_hair(&layers)
                        .with_sun(Sun::default().with_direction_to_sun(sun.normalize()))
                        .with_ground(
                            sinew_render::GroundPlane::default().with_height(-0.25).with_grid_strength(0.0),
                        );
                    let start = std::time::Instant::now();
                    let image = renderer.render_to_image(&scene, 640, 640).unwrap();
                    eprintln!("{id} {:?}", start.elapsed());
                    let mut ppm = b"P6 640 640 255\n".to_vec();
                    ppm.extend(image.rgba.chunks(4).flat_map(|p| p[..3].to_vec()));
                    std::fs::write(format!("/tmp/hairpic/{id}.ppm"), ppm).unwrap();
                }
            }
        }
    });
}

#[test]
fn timing() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let gpu = renderer.gpu().clone();
        let groom = ball(20000, 24, HairCurve::CatmullRom);
        let mut look = HairLook::default();
        look.width = 0.0003;
        let model = HairModel::new(&gpu, &groom.strands, &look, groom.guide_count(), 12).unwrap();
        let mut hair = HairInstance::new(&gpu, &model);
        for samples in [4, 1] {
            for shadow in [1024, 0] {
                let mut renderer = sinew_render::Renderer::new(
                    &gpu,
                    sinew_render::RenderSettings::default()
                        .with_sample_count(samples)
                        .with_shadow_map_size(shadow),
                );
                for (view, eye) in [
                    ("front", Vec3::new(0.0, 0.05, 0.9)),
                    ("far", Vec3::new(0.0, 0.4, 4.0)),
                    ("away", Vec3::new(0.0, 0.4, -4.0)),
                ] {
                    hair.update(&gpu, &groom.guides);
                    let layers = [&hair];
                    let target =
                        if view == "away" { Vec3::new(0.0, -0.03, -8.0) } else { Vec3::new(0.0, -0.03, 0.0) };
                    let scene = Scene::new(Camera::look_at(eye, target), &[]).with_hair(&layers);
                    renderer.render_to_image(&scene, 640, 640).unwrap();
                    let mut times: Vec<_> = (0..3)
                        .map(|_| {
                            let start = std::time::Instant::now();
                            renderer.render_to_image(&scene, 640, 640).unwrap();
                            start.elapsed()
                        })
                        .collect();
                    times.sort();
                    eprintln!("T samples {samples} shadow {shadow} {view} {:?}", times[0]);
                }
            }
        }
    });
}

#[test]
fn levels() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let gpu = renderer.gpu().clone();
        let body = crate::shapes::single(crate::shapes::ball(Vec3::ZERO, 0.1), crate::shapes::matt(Vec3::new(0.6, 0.4, 0.3)));
        let body = crate::support::instance(renderer, &body, &[]);
        let groom = ball(20000, 24, HairCurve::CatmullRom);
        let mut look = HairLook::default(); look.width = 0.00025; look.root_color = Vec3::new(0.30, 0.06, 0.015); look.tip_color = Vec3::new(0.4, 0.10, 0.03);
        let model = HairModel::new(&gpu, &groom.strands, &look, groom.guide_count(), 12).unwrap();
        let mut hair = HairInstance::new(&gpu, &model);
        for (view, distance) in [("n", 0.7), ("m", 2.0), ("f", 6.0)] {
            let mut last: Option<sinew::character::Pixels> = None;
            for share in [1.0, 0.5, 0.25, 0.12, 0.06, 0.03, 0.01] {
                hair.set_detail(sinew_render::HairDetail::default().with_strands(share));
                hair.update(&gpu, &groom.guides);
                let layers = [&hair];
                let bodies = [&body];
                let camera = Camera::look_at(Vec3::new(0.0, 0.05, distance), Vec3::new(0.0, -0.03, 0.0));
                let scene = Scene::new(camera, &bodies).with_hair(&layers).with_ground(sinew_render::GroundPlane::default().with_height(-0.25).with_grid_strength(0.0));
                let image = renderer.render_to_image(&scene, 640, 640).unwrap();
                let start = std::time::Instant::now();
                let image = renderer.render_to_image(&scene, 640, 640).unwrap();
                let time = start.elapsed();
                let diff = last.as_ref().map_or(0.0, |l| crate::support::difference(l, &image));
                let mean: f64 = image.rgba.chunks(4).map(|p| f64::from(p[0])).sum::<f64>() / (640.0*640.0);
                eprintln!("L {view} {share} drawn {} {:?} diff {diff:.2} mean {mean:.3}", hair.drawn_strands(), time);
                let mut ppm = b"P6 640 640 255\n".to_vec();
                ppm.extend(image.rgba.chunks(4).flat_map(|p| p[..3].to_vec()));
                std::fs::write(format!("/tmp/hairpic/L{view}{share}.ppm"), ppm).unwrap();
                last = Some(image);
            }
        }
    });
}

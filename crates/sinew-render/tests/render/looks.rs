//! Looks of materials: skin, eyes, teeth, toons.

use crate::shapes::{ball, character, matt, toon};
use crate::support::{actor, at, brightness, difference, near, plain_scene, render, with_renderer};
use sinew::character::{Material, MaterialId, Pixels, Toon};
use sinew::glam::Vec3;
use sinew::{Character, Transform};
use sinew_render::{
    Model, ModelInstance, Renderer, Scene, Sky, SurfaceLook, SurfaceLooks, VertexDataBinding,
};
use std::sync::Arc;

fn instance(renderer: &Renderer, character: &Arc<Character>, looks: &SurfaceLooks) -> ModelInstance {
    let model = Model::with_looks(renderer.gpu(), character, looks, &mut |_| None).expect("a small model");
    crate::support::instance_of(renderer, &model, &mut actor(character))
}

/// A ball of a material with a look, in a scene that is edited.
fn draw(renderer: &mut Renderer, material: Material, look: Option<SurfaceLook>, has_sky: bool) -> Pixels {
    let ball = character(Transform::IDENTITY, vec![(ball(Vec3::ZERO, 0.7), material)], 0);
    let ball = instance(renderer, &ball, &SurfaceLooks::default().with(MaterialId(0), look));
    let instances = [&ball];
    let scene: Scene<'_> = plain_scene(&instances);
    let sky = if has_sky { Sky::default() } else { Sky::default().with_intensity(0.0) };
    render(renderer, &scene.with_sky(sky))
}

fn skin() -> Material {
    Material { roughness: 0.6, ..matt(Vec3::new(0.6, 0.4, 0.33)) }
}

#[test]
fn light_bleeds_around_skin_and_red_light_farthest() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        // A head's worth of skin in a scene of metres is large, so a small one: the curvature counts.
        let mut seen = |radius: f32, look: Option<SurfaceLook>| {
            let node = Transform { scale: Vec3::splat(radius), ..Transform::IDENTITY };
            let grey = Material { roughness: 1.0, specular: 0.0, ..matt(Vec3::splat(0.5)) };
            let ball = character(node, vec![(ball(Vec3::ZERO, 1.0), grey)], 0);
            let ball = instance(renderer, &ball, &SurfaceLooks::default().with(MaterialId(0), look));
            let instances = [&ball];
            let mut scene = plain_scene(&instances).with_sky(Sky::default().with_intensity(0.0));
            scene.sun.direction_to_sun = Vec3::X;
            scene.sun.color = Vec3::ONE;
            scene.camera = scene.camera.with_fov_y(2.0 * (radius * 1.3 / 4.0).atan());
            // Left of the terminator, and in full light.
            let image = render(renderer, &scene);
            [-0.08, 0.6].map(|x| at(&image, x, 0.0))
        };
        let [plain, _] = seen(0.02, None);
        let [dark, lit] = seen(0.02, Some(SurfaceLook::Skin));
        assert_eq!(brightness(plain), 0);
        assert!(dark[0] > dark[1] + 4 && dark[1] >= dark[2] && dark[0] > 10, "{dark:?}");
        assert!(lit[0].abs_diff(lit[2]) < 40, "{lit:?}");
        // Less where the bend is slight.
        let [flat, _] = seen(0.4, Some(SurfaceLook::Skin));
        assert!(flat[0] < dark[0], "{flat:?} {dark:?}");
    });
}

#[test]
fn an_eye_has_a_cornea_and_dark_edges() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let white = || Material { roughness: 0.9, specular: 0.0, ..matt(Vec3::splat(0.8)) };
        let [plain, eye] = [None, Some(SurfaceLook::Eye)].map(|look| draw(renderer, white(), look, true));
        let brightest = |image: &Pixels| image.rgba.as_chunks::<4>().0.iter().map(|p| brightness(*p)).max();
        assert!(brightest(&eye) > brightest(&plain), "{:?} {:?}", brightest(&eye), brightest(&plain));
        let darker = |x: f32, y: f32| brightness(at(&plain, x, y)) as f32 / brightness(at(&eye, x, y)) as f32;
        assert!(
            darker(0.0, -0.1) < 1.1 && darker(-0.67, 0.0) > 1.1,
            "{} {}",
            darker(0.0, -0.1),
            darker(-0.67, 0.0)
        );
        // Under the upper lid it is darker than above the lower one.
        assert!(darker(0.0, 0.5) > darker(0.0, -0.5) + 0.1);
    });
}

#[test]
fn teeth_are_dimmer_the_farther_back() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let white = || Material { roughness: 0.4, ..matt(Vec3::ONE) };
        let [plain, teeth] = [None, Some(SurfaceLook::Teeth)].map(|look| draw(renderer, white(), look, true));
        let dimmed = |x: f32| brightness(at(&teeth, x, 0.0)) as f32 / brightness(at(&plain, x, 0.0)) as f32;
        assert!(dimmed(0.0) < 0.97 && dimmed(-0.62) < dimmed(0.0) - 0.1, "{} {}", dimmed(0.0), dimmed(-0.62));
    });
}

#[test]
fn standard_materials_can_be_toons() {
    for binding in [VertexDataBinding::Auto, VertexDataBinding::Texture] {
        with_renderer(binding, |renderer| {
            let color = Vec3::new(0.9, 0.6, 0.4);
            let as_toon = draw(renderer, matt(color), Some(SurfaceLook::Toon), true);
            let shade_color = color * Vec3::new(0.62, 0.50, 0.54);
            let made = Toon {
                shade_color,
                shading_shift: -0.05,
                shading_toony: 0.92,
                gi_equalization: 0.9,
                ..Toon::default()
            };
            let by_hand = draw(renderer, toon(color, made), None, true);
            assert!(difference(&as_toon, &by_hand) < 0.01);
            assert!(difference(&as_toon, &draw(renderer, matt(color), None, true)) > 0.5);
        });
    }
}

#[test]
fn without_a_look_materials_are_as_their_file_says() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let plain = character(Transform::IDENTITY, vec![(ball(Vec3::ZERO, 0.7), skin())], 0);
        let of_file = crate::support::instance(renderer, &plain, &[]);
        let image = render(renderer, &plain_scene(&[&of_file]));
        assert_eq!(image.rgba, draw(renderer, skin(), None, true).rgba);
        // Toon materials keep theirs.
        let painted = || toon(Vec3::new(0.5, 0.3, 0.2), Toon::default());
        let with_look = draw(renderer, painted(), Some(SurfaceLook::Skin), true);
        assert_eq!(with_look.rgba, draw(renderer, painted(), None, true).rgba);
        assert!(near(at(&image, 0.0, 0.9), [0; 4], 0));
    });
}

#[test]
fn expressions_keep_the_shade_of_toon_looks_and_glass_stays_glass() {
    use sinew::character::{ColorBind, ColorSlot, Expression};
    let material = matt(Vec3::new(0.9, 0.6, 0.4));
    let plain = character(Transform::IDENTITY, vec![(ball(Vec3::ZERO, 0.7), material.clone())], 0);
    let blush = Expression {
        name: "blush".into(),
        colors: vec![ColorBind {
            material: MaterialId(0),
            slot: ColorSlot::Base,
            value: Vec3::new(0.9, 0.2, 0.2).extend(1.0),
        }],
        ..Expression::default()
    };
    let with_blush =
        Arc::new(plain.edited(|parts| parts.expressions.push(blush)).expect("a sound expression"));
    let looks = SurfaceLooks::toon(&plain);
    assert_eq!(looks.of(MaterialId(0)), Some(SurfaceLook::Toon));
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let [before, after] = [&plain, &with_blush].map(|character| {
            let ball = instance(renderer, character, &looks);
            let instances = [&ball];
            render(renderer, &plain_scene(&instances))
        });
        assert!(difference(&before, &after) < 0.01, "{}", difference(&before, &after));
    });
    let glass = Material { transmission: 1.0, ..material };
    let glass = character(Transform::IDENTITY, vec![(ball(Vec3::ZERO, 0.7), glass)], 0);
    assert_eq!(SurfaceLooks::toon(&glass).of(MaterialId(0)), None);
}

//! Light that is not the sun's: contact shadows on the ground and the fill light.

use crate::shapes::{ball, built, character_parts, matt, single};
use crate::support::{at, brightness, instance, plain_scene, render, with_renderer};
use sinew::character::{Influences, Skin, SkinId};
use sinew::glam::{Affine3A, Vec3};
use sinew::{Character, JointId, Transform};
use sinew_render::{Camera, GroundPlane, RenderSettings, Renderer, Sun, VertexDataBinding};
use std::sync::Arc;

const GREY: Vec3 = Vec3::splat(0.5);

/// A ball of 0.3 m at the origin that one joint moves.
fn skinned_ball() -> Arc<Character> {
    let mut primitive = ball(Vec3::ZERO, 0.3);
    let vertices = primitive.positions.len();
    primitive.influences =
        Influences::new(4, &vec![0; 4 * vertices], &[1.0, 0.0, 0.0, 0.0].repeat(vertices)).ok();
    let mut parts = character_parts(Transform::IDENTITY, vec![(primitive, matt(GREY))], 0);
    let skin =
        Skin { name: String::new(), joints: vec![JointId(0)], inverse_binds: vec![Affine3A::IDENTITY] };
    parts.skins = vec![skin];
    parts.mesh_instances[0].skin = Some(SkinId(0));
    built(parts)
}

/// Brightness of the ground at `height` right of a ball at the origin, at four distances, seen from above
/// with this sun.
fn ground_beside(renderer: &mut Renderer, character: &Arc<Character>, height: f32, sun: Sun) -> [u32; 4] {
    let body = instance(renderer, character, &[]);
    let instances = [&body];
    let camera = plain_scene(&instances).camera;
    let scene = plain_scene(&instances)
        .with_ground(GroundPlane::default().with_height(height).with_grid_strength(0.0))
        .with_sun(sun)
        .with_camera(Camera::look_at(Vec3::new(0.0, 4.0, 0.01), Vec3::ZERO).with_fov_y(camera.fov_y));
    let image = render(renderer, &scene);
    [0.36, 0.6, 0.85, 0.95].map(|x| brightness(at(&image, x, 0.0)))
}

/// Sun far to the right, whose shadows are left of bodies.
fn sun_from_the_right() -> Sun {
    Sun::default().with_direction_to_sun(Vec3::new(1.0, 1.0, 0.0).normalize())
}

#[test]
fn bodies_darken_the_ground_near_them() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut beside = |character: &Arc<Character>, height: f32| {
            ground_beside(renderer, character, height, sun_from_the_right())
        };
        let [near, middle, far, end] = beside(&skinned_ball(), -0.3);
        assert!(near + 8 < middle && middle < far, "{near} {middle} {far}");
        // The darkening ends softly.
        assert!(far.abs_diff(end) < 8, "{far} {end}");
        // A ball far above the ground and a rigid one darken it nowhere but in the sun's shadow.
        for even in [beside(&skinned_ball(), -4.0), beside(&single(ball(Vec3::ZERO, 0.3), matt(GREY)), -0.3)]
        {
            assert!(even.iter().all(|value| value.abs_diff(even[3]) < 12), "{even:?}");
        }
    });
}

#[test]
fn contact_shadows_need_no_sun() {
    let dark = sun_from_the_right().with_intensity(0.0);
    let check = |renderer: &mut Renderer, sun: Sun| {
        let [near, middle, far, end] = ground_beside(renderer, &skinned_ball(), -0.3, sun);
        assert!(near + 8 < middle && middle < far, "{near} {middle} {far}");
        assert!(far.abs_diff(end) < 8, "{far} {end}");
    };
    with_renderer(VertexDataBinding::Auto, |renderer| {
        check(renderer, dark);
        // The sun shines without a shadow map.
        let settings = RenderSettings::default().with_shadow_map_size(0);
        check(&mut Renderer::new(renderer.gpu(), settings), sun_from_the_right());
    });
}

#[test]
fn clothes_over_skin_darken_the_ground_once() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let skin = skinned_ball();
        let mut parts = Character::clone(&skin).into_parts();
        parts.mesh_instances.push(parts.mesh_instances[0].clone());
        let mut beside = |character| ground_beside(renderer, character, -0.3, sun_from_the_right());
        let (one, two) = (beside(&skin), beside(&built(parts)));
        assert_eq!(one, two);
    });
}

#[test]
fn the_fill_light_brightens_the_side_in_shadow() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let ball = instance(renderer, &single(ball(Vec3::ZERO, 0.8), matt(GREY)), &[]);
        let instances = [&ball];
        // Lit from behind.
        let scene = plain_scene(&instances).with_sun(Sun::default().with_direction_to_sun(Vec3::NEG_Z));
        let without = brightness(at(&render(renderer, &scene), 0.0, 0.0));
        let with = brightness(at(&render(renderer, &scene.with_fill_light(1.0)), 0.0, 0.0));
        assert!(with > without + 60, "{without} {with}");
    });
}

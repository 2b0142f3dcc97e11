//! Actors that are dressed while they are drawn.

use crate::support::{at, camera, near, with_renderer};
use sinew::character::{Image, Material, Pixels, Primitive};
use sinew::glam::Vec3;
use sinew::skeleton::Socket;
use sinew::surface::{DecalLife, DecalMaterial, DecalSettings, Decals, HitFaces, Ray};
use sinew::{Actor, Character, JointId};
use sinew_render::{
    ActorInstance, ActorModel, ActorModelError, Background, Renderer, Scene, SceneContent, VertexDataBinding,
};
use std::sync::Arc;

/// Box of half a metre around a point.
fn block(center: Vec3) -> Actor {
    let part = (Primitive::cuboid(center, Vec3::splat(0.25)), Material::default());
    let mut actor = Actor::without_clips(Arc::new(Character::rigid("block", [part]).unwrap()));
    actor.update(0.0);
    actor
}

/// A red image of 2 by 2 pixels for images called `red`, none for others.
fn decode(image: &Image) -> Option<Pixels> {
    (image.name == "red").then(|| Pixels { width: 2, height: 2, rgba: [255, 0, 0, 255].repeat(4) })
}

/// Decals of one look with this image.
fn decals(actor: &Actor, image: &str) -> Arc<Decals> {
    let image = Image { name: image.into(), mime: String::new(), encoded: None };
    Arc::new(Decals::new(actor.character()).with_materials(vec![DecalMaterial::new("look", image)]))
}

fn draw(renderer: &mut Renderer, instance: &mut ActorInstance, actor: &mut Actor) -> Pixels {
    actor.update(0.0);
    instance.update(renderer.gpu(), actor);
    let content = SceneContent::new([&*instance]);
    let scene = Scene::of(camera(), &content).with_ground(None).with_background(Background::Transparent);
    renderer.render_to_image(&scene, crate::support::WIDTH, crate::support::HEIGHT).unwrap()
}

#[test]
fn decals_and_items_that_come_later_are_uploaded() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let gpu = renderer.gpu().clone();
        let mut actor = block(Vec3::ZERO);
        let model = ActorModel::new(&gpu, &actor, &mut decode).unwrap();
        let mut instance = ActorInstance::new(&gpu, &model).unwrap();
        let plain = draw(renderer, &mut instance, &mut actor);
        assert!(at(&plain, 0.0, 0.0)[1] > 60 && at(&plain, 0.7, 0.0)[3] == 0);

        let red = decals(&actor, "red");
        actor.set_decals(Some(red)).unwrap();
        let hit = actor.hit(&Ray::new(Vec3::Z * 3.0, Vec3::NEG_Z), HitFaces::Front).unwrap();
        actor.add_decal(&hit.point, 0, &DecalSettings::new(0.1), DecalLife::default()).unwrap();
        let item = actor.attach(block(Vec3::X * 0.7), Socket::at(JointId(0)));
        instance.upload_changes(&gpu, &actor, &mut decode).unwrap();
        let dressed = draw(renderer, &mut instance, &mut actor);
        let [r, g, _, _] = at(&dressed, 0.0, 0.0);
        assert!(r > 60 && g < r / 3, "{r} {g}");
        assert_eq!(at(&dressed, 0.7, 0.0)[3], 255);

        actor.set_decals(None).unwrap();
        actor.detach(item);
        instance.upload_changes(&gpu, &actor, &mut decode).unwrap();
        let bare = draw(renderer, &mut instance, &mut actor);
        assert!(near(at(&bare, 0.0, 0.0), at(&plain, 0.0, 0.0), 1) && at(&bare, 0.7, 0.0)[3] == 0);
    });
}

#[test]
fn a_part_that_fails_is_left_out_and_fails_once() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let gpu = renderer.gpu().clone();
        let mut actor = block(Vec3::ZERO);
        let model = ActorModel::new(&gpu, &actor, &mut decode).unwrap();
        let mut instance = ActorInstance::new(&gpu, &model).unwrap();
        let missing = decals(&actor, "missing");
        actor.set_decals(Some(missing)).unwrap();
        let failed = instance.upload_changes(&gpu, &actor, &mut decode);
        assert!(matches!(failed, Err(ActorModelError::LookImage { .. })), "{failed:?}");
        instance.upload_changes(&gpu, &actor, &mut decode).unwrap();
        draw(renderer, &mut instance, &mut actor);
    });
}

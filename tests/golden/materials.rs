//! Golden pictures of every feature of materials, lit by an environment map, a sun and a lamp: on the machine's
//! device, and with the texture limit of WebGL2.

use super::compare;
use sinew::character::{
    Anisotropy, Clearcoat, Image, ImageId, Iridescence, Light, LightKind, Material, MaterialId, Mesh, MeshId,
    MeshInstance, Pixels, Primitive, Sheen, SkinningMethod, Texture, TextureId, TextureRef, TextureWrap,
    UvTransform, Volume,
};
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew::skeleton::Joint;
use sinew::{Actor, Character, CharacterParts, JointId, Skeleton, Transform};
use sinew_render::{
    Camera, EnvironmentLight, EnvironmentMap, EnvironmentPreset, Gpu, Model, ModelInstance, PunctualLight,
    RenderSettings, Renderer, Scene, SurfaceLook, SurfaceLooks, wgpu,
};
use std::f32::consts::{PI, TAU};
use std::sync::Arc;

const SIZE: (u32, u32) = (320, 320);
const COLUMNS: usize = 4;

/// Ball of radius 0.4; without normals where `is_flat`.
fn ball(center: Vec3, is_flat: bool) -> Primitive {
    let (rings, segments) = if is_flat { (5u32, 8u32) } else { (16, 32) };
    let mut p = Primitive { uvs: vec![Vec::new()], has_file_normals: !is_flat, ..Default::default() };
    let corner = |ring: u32, segment: u32| {
        let (v, u) = (ring as f32 / rings as f32, segment as f32 / segments as f32);
        let (down, around) = (v * PI, u * TAU);
        let n = Vec3::new(down.sin() * around.sin(), down.cos(), down.sin() * around.cos());
        (n, Vec2::new(u, v), Vec4::new(around.cos(), 0.0, -around.sin(), 1.0))
    };
    for (ring, segment) in (0..rings).flat_map(|ring| (0..segments).map(move |segment| (ring, segment))) {
        let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(r, s)| corner(ring + r, segment + s));
        for triangle in [[a, b, d], [d, b, c]] {
            let at = triangle.map(|(n, ..)| center + n * 0.4);
            let face = (at[1] - at[0]).cross(at[2] - at[0]).normalize_or(Vec3::Y);
            for ((n, uv, tangent), at) in triangle.into_iter().zip(at) {
                p.positions.push(at);
                p.normals.push(if is_flat { face } else { n });
                p.tangents.push(tangent);
                p.uvs[0].push(uv);
            }
        }
    }
    p.indices = (0..p.positions.len() as u32).collect();
    p.file_vertices = p.indices.clone();
    p.file_vertex_count = p.positions.len();
    p
}

/// Texture of black and white checks.
fn checks() -> Option<TextureRef> {
    let transform = UvTransform { scale: Vec2::new(6.0, 3.0), ..UvTransform::IDENTITY };
    Some(TextureRef { texture: TextureId(0), uv_set: 0, transform })
}

/// Materials with their looks, a feature each; the last has no normals.
fn materials() -> Vec<(Material, Option<SurfaceLook>)> {
    let matt = |color: Vec3| Material {
        base_color: color.extend(1.0),
        metallic: 0.0,
        roughness: 0.5,
        ..Material::default()
    };
    let red = Vec3::new(0.7, 0.12, 0.1);
    let metal = |roughness: f32| Material { metallic: 1.0, roughness, ..matt(Vec3::new(0.95, 0.8, 0.5)) };
    let glass = || Material { transmission: 1.0, roughness: 0.05, ..matt(Vec3::new(0.9, 0.95, 1.0)) };
    let volume = Volume {
        thickness: 0.5,
        attenuation_color: Vec3::new(0.3, 0.8, 0.5),
        attenuation_distance: 0.6,
        ..Volume::default()
    };
    let plain = [
        matt(red),
        metal(0.15),
        metal(0.8),
        Material { metallic: 0.5, ..metal(0.4) },
        Material {
            clearcoat: Some(Clearcoat {
                factor: 1.0,
                roughness: 0.05,
                texture: checks(),
                ..Clearcoat::default()
            }),
            ..matt(red)
        },
        Material {
            sheen: Some(Sheen {
                color: Vec3::ONE,
                roughness: 0.5,
                color_texture: checks(),
                ..Sheen::default()
            }),
            ..matt(Vec3::new(0.1, 0.1, 0.3))
        },
        Material {
            iridescence: Some(Iridescence { factor: 1.0, thickness_max: 400.0, ..Iridescence::default() }),
            ..metal(0.2)
        },
        Material { anisotropy: Some(Anisotropy { strength: 0.9, ..Anisotropy::default() }), ..metal(0.35) },
        glass(),
        Material { volume: Some(volume), transmission_texture: checks(), ..glass() },
        Material { volume: Some(volume), dispersion: 8.0, roughness: 0.3, ..glass() },
        Material {
            specular_color: Vec3::new(0.2, 0.6, 1.0),
            ior: 2.0,
            roughness: 0.2,
            ..matt(Vec3::splat(0.05))
        },
    ];
    let skin = matt(Vec3::new(0.8, 0.55, 0.45));
    let looks = [
        (skin.clone(), Some(SurfaceLook::Skin)),
        (Material { roughness: 0.3, ..matt(Vec3::splat(0.85)) }, Some(SurfaceLook::Eye)),
        (skin, Some(SurfaceLook::Toon)),
        (matt(Vec3::new(0.4, 0.6, 0.3)), None),
    ];
    plain.into_iter().map(|material| (material, None)).chain(looks).collect()
}

fn character(materials: &[(Material, Option<SurfaceLook>)]) -> Arc<Character> {
    let joint = Joint { name: "root".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    let mut primitives = Vec::new();
    for number in 0..materials.len() {
        let (column, row) = (number % COLUMNS, number / COLUMNS);
        let center = Vec3::new(column as f32 - 1.5, 1.5 - row as f32, 0.0);
        let is_last = number + 1 == materials.len();
        primitives.push(Primitive { material: Some(MaterialId(number as u32)), ..ball(center, is_last) });
    }
    let lamp = Light::new("lamp", JointId(0), LightKind::Point).with_color(Vec3::new(1.0, 0.7, 0.4));
    let parts = CharacterParts {
        skeleton: Skeleton::new(vec![joint]).unwrap(),
        meshes: vec![Mesh { primitives, ..Mesh::default() }],
        mesh_instances: vec![MeshInstance {
            node: JointId(0),
            mesh: MeshId(0),
            skin: None,
            weights: Vec::new(),
            skinning: SkinningMethod::Linear,
            visible: true,
        }],
        materials: materials.iter().map(|(material, _)| material.clone()).collect(),
        textures: vec![Texture::smooth(ImageId(0), TextureWrap::Repeat)],
        images: vec![Image { name: "checks".into(), mime: String::new(), encoded: None }],
        lights: vec![lamp.with_intensity(6.0)],
        ..CharacterParts::default()
    };
    Arc::new(Character::new(parts).unwrap())
}

/// Draws all materials on a device and compares the picture.
fn draw(gpu: &Gpu, name: &str) {
    let materials = materials();
    let character = character(&materials);
    let looks = materials
        .iter()
        .zip(0..)
        .fold(SurfaceLooks::default(), |looks, ((_, look), number)| looks.with(MaterialId(number), *look));
    let checks = Pixels { width: 2, height: 2, rgba: [[0u8; 4], [255; 4], [255; 4], [0; 4]].concat() };
    let model = Model::with_looks(gpu, &character, &looks, &mut |_| Some(checks.clone())).unwrap();
    let mut actor = Actor::without_clips(character);
    actor.update(0.0);
    let mut instance = ModelInstance::new(gpu, &model);
    instance.update(gpu, &actor.frame());
    let map = EnvironmentMap::new(gpu, &EnvironmentPreset::Studio.image()).unwrap();
    // The lamp hangs before the balls.
    let mut lamps: Vec<PunctualLight> = instance.lights().collect();
    lamps.iter_mut().for_each(|lamp| lamp.position = Vec3::new(-1.5, 0.5, 2.0));
    let shown = [&instance];
    let camera = Camera::look_at(Vec3::Z * 9.0, Vec3::ZERO).with_fov_y(2.0 * (2.15f32 / 9.0).atan());
    let scene = Scene::new(camera, &shown)
        .with_ground(None)
        .with_environment(EnvironmentLight::new(&map).with_background_blur(0.2))
        .with_sun(EnvironmentPreset::Studio.sun())
        .with_lights(&lamps);
    let mut renderer = Renderer::new(gpu, RenderSettings::default());
    let image = renderer.render_to_image(&scene, SIZE.0, SIZE.1).unwrap();
    assert!(gpu.take_error().is_none());
    compare(name, SIZE, &image.rgba);
}

#[test]
fn all_features_of_materials() {
    let Some(gpu) = test_needs::available(test_needs::Need::Gpu, Gpu::off_screen()) else { return };
    draw(&gpu, "materials.png");
    let required_limits = wgpu::Limits { max_sampled_textures_per_shader_stage: 16, ..gpu.adapter.limits() };
    let descriptor = wgpu::DeviceDescriptor { required_limits, ..Default::default() };
    let (device, queue) = pollster::block_on(gpu.adapter.request_device(&descriptor)).unwrap();
    draw(&Gpu::new(gpu.adapter.clone(), device, queue), "materials_16_textures.png");
}

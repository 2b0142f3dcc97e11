//! Small characters made of balls and cards.

use sinew::character::{
    Image, ImageId, Material, MaterialId, Mesh, MeshId, MeshInstance, Pixels, Primitive, SkinningMethod,
    Texture, TextureFilter, TextureId, TextureRef, TextureWrap, Toon, Topology, UvTransform,
};
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, JointId, Skeleton, Transform};
use std::f32::consts::{PI, TAU};
use std::sync::Arc;

/// Ball of `radius` around `center`.
pub(crate) fn ball(center: Vec3, radius: f32) -> Primitive {
    let (rings, segments) = (24u32, 48u32);
    let mut p = Primitive { uvs: vec![Vec::new()], ..Default::default() };
    for ring in 0..=rings {
        for segment in 0..=segments {
            let (v, u) = (ring as f32 / rings as f32, segment as f32 / segments as f32);
            let (down, around) = (v * PI, u * TAU);
            let n = Vec3::new(down.sin() * around.sin(), down.cos(), down.sin() * around.cos());
            p.positions.push(center + n * radius);
            p.normals.push(n);
            p.tangents.push(Vec4::new(around.cos(), 0.0, -around.sin(), 1.0));
            p.uvs[0].push(Vec2::new(u, v));
        }
    }
    for ring in 0..rings {
        for segment in 0..segments {
            let a = ring * (segments + 1) + segment;
            let b = a + segments + 1;
            p.indices.extend([a, b, a + 1, a + 1, b, b + 1]);
        }
    }
    finished(p)
}

/// Upright card that faces +Z, `half` its half width and half height.
pub(crate) fn card(center: Vec3, half: Vec2) -> Primitive {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    finished(Primitive {
        positions: corners.map(|(x, y)| center + Vec3::new(x * half.x, y * half.y, 0.0)).to_vec(),
        normals: vec![Vec3::Z; 4],
        tangents: vec![Vec4::new(1.0, 0.0, 0.0, 1.0); 4],
        uvs: vec![corners.map(|(x, y)| Vec2::new(0.5 + 0.5 * x, 0.5 - 0.5 * y)).to_vec()],
        indices: vec![0, 1, 2, 0, 2, 3],
        ..Default::default()
    })
}

/// Card that fills most of the image.
pub(crate) fn big_card() -> Primitive {
    card(Vec3::ZERO, Vec2::splat(0.8))
}

/// Image with `width` texels per row.
pub(crate) fn pixels(width: u32, texels: &[[u8; 4]]) -> Pixels {
    Pixels { width, height: texels.len() as u32 / width, rgba: texels.concat() }
}

/// Points or lines without normals.
pub(crate) fn strokes(topology: Topology, positions: Vec<Vec3>) -> Primitive {
    let indices = (0..positions.len() as u32).collect();
    finished(Primitive { topology, positions, indices, ..Default::default() })
}

fn finished(mut p: Primitive) -> Primitive {
    p.file_vertices = (0..p.positions.len() as u32).collect();
    p.file_vertex_count = p.positions.len();
    p.has_file_normals = !p.normals.is_empty();
    p
}

/// Unlit material.
pub(crate) fn unlit(color: Vec4) -> Material {
    Material { base_color: color, unlit: true, ..Default::default() }
}

/// Fully rough material that is not metallic.
pub(crate) fn matt(color: Vec3) -> Material {
    Material { base_color: color.extend(1.0), metallic: 0.0, ..Default::default() }
}

/// Toon material of `color` that is black in the shade.
pub(crate) fn toon(color: Vec3, toon: Toon) -> Material {
    Material { toon: Some(toon), ..matt(color) }
}

/// Toon parameters under which a surface shows its lit colour in any direction.
pub(crate) fn all_lit() -> Toon {
    Toon { shading_shift: 2.0, ..Toon::default() }
}

/// Texture number `texture` with the first UV set and no transform.
pub(crate) fn texture(texture: u32) -> Option<TextureRef> {
    Some(TextureRef { texture: TextureId(texture), uv_set: 0, transform: UvTransform::IDENTITY })
}

/// Character of rigid primitives with their materials on one node with the rest transform `node`. It has
/// `images` images and as many textures, which sample the image of the same number without filtering.
pub(crate) fn character(node: Transform, parts: Vec<(Primitive, Material)>, images: usize) -> Arc<Character> {
    built(character_parts(node, parts, images))
}

/// Character of `parts`.
pub(crate) fn built(parts: CharacterParts) -> Arc<Character> {
    Arc::new(Character::new(parts).expect("parts that fit"))
}

/// Parts of [`character`].
pub(crate) fn character_parts(
    node: Transform,
    parts: Vec<(Primitive, Material)>,
    images: usize,
) -> CharacterParts {
    let joint = Joint { name: "node".into(), parent: None, rest: node, in_scene: true };
    let (mut primitives, materials): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    primitives.iter_mut().zip(0..).for_each(|(p, n)| p.material = Some(MaterialId(n)));
    let nearest = |image| Texture {
        image: Some(ImageId(image)),
        wrap_u: TextureWrap::Clamp,
        wrap_v: TextureWrap::Clamp,
        magnify: TextureFilter::Nearest,
        minify: TextureFilter::Nearest,
        mip: None,
    };
    let encoded = |n: usize| Image { name: n.to_string(), mime: String::new(), encoded: None };
    CharacterParts {
        skeleton: Skeleton::new(vec![joint]).expect("one joint"),
        meshes: vec![Mesh { primitives, ..Default::default() }],
        mesh_instances: vec![MeshInstance {
            node: JointId(0),
            mesh: MeshId(0),
            skin: None,
            weights: Vec::new(),
            skinning: SkinningMethod::Linear,
            visible: true,
        }],
        materials,
        textures: (0..images as u32).map(nearest).collect(),
        images: (0..images).map(encoded).collect(),
        ..Default::default()
    }
}

/// Character of one primitive at the origin, without textures.
pub(crate) fn single(primitive: Primitive, material: Material) -> Arc<Character> {
    character(Transform::IDENTITY, vec![(primitive, material)], 0)
}

//! Conversion of meshes, materials and textures.

use crate::skeleton::Skeleton;
use crate::surface::Surface;
use glam::{Affine3A, Vec2, Vec3};
use sinew::character::{
    Image, ImageId, Influences, Material, MaterialId, Mesh, MeshId, MeshInstance, Primitive, Skin, SkinId,
    SkinningMethod, Texture, TextureId, TextureRef, TextureWrap, UvTransform,
};
use sinew::morph::MorphTarget;
use sinew::skeleton::Joint;
use sinew::{CharacterParts, JointId, Transform};
use std::error::Error;

/// Material of a part.
pub(crate) struct PartMaterial {
    /// Name of the material.
    pub name: &'static str,
    /// Its base colour texture.
    pub texture: TextureId,
    /// Roughness, 0..1.
    pub roughness: f32,
    /// Whether back faces are visible.
    pub two_sided: bool,
}

/// Mesh with its material.
pub(crate) struct Part {
    /// Name of the mesh and of its node.
    pub name: &'static str,
    /// The material.
    pub material: MaterialId,
    /// Surface in the T-pose.
    pub surface: Surface,
}

/// Runtime index of a joint.
pub(super) fn joint(skeleton: &sinew::Skeleton, index: usize) -> JointId {
    skeleton.by_file_index(index).unwrap_or_else(|| panic!("no joint {index}"))
}

pub(super) fn model(
    skeleton: &Skeleton,
    parts: &[Part],
    materials: &[PartMaterial],
    textures: &[(&str, Vec<u8>)],
) -> Result<CharacterParts, Box<dyn Error>> {
    let bones = skeleton.joints.iter().enumerate().map(|(n, bone)| Joint {
        name: bone.name.clone(),
        parent: bone.parent.map(|p| p as u32),
        rest: Transform::from_translation(skeleton.offset(n)),
        in_scene: true,
    });
    let holders = parts.iter().map(|part| Joint {
        name: part.name.into(),
        parent: None,
        rest: Transform::IDENTITY,
        in_scene: true,
    });
    let bone_count = skeleton.joints.len();
    let nodes = sinew::Skeleton::new(bones.chain(holders).collect())?;
    let skin = Skin {
        name: "sinew".into(),
        joints: (0..bone_count).map(|n| joint(&nodes, n)).collect(),
        inverse_binds: skeleton.joints.iter().map(|j| Affine3A::from_translation(-j.at)).collect(),
    };
    let instances = parts.iter().enumerate().map(|(n, part)| MeshInstance {
        node: joint(&nodes, bone_count + n),
        mesh: MeshId(n as u32),
        skin: Some(SkinId(0)),
        weights: vec![0.0; part.surface.morphs.len()],
        skinning: SkinningMethod::Linear,
        visible: true,
    });
    Ok(CharacterParts {
        mesh_instances: instances.collect(),
        skeleton: nodes,
        skins: vec![skin],
        meshes: parts.iter().map(mesh).collect::<Result<_, _>>()?,
        materials: materials.iter().map(material).collect(),
        textures: (0..textures.len() as u32)
            .map(|image| Texture::smooth(ImageId(image), TextureWrap::Repeat))
            .collect(),
        images: textures.iter().map(|(name, png)| image(name, png)).collect(),
        ..CharacterParts::default()
    })
}

fn mesh(part: &Part) -> Result<Mesh, Box<dyn Error>> {
    let s = &part.surface;
    let joints: Vec<u16> = s.influences.iter().flatten().map(|(j, _)| *j as u16).collect();
    let weights: Vec<f32> = s.influences.iter().flatten().map(|(_, w)| *w).collect();
    let count = s.positions.len();
    let morphs = s.morphs.iter().map(|(_, offsets)| {
        let [positions, normals] = [0, 1].map(|n| offsets.iter().map(|o| o[n]).collect::<Vec<Vec3>>());
        MorphTarget::from_dense(count, &positions, &normals, &[])
    });
    let primitive = Primitive {
        material: Some(part.material),
        positions: s.positions.clone(),
        normals: s.normals.clone(),
        uvs: vec![s.uvs.iter().map(|uv| Vec2::from(*uv)).collect()],
        influences: Some(Influences::new(weights.len() / count, &joints, &weights)?),
        indices: s.triangles.iter().flatten().copied().collect(),
        morph_targets: morphs.collect::<Result<_, _>>()?,
        file_vertices: (0..count as u32).collect(),
        file_vertex_count: count,
        has_file_normals: true,
        ..Primitive::default()
    };
    let morph_names = s.morphs.iter().map(|(name, _)| name.clone()).collect();
    Ok(Mesh { name: part.name.into(), primitives: vec![primitive], morph_names, shares_file_vertices: false })
}

fn material(material: &PartMaterial) -> Material {
    Material {
        name: material.name.into(),
        base_color_texture: Some(TextureRef {
            texture: material.texture,
            uv_set: 0,
            transform: UvTransform::IDENTITY,
        }),
        metallic: 0.0,
        roughness: material.roughness,
        double_sided: material.two_sided,
        ..Material::default()
    }
}

fn image(name: &str, png: &[u8]) -> Image {
    Image { name: name.into(), mime: "image/png".into(), encoded: Some(png.into()) }
}

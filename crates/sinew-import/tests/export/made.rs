//! Small synthetic characters.

use sinew::character::{Influences, Mesh, MeshId, MeshInstance, Primitive, Skin, SkinId, SkinningMethod};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, JointId, RawClip, Skeleton, Transform};
use sinew_import::{ExportOptions, Imported, Report};

/// Node one metre along X from its parent.
pub(crate) fn node(name: &str, parent: Option<u32>) -> Joint {
    let rest = Transform {
        translation: Vec3::X,
        rotation: Quat::from_rotation_z(0.3),
        scale: Vec3::new(1.0, 1.25, 1.0),
    };
    Joint { name: name.into(), parent, rest, in_scene: true }
}

/// Triangle in the plane z = 0, facing +Z.
pub(crate) fn triangle() -> Primitive {
    Primitive {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        normals: vec![Vec3::Z; 3],
        indices: vec![0, 1, 2],
        file_vertices: vec![0, 1, 2],
        file_vertex_count: 3,
        has_file_normals: true,
        ..Primitive::default()
    }
}

/// Triangle strip of `count` vertices on a curve.
pub(crate) fn ribbon(count: u32) -> Primitive {
    let position =
        |n: u32| Vec3::new((n as f32 * 0.37).sin(), n as f32 / count as f32, (n as f32).cos() * 0.2);
    Primitive {
        positions: (0..count).map(position).collect(),
        normals: vec![Vec3::Z; count as usize],
        indices: (0..count - 2).flat_map(|n| [n, n + 2, n + 1]).collect(),
        file_vertices: (0..count).collect(),
        file_vertex_count: count as usize,
        has_file_normals: true,
        ..Primitive::default()
    }
}

/// Influences of `count` vertices: `of` returns `stride` pairs of joint and weight.
pub(crate) fn weights(
    count: usize,
    stride: usize,
    of: impl Fn(usize) -> Vec<(u16, f32)>,
) -> Option<Influences> {
    let (mut joints, mut weights) = (Vec::new(), Vec::new());
    for v in 0..count {
        let mut row = of(v);
        row.resize(stride, (0, 0.0));
        joints.extend(row.iter().map(|r| r.0));
        weights.extend(row.iter().map(|r| r.1));
    }
    Some(Influences::new(stride, &joints, &weights).unwrap())
}

pub(crate) fn mesh(primitives: Vec<Primitive>) -> Mesh {
    Mesh { name: "mesh".into(), primitives, ..Mesh::default() }
}

pub(crate) fn instance(node: u32, mesh: u32, skin: Option<u32>) -> MeshInstance {
    let skinning = SkinningMethod::Linear;
    MeshInstance {
        node: JointId(node),
        mesh: MeshId(mesh),
        skin: skin.map(SkinId),
        weights: Vec::new(),
        skinning,
        visible: true,
    }
}

pub(crate) fn skin(joints: &[u32]) -> Skin {
    let bind = |n: usize| Affine3A::from_translation(Vec3::new(-1.0 - n as f32, 0.1, 0.0));
    Skin {
        name: "skin".into(),
        joints: joints.iter().map(|&j| JointId(j)).collect(),
        inverse_binds: (0..joints.len()).map(bind).collect(),
    }
}

/// Chain of three nodes, two of which are joints of a ribbon.
pub(crate) fn worm() -> CharacterParts {
    let mut ribbon = ribbon(30);
    ribbon.influences = weights(30, 4, |v| vec![(0, 1.0 - v as f32 / 29.0), (1, v as f32 / 29.0)]);
    CharacterParts {
        skeleton: Skeleton::new(vec![node("root", None), node("tip", Some(0)), node("skin", Some(1))])
            .unwrap(),
        skins: vec![skin(&[0, 1])],
        meshes: vec![mesh(vec![ribbon])],
        mesh_instances: vec![instance(2, 0, Some(0))],
        ..CharacterParts::default()
    }
}

/// Import result with this character and these clips, to compare an exported file with.
pub(crate) fn as_imported(parts: CharacterParts, clips: Vec<RawClip>) -> Imported {
    let mut imported =
        sinew_import::import(br#"{"asset":{"version":"2.0"}}"#, &sinew_import::NoFiles).unwrap();
    imported.character = Character::new(parts).unwrap();
    imported.clips = clips;
    imported.report = Report::default();
    imported
}

/// All combinations of options that keep all keys.
pub(crate) fn lossless_clip_options() -> [ExportOptions; 4] {
    [(false, false), (true, false), (false, true), (true, true)]
        .map(|(quantize, meshopt)| ExportOptions::default().with_quantize(quantize).with_meshopt(meshopt))
}

//! Export of curves and ribbons as GLB.

use crate::{ExportError, ExportOptions, Exported, export_glb};
use sinew::character::{Material, MaterialId, Mesh, MeshId, MeshInstance, Primitive, SkinningMethod};
use sinew::hair::RibbonMesh;
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, JointId, Skeleton, Transform};
use sinew_author::hair::HairCurves;

/// Writes curves as GLB: one node with lines, which [`import_hair`](crate::import_hair) reads again.
/// Thickness is lost.
///
/// # Errors
/// When the file would exceed the size limit of GLB, 4 GiB.
pub fn export_hair_glb(curves: &HairCurves, options: &ExportOptions) -> Result<Exported, ExportError> {
    export(curves.lines(), options)
}

/// Writes ribbons or cards as GLB: one node with triangles, visible from both sides, with texture
/// coordinates.
///
/// # Errors
/// When the file would exceed the size limit of GLB, 4 GiB.
pub fn export_ribbon_glb(ribbons: &RibbonMesh, options: &ExportOptions) -> Result<Exported, ExportError> {
    export(ribbons.primitive(), options)
}

fn export(primitive: Primitive, options: &ExportOptions) -> Result<Exported, ExportError> {
    let inconsistent = |message: String| ExportError::new("inconsistent", "/", message);
    let joint = Joint { name: "hair".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    let primitive = Primitive { material: Some(MaterialId(0)), ..primitive };
    let parts = CharacterParts {
        skeleton: Skeleton::new(vec![joint]).map_err(|error| inconsistent(error.to_string()))?,
        meshes: vec![Mesh { name: "hair".into(), primitives: vec![primitive], ..Mesh::default() }],
        mesh_instances: vec![MeshInstance {
            node: JointId(0),
            mesh: MeshId(0),
            skin: None,
            weights: Vec::new(),
            skinning: SkinningMethod::Linear,
            visible: true,
        }],
        materials: vec![Material {
            name: "hair".into(),
            double_sided: true,
            metallic: 0.0,
            ..Material::default()
        }],
        ..CharacterParts::default()
    };
    let character = Character::new(parts).map_err(|error| inconsistent(error.to_string()))?;
    export_glb(&character, &[], options)
}

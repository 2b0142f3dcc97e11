use sinew::Actor;
use sinew::character::{Mesh, Primitive, Topology};
use sinew::glam::Vec3;
use sinew::skinning::SkinnedVertices;

/// Triangles of a mesh of an actor in its present pose, in the world.
pub(super) struct PosedTriangles<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) primitive: &'a Primitive,
    pub(super) positions: Vec<Vec3>,
    pub(super) normals: Vec<Vec3>,
}

/// All triangles of an actor. Positions that are not finite are at the origin.
pub(super) fn posed_triangles(actor: &Actor) -> Vec<PosedTriangles<'_>> {
    let (character, frame) = (&**actor.character(), actor.frame());
    let world_from_model = frame.world_from_model();
    let turn = world_from_model.matrix3.inverse().transpose();
    let mut posed = SkinnedVertices::default();
    let mut all = Vec::new();
    for instance in character.mesh_instance_ids() {
        let mesh = &character.meshes()[character.mesh_instances()[instance].mesh];
        for (n, primitive) in mesh.primitives.iter().enumerate() {
            if primitive.topology != Topology::Triangles || primitive.indices.is_empty() {
                continue;
            }
            frame.skin_vertices(instance, n, &mut posed);
            let points = posed.positions.iter().map(|point| world_from_model.transform_point3(*point));
            let positions = points.map(|point| if point.is_finite() { point } else { Vec3::ZERO }).collect();
            let normals = posed.normals.iter().map(|normal| (turn * *normal).normalize_or_zero()).collect();
            all.push(PosedTriangles { mesh, primitive, positions, normals });
        }
    }
    all
}

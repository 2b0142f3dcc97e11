//! Conversion of a polygon mesh to triangle primitives.

use super::normals::smooth;
use super::triangulate::triangulate;
use super::weld::weld;
use super::{Corners, Polygon, PolygonMesh};
use crate::budget::Budget;
use crate::limits::MAX_TRIANGULATION_STEPS;
use crate::primitive::{gather, tangent};
use crate::{ImportError, Report};
use sinew::character::{Material, MaterialId, Primitive};
use sinew::glam::{Vec2, Vec3, Vec4};
use std::collections::BTreeMap;

/// Approximate temporary memory per corner for triangulation and vertex merging, in bytes.
const CORNER_BYTES: usize = 96;

impl PolygonMesh {
    /// Vertex indices of a polygon's corners.
    pub(super) fn vertices_of(&self, polygon: &Polygon) -> &[u32] {
        let first = polygon.first as usize;
        self.corners.vertices.get(first..first + polygon.count as usize).unwrap_or_default()
    }

    pub(super) fn position(&self, vertex: u32) -> Vec3 {
        self.positions.get(vertex as usize).copied().unwrap_or_default()
    }

    /// Converts the mesh to primitives: one per used material, ordered by material index, or a single one
    /// without faces if there are no polygons. Tangents are generated for the `materials` that need them.
    /// `file_vertices` indexes the vertices of the whole mesh, so the caller must set
    /// [`Mesh::shares_file_vertices`](sinew::character::Mesh).
    ///
    /// # Errors
    /// If a corner's vertex does not exist, an attribute and the corners differ in length, or a limit is
    /// exceeded.
    pub(crate) fn into_primitives(
        self,
        materials: &[Material],
        budget: &mut Budget,
        report: &mut Report,
        location: &str,
    ) -> Result<Vec<Primitive>, ImportError> {
        self.check(location)?;
        let corners = self.corners.vertices.len();
        budget.take(corners, CORNER_BYTES, location)?;
        let mut mesh = self;
        let has_file_normals = has_one_normal_per_vertex(&mesh.corners, mesh.positions.len());
        if mesh.corners.normals.is_empty() {
            let normals = smooth(&mesh);
            let of = |&v: &u32| normals.get(v as usize).copied().unwrap_or(Vec3::Y);
            mesh.corners.normals = mesh.corners.vertices.iter().map(of).collect();
        }
        let triangles = mesh.triangles(report, location);

        let vertex_count = mesh.positions.len();
        let source = Primitive {
            positions: std::mem::take(&mut mesh.positions),
            influences: mesh.influences.take(),
            morph_targets: std::mem::take(&mut mesh.morph_targets),
            file_vertices: (0..vertex_count as u32).collect(),
            file_vertex_count: vertex_count,
            has_file_normals,
            ..Primitive::default()
        };
        let mut used = vec![false; vertex_count];
        let mut primitives = Vec::with_capacity(triangles.len());
        for (material, wanted) in triangles {
            let (indices, kept) = weld(&mesh.corners, &wanted);
            let order = pick(&mesh.corners.vertices, &kept);
            order
                .iter()
                .for_each(|&v| used.iter_mut().skip(v as usize).take(1).for_each(|used| *used = true));
            let mut primitive = gather(&source, &order, budget, location)?;
            primitive.material = material;
            primitive.indices = indices;
            primitive.normals = pick(&mesh.corners.normals, &kept);
            primitive.tangents = pick(&mesh.corners.tangents, &kept);
            primitive.uvs = mesh.corners.uvs.iter().map(|set| pick(set, &kept)).collect();
            primitive.colors = pick(&mesh.corners.colors, &kept);
            primitives.push(with_tangents(primitive, materials, budget, report, location)?);
        }
        let unused: Vec<u32> =
            (0..vertex_count as u32).zip(&used).filter(|(_, used)| !**used).map(|(v, _)| v).collect();
        keep_unused_vertices(&source, &unused, &mut primitives, budget, location)?;
        budget.give_back(corners, CORNER_BYTES);
        Ok(primitives)
    }

    fn check(&self, location: &str) -> Result<(), ImportError> {
        let Corners { vertices, normals, tangents, uvs, colors } = &self.corners;
        let (count, last) = (vertices.len(), self.positions.len());
        if let Some(corner) = vertices.iter().position(|&v| v as usize >= last) {
            let message = format!(
                "corner {corner} references vertex {}; the mesh has {last} vertices",
                vertices.get(corner).copied().unwrap_or(0)
            );
            return Err(ImportError::new("index-out-of-range", location, message));
        }
        let lengths = [normals.len(), tangents.len(), colors.len()];
        if lengths.into_iter().chain(uvs.iter().map(Vec::len)).any(|n| n != 0 && n != count)
            || self.polygons.iter().any(|p| p.first as usize + p.count as usize > count)
        {
            return Err(ImportError::new(
                "attribute-count",
                location,
                format!("attributes and polygons do not match the {count} corners"),
            ));
        }
        Ok(())
    }

    /// Triangulates the polygons: three corner indices per triangle, grouped by material.
    fn triangles(&self, report: &mut Report, location: &str) -> BTreeMap<Option<MaterialId>, Vec<u32>> {
        let mut steps = MAX_TRIANGULATION_STEPS;
        let (mut small, mut failed) = (0, 0);
        let (mut outline, mut triangulated) = (Vec::new(), Vec::new());
        let mut triangles: BTreeMap<_, Vec<u32>> = BTreeMap::new();
        for polygon in &self.polygons {
            if polygon.count < 3 {
                small += 1;
                continue;
            }
            outline.clear();
            triangulated.clear();
            outline.extend(self.vertices_of(polygon).iter().map(|&v| self.position(v)));
            failed += usize::from(!triangulate(&outline, &mut steps, &mut triangulated));
            let of_material = triangles.entry(polygon.material).or_default();
            of_material.extend(triangulated.iter().flatten().map(|corner| polygon.first + corner));
        }
        if small > 0 {
            let message = format!("{small} polygons have fewer than three corners; they are not drawn");
            report.warn("polygon", location, message);
        }
        if failed > 0 {
            let message = format!(
                "{failed} polygons are too complex to triangulate; they are drawn as if they were convex"
            );
            report.warn("polygon", location, message);
        }
        triangles
    }
}

fn pick<T: Copy>(values: &[T], order: &[u32]) -> Vec<T> {
    order.iter().filter_map(|&n| values.get(n as usize).copied()).collect()
}

/// Whether every vertex has exactly one normal, shared by all its corners.
fn has_one_normal_per_vertex(corners: &Corners, vertices: usize) -> bool {
    let mut first: Vec<Option<Vec3>> = vec![None; vertices];
    let agree = corners.vertices.iter().zip(&corners.normals).all(|(&vertex, &normal)| {
        first.get_mut(vertex as usize).is_some_and(|first| *first.get_or_insert(normal) == normal)
    });
    agree && first.iter().all(Option::is_some)
}

/// Generates tangents if the material has a normal map and the primitive has none.
fn with_tangents(
    primitive: Primitive,
    materials: &[Material],
    budget: &mut Budget,
    report: &mut Report,
    location: &str,
) -> Result<Primitive, ImportError> {
    let map = primitive.material.and_then(|id| materials.get(id.index())).and_then(|m| m.normal_texture);
    let Some(map) = map.filter(|_| primitive.tangents.is_empty()) else { return Ok(primitive) };
    if primitive.uvs.get(map.uv_set).is_none_or(Vec::is_empty) {
        let message =
            "the primitive has no texture coordinates for its normal map; the normal map is not drawn";
        report.warn("normal-map-without-uvs", location, message);
        return Ok(primitive);
    }
    match tangent::generate(&primitive, map.uv_set, budget, location) {
        Ok(primitive) => Ok(primitive),
        Err(error) => {
            report.recovered(error.unless_too_large()?, "the normal map is not drawn");
            Ok(primitive)
        }
    }
}

/// Adds unused vertices to the first primitive, so that no vertex of the file is lost.
fn keep_unused_vertices(
    source: &Primitive,
    unused: &[u32],
    primitives: &mut Vec<Primitive>,
    budget: &mut Budget,
    location: &str,
) -> Result<(), ImportError> {
    if unused.is_empty() {
        return Ok(());
    }
    let old = primitives.first();
    let mut order = old.map_or(Vec::new(), |p| p.file_vertices.clone());
    order.extend(unused);
    let mut all = gather(source, &order, budget, location)?;
    all.normals.resize(order.len(), Vec3::Y);
    if let Some(old) = old {
        let extended = |values: &[Vec4], value| match values {
            [] => Vec::new(),
            _ => [values, &vec![value; unused.len()]].concat(),
        };
        all.material = old.material;
        all.indices.clone_from(&old.indices);
        all.normals = [&*old.normals, &vec![Vec3::Y; unused.len()]].concat();
        all.tangents = extended(&old.tangents, Vec3::X.extend(1.0));
        all.colors = extended(&old.colors, Vec4::ONE);
        all.uvs.clone_from(&old.uvs);
        let used_sets = all.uvs.iter_mut().filter(|set| !set.is_empty());
        used_sets.for_each(|set| set.resize(order.len(), Vec2::ZERO));
    }
    match primitives.first_mut() {
        Some(first) => *first = all,
        None => primitives.push(all),
    }
    Ok(())
}

use super::normals::smooth;
use super::triangulate::triangulate;
use super::weld::weld;
use super::{Corners, Polygon, PolygonMesh};
use crate::limits::{Budget, TRIANGULATION_STEPS};
use crate::primitive::{gather, tangent};
use crate::{ImportError, Report};
use sinew::character::{Material, Primitive};
use sinew::glam::{Vec2, Vec3, Vec4};
use std::collections::BTreeMap;

/// About what cutting and welding takes for each corner on the way.
const CORNER_BYTES: usize = 96;

impl PolygonMesh {
    /// The file's vertices at a polygon's corners.
    pub(super) fn vertices_of(&self, polygon: &Polygon) -> &[u32] {
        let first = polygon.first as usize;
        self.corners.vertices.get(first..first + polygon.count as usize).unwrap_or_default()
    }

    pub(super) fn position(&self, vertex: u32) -> Vec3 {
        self.positions.get(vertex as usize).copied().unwrap_or_default()
    }

    /// The mesh's primitives: one per material in use, in the order of their numbers; and one without faces if nothing
    /// else holds the vertices. `materials` says which of them need tangents. All count the file's vertices within the
    /// whole mesh: [`Mesh::shared_source`](sinew::character::Mesh) is to be set.
    ///
    /// # Errors
    /// When a corner's vertex does not exist, an attribute has another length than the corners, or a limit is crossed.
    pub(crate) fn into_primitives(
        self,
        materials: &[Material],
        budget: &mut Budget,
        report: &mut Report,
        place: &str,
    ) -> Result<Vec<Primitive>, ImportError> {
        self.check(place)?;
        let corners = self.corners.vertices.len();
        budget.take(corners, CORNER_BYTES, place)?;
        let mut mesh = self;
        let source_normals = has_one_normal_per_vertex(&mesh.corners, mesh.positions.len());
        if mesh.corners.normals.is_empty() {
            let normals = smooth(&mesh);
            let of = |&v: &u32| normals.get(v as usize).copied().unwrap_or(Vec3::Y);
            mesh.corners.normals = mesh.corners.vertices.iter().map(of).collect();
        }
        let triangles = mesh.triangles(report, place);

        let vertex_count = mesh.positions.len();
        let source = Primitive {
            positions: std::mem::take(&mut mesh.positions),
            influences: mesh.influences.take(),
            morph_targets: std::mem::take(&mut mesh.morph_targets),
            source_vertex: (0..vertex_count as u32).collect(),
            source_vertex_count: vertex_count,
            source_normals,
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
            let mut primitive = gather(&source, &order, budget, place)?;
            primitive.material = material;
            primitive.indices = indices;
            primitive.normals = pick(&mesh.corners.normals, &kept);
            primitive.tangents = pick(&mesh.corners.tangents, &kept);
            primitive.uvs = mesh.corners.uvs.iter().map(|set| pick(set, &kept)).collect();
            primitive.colors = pick(&mesh.corners.colors, &kept);
            primitives.push(with_tangents(primitive, materials, budget, report, place)?);
        }
        let unused: Vec<u32> =
            (0..vertex_count as u32).zip(&used).filter(|(_, used)| !**used).map(|(v, _)| v).collect();
        keep(&source, &unused, &mut primitives, budget, place)?;
        budget.give_back(corners, CORNER_BYTES);
        Ok(primitives)
    }

    fn check(&self, place: &str) -> Result<(), ImportError> {
        let Corners { vertices, normals, tangents, uvs, colors } = &self.corners;
        let (count, last) = (vertices.len(), self.positions.len());
        if let Some(corner) = vertices.iter().position(|&v| v as usize >= last) {
            let message = format!(
                "corner {corner} names vertex {} of {last}",
                vertices.get(corner).copied().unwrap_or(0)
            );
            return Err(ImportError::new("index-out-of-range", place, message));
        }
        let lengths = [normals.len(), tangents.len(), colors.len()];
        if lengths.into_iter().chain(uvs.iter().map(Vec::len)).any(|n| n != 0 && n != count)
            || self.polygons.iter().any(|p| p.first as usize + p.count as usize > count)
        {
            return Err(ImportError::new(
                "attribute-count",
                place,
                format!("attributes do not fit {count} corners"),
            ));
        }
        Ok(())
    }

    /// Three corners of each triangle, by material.
    fn triangles(&self, report: &mut Report, place: &str) -> BTreeMap<Option<usize>, Vec<u32>> {
        let mut steps = TRIANGULATION_STEPS;
        let (mut small, mut uncut) = (0, 0);
        let (mut around, mut cut) = (Vec::new(), Vec::new());
        let mut triangles: BTreeMap<_, Vec<u32>> = BTreeMap::new();
        for polygon in &self.polygons {
            if polygon.count < 3 {
                small += 1;
                continue;
            }
            around.clear();
            cut.clear();
            around.extend(self.vertices_of(polygon).iter().map(|&v| self.position(v)));
            uncut += usize::from(!triangulate(&around, &mut steps, &mut cut));
            let of_material = triangles.entry(polygon.material).or_default();
            of_material.extend(cut.iter().flatten().map(|corner| polygon.first + corner));
        }
        if small > 0 {
            let message = format!("{small} polygons have fewer than three corners and are not drawn");
            report.warn("polygon", place, message);
        }
        if uncut > 0 {
            let message =
                format!("{uncut} polygons are too intricate to cut and are drawn as if they were convex");
            report.warn("polygon", place, message);
        }
        triangles
    }
}

fn pick<T: Copy>(values: &[T], order: &[u32]) -> Vec<T> {
    order.iter().filter_map(|&n| values.get(n as usize).copied()).collect()
}

/// Whether corners of a vertex never disagree on its normal, and every vertex has one.
fn has_one_normal_per_vertex(corners: &Corners, vertices: usize) -> bool {
    let mut first: Vec<Option<Vec3>> = vec![None; vertices];
    let agree = corners.vertices.iter().zip(&corners.normals).all(|(&vertex, &normal)| {
        first.get_mut(vertex as usize).is_some_and(|first| *first.get_or_insert(normal) == normal)
    });
    agree && first.iter().all(Option::is_some)
}

/// The primitive with tangents where its material's normal map needs them.
fn with_tangents(
    primitive: Primitive,
    materials: &[Material],
    budget: &mut Budget,
    report: &mut Report,
    place: &str,
) -> Result<Primitive, ImportError> {
    let map = primitive.material.and_then(|n| materials.get(n)).and_then(|m| m.normal_texture);
    let Some(map) = map.filter(|_| primitive.tangents.is_empty()) else { return Ok(primitive) };
    if primitive.uvs.get(map.uv_set).is_none_or(Vec::is_empty) {
        let message = "its normal map has no texture coordinates and is not drawn";
        report.warn("normal-map-without-uvs", place, message);
        return Ok(primitive);
    }
    match tangent::generate(&primitive, map.uv_set, budget, place) {
        Ok(primitive) => Ok(primitive),
        Err(error) => {
            report.caught(error.unless_too_large()?, "the normal map is not drawn");
            Ok(primitive)
        }
    }
}

/// Adds vertices that no face uses to the first primitive, so that none of the file's is lost.
fn keep(
    source: &Primitive,
    unused: &[u32],
    primitives: &mut Vec<Primitive>,
    budget: &mut Budget,
    place: &str,
) -> Result<(), ImportError> {
    if unused.is_empty() {
        return Ok(());
    }
    let old = primitives.first();
    let mut order = old.map_or(Vec::new(), |p| p.source_vertex.clone());
    order.extend(unused);
    let mut all = gather(source, &order, budget, place)?;
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
        let given = all.uvs.iter_mut().filter(|set| !set.is_empty());
        given.for_each(|set| set.resize(order.len(), Vec2::ZERO));
    }
    match primitives.first_mut() {
        Some(first) => *first = all,
        None => primitives.push(all),
    }
    Ok(())
}

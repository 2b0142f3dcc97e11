//! Meshes of .x files: vertices, polygons and attributes.

use super::frame::Scene;
use super::material::{Materials, vertex_color};
use super::source::Source;
use super::{mirror, skin, vertex_data};
use crate::ImportError;
use crate::polygon::{Corners, Polygon, PolygonMesh};
use sinew::JointId;
use sinew::character::{Mesh, MeshId, MeshInstance, Skin, SkinId, SkinningMethod};
use sinew::glam::{Vec2, Vec3, Vec4};
use std::collections::HashMap;

type Meshes = (Vec<Mesh>, Vec<Skin>, Vec<MeshInstance>);

/// Reads all meshes of the scene. An unreadable one is reported and left out.
pub(super) fn read(
    source: &mut Source<'_>,
    scene: &mut Scene,
    materials: &Materials,
) -> Result<Meshes, ImportError> {
    let (mut meshes, mut skins, mut instances) = (Vec::new(), Vec::new(), Vec::new());
    // A mesh that several frames reference is read once.
    let mut known: HashMap<usize, Option<(MeshId, Option<SkinId>)>> = HashMap::new();
    for (object, node) in scene.meshes.clone() {
        let entry = match known.get(&object) {
            Some(&entry) => entry,
            None => {
                let entry = match read_one(source, scene, object, materials) {
                    Ok((mesh, skin)) => {
                        let skin = skin.map(|skin| {
                            skins.push(skin);
                            SkinId(skins.len() as u32 - 1)
                        });
                        meshes.push(mesh);
                        Some((MeshId(meshes.len() as u32 - 1), skin))
                    }
                    Err(error) => {
                        source.report.recovered(error.unless_too_large()?, "the mesh is not drawn");
                        None
                    }
                };
                known.insert(object, entry);
                entry
            }
        };
        let Some((mesh, skin)) = entry else { continue };
        let node = JointId(node as u32);
        let skinning = SkinningMethod::Linear;
        instances.push(MeshInstance { node, mesh, skin, weights: Vec::new(), skinning, visible: true });
    }
    Ok((meshes, skins, instances))
}

fn read_one(
    source: &mut Source<'_>,
    scene: &mut Scene,
    number: usize,
    materials: &Materials,
) -> Result<(Mesh, Option<Skin>), ImportError> {
    let Some(object) = source.tree.get(number) else { return Ok(Default::default()) };
    let (location, name) = (object.location.clone(), object.name.clone());
    let mut mesh = shape(source, number, &location)?;
    let vertices = mesh.positions.len();
    for child in source.tree.children(number).collect::<Vec<_>>() {
        match read_attribute(source, child, &mut mesh, materials) {
            Ok(()) => {}
            Err(error) => source.report.recovered(error.unless_too_large()?, "the object is left out"),
        }
    }
    let bones = skin::read(source, scene, number, vertices)?.map(skin::Bones::into_parts);
    let skin = bones.map(|(bones, influences)| {
        mesh.influences = Some(influences);
        skin::skin(name.clone(), &bones)
    });
    let primitives =
        mesh.into_primitives(&materials.all, &mut source.budget, &mut source.report, &location)?;
    Ok((Mesh { name, primitives, morph_names: Vec::new(), shares_file_vertices: true }, skin))
}

/// Reader of numbers that checks their existence.
struct Numbers<'a> {
    rest: &'a [f64],
    location: &'a str,
}

impl<'a> Numbers<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [f64], ImportError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(|| {
            let message = format!("{count} more numbers are expected; {} remain", self.rest.len());
            ImportError::new("x", self.location, message)
        })?;
        self.rest = rest;
        Ok(taken)
    }

    /// Reads a count of elements with at least `width` numbers each.
    fn count(&mut self, width: usize) -> Result<usize, ImportError> {
        let count = self.index()?;
        if count.saturating_mul(width) > self.rest.len() {
            let message = format!("{count} elements are expected; {} numbers remain", self.rest.len());
            return Err(ImportError::new("x", self.location, message));
        }
        Ok(count)
    }

    fn index(&mut self) -> Result<usize, ImportError> {
        let number = self.take(1)?.first().copied().unwrap_or(-1.0);
        if number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0 {
            return Ok(number as usize);
        }
        Err(ImportError::new("x", self.location, format!("{number} is not a valid count or index")))
    }
}

fn numbers<'a>(source: &'a Source<'_>, object: usize, location: &'a str) -> Numbers<'a> {
    Numbers { rest: source.tree.get(object).map_or(&[][..], |o| &o.numbers), location }
}

fn vectors(numbers: &[f64], location: &str) -> Result<Vec<Vec3>, ImportError> {
    let vector = |v: &[f64; 3]| mirror::point(Vec3::from_array(v.map(|n| n as f32)));
    let all: Vec<Vec3> = numbers.as_chunks().0.iter().map(vector).collect();
    match all.iter().position(|v| !v.is_finite()) {
        Some(at) => Err(ImportError::new("not-finite", location, format!("vector {at} is not finite"))),
        None => Ok(all),
    }
}

/// Reads vertices and polygons.
fn shape(source: &mut Source<'_>, number: usize, location: &str) -> Result<PolygonMesh, ImportError> {
    let mut read = numbers(source, number, location);
    let vertices = read.count(3)?;
    let positions = vectors(read.take(3 * vertices)?, location)?;
    let (polygons, corners) = faces(&mut read)?;
    let bytes =
        positions.len() * size_of::<Vec3>() + polygons.len() * size_of::<Polygon>() + corners.len() * 4;
    source.budget.take(bytes, 2, location)?;
    Ok(PolygonMesh {
        positions,
        polygons,
        corners: Corners { vertices: corners, ..Corners::default() },
        ..PolygonMesh::default()
    })
}

/// Reads polygons, each a count and as many vertex indices. Direct3D's winding is clockwise, so the corners
/// from the second on are reversed.
fn faces(read: &mut Numbers<'_>) -> Result<(Vec<Polygon>, Vec<u32>), ImportError> {
    let count = read.count(1)?;
    let (mut polygons, mut corners) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let size = read.count(1)?;
        polygons.push(Polygon { first: corners.len() as u32, count: size as u32, material: None });
        let first = corners.len();
        for _ in 0..size {
            corners.push(read.index()? as u32);
        }
        corners.get_mut(first + 1..).unwrap_or_default().reverse();
    }
    Ok((polygons, corners))
}

/// Reads a child object of a mesh: normals, texture coordinates, colours, materials or vertex data.
fn read_attribute(
    source: &mut Source<'_>,
    number: usize,
    mesh: &mut PolygonMesh,
    materials: &Materials,
) -> Result<(), ImportError> {
    let Some(object) = source.tree.get(number) else { return Ok(()) };
    let location = object.location.clone();
    let bytes = mesh.corners.vertices.len() * size_of::<Vec4>();
    if object.is("MeshNormals") {
        source.budget.take(bytes, 2, &location)?;
        mesh.corners.normals = normals(source, number, mesh, &location)?;
    } else if object.is("MeshTextureCoords") {
        source.budget.take(bytes, 1, &location)?;
        let mut read = numbers(source, number, &location);
        let count = read.count(2)?;
        let uvs: Vec<Vec2> = read
            .take(2 * count)?
            .as_chunks()
            .0
            .iter()
            .map(|[u, v]| Vec2::new(*u as f32, *v as f32))
            .collect();
        let at = |v: &u32| uvs.get(*v as usize).copied().filter(|uv| uv.is_finite()).unwrap_or_default();
        mesh.corners.uvs.push(mesh.corners.vertices.iter().map(at).collect());
        if uvs.len() != mesh.positions.len() {
            let message =
                format!("{} texture coordinates; the mesh has {} vertices", uvs.len(), mesh.positions.len());
            source.report.warn("attribute-count", location, message);
        }
    } else if object.is("MeshVertexColors") {
        source.budget.take(bytes, 2, &location)?;
        let mut read = numbers(source, number, &location);
        let count = read.count(5)?;
        let mut colors = vec![Vec4::ONE; mesh.positions.len()];
        for &[vertex, r, g, b, a] in read.take(5 * count)?.as_chunks().0 {
            let color = vertex_color([r, g, b, a]);
            let slot = colors.get_mut(vertex as usize).filter(|_| vertex >= 0.0 && color.is_finite());
            slot.into_iter().for_each(|slot| *slot = color);
        }
        let at = |v: &u32| colors.get(*v as usize).copied().unwrap_or(Vec4::ONE);
        mesh.corners.colors = mesh.corners.vertices.iter().map(at).collect();
    } else if object.is("MeshMaterialList") {
        material_list(source, number, mesh, materials, &location)?;
    } else if object.is("DeclData") || object.is("FVFData") {
        source.budget.take(bytes, 4, &location)?;
        vertex_data::read(source, number, mesh, &location)?;
    }
    Ok(())
}

/// Reads normals, which have their own polygons.
fn normals(
    source: &Source<'_>,
    number: usize,
    mesh: &PolygonMesh,
    location: &str,
) -> Result<Vec<Vec3>, ImportError> {
    let mut read = numbers(source, number, location);
    let count = read.count(3)?;
    let all = vectors(read.take(3 * count)?, location)?;
    let (polygons, corners) = faces(&mut read)?;
    let matches = polygons.len() == mesh.polygons.len()
        && polygons.iter().zip(&mesh.polygons).all(|(a, b)| a.count == b.count);
    if !matches {
        let message =
            "the polygons of the normals differ from those of the mesh; smooth normals are generated";
        return Err(ImportError::new("attribute-count", location, message));
    }
    let of = |&corner: &u32| match all.get(corner as usize) {
        Some(normal) => Ok(normal.normalize_or(Vec3::Y)),
        None => {
            let message = format!(
                "normal {corner} does not exist, there are {}; smooth normals are generated",
                all.len()
            );
            Err(ImportError::new("index-out-of-range", location, message))
        }
    };
    corners.iter().map(of).collect()
}

/// Reads the material index of each polygon.
fn material_list(
    source: &mut Source<'_>,
    number: usize,
    mesh: &mut PolygonMesh,
    materials: &Materials,
    location: &str,
) -> Result<(), ImportError> {
    let available =
        source.tree.children(number).filter_map(|child| materials.id_of(child)).collect::<Vec<_>>();
    let mut read = numbers(source, number, location);
    let declared = read.index()?;
    let count = read.count(1)?;
    let mut of_face = Vec::with_capacity(count);
    for _ in 0..count {
        of_face.push(read.index()?);
    }
    if available.len() < declared {
        let message = format!("{declared} materials are declared; {} exist", available.len());
        source.report.warn("out-of-range", location, message);
    }
    // If there are fewer indices than polygons, the last one applies to the rest.
    let last = of_face.last().copied().unwrap_or(0);
    for (n, polygon) in mesh.polygons.iter_mut().enumerate() {
        let number = of_face.get(n).copied().unwrap_or(last);
        polygon.material = available.get(number).copied();
    }
    Ok(())
}

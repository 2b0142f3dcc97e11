//! Output of `sinew decal`: the hit and the decal.

use crate::report::plural::count;
use serde::Serialize;
use sinew::Character;
use sinew::surface::{ClippedDecal, Decal, PosedSurface, SurfaceHit};

/// Decal and the hit it was placed on, in the posed model space, metres.
#[derive(Serialize)]
pub(super) struct Answer {
    hit: Hit,
    triangles: usize,
    vertices: usize,
    positions: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    indices: Vec<[u32; 3]>,
    stretch: Stretch,
    seams_crossed: usize,
    microseconds: f64,
}

#[derive(Serialize)]
struct Hit {
    position: [f32; 3],
    normal: [f32; 3],
    mesh: String,
    primitive: usize,
    triangle: u32,
    barycentric: [f32; 3],
    joint: String,
    material: Option<String>,
    /// False where the ray leaves the body.
    is_front: bool,
    distance: f32,
}

#[derive(Serialize)]
struct Stretch {
    p95: f32,
    max: f32,
}

impl Answer {
    pub(super) fn new(
        character: &Character,
        hit: &SurfaceHit,
        decal: &Decal,
        posed: &PosedSurface,
        seconds: f64,
    ) -> Self {
        let ClippedDecal { positions, uvs, triangles, .. } = decal.clipped(posed);
        let stretch = decal.stretch(posed);
        Self {
            hit: Hit {
                position: hit.position.to_array(),
                normal: hit.normal.to_array(),
                mesh: mesh_name(character, hit).to_owned(),
                primitive: hit.point.primitive,
                triangle: hit.point.triangle,
                barycentric: hit.point.barycentric.to_array(),
                joint: character.skeleton().name(hit.joint).to_owned(),
                material: material_name(character, hit).map(str::to_owned),
                is_front: hit.is_front,
                distance: hit.distance,
            },
            triangles: triangles.len(),
            vertices: positions.len(),
            positions: positions.iter().map(|p| p.to_array()).collect(),
            uvs: uvs.iter().map(|uv| uv.to_array()).collect(),
            indices: triangles,
            stretch: Stretch { p95: stretch.p95, max: stretch.max },
            seams_crossed: decal.seams_crossed,
            microseconds: seconds * 1e6,
        }
    }

    /// One line for people.
    pub(super) fn line(&self) -> String {
        let Self { hit, triangles, stretch, seams_crossed, .. } = self;
        let [x, y, z] = hit.position;
        let named = |kind: &str, name: &str| match name {
            "" => String::new(),
            _ => format!(", {kind} {name}"),
        };
        format!(
            "{x:.3}, {y:.3}, {z:.3}{}{}{}: {}, {} crossed, stretch up to {:.1} % on 95 % of the area, placed \
             in {:.0} µs",
            named("mesh", &hit.mesh),
            named("joint", &hit.joint),
            named("material", hit.material.as_deref().unwrap_or_default()),
            count(*triangles, "triangle"),
            count(*seams_crossed, "seam"),
            stretch.p95 * 100.0,
            self.microseconds
        )
    }
}

/// Name of the mesh, or of its node where the mesh has none.
pub(super) fn mesh_name<'a>(character: &'a Character, hit: &SurfaceHit) -> &'a str {
    let instance = &character.mesh_instances()[hit.point.instance];
    let name = character.meshes()[instance.mesh].name.as_str();
    if name.is_empty() { character.skeleton().name(instance.node) } else { name }
}

fn material_name<'a>(character: &'a Character, hit: &SurfaceHit) -> Option<&'a str> {
    hit.material.map(|material| character.materials()[material].name.as_str())
}

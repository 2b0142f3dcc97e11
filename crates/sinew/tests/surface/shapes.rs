//! Shapes for tests: characters of one joint with a surface, posed as given.

use sinew::character::{
    CharacterParts, Material, MaterialId, Mesh, MeshId, MeshInstance, Primitive, SkinningMethod,
};
use sinew::glam::{Vec2, Vec3};
use sinew::skeleton::Joint;
use sinew::surface::{CharacterSurface, HitFaces, PosedPart, PosedSurface, Ray, SurfaceHit};
use sinew::{Character, JointId, Skeleton, Transform};
use std::f32::consts::TAU;
use std::sync::Arc;

/// Skeleton of `count` joints in a row along +Y.
pub(crate) fn chain(count: u32) -> Skeleton {
    let joints = (0..count).map(|n| Joint {
        name: format!("joint {n}"),
        parent: n.checked_sub(1),
        rest: Transform::from_translation(if n == 0 { Vec3::ZERO } else { Vec3::Y }),
        in_scene: true,
    });
    Skeleton::new(joints.collect()).unwrap()
}

pub(crate) fn primitive(positions: Vec<Vec3>, indices: Vec<u32>) -> Primitive {
    let count = positions.len();
    Primitive {
        normals: vec![Vec3::Y; count],
        uvs: vec![positions.iter().map(|p| Vec2::new(p.x, p.y)).collect()],
        file_vertices: (0..count as u32).collect(),
        file_vertex_count: count,
        positions,
        indices,
        ..Primitive::default()
    }
}

/// Character with one mesh, whose primitives have materials 0 and 1 in turn.
pub(crate) fn parts(mut primitives: Vec<Primitive>) -> CharacterParts {
    for (n, primitive) in primitives.iter_mut().enumerate() {
        primitive.material = Some(MaterialId(n as u32 % 2));
    }
    let mesh = Mesh { name: "shape".into(), primitives, ..Mesh::default() };
    CharacterParts {
        skeleton: chain(1),
        meshes: vec![mesh],
        materials: ["skin", "cloth"].map(|name| Material { name: name.into(), ..Material::default() }).into(),
        mesh_instances: vec![MeshInstance {
            node: JointId(0),
            mesh: MeshId(0),
            skin: None,
            weights: Vec::new(),
            skinning: SkinningMethod::Linear,
            visible: true,
        }],
        ..CharacterParts::default()
    }
}

/// Surface in a pose, with its character.
pub(crate) struct Shape {
    pub(crate) character: Character,
    pub(crate) posed: PosedSurface,
}

impl Shape {
    pub(crate) fn of(parts: CharacterParts) -> Self {
        let character = Character::new(parts).unwrap();
        let surface = Arc::new(CharacterSurface::new(&character));
        let mut posed = PosedSurface::new(&surface);
        let all: Vec<Vec<Vec3>> = character
            .meshes()
            .iter()
            .flat_map(|mesh| &mesh.primitives)
            .map(|p| p.positions.clone())
            .collect();
        pose(&mut posed, &all, false);
        Self { character, posed }
    }

    pub(crate) fn new(positions: Vec<Vec3>, indices: Vec<u32>) -> Self {
        Self::of(parts(vec![primitive(positions, indices)]))
    }

    pub(crate) fn hit(&self, origin: Vec3, direction: Vec3) -> Option<SurfaceHit> {
        self.posed.nearest_hit(&self.character, &Ray::new(origin, direction), HitFaces::Both)
    }

    /// Mirrored in x, as by a joint with a negative scale.
    pub(crate) fn mirrored(mut self) -> Self {
        let mirror = |p: &Vec3| Vec3::new(-p.x, p.y, p.z);
        let parts = self.posed.surface().parts().to_vec();
        let all: Vec<Vec<Vec3>> =
            parts.iter().map(|part| self.posed.positions(part).iter().map(mirror).collect()).collect();
        pose(&mut self.posed, &all, true);
        self
    }
}

/// Poses all parts with the given positions.
pub(crate) fn pose(posed: &mut PosedSurface, positions: &[Vec<Vec3>], is_mirrored: bool) {
    let mut next = positions.iter();
    posed.pose_with(|_, _, out| {
        out.copy_from_slice(next.next().unwrap());
        PosedPart { is_shown: true, is_mirrored }
    });
}

/// Grid of `columns` × `rows` cells: `position` gives the positions of coordinates from (0, 0) to (1, 1).
/// Triangles are counter-clockwise where the first coordinate runs to the right and the second upwards.
pub(crate) fn grid(columns: u32, rows: u32, position: impl Fn(f32, f32) -> Vec3) -> (Vec<Vec3>, Vec<u32>) {
    let at = |x: u32, y: u32| y * (columns + 1) + x;
    let all = (0..=rows).flat_map(|y| (0..=columns).map(move |x| (x, y)));
    let positions = all.map(|(x, y)| position(x as f32 / columns as f32, y as f32 / rows as f32)).collect();
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let indices = cells.flat_map(|(x, y)| {
        let [a, b, c, d] = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
        // Diagonals alternate, so that nothing depends on their direction.
        if (x + y) % 2 == 0 { [a, b, c, a, c, d] } else { [a, b, d, b, c, d] }
    });
    (positions, indices.collect())
}

/// Plane z = 0 of 1 m × 1 m around the origin, seen from +Z.
pub(crate) fn plane(cells: u32) -> (Vec<Vec3>, Vec<u32>) {
    grid(cells, cells, |x, y| Vec3::new(x - 0.5, y - 0.5, 0.0))
}

/// Side of a cone around +Y of 0.4 m height with these radii in metres below and above; its seam lies at -Z.
/// Seams are not shared: the last column has vertices of its own.
pub(crate) fn cone(sides: u32, rows: u32, [below, above]: [f32; 2]) -> (Vec<Vec3>, Vec<u32>) {
    grid(sides, rows, |x, y| {
        let (sine, cosine) = (((x * sides as f32).round() % sides as f32) / sides as f32 * TAU).sin_cos();
        let radius = below + (above - below) * y;
        Vec3::new(-sine * radius, y * 0.4 - 0.2, -cosine * radius)
    })
}

/// Ball of 1 m radius, closed at its poles, seen from outside.
pub(crate) fn ball(columns: u32, rows: u32) -> (Vec<Vec3>, Vec<u32>) {
    grid(columns, rows, |x, y| {
        let column = (x * columns as f32).round() % columns as f32;
        let (sine, cosine) = (column / columns as f32 * TAU).sin_cos();
        let (height, radius) = ((y - 0.5) * TAU * 0.5).sin_cos();
        let radius = if y == 0.0 || y == 1.0 { 0.0 } else { radius };
        Vec3::new(-sine * radius, height, -cosine * radius)
    })
}

/// Random vector within -1..1.
pub(crate) fn random(random: &mut fastrand::Rng) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| random.f32() * 2.0 - 1.0))
}

use crate::body::SkinPoint;
use crate::body::skin_vertices;
use crate::character::{Character, Topology};
use crate::math::principal_axes;
use crate::skeleton::JointId;
use glam::{DMat3, DVec3, Vec3};

/// Triangles of an item in its rest pose, model space, each with the node of its mesh.
pub(super) struct ItemSurface {
    pub(super) triangles: Vec<[Vec3; 3]>,
    pub(super) nodes: Vec<JointId>,
}

impl ItemSurface {
    pub(super) fn of(item: &Character) -> Self {
        let model = item.rest_model();
        let points: Vec<Vec3> =
            skin_vertices(item).map(|vertex| SkinPoint::of_vertex(&vertex).at(model)).collect();
        let (mut triangles, mut nodes, mut first) = (Vec::new(), Vec::new(), 0);
        let skeleton = item.skeleton();
        let instances = item.measured_instances().map(|(_, instance)| instance);
        // In the order of `skin_vertices`.
        for instance in instances.filter(|instance| skeleton.in_scene(instance.node)) {
            for primitive in &item.meshes()[instance.mesh].primitives {
                if primitive.topology != Topology::Triangles {
                    continue;
                }
                for corners in primitive.indices.chunks_exact(3) {
                    let corner = |n: usize| points.get(first + corners[n] as usize).copied();
                    let Some(triangle) = corner(0).zip(corner(1)).zip(corner(2)) else { continue };
                    let triangle = [triangle.0.0, triangle.0.1, triangle.1];
                    if triangle.iter().all(|corner| corner.is_finite()) {
                        triangles.push(triangle);
                        nodes.push(instance.node);
                    }
                }
                first += primitive.positions.len();
            }
        }
        Self { triangles, nodes }
    }
}

/// Axes of an item, the longest first; `None` without area.
///
/// The principal axes of an item like an L, such as a pistol, are diagonal. The first two are therefore those of the smallest
/// rectangle around the item in their plane.
pub(super) fn axes_of(triangles: &[[Vec3; 3]]) -> Option<[Vec3; 3]> {
    let [a, b, c] = principal(triangles)?;
    let width = |along: Vec3| {
        let (least, most) = extent(triangles, along);
        most - least
    };
    let turned = (0..90).map(|degrees| {
        let (sine, cosine) = crate::math::ops::sin_cos((degrees as f32).to_radians());
        [a * cosine + b * sine, b * cosine - a * sine]
    });
    let sized = turned.map(|pair| (pair, pair.map(width)));
    let ([a, b], [length, breadth]) = sized.min_by(|(_, [a, b]), (_, [c, d])| (a * b).total_cmp(&(c * d)))?;
    Some(if breadth > length { [b, a, c] } else { [a, b, c] })
}

/// Principal axes of the area of triangles, the longest first; `None` without area.
fn principal(triangles: &[[Vec3; 3]]) -> Option<[Vec3; 3]> {
    let (mut area, mut first) = (0.0, DVec3::ZERO);
    let weighted = |triangle: &[Vec3; 3]| {
        let [a, b, c] = triangle.map(Vec3::as_dvec3);
        ([a, b, c], (b - a).cross(c - a).length() * 0.5)
    };
    for ([a, b, c], weight) in triangles.iter().map(weighted) {
        area += weight;
        first += (a + b + c) * (weight / 3.0);
    }
    let center = first / area;
    if !center.is_finite() {
        return None;
    }
    let outer = |v: DVec3| DMat3::from_cols(v * v.x, v * v.y, v * v.z);
    let mut second = DMat3::ZERO;
    for (corners, weight) in triangles.iter().map(weighted) {
        let [a, b, c] = corners.map(|corner| corner - center);
        second += (outer(a) + outer(b) + outer(c) + outer(a + b + c)) * (weight / 12.0);
    }
    let (values, rotation) = principal_axes(second * (1.0 / area));
    let mut sorted = [(values.x, Vec3::X), (values.y, Vec3::Y), (values.z, Vec3::Z)];
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let axes = sorted.map(|(_, axis)| (rotation * axis).normalize());
    axes.iter().all(|axis| axis.is_finite()).then_some(axes)
}

/// Least and largest coordinate of triangles along a direction.
pub(super) fn extent(triangles: &[[Vec3; 3]], along: Vec3) -> (f32, f32) {
    let corners = triangles.iter().flatten().map(|corner| corner.dot(along));
    corners.fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), at| (least.min(at), most.max(at)))
}

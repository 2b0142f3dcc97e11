//! Unwrapping: a surface is cut into charts, and each chart is flattened.
//!
//! A plan assigns a chart to every triangle by its centre; vertices on a cut are duplicated. Charts are
//! flattened in metres and scaled when they are packed.

use crate::surface::Surface;
use glam::{Vec2, Vec3};
use std::collections::BTreeMap;
use std::f32::consts::TAU;

/// Projection of a chart.
#[derive(Clone, Copy)]
pub(crate) enum Chart {
    /// Planar projection: the directions of u and v.
    Flat(Vec3, Vec3),
    /// Cylindrical projection: a point on the axis, its direction (v), the direction of u = 0, and a radius
    /// for the scale.
    Round(Vec3, Vec3, Vec3, f32),
}

/// Charts of a part and the rule that assigns one to a triangle (centre, mean normal, label).
pub(crate) struct Plan {
    /// Charts of the part.
    pub charts: Vec<Chart>,
    /// Rule that assigns a chart.
    pub pick: Box<dyn Fn(Vec3, Vec3, u8) -> usize>,
    /// Texels per metre, relative to other parts of the same atlas.
    pub density: f32,
}

impl Plan {
    /// Plan of six planar projections along the main axes.
    pub(crate) fn boxed(density: f32) -> Self {
        let charts = vec![
            Chart::Flat(-Vec3::Z, Vec3::Y),
            Chart::Flat(Vec3::Z, Vec3::Y),
            Chart::Flat(Vec3::X, -Vec3::Z),
            Chart::Flat(Vec3::X, Vec3::Z),
            Chart::Flat(Vec3::X, Vec3::Y),
            Chart::Flat(-Vec3::X, Vec3::Y),
        ];
        let pick = |_: Vec3, n: Vec3, _: u8| {
            let a = n.abs();
            let axis = if a.x >= a.y && a.x >= a.z {
                0
            } else if a.y >= a.z {
                1
            } else {
                2
            };
            axis * 2 + usize::from(n[axis] < 0.0)
        };
        Self { charts, pick: Box::new(pick), density }
    }
}

/// Surface with flattened charts: `uvs` are in metres relative to the chart's corner.
pub(crate) struct Unwrapped {
    /// Surface with vertices duplicated along the cuts.
    pub surface: Surface,
    /// Chart of each vertex.
    pub chart_of: Vec<usize>,
    /// Size of each chart.
    pub sizes: Vec<Vec2>,
}

fn lay(chart: Chart, p: Vec3) -> Vec2 {
    match chart {
        Chart::Flat(u, v) => Vec2::new(p.dot(u), p.dot(v)),
        Chart::Round(at, axis, zero, radius) => {
            let side = axis.cross(zero);
            let l = p - at;
            Vec2::new(l.dot(side).atan2(l.dot(zero)) * radius, l.dot(axis))
        }
    }
}

/// Unwraps a surface, by the positions of the authored pose, not of the T-pose.
pub(crate) fn unwrap(surface: &Surface, plan: &Plan) -> Unwrapped {
    let mut new_of: BTreeMap<(u32, usize, bool), u32> = BTreeMap::new();
    let (mut vertices, mut chart_of, mut uvs) = (Vec::new(), Vec::new(), Vec::new());
    let mut triangles = Vec::with_capacity(surface.triangles.len());
    for t in &surface.triangles {
        let p = t.map(|i| surface.painted_at[i as usize]);
        let face = (p[1] - p[0]).cross(p[2] - p[0]).normalize_or(Vec3::Y);
        let label = t.iter().map(|i| surface.labels[*i as usize]).max().unwrap_or(0);
        let chart = (plan.pick)((p[0] + p[1] + p[2]) / 3.0, face, label);
        let mut flat = p.map(|p| lay(plan.charts[chart], p));
        let mut wrapped = [false; 3];
        if let Chart::Round(.., radius) = plan.charts[chart] {
            let turn = TAU * radius;
            for k in 1..3 {
                if flat[k].x - flat[0].x > turn * 0.5 {
                    flat[k].x -= turn;
                    wrapped[k] = true;
                } else if flat[0].x - flat[k].x > turn * 0.5 {
                    flat[k].x += turn;
                    wrapped[k] = true;
                }
            }
        }
        triangles.push(std::array::from_fn(|k| {
            *new_of.entry((t[k], chart, wrapped[k])).or_insert_with(|| {
                vertices.push(t[k]);
                chart_of.push(chart);
                uvs.push(flat[k] * plan.density);
                vertices.len() as u32 - 1
            })
        }));
    }
    let count = plan.charts.len();
    let mut low = vec![Vec2::MAX; count];
    let mut high = vec![Vec2::MIN; count];
    for (c, uv) in chart_of.iter().zip(&uvs) {
        low[*c] = low[*c].min(*uv);
        high[*c] = high[*c].max(*uv);
    }
    let mut out = surface.pick(&vertices, triangles);
    out.uvs = uvs.iter().zip(&chart_of).map(|(uv, c)| (*uv - low[*c]).to_array()).collect();
    let sizes = low.iter().zip(&high).map(|(l, h)| if h.x < l.x { Vec2::ZERO } else { *h - *l }).collect();
    Unwrapped { surface: out, chart_of, sizes }
}

//! Cutting a surface into charts and laying each flat.
//!
//! A plan names a chart for every triangle from its middle; vertices on a cut are doubled. Charts are laid out in
//! metres and scaled when they are packed.

use crate::surface::Surface;
use glam::{Vec2, Vec3};
use std::collections::BTreeMap;
use std::f32::consts::TAU;

/// How a chart is laid flat.
#[derive(Clone, Copy)]
pub(crate) enum Chart {
    /// Straight projection: the two directions that become u and v.
    Flat(Vec3, Vec3),
    /// Around an axis: a point on it, its direction (v), the direction that becomes u = 0, and a radius for scale.
    Round(Vec3, Vec3, Vec3, f32),
}

/// The charts of a part and the rule that picks one for a triangle (middle, mean normal, label).
pub(crate) struct Plan {
    /// The charts.
    pub charts: Vec<Chart>,
    /// The rule.
    pub pick: Box<dyn Fn(Vec3, Vec3, u8) -> usize>,
    /// Texels wanted per metre, relative to other parts of the same atlas.
    pub density: f32,
}

impl Plan {
    /// Six straight projections, along the main axes.
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

/// A surface with its charts laid flat in metres: `uvs` are relative to the chart's corner.
pub(crate) struct Unwrapped {
    /// The surface, vertices doubled along the cuts.
    pub surface: Surface,
    /// The chart of each vertex.
    pub chart_of: Vec<usize>,
    /// The size of each chart.
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

/// Cuts and lays out a surface. Charts look at where a vertex was drawn, not at the T-pose.
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

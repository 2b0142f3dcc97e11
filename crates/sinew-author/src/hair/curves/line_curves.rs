//! Curves along line primitives.

use super::chains::join;
use super::limits::MAX_HAIR_TOTAL_POINTS;
use super::{HairCurves, HairCurvesError};
use glam::{Vec3, Vec4};
use sinew::character::Primitive;
use std::collections::HashMap;

/// Curves of several line primitives, before their common checks.
#[derive(Debug, Default)]
pub(super) struct LineCurves {
    points: Vec<Vec3>,
    counts: Vec<u32>,
    /// Vertex colours; empty where a primitive has none.
    colors: Vec<Vec4>,
    /// Number of lines of all primitives.
    lines: usize,
}

impl LineCurves {
    /// Adds the chains of a primitive with its vertices at these positions. Chains without length are left
    /// out.
    pub(super) fn add(&mut self, primitive: &Primitive, positions: &[Vec3]) -> Result<(), HairCurvesError> {
        let lines = primitive.indices.as_chunks::<2>().0;
        for (line, ends) in lines.iter().enumerate() {
            if let Some(&vertex) = ends.iter().find(|end| **end as usize >= positions.len()) {
                return Err(HairCurvesError::NoSuchVertex { line, vertex, vertices: positions.len() });
            }
        }
        self.lines += lines.len();
        if self.lines > MAX_HAIR_TOTAL_POINTS {
            let (items, max) = ("lines", MAX_HAIR_TOTAL_POINTS);
            return Err(HairCurvesError::TooMany { items, count: self.lines, max });
        }
        let has_colors =
            primitive.colors.len() == positions.len() && (self.counts.is_empty() || !self.colors.is_empty());
        if !has_colors {
            self.colors.clear();
        }
        let welded = welded(lines, positions);
        let chains = join(welded.as_deref().unwrap_or(lines), positions.len());
        let mut rest = &chains.vertices[..];
        for &count in &chains.counts {
            let (chain, more) = rest.split_at(count as usize);
            rest = more;
            let start = self.points.len();
            self.points.extend(chain.iter().map(|vertex| positions[*vertex as usize]));
            match HairCurves::check(self.counts.len(), &self.points[start..]) {
                Err(HairCurvesError::NoLength { .. }) => self.points.truncate(start),
                Err(error) => return Err(error),
                Ok(()) if has_colors => {
                    self.colors.extend(chain.iter().map(|vertex| primitive.colors[*vertex as usize]));
                    self.counts.push(count);
                }
                Ok(()) => self.counts.push(count),
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<HairCurves, HairCurvesError> {
        if self.counts.is_empty() {
            return Err(HairCurvesError::NoLines);
        }
        let curves = HairCurves::new(self.points, &self.counts)?;
        let clamped = |color: &Vec4| color.max(Vec4::ZERO).min(Vec4::ONE);
        let opacity: Vec<f32> = self.colors.iter().map(|color| clamped(color).w).collect();
        let curves =
            curves.with_colors(self.colors.iter().map(|color| clamped(color).truncate()).collect())?;
        match opacity.iter().all(|value| *value == 1.0) {
            true => Ok(curves),
            false => curves.with_opacity(opacity),
        }
    }
}

/// Lines whose vertices are the first ones at their positions; `None` where two lines share a vertex, so that
/// positions need not be compared.
fn welded(lines: &[[u32; 2]], positions: &[Vec3]) -> Option<Vec<[u32; 2]>> {
    let mut is_used = vec![false; positions.len()];
    let is_shared = |vertex: &u32| std::mem::replace(&mut is_used[*vertex as usize], true);
    if lines.as_flattened().iter().any(is_shared) {
        return None;
    }
    let mut first: HashMap<[u32; 3], u32> = HashMap::with_capacity(2 * lines.len());
    let mut weld = |vertex: u32| {
        // −0 and 0 are the same coordinate.
        let position = (positions[vertex as usize] + Vec3::ZERO).to_array().map(f32::to_bits);
        *first.entry(position).or_insert(vertex)
    };
    Some(lines.iter().map(|line| line.map(&mut weld)).collect())
}

//! Cuts along curves: triangles across the curve are split, and vertices close to it are moved onto it.

use super::Surface;
use glam::Vec3;
use std::collections::BTreeMap;

impl Surface {
    /// The part of the triangles where `side` is not negative. Vertices within `snap` metres of the cut are
    /// moved onto it by `snapped`, as are the new ones. Only positions and triangles are kept.
    pub(crate) fn cut(&self, side: impl Fn(Vec3) -> f32, snapped: impl Fn(Vec3) -> Vec3, snap: f32) -> Self {
        let mut positions = self.positions.clone();
        let mut value: Vec<f32> = positions.iter().map(|p| side(*p)).collect();
        for (p, v) in positions.iter_mut().zip(&mut value).filter(|(_, v)| v.abs() < snap) {
            *p = snapped(*p);
            *v = 0.0;
        }
        let mut split: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut triangles = Vec::new();
        for t in &self.triangles {
            let v = t.map(|i| value[i as usize]);
            if v.iter().all(|v| *v <= 0.0) {
                continue;
            }
            let mut corners = Vec::with_capacity(4);
            for k in 0..3 {
                let (a, b) = (t[k], t[(k + 1) % 3]);
                let (va, vb) = (value[a as usize], value[b as usize]);
                if va >= 0.0 {
                    corners.push(a);
                }
                if va * vb < 0.0 {
                    corners.push(*split.entry((a.min(b), a.max(b))).or_insert_with(|| {
                        let at = positions[a as usize].lerp(positions[b as usize], va / (va - vb));
                        positions.push(snapped(at));
                        positions.len() as u32 - 1
                    }));
                }
            }
            triangles.extend((2..corners.len()).map(|k| [corners[0], corners[k - 1], corners[k]]));
        }
        Self { positions, triangles, ..Self::default() }.compact()
    }

    /// Marks of the vertices on an open edge.
    pub(crate) fn edge(&self) -> Vec<bool> {
        let mut uses: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for t in &self.triangles {
            for k in 0..3 {
                let (a, b) = (t[k], t[(k + 1) % 3]);
                *uses.entry((a.min(b), a.max(b))).or_default() += 1;
            }
        }
        let mut out = vec![false; self.positions.len()];
        for ((a, b), _) in uses.iter().filter(|(_, count)| **count == 1) {
            out[*a as usize] = true;
            out[*b as usize] = true;
        }
        out
    }

    /// Without the vertices that no triangle uses; positions and triangles alone.
    fn compact(&self) -> Self {
        let mut used = vec![false; self.positions.len()];
        self.triangles.iter().flatten().for_each(|i| used[*i as usize] = true);
        let kept: Vec<u32> = (0..self.positions.len() as u32).filter(|i| used[*i as usize]).collect();
        let mut new_of = vec![0; self.positions.len()];
        for (new, old) in kept.iter().enumerate() {
            new_of[*old as usize] = new as u32;
        }
        let triangles = self.triangles.iter().map(|t| t.map(|i| new_of[i as usize])).collect();
        self.pick(&kept, triangles)
    }

    /// Joins two rows of vertices with a band of triangles. Each row is a list of (position along the row,
    /// vertex) in ascending order; `outward` is the side that the triangles face.
    pub(crate) fn zip(&mut self, a: &[(f32, u32)], b: &[(f32, u32)], outward: Vec3) {
        let (mut i, mut j) = (0, 0);
        while i + 1 < a.len() || j + 1 < b.len() {
            let first = j + 1 >= b.len() || (i + 1 < a.len() && a[i + 1].0 + a[i].0 <= b[j + 1].0 + b[j].0);
            let t = if first { [a[i].1, a[i + 1].1, b[j].1] } else { [a[i].1, b[j + 1].1, b[j].1] };
            if first {
                i += 1
            } else {
                j += 1
            }
            let p = t.map(|i| self.positions[i as usize]);
            let faces = (p[1] - p[0]).cross(p[2] - p[0]).dot(outward) > 0.0;
            self.triangles.push(if faces { t } else { [t[0], t[2], t[1]] });
        }
    }

    /// The surface and its mirror image across x = 0, sharing the vertices on the plane; positions and
    /// triangles alone. Also returns the vertex of `self` from which each vertex comes.
    pub(crate) fn doubled(&self) -> (Self, Vec<u32>) {
        let mut out =
            Self { positions: self.positions.clone(), triangles: self.triangles.clone(), ..Self::default() };
        let mut from: Vec<u32> = (0..self.positions.len() as u32).collect();
        let mut twin = Vec::with_capacity(self.positions.len());
        for (i, p) in (0u32..).zip(&self.positions) {
            if p.x == 0.0 {
                twin.push(i);
            } else {
                twin.push(out.positions.len() as u32);
                out.positions.push(Vec3::new(-p.x, p.y, p.z));
                from.push(i);
            }
        }
        out.triangles.extend(self.triangles.iter().map(|t| [t[0], t[2], t[1]].map(|i| twin[i as usize])));
        (out, from)
    }
}

//! Triangle surface with all vertex attributes.

use glam::Vec3;

/// Up to four joints and their weights, largest first.
pub(crate) type Influence = [(usize, f32); 4];

/// Smallest offset of a morph target that is kept, metres.
const MIN_MOVE: f32 = 2e-4;
/// Largest change of a unit normal that is left out.
const MIN_TURN: f32 = 0.05;

/// Triangle surface. Vectors with a value per vertex are either empty or as long as `positions`.
#[derive(Clone, Default)]
pub(crate) struct Surface {
    /// Positions in the authored pose, later in the T-pose; metres.
    pub positions: Vec<Vec3>,
    /// Unit normals.
    pub normals: Vec<Vec3>,
    /// Position in the authored pose, by which the vertex is painted.
    pub painted_at: Vec<Vec3>,
    /// Part-specific label for charts and paint, such as the inside of the mouth.
    pub labels: Vec<u8>,
    /// Openness (ambient occlusion): 1 for exposed, 0 for enclosed vertices.
    pub openness: Vec<f32>,
    /// Skin weights.
    pub influences: Vec<Influence>,
    /// Morph targets: a name, and the offsets of position and normal per vertex.
    pub morphs: Vec<(String, Vec<[Vec3; 2]>)>,
    /// Texture coordinates.
    pub uvs: Vec<[f32; 2]>,
    /// Three vertex indices per triangle.
    pub triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// Area-weighted vertex normals of other positions over the same triangles.
    pub(crate) fn normals_of(&self, positions: &[Vec3]) -> Vec<Vec3> {
        let mut out = vec![Vec3::ZERO; positions.len()];
        for t in &self.triangles {
            let [a, b, c] = t.map(|i| positions[i as usize]);
            let n = (b - a).cross(c - a);
            for i in t {
                out[*i as usize] += n;
            }
        }
        out.iter().map(|n| n.normalize_or(Vec3::Y)).collect()
    }

    /// Adds a morph target that moves each vertex by `offset(position, index)`.
    pub(crate) fn add_morph(&mut self, name: &str, offset: impl Fn(Vec3, usize) -> Vec3) {
        let moves: Vec<Vec3> = self.positions.iter().enumerate().map(|(i, p)| offset(*p, i)).collect();
        let moved: Vec<Vec3> = self.positions.iter().zip(&moves).map(|(p, d)| *p + *d).collect();
        let (before, after) = (self.normals_of(&self.positions), self.normals_of(&moved));
        let visible = |v: Vec3| if v.length() < MIN_MOVE { Vec3::ZERO } else { v };
        let both = (0..moves.len()).map(|i| [visible(moves[i]), after[i] - before[i]]).collect();
        self.morphs.push((name.to_string(), both));
    }

    /// Takes the smallest visible turn off every change of a normal, which leaves most at zero and no step in
    /// the shading.
    pub(crate) fn drop_small_turns(&mut self) {
        for offset in self.morphs.iter_mut().flat_map(|(_, offsets)| offsets) {
            let kept = 1.0 - MIN_TURN / offset[1].length().max(1e-9);
            offset[1] *= kept.max(0.0);
        }
    }

    /// Removes the changes of normals from all morph targets.
    pub(crate) fn drop_turns(&mut self) {
        self.morphs.iter_mut().flat_map(|(_, offsets)| offsets).for_each(|o| o[1] = Vec3::ZERO);
    }

    /// Removes the morph targets that move nothing.
    pub(crate) fn drop_idle_morphs(&mut self) {
        self.morphs.retain(|(_, offsets)| offsets.iter().any(|o| o[0] != Vec3::ZERO));
    }

    /// The neighbours of every vertex, in a fixed order.
    pub(crate) fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut out = vec![Vec::new(); self.positions.len()];
        for t in &self.triangles {
            for k in 0..3 {
                let (a, b) = (t[k], t[(k + 1) % 3]);
                out[a as usize].push(b);
                out[b as usize].push(a);
            }
        }
        for list in &mut out {
            list.sort_unstable();
            list.dedup();
        }
        out
    }

    /// A surface of the chosen vertices (indices into this one) and triangles between them.
    pub(crate) fn pick(&self, vertices: &[u32], triangles: Vec<[u32; 3]>) -> Self {
        fn take<T: Copy>(from: &[T], vertices: &[u32]) -> Vec<T> {
            if from.is_empty() { Vec::new() } else { vertices.iter().map(|v| from[*v as usize]).collect() }
        }
        Self {
            positions: take(&self.positions, vertices),
            normals: take(&self.normals, vertices),
            painted_at: take(&self.painted_at, vertices),
            labels: take(&self.labels, vertices),
            openness: take(&self.openness, vertices),
            influences: take(&self.influences, vertices),
            morphs: self.morphs.iter().map(|(n, d)| (n.clone(), take(d, vertices))).collect(),
            uvs: take(&self.uvs, vertices),
            triangles,
        }
    }

    /// Adds another surface; both must carry the same kinds of values. Morphs are matched by name.
    pub(crate) fn append(&mut self, other: &Self) {
        let base = self.positions.len();
        let added = other.positions.len();
        self.positions.extend(&other.positions);
        self.normals.extend(&other.normals);
        self.painted_at.extend(&other.painted_at);
        self.labels.extend(&other.labels);
        self.openness.extend(&other.openness);
        self.influences.extend(&other.influences);
        self.uvs.extend(&other.uvs);
        for (name, deltas) in &other.morphs {
            if !self.morphs.iter().any(|(n, _)| n == name) {
                self.morphs.push((name.clone(), vec![[Vec3::ZERO; 2]; base]));
            }
            if let Some((_, all)) = self.morphs.iter_mut().find(|(n, _)| n == name) {
                all.extend(deltas);
            }
        }
        for (_, all) in &mut self.morphs {
            all.resize(base + added, [Vec3::ZERO; 2]);
        }
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + base as u32)));
    }

    /// The mirror image across x = 0, with joints and left/right morph names exchanged.
    pub(crate) fn mirrored(&self, joint_twin: impl Fn(usize) -> usize) -> Self {
        let m = |v: &Vec3| Vec3::new(-v.x, v.y, v.z);
        let all = |v: &[Vec3]| v.iter().map(m).collect::<Vec<_>>();
        let twin = |name: &str| {
            let sides = [("_left", "_right"), ("_right", "_left"), ("Left", "Right"), ("Right", "Left")];
            let other = |(side, other)| Some(format!("{}{other}", name.strip_suffix(side)?));
            sides.into_iter().find_map(other).unwrap_or_else(|| name.to_string())
        };
        Self {
            positions: all(&self.positions),
            normals: all(&self.normals),
            painted_at: all(&self.painted_at),
            labels: self.labels.clone(),
            openness: self.openness.clone(),
            influences: self.influences.iter().map(|i| i.map(|(j, w)| (joint_twin(j), w))).collect(),
            morphs: self
                .morphs
                .iter()
                .map(|(n, d)| (twin(n), d.iter().map(|o| [m(&o[0]), m(&o[1])]).collect()))
                .collect(),
            uvs: self.uvs.clone(),
            triangles: self.triangles.iter().map(|t| [t[0], t[2], t[1]]).collect(),
        }
    }
}

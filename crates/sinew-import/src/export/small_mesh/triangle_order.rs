//! Order of triangles by the vertices that were used last (Forsyth, *Linear-Speed Vertex Cache Optimisation*,
//! 2006), with preference for triangles at an edge of one of the last ones, which the compression of indices
//! stores in one byte.

/// Number of vertices that count as used last.
const CACHE: usize = 16;
/// Number of triangles at a vertex that are compared at once: those of a vertex in the middle of a large fan are
/// many.
const COMPARED: usize = 32;
/// Score of the vertices of the last triangle: lower than that of the ones before, against long strips.
const LAST_SCORE: f32 = 0.75;
/// Factor on the score of a vertex that has few triangles left.
const LEFT_SCORE: f32 = 2.0;

/// The triangles of `indices` in an order of neighbours; every triangle keeps its corners and their order.
/// `vertices` is a number that no index reaches.
pub(super) fn triangle_order(indices: &[u32], vertices: usize) -> Vec<u32> {
    let triangles = indices.as_chunks::<3>().0;
    let mut orderer = Orderer::new(triangles, vertices);
    let mut ordered = Vec::with_capacity(indices.len());
    let mut next_unused = 0;
    let mut next = (!triangles.is_empty()).then_some(0);
    while let Some(triangle) = next {
        ordered.extend_from_slice(&triangles[triangle]);
        next = orderer.draw(triangle).or_else(|| {
            while orderer.drawn.get(next_unused) == Some(&true) {
                next_unused += 1;
            }
            (next_unused < triangles.len()).then_some(next_unused)
        });
    }
    ordered
}

/// State of the order: what is drawn, and what was used last.
struct Orderer<'a> {
    triangles: &'a [[u32; 3]],
    drawn: Vec<bool>,
    /// Corners of triangles by their vertices, those of a vertex from its start.
    uses: Vec<u32>,
    starts: Vec<u32>,
    /// Index of each corner within the uses.
    used_at: Vec<u32>,
    /// Number of corners of each vertex that are not drawn, which are the first ones of its uses.
    left: Vec<u32>,
    scores: Vec<f32>,
    /// Vertices that were used last, the latest first.
    cache: Vec<u32>,
}

impl<'a> Orderer<'a> {
    fn new(triangles: &'a [[u32; 3]], vertices: usize) -> Self {
        let mut left = vec![0u32; vertices];
        for &vertex in triangles.iter().flatten() {
            left[vertex as usize] += 1;
        }
        let mut starts = Vec::with_capacity(vertices);
        let mut end = 0;
        for count in &left {
            starts.push(end);
            end += count;
        }
        let mut uses = vec![0u32; end as usize];
        let mut used_at = vec![0u32; end as usize];
        let mut filled = starts.clone();
        for (corner, &vertex) in triangles.iter().flatten().enumerate() {
            let slot = &mut filled[vertex as usize];
            uses[*slot as usize] = corner as u32;
            used_at[corner] = *slot;
            *slot += 1;
        }
        let scores = left.iter().map(|&left| score(None, left)).collect();
        let drawn = vec![false; triangles.len()];
        Self { triangles, drawn, uses, starts, used_at, left, scores, cache: Vec::with_capacity(CACHE + 3) }
    }

    /// Draws a triangle. Returns the best one at a vertex that was used last, if there is one.
    fn draw(&mut self, triangle: usize) -> Option<usize> {
        let corners = self.triangles[triangle];
        self.drawn[triangle] = true;
        for (n, vertex) in corners.into_iter().enumerate() {
            self.forget(vertex as usize, triangle * 3 + n);
        }
        self.cache.retain(|vertex| !corners.contains(vertex));
        // A triangle may have a vertex twice.
        let mut latest: Vec<u32> = Vec::with_capacity(3);
        for vertex in corners {
            if !latest.contains(&vertex) {
                latest.push(vertex);
            }
        }
        self.cache.splice(0..0, latest);
        for (at, &vertex) in self.cache.iter().enumerate() {
            self.scores[vertex as usize] = score((at < CACHE).then_some(at), self.left[vertex as usize]);
        }
        self.cache.truncate(CACHE);
        self.best()
    }

    /// Takes a drawn corner from the uses of its vertex.
    fn forget(&mut self, vertex: usize, corner: usize) {
        self.left[vertex] -= 1;
        let (at, last) = (self.used_at[corner] as usize, (self.starts[vertex] + self.left[vertex]) as usize);
        self.uses.swap(at, last);
        self.used_at[self.uses[at] as usize] = at as u32;
        self.used_at[self.uses[last] as usize] = last as u32;
    }

    fn best(&self) -> Option<usize> {
        let mut best: Option<(usize, f32)> = None;
        for &vertex in &self.cache {
            let start = self.starts[vertex as usize] as usize;
            let count = (self.left[vertex as usize] as usize).min(COMPARED);
            for &corner in &self.uses[start..start + count] {
                let triangle = corner as usize / 3;
                let score: f32 = self.triangles[triangle].iter().map(|&v| self.scores[v as usize]).sum();
                if best.is_none_or(|(_, best)| score > best) {
                    best = Some((triangle, score));
                }
            }
        }
        best.map(|(triangle, _)| triangle)
    }
}

/// Score of a vertex `at` a number among those that were used last, with so many triangles left.
fn score(at: Option<usize>, left: u32) -> f32 {
    if left == 0 {
        return -1.0;
    }
    let recent = match at {
        None => 0.0,
        Some(0..3) => LAST_SCORE,
        Some(at) => {
            let share = 1.0 - (at - 3) as f32 / (CACHE - 3) as f32;
            share * share.sqrt()
        }
    };
    recent + LEFT_SCORE / (left as f32).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    /// Triangles of a grid of `side` × `side` cells, in random order.
    fn shuffled_grid(side: u32, random: &mut fastrand::Rng) -> Vec<u32> {
        let cells = (0..side).flat_map(|y| (0..side).map(move |x| y * (side + 1) + x));
        let mut triangles: Vec<[u32; 3]> =
            cells.flat_map(|v| [[v, v + side + 1, v + 1], [v + 1, v + side + 1, v + side + 2]]).collect();
        random.shuffle(&mut triangles);
        triangles.into_flattened()
    }

    /// Number of vertices per triangle that a cache of `size` vertices lacks.
    fn misses(indices: &[u32], size: usize) -> f64 {
        let (mut cache, mut missing) = (std::collections::VecDeque::new(), 0usize);
        for index in indices {
            if !cache.contains(index) {
                missing += 1;
                cache.push_front(*index);
                cache.truncate(size);
            }
        }
        missing as f64 / (indices.len() / 3) as f64
    }

    #[test]
    fn every_triangle_stays_as_it_is() {
        for mut random in cases(300) {
            let vertices = random.u32(1..40);
            let indices: Vec<u32> = (0..random.usize(0..60) * 3).map(|_| random.u32(..vertices)).collect();
            let ordered = triangle_order(&indices, vertices as usize);
            let sorted = |indices: &[u32]| {
                let mut triangles = indices.as_chunks::<3>().0.to_vec();
                triangles.sort_unstable();
                triangles
            };
            assert_eq!(sorted(&ordered), sorted(&indices));
        }
    }

    #[test]
    fn neighbours_follow_one_another() {
        let mut random = fastrand::Rng::with_seed(3);
        let indices = shuffled_grid(40, &mut random);
        let ordered = triangle_order(&indices, 41 * 41);
        assert!(misses(&indices, 16) > 2.0);
        // The least possible is about 0.5.
        assert!(misses(&ordered, 16) < 0.8, "{}", misses(&ordered, 16));
    }

    #[test]
    fn a_large_fan_takes_no_longer_than_others() {
        let indices: Vec<u32> = (1..300_000).flat_map(|n| [0, n, n + 1]).collect();
        assert_eq!(triangle_order(&indices, 300_001).len(), indices.len());
    }
}

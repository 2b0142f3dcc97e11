//! Chains of lines: segments that share a vertex become polylines.

/// Chains of line segments, as vertices: all chains one after the other, and the number of vertices of each.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Chains {
    pub(super) vertices: Vec<u32>,
    pub(super) counts: Vec<u32>,
}

/// Vertices and their segments: for vertex `v` the numbers `segments[starts[v]..starts[v + 1]]`.
struct Neighbors {
    starts: Vec<u32>,
    segments: Vec<u32>,
}

impl Neighbors {
    fn new(lines: &[[u32; 2]], vertices: usize) -> Self {
        let mut starts = vec![0_u32; vertices + 1];
        for &vertex in lines.as_flattened() {
            starts[vertex as usize + 1] += 1;
        }
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        let mut next = starts.clone();
        let mut segments = vec![0; lines.len() * 2];
        for (number, line) in lines.iter().enumerate() {
            for &vertex in line {
                segments[next[vertex as usize] as usize] = number as u32;
                next[vertex as usize] += 1;
            }
        }
        Self { starts, segments }
    }

    /// Other segment of a vertex that has two.
    fn other(&self, vertex: u32, segment: u32) -> Option<u32> {
        let range = self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize;
        match self.segments[range] {
            [a, b] if a == segment => Some(b),
            [a, b] if b == segment => Some(a),
            _ => None,
        }
    }
}

/// Joins lines into chains. A chain ends at a vertex of one line, or of three and more; one without an end
/// begins where its first line does. It runs in the direction of most of its lines. Lines from a vertex to
/// itself are left out.
pub(super) fn join(lines: &[[u32; 2]], vertices: usize) -> Chains {
    let lines: Vec<[u32; 2]> = lines.iter().copied().filter(|[from, to]| from != to).collect();
    let neighbors = Neighbors::new(&lines, vertices);
    let mut is_used = vec![false; lines.len()];
    let mut chains = Chains::default();
    let mut before = Vec::new();
    for number in 0..lines.len() {
        if is_used[number] {
            continue;
        }
        is_used[number] = true;
        let [start, end] = lines[number];
        let mut forwards = 1_i64;
        // Lines beyond a vertex, each as the vertex at its far end.
        let mut walk = |from: u32, out: &mut Vec<u32>, along: i64| {
            let (mut vertex, mut segment) = (from, number as u32);
            while let Some(next) = neighbors.other(vertex, segment) {
                if std::mem::replace(&mut is_used[next as usize], true) {
                    return;
                }
                let [a, b] = lines[next as usize];
                forwards += if a == vertex { along } else { -along };
                (vertex, segment) = (if a == vertex { b } else { a }, next);
                out.push(vertex);
            }
        };
        let first = chains.vertices.len();
        let mut after = vec![start, end];
        walk(end, &mut after, 1);
        before.clear();
        walk(start, &mut before, -1);
        chains.vertices.extend(before.iter().rev());
        chains.vertices.append(&mut after);
        if forwards < 0 {
            chains.vertices[first..].reverse();
        }
        chains.counts.push((chains.vertices.len() - first) as u32);
    }
    chains
}

#[cfg(test)]
mod tests {
    use super::join;

    fn joined(lines: &[[u32; 2]], vertices: usize) -> Vec<Vec<u32>> {
        let chains = join(lines, vertices);
        let mut rest = &chains.vertices[..];
        let mut take = |count: u32| {
            let (chain, more) = rest.split_at(count as usize);
            rest = more;
            chain.to_vec()
        };
        chains.counts.iter().map(|count| take(*count)).collect()
    }

    #[test]
    fn lines_in_any_order_and_direction_become_chains() {
        assert_eq!(joined(&[[0, 1], [1, 2], [3, 4]], 5), [vec![0, 1, 2], vec![3, 4]]);
        assert_eq!(joined(&[[2, 3], [0, 1], [1, 2]], 4), [vec![0, 1, 2, 3]]);
        // One of three lines is turned around.
        assert_eq!(joined(&[[2, 1], [0, 1], [2, 3]], 4), [vec![0, 1, 2, 3]]);
        assert_eq!(joined(&[[3, 2], [2, 1], [0, 1]], 4), [vec![3, 2, 1, 0]]);
    }

    #[test]
    fn loops_and_branches_end() {
        assert_eq!(joined(&[[0, 1], [1, 2], [2, 0]], 3), [vec![0, 1, 2, 0]]);
        assert_eq!(joined(&[[0, 1], [1, 0]], 2), [vec![0, 1, 0]]);
        assert_eq!(joined(&[[0, 1], [0, 2], [2, 3], [0, 4]], 5), [vec![0, 1], vec![0, 2, 3], vec![0, 4]]);
        assert_eq!(joined(&[[1, 1]], 2), Vec::<Vec<u32>>::new());
        // A loop at the end of a chain.
        assert_eq!(joined(&[[0, 1], [1, 2], [2, 3], [3, 1]], 4), [vec![0, 1], vec![1, 2, 3, 1]]);
    }
}

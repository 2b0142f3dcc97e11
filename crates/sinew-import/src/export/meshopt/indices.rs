//! Mode 1, triangles, with caches of recent edges and vertices; mode 2, index sequences, with deltas.

const TRIANGLES: u8 = 0xE1;
const SEQUENCE: u8 = 0xD1;
/// Common combinations of the second and third vertex of a triangle without a cached edge: 0 is a new vertex,
/// n the vertex n entries back in the cache. The table is chosen by the encoder and written at the end.
const TABLE: [u8; 16] =
    [0x00, 0x76, 0x87, 0x56, 0x67, 0x78, 0xa9, 0x86, 0x65, 0x89, 0x68, 0x98, 0x01, 0x69, 0, 0];
/// Number of table entries that codes can reference.
const TABLE_ENTRIES: usize = 14;
/// Search range of the vertex cache for third vertices; larger codes mean "adjacent to the last stored one".
const CACHED_VERTICES: usize = 13;
/// Number of cached edges that the high half of a code can reference.
const CACHED_EDGES: usize = 15;
/// Bytes of padding at the end of an index sequence.
const PADDING_BYTES: usize = 4;
/// Smallest delta at which a sequence switches to its other baseline.
const BASELINE_SWITCH: u32 = 30;

/// Ring buffer of the sixteen latest entries.
struct Ring<T> {
    entries: [Option<T>; 16],
    next: usize,
}

impl<T: Copy + PartialEq> Ring<T> {
    fn new() -> Self {
        Self { entries: [None; 16], next: 0 }
    }

    fn push(&mut self, entry: T) {
        if let Some(slot) = self.entries.get_mut(self.next & 15) {
            *slot = Some(entry);
        }
        self.next = (self.next + 1) & 15;
    }

    /// Distance of the latest entry for which `wanted` returns a value, 0 for the last one, and that value.
    fn find<R>(&self, wanted: impl Fn(T) -> Option<R>) -> Option<(usize, R)> {
        (0..16).find_map(|back| {
            let entry = self.entries.get(self.next.wrapping_sub(1 + back) & 15).copied().flatten();
            entry.and_then(&wanted).map(|found| (back, found))
        })
    }
}

/// Byte writer with the last index, to which deltas refer.
#[derive(Default)]
struct Stream {
    bytes: Vec<u8>,
    last: u32,
}

impl Stream {
    /// Writes a variable-length number: groups of seven bits, lowest first.
    fn number(&mut self, mut number: u32) {
        while number > 127 {
            self.bytes.push(number as u8 & 127 | 128);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn index(&mut self, index: u32) {
        self.number(zigzag(index.wrapping_sub(self.last)));
        self.last = index;
    }
}

fn zigzag(delta: u32) -> u32 {
    (delta << 1) ^ (((delta as i32) >> 31) as u32)
}

/// Encodes a triangle list; `None` if the indices do not form whole triangles.
pub(in crate::export) fn triangles(indices: &[u32]) -> Option<Vec<u8>> {
    let (triangles, []) = indices.as_chunks::<3>() else { return None };
    let mut codes = Vec::with_capacity(1 + triangles.len() * 2);
    codes.push(TRIANGLES);
    let mut encoder =
        Encoder { stream: Stream::default(), edges: Ring::new(), vertices: Ring::new(), next: 0 };
    for &triangle in triangles {
        codes.push(encoder.triangle(triangle));
    }
    codes.append(&mut encoder.stream.bytes);
    codes.extend_from_slice(&TABLE);
    Some(codes)
}

struct Encoder {
    stream: Stream,
    edges: Ring<(u32, u32)>,
    vertices: Ring<u32>,
    /// Next new vertex, if vertices occur in order.
    next: u32,
}

impl Encoder {
    /// Whether `vertex` is the next new one; if so, it is marked as used.
    fn is_fresh(&mut self, vertex: u32) -> bool {
        let fresh = vertex == self.next;
        self.next = self.next.wrapping_add(u32::from(fresh));
        fresh
    }

    /// Distance of `vertex` in the cache, 0 for the latest one.
    fn recent(&self, vertex: u32, max: usize) -> Option<usize> {
        self.vertices.find(|v| (v == vertex).then_some(())).map(|(back, ())| back).filter(|&b| b < max)
    }

    fn triangle(&mut self, [a, b, c]: [u32; 3]) -> u8 {
        // A cached edge, with the opposite direction of the previous triangle.
        let with_edge = |edge: (u32, u32)| {
            [[a, b, c], [b, c, a], [c, a, b]].into_iter().find(|&[a, b, _]| (a, b) == edge)
        };
        match self.edges.find(with_edge).filter(|&(back, _)| back < CACHED_EDGES) {
            Some((edge, triangle)) => self.with_cached_edge(edge, triangle),
            None => self.without_cached_edge([a, b, c]),
        }
    }

    /// Encodes a triangle with a cached edge. The third vertex is cached, new, adjacent to the last stored
    /// one, or stored.
    fn with_cached_edge(&mut self, edge: usize, [a, b, c]: [u32; 3]) -> u8 {
        let recent = self.recent(c, CACHED_VERTICES).filter(|&back| back >= 1);
        let low = match recent {
            Some(back) => back,
            None if self.is_fresh(c) => 0,
            None if c.wrapping_add(1) == self.stream.last => 13,
            None if c == self.stream.last.wrapping_add(1) => 14,
            None => 15,
        };
        match low {
            13 | 14 => self.stream.last = c,
            15 => self.stream.index(c),
            _ => {}
        }
        if recent.is_none() {
            self.vertices.push(c);
        }
        self.edges.push((c, b));
        self.edges.push((a, c));
        (edge << 4 | low) as u8
    }

    /// Encodes a triangle without a cached edge.
    fn without_cached_edge(&mut self, [a, b, c]: [u32; 3]) -> u8 {
        let [a, b, c] = if b == self.next {
            [b, c, a]
        } else if c == self.next {
            [c, a, b]
        } else {
            [a, b, c]
        };
        // Concatenated meshes each start with vertices 0, 1, 2.
        let restart = [a, b, c] == [0, 1, 2] && self.next > 0;
        if restart {
            self.next = 0;
            self.vertices = Ring { next: self.vertices.next, ..Ring::new() };
        }
        let (b_recent, c_recent) = (self.recent(b, TABLE_ENTRIES), self.recent(c, TABLE_ENTRIES));
        let a_fresh = self.is_fresh(a);
        let kind = |encoder: &mut Self, vertex, recent: Option<usize>| match recent {
            Some(back) => back as u8 + 1,
            None if encoder.is_fresh(vertex) => 0,
            None => 15,
        };
        let b_kind = kind(self, b, b_recent);
        let c_kind = kind(self, c, c_recent);
        let kinds = b_kind << 4 | c_kind;
        let named = TABLE.iter().take(TABLE_ENTRIES).position(|&entry| entry == kinds);
        let code = match named.filter(|_| a_fresh && !restart) {
            Some(entry) => 0xF0 | entry as u8,
            None => {
                self.stream.bytes.push(kinds);
                if a_fresh { 0xFE } else { 0xFF }
            }
        };
        for (vertex, stored) in [(a, !a_fresh), (b, b_kind == 15), (c, c_kind == 15)] {
            if stored {
                self.stream.index(vertex);
            }
        }
        self.vertices.push(a);
        for (vertex, kind) in [(b, b_kind), (c, c_kind)] {
            if matches!(kind, 0 | 15) {
                self.vertices.push(vertex);
            }
        }
        self.edges.push((b, a));
        self.edges.push((c, b));
        self.edges.push((a, c));
        code
    }
}

/// Encodes arbitrary indices in order.
pub(in crate::export) fn sequence(indices: &[u32]) -> Vec<u8> {
    let mut stream = Stream { bytes: vec![SEQUENCE], last: 0 };
    let mut last = [0u32; 2];
    let mut current = 0usize;
    for &index in indices {
        // Two baselines: meshes often alternate between two ranges of vertices.
        let [first, second] = last;
        let distance = index.wrapping_sub(if current == 0 { first } else { second }) as i32;
        current ^= usize::from(distance.unsigned_abs() >= BASELINE_SWITCH);
        if let Some(last) = last.get_mut(current) {
            let delta = zigzag(index.wrapping_sub(*last));
            stream.number(delta << 1 | current as u32);
            *last = index;
        }
    }
    stream.bytes.resize(stream.bytes.len() + PADDING_BYTES, 0);
    stream.bytes
}

//! Mode 1, triangles, by caches of recent edges and vertices; mode 2, index sequences, by differences.

const TRIANGLES: u8 = 0xE1;
const SEQUENCE: u8 = 0xD1;
/// Common combinations of what the second and third vertex of a triangle without a known edge are: 0 is a vertex never
/// seen before, n the vertex n places back in the cache. The table is the encoder's choice and stands at the end.
const TABLE: [u8; 16] =
    [0x00, 0x76, 0x87, 0x56, 0x67, 0x78, 0xa9, 0x86, 0x65, 0x89, 0x68, 0x98, 0x01, 0x69, 0, 0];
/// How many entries of the table may be named.
const NAMED: usize = 14;
/// How far back a third vertex is looked for; the numbers beyond mean "beside the last stored one".
const RECENT: usize = 13;
/// Numbers in the high half of a code that name an edge.
const EDGES: usize = 15;
/// Bytes of padding at the end of an index sequence.
const PADDING: usize = 4;
/// Differences from which on the other baseline of a sequence is tried.
const FAR: u32 = 30;

/// A ring of the sixteen latest entries.
struct Ring<T> {
    entries: [Option<T>; 16],
    next: usize,
}

impl<T: Copy + PartialEq> Ring<T> {
    fn new() -> Self {
        Self { entries: [None; 16], next: 0 }
    }

    fn push(&mut self, entry: T) {
        if let Some(place) = self.entries.get_mut(self.next & 15) {
            *place = Some(entry);
        }
        self.next = (self.next + 1) & 15;
    }

    /// How long ago, from 0, an entry that `wanted` takes was pushed, and what `wanted` made of it.
    fn find<R>(&self, wanted: impl Fn(T) -> Option<R>) -> Option<(usize, R)> {
        (0..16).find_map(|back| {
            let entry = self.entries.get(self.next.wrapping_sub(1 + back) & 15).copied().flatten();
            entry.and_then(&wanted).map(|found| (back, found))
        })
    }
}

/// Bytes written one after the other, and the index that differences refer to.
#[derive(Default)]
struct Stream {
    bytes: Vec<u8>,
    last: u32,
}

impl Stream {
    /// In groups of seven bits, lowest first.
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

/// A triangle list; none where the indices make no whole triangles.
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
    /// The vertex that comes next if vertices come in their order.
    next: u32,
}

impl Encoder {
    /// Whether `vertex` is the next never seen before; it is then seen.
    fn is_fresh(&mut self, vertex: u32) -> bool {
        let fresh = vertex == self.next;
        self.next = self.next.wrapping_add(u32::from(fresh));
        fresh
    }

    /// How long ago, from 0, `vertex` was used.
    fn recent(&self, vertex: u32, most: usize) -> Option<usize> {
        self.vertices.find(|v| (v == vertex).then_some(())).map(|(back, ())| back).filter(|&b| b < most)
    }

    fn triangle(&mut self, [a, b, c]: [u32; 3]) -> u8 {
        // A known edge, which the triangle before went along the other way.
        let turned = |edge: (u32, u32)| {
            [[a, b, c], [b, c, a], [c, a, b]].into_iter().find(|&[a, b, _]| (a, b) == edge)
        };
        match self.edges.find(turned).filter(|&(back, _)| back < EDGES) {
            Some((edge, triangle)) => self.beside(edge, triangle),
            None => self.alone([a, b, c]),
        }
    }

    /// A triangle at a known edge: its third vertex is recent, new, next to the last stored one, or stored.
    fn beside(&mut self, edge: usize, [a, b, c]: [u32; 3]) -> u8 {
        let recent = self.recent(c, RECENT).filter(|&back| back >= 1);
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

    /// A triangle without a known edge.
    fn alone(&mut self, [a, b, c]: [u32; 3]) -> u8 {
        let [a, b, c] = if b == self.next {
            [b, c, a]
        } else if c == self.next {
            [c, a, b]
        } else {
            [a, b, c]
        };
        // Several meshes behind one another each begin with their vertices 0, 1, 2.
        let restart = [a, b, c] == [0, 1, 2] && self.next > 0;
        if restart {
            self.next = 0;
            self.vertices = Ring { next: self.vertices.next, ..Ring::new() };
        }
        let (b_recent, c_recent) = (self.recent(b, NAMED), self.recent(c, NAMED));
        let a_fresh = self.is_fresh(a);
        let kind = |encoder: &mut Self, vertex, recent: Option<usize>| match recent {
            Some(back) => back as u8 + 1,
            None if encoder.is_fresh(vertex) => 0,
            None => 15,
        };
        let b_kind = kind(self, b, b_recent);
        let c_kind = kind(self, c, c_recent);
        let kinds = b_kind << 4 | c_kind;
        let named = TABLE.iter().take(NAMED).position(|&entry| entry == kinds);
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

/// Indices of any meaning, in their order.
pub(in crate::export) fn sequence(indices: &[u32]) -> Vec<u8> {
    let mut stream = Stream { bytes: vec![SEQUENCE], last: 0 };
    let mut last = [0u32; 2];
    let mut current = 0usize;
    for &index in indices {
        // Two baselines, since meshes often alternate between two runs of vertices.
        let [first, second] = last;
        let distance = index.wrapping_sub(if current == 0 { first } else { second }) as i32;
        current ^= usize::from(distance.unsigned_abs() >= FAR);
        if let Some(last) = last.get_mut(current) {
            let delta = zigzag(index.wrapping_sub(*last));
            stream.number(delta << 1 | current as u32);
            *last = index;
        }
    }
    stream.bytes.resize(stream.bytes.len() + PADDING, 0);
    stream.bytes
}

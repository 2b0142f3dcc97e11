//! Mode 1, triangles, with caches of recent edges and vertices; mode 2, index sequences, with deltas.

const TRIANGLES: u8 = 0xE1;
const SEQUENCE: u8 = 0xD1;
/// Bytes of the table at the end of a triangle stream.
const TABLE_BYTES: usize = 16;
/// Bytes of padding at the end of an index sequence.
const PADDING_BYTES: usize = 4;

/// Ring buffer of the sixteen latest entries.
struct Ring<T> {
    entries: [T; 16],
    next: usize,
}

impl<T: Copy> Ring<T> {
    fn new(empty: T) -> Self {
        Self { entries: [empty; 16], next: 0 }
    }

    fn push(&mut self, entry: T) {
        self.entries[self.next & 15] = entry;
        self.next = (self.next + 1) & 15;
    }

    /// Entry pushed `back` entries ago; 1 is the latest.
    fn back(&self, back: usize) -> T {
        self.entries[self.next.wrapping_sub(back) & 15]
    }
}

/// Byte reader with the last index, to which deltas refer.
struct Stream<'a> {
    bytes: std::slice::Iter<'a, u8>,
    last: u32,
}

impl Stream<'_> {
    fn byte(&mut self) -> Result<u8, String> {
        self.bytes.next().copied().ok_or_else(|| "the data ends too early".into())
    }

    /// Reads a variable-length number: groups of seven bits, lowest first.
    fn number(&mut self) -> Result<u32, String> {
        let mut result = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            result |= u32::from(byte & 127) << shift;
            if byte < 128 {
                break;
            }
        }
        Ok(result)
    }

    /// Reads an index as a delta from the last stored one.
    fn index(&mut self) -> Result<u32, String> {
        let number = self.number()?;
        self.last = self.last.wrapping_add(unzigzag(number));
        Ok(self.last)
    }
}

fn unzigzag(number: u32) -> u32 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}

/// Writer of indices with two or four bytes.
struct Output {
    bytes: Vec<u8>,
    stride: usize,
}

impl Output {
    fn new(count: usize, stride: usize) -> Result<Self, String> {
        if stride != 2 && stride != 4 {
            return Err(format!("index size of {stride} bytes; expected 2 or 4"));
        }
        Ok(Self { bytes: Vec::with_capacity(count * stride), stride })
    }

    fn push(&mut self, index: u32) {
        self.bytes.extend(index.to_le_bytes().into_iter().take(self.stride));
    }
}

pub(super) fn triangles(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, String> {
    let mut out = Output::new(count, stride)?;
    if !count.is_multiple_of(3) {
        return Err(format!("{count} indices do not form whole triangles"));
    }
    let (&header, body) = data.split_first().ok_or("no data")?;
    if header != TRIANGLES {
        return Err(format!("unknown header {header:#04x}; expected {TRIANGLES:#04x}"));
    }
    let (codes, rest) = body.split_at_checked(count / 3).ok_or("the data ends too early")?;
    let table_at = rest.len().checked_sub(TABLE_BYTES).ok_or("the data ends before its table")?;
    let (stream, table) = rest.split_at(table_at);
    let mut stream = Stream { bytes: stream.iter(), last: 0 };
    let mut edges = Ring::new((u32::MAX, u32::MAX));
    let mut vertices = Ring::new(u32::MAX);
    let mut next = 0u32;
    for &code in codes {
        let (high, low) = (usize::from(code >> 4), usize::from(code & 15));
        if high < 15 {
            // A cached edge and a third vertex: new, cached, adjacent to the last stored one, or stored.
            let (a, b) = edges.back(high + 1);
            let c = match low {
                0 => fresh(&mut next),
                1..=12 => vertices.back(low + 1),
                13 | 14 => {
                    let step = if low == 13 { u32::MAX } else { 1 };
                    stream.last = stream.last.wrapping_add(step);
                    stream.last
                }
                _ => stream.index()?,
            };
            if low == 0 || low >= 13 {
                vertices.push(c);
            }
            [a, b, c].into_iter().for_each(|i| out.push(i));
            edges.push((c, b));
            edges.push((a, c));
            continue;
        }
        // No cached edge. The table holds common combinations of vertex kinds.
        let stored = code >= 0xFE;
        let kinds = if stored { stream.byte()? } else { table.get(low).copied().unwrap_or(0) };
        let (b_kind, c_kind) = (usize::from(kinds >> 4), usize::from(kinds & 15));
        if stored && kinds == 0 {
            next = 0;
        }
        // Cached vertices refer to the cache before this triangle; stored ones are read in order.
        let first_stored = code == 0xFF;
        let a = if first_stored { 0 } else { fresh(&mut next) };
        let mut pick = |kind: usize| match kind {
            0 => fresh(&mut next),
            15 if stored => 0,
            _ => vertices.back(kind),
        };
        let (b, c) = (pick(b_kind), pick(c_kind));
        let a = if first_stored { stream.index()? } else { a };
        let b = if stored && b_kind == 15 { stream.index()? } else { b };
        let c = if stored && c_kind == 15 { stream.index()? } else { c };
        [a, b, c].into_iter().for_each(|i| out.push(i));
        vertices.push(a);
        for (vertex, kind) in [(b, b_kind), (c, c_kind)] {
            if kind == 0 || (stored && kind == 15) {
                vertices.push(vertex);
            }
        }
        edges.push((b, a));
        edges.push((c, b));
        edges.push((a, c));
    }
    if stream.bytes.next().is_some() {
        return Err("unused bytes at the end".into());
    }
    Ok(out.bytes)
}

/// Next vertex that has not occurred before.
fn fresh(next: &mut u32) -> u32 {
    let index = *next;
    *next = next.wrapping_add(1);
    index
}

pub(super) fn sequence(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, String> {
    let mut out = Output::new(count, stride)?;
    let (&header, body) = data.split_first().ok_or("no data")?;
    if header != SEQUENCE {
        return Err(format!("unknown header {header:#04x}; expected {SEQUENCE:#04x}"));
    }
    let end = body.len().checked_sub(PADDING_BYTES).ok_or("the data ends before its tail")?;
    let mut stream = Stream { bytes: body.get(..end).unwrap_or_default().iter(), last: 0 };
    // Two baselines: meshes often alternate between two ranges of vertices.
    let mut last = [0u32; 2];
    for _ in 0..count {
        let number = stream.number()?;
        let baseline = &mut last[(number & 1) as usize];
        *baseline = baseline.wrapping_add(unzigzag(number >> 1));
        out.push(*baseline);
    }
    if stream.bytes.next().is_some() {
        return Err("unused bytes at the end".into());
    }
    Ok(out.bytes)
}

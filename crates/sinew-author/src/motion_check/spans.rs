//! Times at which a value exceeds its bound, as few stretches.

/// Stretch of frames; both ends are included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) first: usize,
    pub(super) last: usize,
    /// Frame of the largest value.
    pub(super) worst: usize,
    pub(super) size: f32,
}

impl Span {
    pub(super) fn overlaps(&self, other: &Self, gap: usize) -> bool {
        self.first <= other.last + gap && other.first <= self.last + gap
    }

    /// Both stretches and all between.
    pub(super) fn joined(self, other: Self) -> Self {
        let larger = if other.size > self.size { other } else { self };
        Self { first: self.first.min(other.first), last: self.last.max(other.last), ..larger }
    }
}

/// Stretches in which `values` exceed `bound`; those at most `gap` frames apart are one.
pub(super) fn spans(values: &[f32], bound: f32, gap: usize) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    for (frame, &size) in values.iter().enumerate() {
        if !(size > bound && size.is_finite()) {
            continue;
        }
        let one = Span { first: frame, last: frame, worst: frame, size };
        match found.last_mut().filter(|last| last.last + gap >= frame) {
            Some(last) => *last = last.joined(one),
            None => found.push(one),
        }
    }
    found
}

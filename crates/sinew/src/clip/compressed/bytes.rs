use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// Shared range of bytes, such as a part of a file in memory. Clones and parts share the memory; nothing is
/// copied.
#[derive(Clone)]
pub(crate) struct SharedBytes {
    whole: Arc<dyn AsRef<[u8]> + Send + Sync>,
    range: Range<usize>,
}

impl SharedBytes {
    /// Wraps all of `whole`: a vector, a boxed slice, an `Arc`, static bytes, a memory-mapped file. Nothing
    /// is copied.
    #[must_use]
    pub(crate) fn new(whole: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        let range = 0..whole.as_ref().len();
        Self { whole: Arc::new(whole), range }
    }

    /// Part of these bytes; `range` counts from their own start. `None` where the range is not within them.
    #[must_use]
    pub(crate) fn part(&self, range: Range<usize>) -> Option<Self> {
        self.get(range.clone())?;
        let from = self.range.start;
        Some(Self { whole: self.whole.clone(), range: from + range.start..from + range.end })
    }
}

impl Deref for SharedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        (*self.whole).as_ref().get(self.range.clone()).unwrap_or_default()
    }
}

impl From<Vec<u8>> for SharedBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self::new(bytes)
    }
}

impl Default for SharedBytes {
    fn default() -> Self {
        Self::new([])
    }
}

impl PartialEq for SharedBytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl fmt::Debug for SharedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_the_whole() {
        let whole = SharedBytes::from(vec![0, 1, 2, 3, 4, 5]);
        let part = whole.part(2..5).unwrap();
        assert_eq!((&part[..], part.as_ptr()), (&[2, 3, 4][..], whole[2..].as_ptr()));
        assert_eq!(&part.part(1..3).unwrap()[..], [3, 4]);
        assert!(part.part(1..4).is_none() && whole.part(7..7).is_none());
        #[allow(clippy::reversed_empty_ranges, reason = "that is the question")]
        let backwards = whole.part(4..2);
        assert!(backwards.is_none());
    }
}

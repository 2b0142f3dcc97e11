//! Tiles of a texture, side by side.

/// Texels at both sides of a tile that its cards do not show.
const PADDING: f32 = 2.0;

/// Columns of the texture that a tile takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    pub(super) number: u32,
    pub(super) count: u32,
    /// Width of the texture, texels.
    pub(super) width: u32,
}

impl Tile {
    /// First texel, and the one after the last.
    pub(super) fn edges(self) -> [u32; 2] {
        [self.number, self.number + 1].map(|edge| edge * self.width / self.count)
    }

    /// Texel of a position across a card, -1 to 1.
    pub(super) fn texel(self, across: f32) -> f32 {
        let [left, right] = self.edges().map(|edge| edge as f32);
        let (left, right) = (left + PADDING, right - PADDING);
        left + (right - left) * (across * 0.5 + 0.5)
    }

    /// Texture coordinate of a position across a card, -1 to 1.
    pub(super) fn u(self, across: f32) -> f32 {
        self.texel(across) / self.width as f32
    }
}

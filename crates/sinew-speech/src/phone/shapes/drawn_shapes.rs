use super::MouthShape;

/// Mouth shapes that were drawn for a character: the six basic ones, A to F, and those of the optional ones, G, H
/// and X, that it has (`--extendedShapes` of Rhubarb Lip Sync).
///
/// ```
/// use sinew_speech::phone::{DrawnShapes, MouthShape};
/// let drawn = DrawnShapes::from_letters("GX").unwrap();
/// assert_eq!((drawn.nearest(MouthShape::G), drawn.nearest(MouthShape::H)), (MouthShape::G, MouthShape::C));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnShapes {
    g: bool,
    h: bool,
    x: bool,
}

impl DrawnShapes {
    /// All nine shapes.
    pub const ALL: Self = Self { g: true, h: true, x: true };
    /// The six basic shapes.
    pub const BASIC: Self = Self { g: false, h: false, x: false };

    /// The basic shapes and those of `letters`, of which each is G, H or X in either case; `None` for others.
    #[must_use]
    pub fn from_letters(letters: &str) -> Option<Self> {
        let mut drawn = Self::BASIC;
        for letter in letters.chars() {
            match letter.to_ascii_uppercase() {
                'G' => drawn.g = true,
                'H' => drawn.h = true,
                'X' => drawn.x = true,
                _ => return None,
            }
        }
        Some(drawn)
    }

    /// Whether a shape is drawn.
    #[must_use]
    pub const fn has(self, shape: MouthShape) -> bool {
        match shape {
            MouthShape::G => self.g,
            MouthShape::H => self.h,
            MouthShape::X => self.x,
            _ => true,
        }
    }

    /// The shape, or the basic one that Rhubarb Lip Sync takes for an optional one that is not drawn: A for G and X,
    /// C for H.
    #[must_use]
    pub const fn nearest(self, shape: MouthShape) -> MouthShape {
        match shape {
            MouthShape::G | MouthShape::X if !self.has(shape) => MouthShape::A,
            MouthShape::H if !self.has(shape) => MouthShape::C,
            _ => shape,
        }
    }
}

impl Default for DrawnShapes {
    fn default() -> Self {
        Self::ALL
    }
}

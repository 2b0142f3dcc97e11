//! Settings of hair cards and their limits.

use super::CardError;

/// Largest number of cards.
pub const MAX_CARDS: usize = 10_000;
/// Largest number of segments of a card.
pub const MAX_CARD_SEGMENTS: usize = 64;
/// Largest number of segments across a card.
pub const MAX_CARD_ACROSS: usize = 8;
/// Largest number of tiles of a texture.
pub const MAX_CARD_TILES: u32 = 64;
/// Smallest side of a texture, texels.
pub const MIN_CARD_TEXTURE: u32 = 64;
/// Largest side of a texture, texels.
pub const MAX_CARD_TEXTURE: u32 = 4096;
/// Largest number of chains.
pub const MAX_CHAINS: usize = 64;
/// Smallest number of bones of a chain.
pub const MIN_CHAIN_BONES: usize = 3;
/// Largest number of bones of a chain.
pub const MAX_CHAIN_BONES: usize = 8;

/// Settings of [`HairCards`](super::HairCards).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CardSettings {
    /// Number of cards, 1 to [`MAX_CARDS`]. Each layer has at least 32 of them as far as it has strands;
    /// there may be that many more. A layer of short hair on a large area has up to half of this number more,
    /// so that its cards are not much wider than they are long.
    pub cards: usize,
    /// Mean width in metres, above 0 to 1; `None` for as wide as the strands that a card stands for.
    pub width: Option<f32>,
    /// Segments of a card, 1 to [`MAX_CARD_SEGMENTS`]: shorter ones where it bends.
    pub segments: usize,
    /// Segments across a card, 1 to [`MAX_CARD_ACROSS`]: from two on it bends as its strands lie.
    pub across: usize,
    /// Cards of a layer whose strands are painted, 1 to [`MAX_CARD_TILES`]: the others show the most similar
    /// one of them.
    pub tiles: u32,
    /// Largest width and height of a layer's textures, [`MIN_CARD_TEXTURE`] to [`MAX_CARD_TEXTURE`] texels:
    /// they are as large as its strands need to be seen.
    pub texture: [u32; 2],
    /// Number of chains of all layers, 1 to [`MAX_CHAINS`].
    pub chains: usize,
    /// Bones of a chain, [`MIN_CHAIN_BONES`] to [`MAX_CHAIN_BONES`]; a chain has one joint more, its end.
    pub bones: usize,
    /// Whether layers with hair on a large part of the skin have a cap: that skin in the colour of the roots,
    /// so that none shows between cards.
    pub cap: bool,
    /// Seed of random choices.
    pub seed: u64,
}

impl Default for CardSettings {
    /// 600 cards of ten by two segments on 32 chains of five bones, with 16 tiles in textures of up to
    /// 2,048 × 1,024 texels, and caps.
    fn default() -> Self {
        Self {
            cards: 600,
            width: None,
            segments: 10,
            across: 2,
            tiles: 16,
            texture: [2048, 1024],
            chains: 32,
            bones: 5,
            cap: true,
            seed: 1,
        }
    }
}

impl CardSettings {
    /// The settings with this number of cards.
    #[must_use]
    pub const fn with_cards(self, cards: usize) -> Self {
        Self { cards, ..self }
    }

    /// The settings with this mean width, metres.
    #[must_use]
    pub const fn with_width(self, width: Option<f32>) -> Self {
        Self { width, ..self }
    }

    /// The settings with this number of segments per card.
    #[must_use]
    pub const fn with_segments(self, segments: usize) -> Self {
        Self { segments, ..self }
    }

    /// The settings with this number of segments across a card.
    #[must_use]
    pub const fn with_across(self, across: usize) -> Self {
        Self { across, ..self }
    }

    /// The settings with this number of tiles.
    #[must_use]
    pub const fn with_tiles(self, tiles: u32) -> Self {
        Self { tiles, ..self }
    }

    /// The settings with textures of at most this width and height.
    #[must_use]
    pub const fn with_texture(self, texture: [u32; 2]) -> Self {
        Self { texture, ..self }
    }

    /// The settings with this number of chains of this number of bones.
    #[must_use]
    pub const fn with_chains(self, chains: usize, bones: usize) -> Self {
        Self { chains, bones, ..self }
    }

    /// The settings with or without caps.
    #[must_use]
    pub const fn with_cap(self, cap: bool) -> Self {
        Self { cap, ..self }
    }

    /// The settings with this seed.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Checks that every setting is in its range.
    ///
    /// # Errors
    /// [`CardError::Setting`] for the first that is not.
    pub fn check(&self) -> Result<(), CardError> {
        let within = |setting, value: usize, least: usize, most: usize, range| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            Err(CardError::Setting { setting, value: value as f32, range })
        };
        within("number of cards", self.cards, 1, MAX_CARDS, "1 to 10,000")?;
        within("number of segments", self.segments, 1, MAX_CARD_SEGMENTS, "1 to 64")?;
        within("number of segments across", self.across, 1, MAX_CARD_ACROSS, "1 to 8")?;
        within("number of tiles", self.tiles as usize, 1, MAX_CARD_TILES as usize, "1 to 64")?;
        for side in self.texture {
            let (least, most) = (MIN_CARD_TEXTURE as usize, MAX_CARD_TEXTURE as usize);
            within("side of a texture", side as usize, least, most, "64 to 4,096")?;
        }
        within("number of chains", self.chains, 1, MAX_CHAINS, "1 to 64")?;
        within("number of bones", self.bones, MIN_CHAIN_BONES, MAX_CHAIN_BONES, "3 to 8")?;
        match self.width {
            Some(value) if !(value > 0.0 && value <= 1.0) => {
                Err(CardError::Setting { setting: "width of cards", value, range: "above 0 to 1 m" })
            }
            _ => Ok(()),
        }
    }
}

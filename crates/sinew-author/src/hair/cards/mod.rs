//! Hair as plain meshes: cards along chosen strands, skinned to chains of joints that spring bones or keys
//! move.

mod add;
mod anchor;
mod canvas;
mod cap;
mod cards;
mod centerline;
mod chain;
mod choose;
mod error;
mod gaps;
mod layer;
mod maps;
mod material;
mod occlusion;
mod paint;
mod pose;
mod project;
mod section;
mod settings;
mod shape;
mod springs;
mod strands;
mod tile;
mod tiles;
mod weights;

pub use add::{AddedCards, CardMotion};
pub use cards::HairCards;
pub use chain::HairChain;
pub use error::CardError;
pub use maps::CardMaps;
pub use material::CardTextures;
pub use settings::{
    CardSettings, MAX_CARD_ACROSS, MAX_CARD_SEGMENTS, MAX_CARD_TEXTURE, MAX_CARD_TILES, MAX_CARDS,
    MAX_CHAIN_BONES, MAX_CHAINS, MIN_CARD_TEXTURE, MIN_CHAIN_BONES,
};

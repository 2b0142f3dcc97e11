//! Hair as plain meshes: cards along chosen strands, skinned to chains of joints that spring bones or keys
//! move.

mod add;
mod anchor;
mod cap;
mod cards;
mod chain;
mod choose;
mod error;
mod layer;
mod material;
mod pose;
mod settings;
mod shape;
mod springs;
mod texture;
mod weights;

pub use add::{AddedCards, CardMotion};
pub use cards::HairCards;
pub use chain::HairChain;
pub use error::CardError;
pub use settings::{
    CardSettings, MAX_CARD_COLUMNS, MAX_CARD_SEGMENTS, MAX_CARDS, MAX_CHAIN_BONES, MAX_CHAINS,
    MIN_CHAIN_BONES,
};
pub use texture::{CardTexture, MAX_CARD_TEXTURE};

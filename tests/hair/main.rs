//! Hair on real heads: grooms, guides, cards and their springs.

mod grooms;
mod hair_card_springs;
mod hair_cards;
mod hair_heads;
mod hair_motion;

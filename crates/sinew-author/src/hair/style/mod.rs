//! Haircuts on any head: roots on the skin, guides that grow over it, strands between them.

mod bun;
mod comb;
mod disc;
mod fur;
mod generate;
mod grow;
mod haircut;
mod lids;
mod map_cover;
mod maps;
mod parting;
mod planes;
mod roots;
mod seed;
mod shape;
mod tail;
mod tie;

pub use generate::{generate_groom, generate_groom_with};
pub use map_cover::{MapCover, map_cover};
pub use maps::{GroomMaps, HairMap};

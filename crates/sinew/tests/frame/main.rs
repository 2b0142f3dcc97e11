//! The frame as a whole, on a made-up character.

mod actor;
mod bounds;
mod face;
mod no_allocation;
mod worm;

//! Hair among hair, on a grid that moves with the head (L. Petrovic, M. Henne, J. Anderson, *Volumetric
//! Methods for Simulation and Rendering of Hair*, 2005): hairs take part of the velocity of those around
//! them, and press each other apart where they are denser than in the groom.

mod box_grid;
#[cfg(test)]
mod tests;
#[expect(clippy::module_inception, reason = "the type that the module is named for")]
mod volume;

pub(super) use box_grid::BoxGrid;
pub(super) use volume::{HairVolume, cell_of, masses};

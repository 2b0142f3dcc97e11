//! Measures of a character's skin from which a ragdoll is fitted: joints of the parts, points, shapes, shares of
//! the mass, legs.

pub(super) mod body_mass;
pub(super) mod fit_shape;
pub(super) mod legs;
pub(super) mod part_choice;
pub(super) mod skin_points;

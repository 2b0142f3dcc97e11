//! The renderer on whatever device there is: what it draws of characters made up here, and that its skinning equals
//! the processor's. Without a device the tests say so and pass.

mod first_person_mesh;
mod looks;
mod materials;
mod outlines;
mod pictures;
mod shapes;
mod skinning;
mod support;
mod toon;
mod toon_blend;

//! Tests of the renderer on the machine's graphics device: images of small made-up characters, and skinning
//! compared with the CPU's. Without a device the tests print a line and pass.

mod ambient;
mod device;
mod dressed_actor;
mod environment;
mod first_person_mesh;
mod flat;
mod groom;
mod hair;
mod hair_solver;
mod layers;
mod lights;
mod looks;
mod material_overrides;
mod materials;
mod morph_colors;
mod normal_maps;
mod outlines;
mod scene;
mod shapes;
mod skinning;
mod strand_points;
mod support;
mod toon;
mod toon_blend;
mod uv_sets;

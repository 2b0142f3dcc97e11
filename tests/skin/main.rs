//! Skin of real characters: rays, decals, wrinkles, normal maps, on processor and device.

mod baked_decals;
mod decal_drift;
mod decals;
mod drawn_decals;
mod gpu;
mod looks;
mod normal_maps;
mod ray_bounds;
mod wrinkle_pores;
mod wrinkles;

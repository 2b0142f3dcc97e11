//! Clips and bodies in motion: retargeted, turned, of any size, in any world and at any frame rate.

mod clips;
mod facing;
mod limbs;
mod mirrored;
mod playback;
mod rates;
mod retarget;
mod sizes;
mod spoiled_rest;
mod standing;
mod ways;
mod worlds;

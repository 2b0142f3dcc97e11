//! Which joints are human bones, on made-up rigs: named as the programs of this world name theirs, unnamed, hostile.

mod hostile;
mod map;
mod names;
mod rig;
mod rigs;
mod structure;

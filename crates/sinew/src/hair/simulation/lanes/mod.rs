//! Hairs side by side: groups of eight, whose points go through a step together. A hair moves the same in any
//! company.

mod access;
mod edges;
mod group;
pub(in crate::hair) mod work;

pub(in crate::hair) use access::Access;
pub(super) use access::{Block, Row};
pub(super) use edges::EdgeLanes;
pub(super) use group::{HairGroup, group};
pub(in crate::hair) use work::{LaneWork, each_lane};

//! Private items of the runtime that `sinew-author` uses. They are for that crate alone: no stability is promised, and they may change in any version.

pub use crate::face::arkit::arkit_morphs;
pub use crate::face_names::normalized::normalized;
pub use crate::hair::control_hair::check as check_hair_points;
pub use crate::hair::strand::strands::blend as blend_guides;
pub use crate::math::axis_angle::from_axis_angle;
pub use crate::math::disjoint_sets::DisjointSets;
pub use crate::math::random::Random;
pub use crate::math::triangle::{nearest_on_triangle, nearest_share, nearest_shares};
pub use crate::math::turn::arc;
pub use crate::surface::character_surface::reference_positions;
pub use crate::text::names::suggest;
#[cfg(feature = "ron")]
pub use crate::text::{
    grammar::{Grammar, Hint},
    location::locate,
    read::{ALL_LEVELS, read_ron, write_ron},
};

/// Angles, as `crate::math::angle`.
pub mod angle {
    pub use crate::math::angle::atan2;
}

/// Functions of `libm`, as `crate::math::ops`.
pub mod ops {
    pub use crate::math::ops::*;
}

//! Private items of the runtime that `sinew-author` and `sinew-setup` use. They are for those crates alone: no stability is
//! promised, and they may change in any version.

pub use crate::beside::on_two_threads;
pub use crate::face::arkit::arkit_morphs;
pub use crate::face_names::normalized::normalized;
pub use crate::hair::control_hair::check as check_hair_points;
pub use crate::hair::strand::strands::blend as blend_guides;
pub use crate::humanoid::name_words::split as split_name;
pub use crate::math::axis_angle::{from_axis_angle, from_scaled_axis, to_scaled_axis};
pub use crate::math::disjoint_sets::DisjointSets;
pub use crate::math::fused::product;
pub use crate::math::random::Random;
pub use crate::math::simd::{ProductWork, with_product};
pub use crate::math::triangle::{nearest_on_triangle, nearest_share, nearest_shares};
pub use crate::math::turn::arc;
pub use crate::playback::clip_set::raw_mismatch;
pub use crate::retarget::contact::MovingGround;
pub use crate::retarget::leg::reach as reach_with_leg;
pub use crate::surface::character_surface::reference_positions;
pub use crate::text::names::suggest;
#[cfg(feature = "serde")]
pub use crate::text::unique::unique;
#[cfg(feature = "ron")]
pub use crate::text::{
    grammar::{Grammar, Hint},
    in_text::in_text,
    read::{ALL_LEVELS, read_ron, write_ron},
};

/// Containers of packs, for tests that damage them.
pub mod pack {
    pub use crate::pack::container::{
        BITS, CLIP, FACE, FileKind, MRPH, NODE, PACK, Sections, Tag, assemble, seal,
    };
}

/// Format of compressed clips.
pub mod clip_format {
    pub use crate::clip::compressed::clip::{ClipParts, ClipView, Segment};
    pub use crate::clip::compressed::format::{
        basis, bits, channel, layout, quantization, resting, rotation,
    };
}

/// Angles, as `crate::math::angle`.
pub mod angle {
    pub use crate::math::angle::atan2;
}

/// Functions of `libm`, as `crate::math::ops`.
pub mod ops {
    pub use crate::math::ops::*;
}

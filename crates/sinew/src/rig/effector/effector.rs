use crate::name_or_id::id_is_name_or_id;
use crate::skeleton::Socket;

/// Effector of a rig.
#[derive(Clone, Debug)]
pub(crate) struct Effector {
    pub(crate) name: String,
    /// Fade time of goals, seconds to nine tenths.
    pub(crate) fade: f32,
    /// Whether it stays at its animated pose while other effectors of its body have goals.
    pub(crate) is_pinned: bool,
    /// Socket that it follows from the beginning.
    pub(crate) follows: Option<Socket>,
}

/// Index of an effector in its rig; [`IkRig::effector`](crate::rig::IkRig::effector) finds it by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EffectorId(pub(crate) u32);

id_is_name_or_id!(EffectorId);

impl EffectorId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Default fade time of goals, seconds to nine tenths.
pub const DEFAULT_FADE: f32 = 0.2;

/// Time in which an animation takes over a body that physics has led along it.
#[derive(Clone, Copy, Debug)]
pub(in crate::ragdoll) struct HandOver {
    /// Whether the animation has the body: what physics has changed in the pose fades.
    pub(in crate::ragdoll) has_begun: bool,
    /// Time since then, and that of the whole fade, seconds.
    pub(in crate::ragdoll) time: f32,
    pub(in crate::ragdoll) seconds: f32,
}

impl HandOver {
    pub(in crate::ragdoll) fn new(seconds: f32) -> Self {
        Self { has_begun: false, time: 0.0, seconds }
    }
}

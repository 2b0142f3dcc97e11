use super::HairBody;
use crate::hair::Groom;
use std::sync::Arc;

/// Hair of a character: a groom, and the body that it stays out of. Immutable, shared between actors.
#[derive(Clone, Debug, Default)]
pub struct Hair {
    /// The groom.
    pub groom: Arc<Groom>,
    /// The body.
    pub body: Arc<HairBody>,
}

impl Hair {
    /// Hair of a groom and a body.
    #[must_use]
    pub fn new(groom: impl Into<Arc<Groom>>, body: impl Into<Arc<HairBody>>) -> Self {
        Self { groom: groom.into(), body: body.into() }
    }
}

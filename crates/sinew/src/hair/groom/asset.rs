use super::GroomError;
use crate::hair::{ControlHair, GuidePose, HairLook, HairSettings, Strands};
use crate::surface::SurfacePoint;

/// Haircut of one character: layers of hair, such as scalp, brows and beard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Groom {
    /// Name; may be empty.
    pub name: String,
    /// Layers.
    pub layers: Vec<GroomLayer>,
}

impl Groom {
    /// Number of strands of all layers.
    #[must_use]
    pub fn strand_count(&self) -> usize {
        self.layers.iter().map(|layer| layer.strands.strands().len()).sum()
    }

    /// Number of guides of all layers.
    #[must_use]
    pub fn guide_count(&self) -> usize {
        self.layers.iter().map(|layer| layer.guides.len()).sum()
    }
}

/// Hair of one region and look: guides on the skin, in the character's reference pose, and strands between
/// them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GroomLayer {
    /// Name; may be empty.
    pub name: String,
    /// Guides in model space, in the reference pose; all have the same number of points.
    pub guides: Vec<ControlHair>,
    /// Point of the skin that each guide grows from.
    pub roots: Vec<SurfacePoint>,
    /// Strands that are drawn.
    pub strands: Strands,
    /// Look of the strands.
    pub look: HairLook,
    /// Settings of the guides' simulation; `None` for hair that moves with the skin alone.
    pub physics: Option<HairSettings>,
}

impl GroomLayer {
    /// Layer with the default look, which moves with the skin alone. Its strands have these guides' rest pose
    /// ([`Strands::with_rest`]).
    ///
    /// # Errors
    /// When there are no guides, guides have different numbers of points, there is not one root per guide, or
    /// a strand follows a guide which does not exist.
    pub fn new(
        name: impl Into<String>,
        guides: Vec<ControlHair>,
        roots: Vec<SurfacePoint>,
        strands: Strands,
    ) -> Result<Self, GroomError> {
        let name = name.into();
        let fault = |message: String| Err(GroomError::Layer { layer: name.clone(), message });
        let Some(first) = guides.first() else { return fault("it has no guides".to_owned()) };
        let count = first.points().len();
        if let Some(number) = guides.iter().position(|guide| guide.points().len() != count) {
            let found = guides[number].points().len();
            return fault(format!("guide {number} has {found} points; the others have {count}"));
        }
        if roots.len() != guides.len() {
            return fault(format!("{} roots for {} guides", roots.len(), guides.len()));
        }
        let is_missing = |guide: &u32| *guide as usize >= guides.len();
        if let Some(guide) =
            strands.strands().iter().flat_map(|strand| &strand.guides).find(|guide| is_missing(guide))
        {
            return fault(format!("a strand follows guide {guide}; there are {}", guides.len()));
        }
        let strands = strands.with_rest(&GuidePose::at_rest(&guides));
        Ok(Self { name, guides, roots, strands, look: HairLook::default(), physics: None })
    }

    /// The layer with this look.
    #[must_use]
    pub fn with_look(self, look: HairLook) -> Self {
        Self { look, ..self }
    }

    /// The layer with simulated guides.
    #[must_use]
    pub fn with_physics(self, physics: HairSettings) -> Self {
        Self { physics: Some(physics), ..self }
    }

    /// Number of points of each guide.
    #[must_use]
    pub fn points_per_guide(&self) -> usize {
        self.guides.first().map_or(0, |guide| guide.points().len())
    }
}

//! Recipe from articulators to blend shapes with the names of Apple's ARKit (Apple,
//! *ARFaceAnchor.BlendShapeLocation*).

use crate::phone::articulation::{Articulation, LabialContact};
use crate::phone::phone::Phone;
use sinew_viseme::Viseme;

/// Blend shapes that the recipe sets, in the order of [`arkit_weights`].
pub const ARKIT_NAMES: [&str; 14] = Viseme::ARKIT_NAMES;

/// Degree of the lips' contacts, each 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LipContact {
    /// Lips on each other.
    pub closed: f32,
    /// Lower lip on the upper teeth.
    pub on_teeth: f32,
}

impl LipContact {
    /// Full contact of a phone.
    #[must_use]
    pub fn of(phone: Phone) -> Self {
        let full = |kind| f32::from(u8::from(phone.contact() == kind));
        Self { closed: full(LabialContact::Lips), on_teeth: full(LabialContact::LipAndTeeth) }
    }
}

/// Weights of [`ARKIT_NAMES`], each 0 to 1.
///
/// `mouthClose` undoes what `jawOpen` opens, as ARKit defines it, so closed lips have both.
#[must_use]
pub fn arkit_weights(mouth: &Articulation, contact: LipContact) -> [f32; ARKIT_NAMES.len()] {
    /// Jaw of ARKit faces at the widest vowel; the rest is for shouts and yawns.
    const JAW: f32 = 0.7;
    let open = 1.0 - contact.closed;
    let jaw = JAW * mouth.jaw;
    // Round and close is a pucker, round and open or with lips turned out a funnel.
    let close = 1.0 - mouth.lip_aperture;
    let pucker = mouth.rounding * close * open;
    let funnel = (0.6 * mouth.protrusion).max(mouth.rounding * mouth.lip_aperture) * open;
    let spread = (2.0 * mouth.width - 1.0).max(0.0) * 0.5 * open;
    let lips_apart = (mouth.lip_aperture - mouth.jaw).max(0.0) * open;
    let press = 0.4 * contact.closed;
    let upper = (0.25 * contact.on_teeth).max(0.6 * lips_apart);
    let lower = 0.8 * lips_apart * (1.0 - contact.on_teeth);
    let weights = [
        jaw,
        jaw * contact.closed,
        funnel,
        pucker,
        spread,
        spread,
        press,
        press,
        (0.6 * contact.on_teeth).max(0.15 * contact.closed),
        0.15 * contact.closed,
        upper,
        upper,
        lower,
        lower,
    ];
    weights.map(|weight| weight.clamp(0.0, 1.0))
}

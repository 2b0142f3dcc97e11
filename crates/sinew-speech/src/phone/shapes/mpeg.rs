//! Visemes of MPEG-4 face animation (ISO/IEC 14496-2, *Visual*, table of visemes and related phonemes).

use super::oculus::viseme;
use crate::phone::phone::Phone;

/// Number of the MPEG-4 viseme of a phone: 0 none, 1 p b m, 2 f v, 3 th, 4 t d, 5 k g, 6 ch sh, 7 s z, 8 n l,
/// 9 r, 10 a, 11 e, 12 i, 13 o, 14 u.
#[must_use]
pub fn mpeg_viseme(phone: Phone) -> u8 {
    // Oculus Lip Sync keeps MPEG-4's order.
    viseme(phone).index() as u8
}

//! The 22 visemes of Microsoft's speech interface (Microsoft, *SAPI 5: SPVISEMES*), which Azure's speech
//! service uses too.

use super::oculus::MIN_ROUNDED;
use crate::phone::articulation::LabialContact;
use crate::phone::manner::{Manner, Place};
use crate::phone::phone::Phone;
use crate::phone::sound_unit::SpeechSound;

/// Number of the SAPI viseme of a sound, 0 to 21. The set has numbers of its own for the diphthongs of
/// English.
#[must_use]
pub fn sapi_viseme(sound: SpeechSound) -> u8 {
    let phone = sound.phone;
    if let Some(glide) = sound.glide.filter(|glide| glide.is_vowel() && phone.is_vowel()) {
        let ends_rounded = glide.articulation().rounding >= MIN_ROUNDED;
        let starts_rounded = phone.articulation().rounding >= MIN_ROUNDED;
        let is_open = phone.articulation().lip_aperture > 0.7;
        return match (starts_rounded, ends_rounded) {
            (true, true) => 8,
            (true, false) => 10,
            (false, true) if is_open => 9,
            (false, true) => 8,
            (false, false) if is_open => 11,
            (false, false) => vowel(phone),
        };
    }
    match (phone.contact(), phone.manner(), phone.place()) {
        (_, Manner::Silence, _) => 0,
        (LabialContact::Lips, ..) => 21,
        (LabialContact::LipAndTeeth, ..) | (_, Manner::Fricative, Place::Bilabial) => 18,
        (_, Manner::Vowel, _) => vowel(phone),
        (_, Manner::RhoticVowel, _) => 5,
        (_, Manner::Rhotic, _) => 13,
        (_, Manner::Lateral, _) => 14,
        (_, Manner::Sibilant | Manner::Affricate, Place::Alveolar) => 15,
        (_, Manner::Sibilant | Manner::Affricate, _) => 16,
        (_, _, Place::LabialVelar) => 7,
        (_, Manner::Approximant, Place::Palatal) => 6,
        (_, Manner::Fricative, Place::Dental) => 17,
        (_, _, Place::Glottal) => 12,
        (_, Manner::Nasal, Place::Palatal)
        | (_, _, Place::Dental | Place::Alveolar | Place::Postalveolar) => 19,
        _ => 20,
    }
}

fn vowel(phone: Phone) -> u8 {
    let mouth = phone.articulation();
    let aperture = mouth.lip_aperture;
    if mouth.rounding >= MIN_ROUNDED {
        match aperture {
            a if a < 0.25 => 7,
            a if a < 0.45 => 4,
            a if a < 0.6 => 8,
            _ => 3,
        }
    } else if mouth.tongue_front > 0.7 {
        match aperture {
            a if a < 0.4 => 6,
            a if a < 0.7 => 4,
            _ => 1,
        }
    } else if aperture > 0.85 {
        2
    } else if aperture < 0.33 {
        6
    } else {
        1
    }
}

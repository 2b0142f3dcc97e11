//! The 15 visemes of Oculus Lip Sync (Meta, *Viseme Reference*). VRM's five mouth expressions follow from
//! them by [`Viseme::vrm_weights`].

use crate::phone::articulation::LabialContact;
use crate::phone::manner::{Manner, Place};
use crate::phone::phone::Phone;
use sinew_viseme::Viseme;

/// Least rounding of a rounded vowel.
pub(super) const MIN_ROUNDED: f32 = 0.35;

/// Viseme of a phone.
///
/// The set has no shape for h and the glottal stop, which are spoken with the mouth of their neighbours; they
/// get the neutral `kk`.
#[must_use]
pub fn viseme(phone: Phone) -> Viseme {
    match (phone.contact(), phone.manner(), phone.place()) {
        (_, Manner::Silence, _) => Viseme::Sil,
        (LabialContact::Lips, ..) => Viseme::PP,
        (LabialContact::LipAndTeeth, ..) => Viseme::FF,
        (_, Manner::Vowel, _) => vowel(phone),
        (_, Manner::RhoticVowel | Manner::Rhotic, _) => Viseme::RR,
        (_, Manner::Lateral, _) => Viseme::NN,
        (_, Manner::Sibilant | Manner::Affricate, Place::Alveolar) => Viseme::SS,
        (_, Manner::Sibilant | Manner::Affricate, _) => Viseme::CH,
        // Lips that come near each other without touching.
        (_, Manner::Fricative, Place::Bilabial) => Viseme::FF,
        (_, _, Place::LabialVelar) => Viseme::Ou,
        (_, Manner::Approximant, Place::Palatal) => {
            if phone.articulation().rounding >= MIN_ROUNDED {
                Viseme::Ou
            } else {
                Viseme::Ih
            }
        }
        (_, Manner::Fricative, Place::Dental) => Viseme::TH,
        (_, Manner::Nasal, Place::Alveolar | Place::Postalveolar | Place::Palatal) => Viseme::NN,
        (_, Manner::Fricative, Place::Palatal) => Viseme::Ih,
        (_, _, Place::Dental | Place::Alveolar | Place::Postalveolar) => Viseme::DD,
        _ => Viseme::KK,
    }
}

fn vowel(phone: Phone) -> Viseme {
    let mouth = phone.articulation();
    if mouth.rounding >= MIN_ROUNDED {
        if mouth.lip_aperture > 0.4 { Viseme::Oh } else { Viseme::Ou }
    } else if mouth.lip_aperture < 0.36 {
        Viseme::Ih
    } else if mouth.lip_aperture < 0.7 && mouth.tongue_front > 0.7 {
        Viseme::E
    } else {
        Viseme::Aa
    }
}

/// Phone that stands for a viseme where a set is derived from visemes alone.
#[must_use]
pub fn typical_phone(viseme: Viseme) -> Phone {
    let letter = match viseme {
        Viseme::Sil => "",
        Viseme::PP => "p",
        Viseme::FF => "f",
        Viseme::TH => "θ",
        Viseme::DD => "t",
        Viseme::KK => "k",
        Viseme::CH => "ʃ",
        Viseme::SS => "s",
        Viseme::NN => "n",
        Viseme::RR => "ɹ",
        Viseme::Aa => "ɑ",
        Viseme::E => "ɛ",
        Viseme::Ih => "ɪ",
        Viseme::Oh => "ɔ",
        Viseme::Ou => "u",
    };
    Phone::from_letter(letter).unwrap_or_default()
}

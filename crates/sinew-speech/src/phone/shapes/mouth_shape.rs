//! Mouth shapes of drawn animation: the nine of Rhubarb Lip Sync (Daniel Wolf, *Rhubarb Lip Sync*, "Mouth
//! shapes"; A to F are those of Hanna-Barbera), with the names that Preston Blair's series has for them
//! (Preston Blair, *Advanced Animation*, 1947).

use super::oculus::{MIN_ROUNDED, typical_phone};
use crate::phone::articulation::LabialContact;
use crate::phone::manner::{Manner, Place};
use crate::phone::phone::Phone;
use sinew_viseme::Viseme;

/// Mouth shape of Rhubarb Lip Sync. The set is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MouthShape {
    /// Closed lips: p, b, m.
    A,
    /// Slightly open, teeth together: most consonants, ee.
    B,
    /// Open: e in "bed", a in "bat".
    C,
    /// Wide open: a in "father".
    D,
    /// Slightly rounded: o in "off", "bird".
    E,
    /// Puckered: oo, w.
    F,
    /// Lower lip on the teeth: f, v.
    G,
    /// Tongue raised behind the teeth: l.
    H,
    /// Rest.
    X,
}

impl MouthShape {
    /// All shapes.
    pub const ALL: [Self; 9] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H, Self::X];

    /// Shape of a phone.
    #[must_use]
    pub fn of_phone(phone: Phone) -> Self {
        let mouth = phone.articulation();
        match (phone.contact(), phone.manner(), phone.place()) {
            (_, Manner::Silence, _) => Self::X,
            (LabialContact::Lips, ..) => Self::A,
            (LabialContact::LipAndTeeth, ..) => Self::G,
            (_, Manner::Lateral, _) => Self::H,
            (_, Manner::RhoticVowel, _) => Self::E,
            (_, _, Place::LabialVelar) => Self::F,
            (_, Manner::Vowel, _) if mouth.rounding >= MIN_ROUNDED => {
                if mouth.lip_aperture < 0.4 {
                    Self::F
                } else {
                    Self::E
                }
            }
            (_, Manner::Vowel, _) => match mouth.lip_aperture {
                a if a > 0.85 => Self::D,
                a if a > 0.45 => Self::C,
                _ => Self::B,
            },
            _ => Self::B,
        }
    }

    /// Shape of a viseme.
    #[must_use]
    pub fn of_viseme(viseme: Viseme) -> Self {
        Self::of_phone(typical_phone(viseme))
    }

    /// Letter of the shape.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::D => "D",
            Self::E => "E",
            Self::F => "F",
            Self::G => "G",
            Self::H => "H",
            Self::X => "X",
        }
    }

    /// Name in Preston Blair's series, as Moho and OpenToonz expect it.
    #[must_use]
    pub const fn preston_blair(self) -> &'static str {
        match self {
            Self::A => "MBP",
            Self::B => "etc",
            Self::C => "E",
            Self::D => "AI",
            Self::E => "O",
            Self::F => "U",
            Self::G => "FV",
            Self::H => "L",
            Self::X => "rest",
        }
    }

    /// Shape of a letter.
    #[must_use]
    pub fn from_letter(letter: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.letter() == letter)
    }

    /// Shape of a name in Preston Blair's series, in any case; `WQ` of Papagayo is [`F`](Self::F).
    #[must_use]
    pub fn from_preston_blair(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case("WQ") {
            return Some(Self::F);
        }
        Self::ALL.into_iter().find(|shape| shape.preston_blair().eq_ignore_ascii_case(name))
    }

    /// Viseme that comes nearest to this shape.
    #[must_use]
    pub const fn viseme(self) -> Viseme {
        match self {
            Self::A => Viseme::PP,
            Self::B => Viseme::DD,
            Self::C => Viseme::E,
            Self::D => Viseme::Aa,
            Self::E => Viseme::Oh,
            Self::F => Viseme::Ou,
            Self::G => Viseme::FF,
            Self::H => Viseme::NN,
            Self::X => Viseme::Sil,
        }
    }
}

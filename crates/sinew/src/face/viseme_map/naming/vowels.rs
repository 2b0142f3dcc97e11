//! Names of morph targets of the five vowels a, i, u, e, o: VRoid Studio, MikuMikuDance, and common ones.

use super::Naming;
use crate::face::Viseme;
use crate::face::names::normalized;
use crate::face::viseme_map::targets::{Row, VisemeTargets};

/// Names of a, i, u, e, o.
const NAMES: [(VisemeTargets, [&str; 5]); 7] = [
    (VisemeTargets::VRoid, ["Fcl_MTH_A", "Fcl_MTH_I", "Fcl_MTH_U", "Fcl_MTH_E", "Fcl_MTH_O"]),
    (VisemeTargets::Vowels, ["あ", "い", "う", "え", "お"]),
    (VisemeTargets::Vowels, ["lip_a", "lip_i", "lip_u", "lip_e", "lip_o"]),
    (VisemeTargets::Vowels, ["mouth_a", "mouth_i", "mouth_u", "mouth_e", "mouth_o"]),
    (VisemeTargets::Vowels, ["mouth_aa", "mouth_ih", "mouth_ou", "mouth_ee", "mouth_oh"]),
    (VisemeTargets::Vowels, ["aa", "ih", "ou", "ee", "oh"]),
    (VisemeTargets::Vowels, ["a", "i", "u", "e", "o"]),
];

pub(super) fn namings() -> impl Iterator<Item = Naming> {
    NAMES.into_iter().map(|(kind, names)| {
        let shapes = names.into_iter().enumerate().map(|(n, name)| (normalized(name), vowel(n)));
        Naming { kind, shapes: shapes.collect(), min_count: 5 }
    })
}

/// Weights of VRM's `aa`, `ih`, `ou`, `ee` or `oh` by number.
pub(in crate::face::viseme_map) fn vowel(number: usize) -> Row {
    Viseme::ALL.map(|viseme| viseme.vrm_weights()[number])
}

//! Names of the visemes of Character Creator and iClone (Reallusion, *Viseme and facial expression names*): eight shapes that are mixed, or 15 that stand for
//! phones.

use super::{Listed, Naming, listed};
use crate::face::Viseme::{Aa, CH, DD, E, FF, Ih, KK, NN, Oh, Ou, PP, RR, SS, TH};
use crate::face::viseme_map::targets::VisemeTargets;

/// Shapes that are mixed: `V_Open` in CC4, `Open` in CC3.
const MIXED: [Listed; 8] = [
    ("Open", &[(Aa, 0.9), (E, 0.4), (KK, 0.2), (Oh, 0.3), (NN, 0.1)]),
    ("Explosive", &[(PP, 1.0)]),
    ("Dental_Lip", &[(FF, 1.0)]),
    ("Tight_O", &[(Oh, 0.8), (Ou, 0.7), (RR, 0.3)]),
    ("Tight", &[(Ou, 0.4), (RR, 0.4)]),
    ("Wide", &[(Ih, 0.7), (E, 0.5), (SS, 0.4)]),
    ("Affricate", &[(CH, 1.0)]),
    ("Lip_Open", &[(DD, 0.5), (TH, 0.6), (NN, 0.5), (SS, 0.4), (KK, 0.4), (Ih, 0.3)]),
];

/// Shapes of the tongue beside them.
const TONGUE: [Listed; 4] = [
    ("V_Tongue_up", &[(DD, 0.7), (NN, 0.8)]),
    ("V_Tongue_Raise", &[(KK, 0.6), (RR, 0.3)]),
    ("V_Tongue_Out", &[(TH, 0.7)]),
    ("V_Tongue_Curl_U", &[(RR, 0.6)]),
];

/// Shapes that stand for phones.
const DIRECT: [Listed; 15] = [
    ("EE", &[(Ih, 0.4)]),
    ("Er", &[(RR, 0.3)]),
    ("IH", &[(Ih, 0.6)]),
    ("Ah", &[(Aa, 1.0)]),
    ("Oh", &[(Oh, 1.0)]),
    ("W_OO", &[(Ou, 1.0)]),
    ("S_Z", &[(SS, 1.0)]),
    ("Ch_J", &[(CH, 1.0)]),
    ("F_V", &[(FF, 1.0)]),
    ("TH", &[(TH, 1.0)]),
    ("T_L_D_N", &[(DD, 1.0), (NN, 1.0)]),
    ("B_M_P", &[(PP, 1.0)]),
    ("K_G_H_NG", &[(KK, 1.0)]),
    ("AE", &[(E, 1.0)]),
    ("R", &[(RR, 0.7)]),
];

/// Fewest shapes of the direct set; the names of its vowels are common.
const MIN_DIRECT: usize = 9;

pub(super) fn namings() -> [Naming; 3] {
    let mixed = |prefix| Naming {
        kind: VisemeTargets::Reallusion,
        shapes: listed(prefix, &MIXED).into_iter().chain(listed("", &TONGUE)).collect(),
        min_count: 5,
    };
    let direct =
        Naming { kind: VisemeTargets::Reallusion, shapes: listed("", &DIRECT), min_count: MIN_DIRECT };
    [direct, mixed("V_"), mixed("")]
}

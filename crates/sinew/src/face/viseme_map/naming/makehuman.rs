//! Names of MakeHuman's expression units, which MPFB loads as morph targets.
//!
//! The weights are chosen by what the units do to MakeHuman's base mesh at 1: `mouth-open` parts the lips by 31 mm, `mouth-protusion` by 18 mm and brings
//! them forward by 7, `mouth-part-later` parts them by 19, `mouth-parling` by 5, `mouth-pursing` brings them forward by 8 and the corners inward by 10,
//! `mouth-retraction` draws the corners outward by 4, `mouth-compression` flattens closed lips, `mouth-elevation` raises the upper lip by 5.

use super::{Listed, Naming, listed};
use crate::face::Viseme::{Aa, CH, DD, E, FF, Ih, KK, NN, Oh, Ou, PP, RR, SS, TH};
use crate::face::viseme_map::targets::VisemeTargets;

const SHAPES: [Listed; 8] = [
    (
        "mouth-open",
        &[(Aa, 0.5), (E, 0.28), (Ih, 0.1), (Oh, 0.15), (KK, 0.18), (TH, 0.1), (DD, 0.05), (NN, 0.06)],
    ),
    ("mouth-compression", &[(PP, 0.6), (FF, 0.5)]),
    ("mouth-parling", &[(KK, 0.3), (CH, 0.3)]),
    ("mouth-part-later", &[(Ih, 0.2), (E, 0.1), (SS, 0.2), (DD, 0.2), (NN, 0.15), (TH, 0.15)]),
    ("mouth-protusion", &[(Oh, 0.5), (Ou, 0.2), (RR, 0.2), (CH, 0.35)]),
    ("mouth-pursing", &[(Ou, 0.8), (Oh, 0.3), (RR, 0.35), (CH, 0.2)]),
    ("mouth-retraction", &[(Ih, 0.4), (E, 0.3), (SS, 0.3)]),
    ("mouth-elevation", &[(FF, 0.4), (Aa, 0.2)]),
];

pub(super) fn naming() -> Naming {
    Naming { kind: VisemeTargets::MakeHuman, shapes: listed("", &SHAPES), min_count: 6 }
}

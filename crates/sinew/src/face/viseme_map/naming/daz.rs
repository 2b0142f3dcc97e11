//! Names of the viseme controls of Genesis figures (Daz 3D): `eCTRLvAA` up to Genesis 8, `facs_ctrl_vAA` from Genesis 8.1.

use super::{Listed, Naming, listed};
use crate::face::Viseme::{Aa, CH, DD, E, FF, Ih, KK, NN, Oh, Ou, PP, RR, SS, TH};
use crate::face::viseme_map::targets::VisemeTargets;

const SHAPES: [Listed; 17] = [
    ("AA", &[(Aa, 1.0)]),
    ("EE", &[(Ih, 0.4)]),
    ("EH", &[(E, 1.0)]),
    ("ER", &[(RR, 0.7)]),
    ("F", &[(FF, 1.0)]),
    ("IH", &[(Ih, 0.6)]),
    ("IY", &[]),
    ("K", &[(KK, 1.0)]),
    ("L", &[(NN, 1.0)]),
    ("M", &[(PP, 1.0)]),
    ("OW", &[(Oh, 1.0)]),
    ("S", &[(SS, 1.0)]),
    ("SH", &[(CH, 1.0)]),
    ("T", &[(DD, 1.0)]),
    ("TH", &[(TH, 1.0)]),
    ("UW", &[(Ou, 1.0)]),
    ("W", &[(RR, 0.3)]),
];

pub(super) fn naming() -> Naming {
    let shapes = ["eCTRLv", "facs_ctrl_v"].into_iter().flat_map(|prefix| listed(prefix, &SHAPES)).collect();
    Naming { kind: VisemeTargets::Daz, shapes, min_count: 8 }
}

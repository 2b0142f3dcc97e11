//! Names of the 15 visemes of Oculus (Meta, *Viseme Reference*): as Ready Player Me, the pack visemes02 of MakeHuman and VRChat write them.

use super::Naming;
use crate::face::Viseme;
use crate::face::names::normalized;
use crate::face::viseme_map::targets::{Row, VisemeTargets};

/// `viseme_aa` with `viseme_I`, `viseme_O` and `viseme_U`; `v_aa` and `vrc.v_aa`.
pub(super) fn namings() -> [Naming; 2] {
    ["viseme_", "v_"].map(|prefix| naming(prefix, 9))
}

/// `PP`, `FF`, … alone.
pub(super) fn bare() -> Naming {
    naming("", 12)
}

fn naming(prefix: &str, min_count: usize) -> Naming {
    let named = |name: &str, viseme: Viseme| (normalized(&format!("{prefix}{name}")), one(viseme));
    let mut shapes: Vec<_> = Viseme::ALL[1..].iter().map(|own| named(own.name(), *own)).collect();
    let aliases = [("I", Viseme::Ih), ("O", Viseme::Oh), ("U", Viseme::Ou)];
    shapes.extend(aliases.into_iter().filter(|_| !prefix.is_empty()).map(|(name, own)| named(name, own)));
    Naming { kind: VisemeTargets::Oculus, shapes, min_count }
}

fn one(viseme: Viseme) -> Row {
    let mut row = [0.0; Viseme::COUNT];
    row[viseme.index()] = 1.0;
    row
}

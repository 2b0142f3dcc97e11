//! Names of mouth shapes, by tool.

use super::arkit;
use super::targets::{Row, VisemeTargets};
use crate::face::Viseme;
use crate::face::names::normalized;

/// Shapes that a tool gives its characters.
pub(super) struct Naming {
    pub(super) kind: VisemeTargets,
    /// Normalized names with the weights of their visemes.
    pub(super) shapes: Vec<(String, Row)>,
    /// Fewest shapes that a character of this tool has.
    pub(super) min_count: usize,
}

/// All namings of morph targets, those with the most detail first.
pub(super) fn namings() -> Vec<Naming> {
    let oculus = |prefix: &str| {
        let name = |viseme: &Viseme| (normalized(&format!("{prefix}{}", viseme.name())), one(*viseme));
        Viseme::ALL[1..].iter().map(name).collect::<Vec<_>>()
    };
    let arkit = Viseme::ARKIT_NAMES
        .iter()
        .enumerate()
        .map(|(n, name)| (normalized(name), arkit::RECIPE.map(|row| row[n])));
    vec![
        Naming {
            kind: VisemeTargets::Oculus,
            // Ready Player Me writes I, O and U.
            shapes: oculus("viseme_")
                .into_iter()
                .chain([
                    ("visemei".into(), one(Viseme::Ih)),
                    ("visemeo".into(), one(Viseme::Oh)),
                    ("visemeu".into(), one(Viseme::Ou)),
                ])
                .collect(),
            min_count: 9,
        },
        Naming { kind: VisemeTargets::Oculus, shapes: oculus("v_"), min_count: 9 },
        Naming { kind: VisemeTargets::ArKit, shapes: arkit.collect(), min_count: 6 },
        Naming { kind: VisemeTargets::Reallusion, shapes: listed(&REALLUSION), min_count: 5 },
        Naming { kind: VisemeTargets::Daz, shapes: listed(&DAZ), min_count: 8 },
        Naming { kind: VisemeTargets::VRoid, shapes: vowels("Fcl_MTH_"), min_count: 5 },
    ]
}

/// Weights of the shapes of Character Creator (Reallusion, *Viseme and facial expression names*).
const REALLUSION: [(&str, &[(Viseme, f32)]); 8] = [
    (
        "V_Open",
        &[(Viseme::Aa, 0.9), (Viseme::E, 0.4), (Viseme::KK, 0.2), (Viseme::Oh, 0.3), (Viseme::NN, 0.1)],
    ),
    ("V_Explosive", &[(Viseme::PP, 1.0)]),
    ("V_Dental_Lip", &[(Viseme::FF, 1.0)]),
    ("V_Tight_O", &[(Viseme::Oh, 0.8), (Viseme::Ou, 0.7), (Viseme::RR, 0.3)]),
    ("V_Tight", &[(Viseme::Ou, 0.4), (Viseme::RR, 0.4)]),
    ("V_Wide", &[(Viseme::Ih, 0.7), (Viseme::E, 0.5), (Viseme::SS, 0.4)]),
    ("V_Affricate", &[(Viseme::CH, 1.0)]),
    (
        "V_Lip_Open",
        &[
            (Viseme::DD, 0.5),
            (Viseme::TH, 0.6),
            (Viseme::NN, 0.5),
            (Viseme::SS, 0.4),
            (Viseme::KK, 0.4),
            (Viseme::Ih, 0.3),
        ],
    ),
];

/// Weights of the viseme controls of Genesis figures (Daz 3D).
const DAZ: [(&str, &[(Viseme, f32)]); 15] = [
    ("eCTRLvAA", &[(Viseme::Aa, 1.0)]),
    ("eCTRLvEH", &[(Viseme::E, 1.0)]),
    ("eCTRLvIH", &[(Viseme::Ih, 0.5)]),
    ("eCTRLvEE", &[(Viseme::Ih, 0.5)]),
    ("eCTRLvOW", &[(Viseme::Oh, 1.0)]),
    ("eCTRLvUW", &[(Viseme::Ou, 1.0)]),
    ("eCTRLvM", &[(Viseme::PP, 1.0)]),
    ("eCTRLvF", &[(Viseme::FF, 1.0)]),
    ("eCTRLvTH", &[(Viseme::TH, 1.0)]),
    ("eCTRLvT", &[(Viseme::DD, 1.0)]),
    ("eCTRLvK", &[(Viseme::KK, 1.0)]),
    ("eCTRLvSH", &[(Viseme::CH, 1.0)]),
    ("eCTRLvS", &[(Viseme::SS, 1.0)]),
    ("eCTRLvL", &[(Viseme::NN, 1.0)]),
    ("eCTRLvER", &[(Viseme::RR, 1.0)]),
];

fn listed(shapes: &[(&str, &[(Viseme, f32)])]) -> Vec<(String, Row)> {
    let row = |weights: &[(Viseme, f32)]| {
        let mut row = [0.0; Viseme::COUNT];
        weights.iter().for_each(|(viseme, weight)| row[viseme.index()] = *weight);
        row
    };
    shapes.iter().map(|(name, weights)| (normalized(name), row(weights))).collect()
}

/// Shapes of the five vowels of VRoid Studio.
fn vowels(prefix: &str) -> Vec<(String, Row)> {
    let names = ["A", "I", "U", "E", "O"].into_iter().enumerate();
    names.map(|(n, name)| (normalized(&format!("{prefix}{name}")), vowel(n))).collect()
}

/// Weights of VRM's `aa`, `ih`, `ou`, `ee` or `oh` by number.
pub(super) fn vowel(number: usize) -> Row {
    Viseme::ALL.map(|viseme| viseme.vrm_weights()[number])
}

fn one(viseme: Viseme) -> Row {
    let mut row = [0.0; Viseme::COUNT];
    row[viseme.index()] = 1.0;
    row
}

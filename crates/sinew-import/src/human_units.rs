//! Units of formats that state none, from the height of a human body, and sizes of characters that suggest
//! another unit than the stated one.

use crate::{ImportOptions, Imported};
use sinew::humanoid::HumanBone;
use sinew::{Bounds, Character};
use std::ops::RangeInclusive;

/// Assumed height of a body between its outermost joints, in metres.
pub(crate) const ASSUMED_HEIGHT: f32 = 1.65;
/// Largest ratio between measured and assumed height at which a unit is accepted.
const MAX_HEIGHT_RATIO: f32 = 1.6;

/// Unit of length: metres per unit, and name.
pub(crate) type Unit = (f32, &'static str);

/// Known units.
const UNITS: &[Unit] = &[
    (1.0, "metres"),
    (0.01, "centimetres"),
    (0.001, "millimetres"),
    (0.0254, "inches"),
    (0.3048, "feet"),
    // Common scaling of the CMU motion capture database: inches divided by 0.45.
    (0.0254 / 0.45, "inches / 0.45"),
    (0.1, "decimetres"),
];

/// Unit in which a body `height` units tall comes nearest to the height of a human; `None` if it comes near
/// in no unit.
pub(crate) fn find(height: f32) -> Option<Unit> {
    let deviation = |metres: f32| (height * metres / ASSUMED_HEIGHT).ln().abs();
    let best = UNITS.iter().min_by(|a, b| deviation(a.0).total_cmp(&deviation(b.0)));
    best.filter(|(metres, _)| deviation(*metres) < MAX_HEIGHT_RATIO.ln()).copied()
}

/// Whether a body of this height in metres, between its outermost joints, may be a human.
pub(crate) fn is_human(metres: f32) -> bool {
    (metres / ASSUMED_HEIGHT).ln().abs() < MAX_HEIGHT_RATIO.ln()
}

/// Largest extents, in metres, of characters that are not remarked on.
const PLAUSIBLE_EXTENTS: RangeInclusive<f32> = 0.05..=30.0;
/// Extents, in metres, that a creature is likely to have.
const LIKELY_EXTENTS: RangeInclusive<f32> = 0.2..=5.0;

/// Reports a character whose size suggests that its unit is another one. Props without a skeleton may have
/// any size.
pub(crate) fn report_unusual_size(imported: &mut Imported, options: &ImportOptions) {
    let character = &imported.character;
    let is_skinned = character.mesh_instances().iter().any(|instance| instance.skin.is_some());
    let is_motion = character.mesh_instances().is_empty() && !imported.clips.is_empty();
    let extent = extent(character);
    let is_usual = PLAUSIBLE_EXTENTS.contains(&extent) || !extent.is_finite() || extent <= 0.0;
    let has_unit = !imported.format.has_loose_unit();
    if is_usual || !(is_skinned || is_motion) || (!has_unit && options.metres_per_unit.is_some()) {
        return;
    }
    let size = if extent > 1.0 { "large" } else { "small" };
    let mut message = format!("the character measures {extent:.3} m, which is unusually {size}");
    if let Some((factor, reason)) = likely_factor(character, extent) {
        let remedy = match has_unit {
            true => format!("export it again, scaled × {factor}"),
            false => {
                format!("state the unit: --scale {factor} on the command line, `metres_per_unit` in code")
            }
        };
        message += &format!("; if {reason}, {remedy}");
    }
    imported.report.info("size", "file", message);
}

/// Largest side of the box around the human bones in the reference pose, since other parts of the file may be
/// of any size; around the meshes of other characters; around the joints where there are no meshes.
fn extent(character: &Character) -> f32 {
    if let Some(body) = character.humanoid() {
        let joint = |bone| {
            Some(character.reference_model()[body.named_bones.joint(bone)?.index()].translation.into())
        };
        let bounds = Bounds::from_points(HumanBone::ALL.into_iter().filter_map(joint));
        return if bounds.is_empty() { 0.0 } else { bounds.size().max_element() };
    }
    let bounds = match character.mesh_instances().is_empty() {
        true => Bounds::from_points(character.reference_model().iter().map(|joint| joint.translation.into())),
        false => character.reference_bounds(),
    };
    if bounds.is_empty() { 0.0 } else { bounds.size().max_element() }
}

/// Factor that makes a character of likely size, and the mistake that it mends. Humans tell their unit by
/// [`find`].
fn likely_factor(character: &Character, extent: f32) -> Option<(f32, &'static str)> {
    const LARGE: [(f32, &str); 2] =
        [(0.01, "its lengths are centimetres"), (0.001, "its lengths are millimetres")];
    const SMALL: [(f32, &str); 2] =
        [(100.0, "its metres were taken for centimetres"), (1000.0, "its metres were taken for millimetres")];
    let human = character.humanoid().and_then(|_| find(extent));
    let human = human.and_then(|(metres, _)| LARGE.into_iter().find(|(factor, _)| *factor == metres));
    let all = if extent > 1.0 { LARGE } else { SMALL };
    human.or_else(|| all.into_iter().find(|(factor, _)| LIKELY_EXTENTS.contains(&(extent * factor))))
}

#[cfg(test)]
mod tests {
    use super::find;
    use crate::{ImportOptions, NoFiles, import_with};

    #[test]
    fn absurd_sizes_of_motion_are_reported() {
        let bvh = |length: f32| {
            format!(
                "HIERARCHY\nROOT tail\n{{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n\
                 JOINT tip\n{{\nOFFSET 0 {length} 0\n\
                 CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{{\nOFFSET 0 {length} 0\n}}\n}}\n}}\n\
                 MOTION\nFrames: 2\n\
                 Frame Time: 0.1\n0 0 0 0 0 0\n9 0 0 0 0 0\n"
            )
        };
        let size = |length: f32, scale: Option<f32>| {
            let options = ImportOptions::default().with_metres_per_unit(scale);
            let report = import_with(bvh(length).as_bytes(), &NoFiles, &options).unwrap().report;
            report
                .diagnostics()
                .iter()
                .find(|diagnostic| diagnostic.code == "size")
                .map(|diagnostic| diagnostic.message.clone())
        };
        let large = size(220.0, None).unwrap();
        assert!(
            large.contains("440.000 m, which is unusually large; if its lengths are centimetres"),
            "{large}"
        );
        assert!(large.contains("--scale 0.01 on the command line"), "{large}");
        assert_eq!([size(220.0, Some(0.01)), size(4.0, None), size(0.1, None)], [const { None }; 3]);
    }

    #[test]
    fn a_human_height_tells_the_unit() {
        for (height, unit) in [(1.7, "metres"), (170.0, "centimetres"), (64.0, "inches"), (5.4, "feet")] {
            assert_eq!(find(height).map(|(_, name)| name), Some(unit), "{height}");
        }
        for height in [0.0, 0.4, 518.0, 1e9, f32::INFINITY, f32::NAN] {
            assert_eq!(find(height), None, "{height}");
        }
    }
}

//! Units of formats that state none, from the height of a human body.

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

/// Unit in which a body `height` units tall comes nearest to the height of a human; `None` if it comes near in no unit.
pub(crate) fn find(height: f32) -> Option<Unit> {
    let deviation = |metres: f32| (height * metres / ASSUMED_HEIGHT).ln().abs();
    let best = UNITS.iter().min_by(|a, b| deviation(a.0).total_cmp(&deviation(b.0)));
    best.filter(|(metres, _)| deviation(*metres) < MAX_HEIGHT_RATIO.ln()).copied()
}

#[cfg(test)]
mod tests {
    use super::find;

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

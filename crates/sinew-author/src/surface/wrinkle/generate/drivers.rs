//! Shapes that fold each region.

use sinew::character::Character;
use sinew::internal::arkit_morphs;
use sinew::surface::wrinkle::{WrinkleCurve, WrinkleDriverDescription, WrinkleDriverInput};

/// Row of a table: region, shapes whose product drives it, and gain. `side` and `Side` are replaced by the
/// two sides.
type Row = (&'static str, &'static [&'static str], f32);

/// Region, ARKit shapes whose product folds it, and gain.
const ARKIT: [Row; 22] = [
    ("forehead_side", &["browInnerUp"], 0.8),
    ("forehead_side", &["browOuterUpSide"], 0.9),
    ("brow_side", &["browOuterUpSide"], 1.0),
    ("frown", &["browDownLeft"], 0.55),
    ("frown", &["browDownRight"], 0.55),
    ("frown", &["noseSneerLeft", "noseSneerRight"], 0.4),
    ("nose", &["noseSneerLeft"], 0.55),
    ("nose", &["noseSneerRight"], 0.55),
    ("nose", &["browDownLeft", "browDownRight"], 0.35),
    ("crow_side", &["eyeSquintSide"], 0.9),
    ("crow_side", &["mouthSmileSide", "cheekSquintSide"], 0.9),
    ("crow_side", &["mouthSmileSide"], 0.3),
    ("lid_side", &["eyeSquintSide"], 1.0),
    ("lid_side", &["cheekSquintSide"], 0.7),
    ("lid_side", &["noseSneerSide"], 0.3),
    ("nasolabial_side", &["mouthSmileSide"], 0.9),
    ("nasolabial_side", &["noseSneerSide"], 0.6),
    ("nasolabial_side", &["mouthStretchSide"], 0.4),
    ("chin", &["mouthShrugLower"], 1.0),
    ("chin", &["mouthFrownLeft", "mouthFrownRight"], 0.7),
    ("lips", &["mouthPucker"], 1.0),
    ("lips", &["mouthPressLeft", "mouthPressRight"], 0.5),
];

/// Region, expression and gain, for characters without ARKit's shapes.
const EXPRESSIONS: [Row; 8] = [
    ("forehead_side", &["surprised"], 1.0),
    ("forehead_side", &["sad"], 0.4),
    ("brow_side", &["surprised"], 0.8),
    ("frown", &["angry"], 1.0),
    ("nose", &["angry"], 0.5),
    ("crow_side", &["happy"], 0.9),
    ("lid_side", &["happy"], 0.6),
    ("nasolabial_side", &["happy"], 0.9),
];

/// Region, ARKit shapes whose product stretches it, and gain: the movements opposite to those that fold it.
const ARKIT_STRETCH: [Row; 13] = [
    ("forehead_side", &["browDownSide"], 0.8),
    ("brow_side", &["browDownSide"], 0.7),
    ("frown", &["browInnerUp"], 0.5),
    ("frown", &["browOuterUpLeft", "browOuterUpRight"], 0.5),
    ("crow_side", &["eyeWideSide"], 0.6),
    ("nasolabial_side", &["jawOpen"], 0.9),
    ("nasolabial_side", &["mouthFunnel"], 0.5),
    ("chin", &["jawOpen"], 0.5),
    ("chin", &["mouthStretchLeft", "mouthStretchRight"], 0.5),
    ("lips", &["mouthSmileLeft", "mouthSmileRight"], 0.6),
    ("lips", &["mouthStretchLeft", "mouthStretchRight"], 0.8),
    ("lips", &["jawOpen"], 0.4),
    ("lid_side", &["eyeWideSide"], 0.6),
];

/// Region, expression that stretches it, and gain, for characters without ARKit's shapes.
const EXPRESSION_STRETCH: [Row; 5] = [
    ("forehead_side", &["angry"], 0.8),
    ("frown", &["surprised"], 0.6),
    ("nasolabial_side", &["surprised"], 0.7),
    ("crow_side", &["surprised"], 0.5),
    ("lips", &["happy"], 0.6),
];

/// Drivers of all regions by the shapes that a character has; by expressions where it has none of ARKit's.
pub(super) fn drivers(character: &Character, folds: &str, stretch: &str) -> Vec<WrinkleDriverDescription> {
    let has_arkit = |name: &str| !arkit_morphs(character, name).is_empty();
    let by_shapes =
        |(layer, rows): (&str, &[Row])| rows_of(layer, rows, &has_arkit, WrinkleDriverInput::ArKit);
    let layers: [(&str, &[Row]); 2] = [(folds, &ARKIT), (stretch, &ARKIT_STRETCH)];
    let drivers: Vec<WrinkleDriverDescription> = layers.into_iter().flat_map(by_shapes).collect();
    if !drivers.is_empty() {
        return drivers;
    }
    let has_expression = |name: &str| character.find_expression(name).is_some();
    let by_expressions =
        |(layer, rows): (&str, &[Row])| rows_of(layer, rows, &has_expression, WrinkleDriverInput::Expression);
    let layers: [(&str, &[Row]); 2] = [(folds, &EXPRESSIONS), (stretch, &EXPRESSION_STRETCH)];
    layers.into_iter().flat_map(by_expressions).collect()
}

/// Drivers of a layer by the rows of a table whose shapes a character has.
fn rows_of(
    layer: &str,
    rows: &[Row],
    has: &dyn Fn(&str) -> bool,
    input: fn(String) -> WrinkleDriverInput,
) -> Vec<WrinkleDriverDescription> {
    let mut drivers = Vec::new();
    for (region, shapes, gain) in rows {
        for (side, capital) in sides(region) {
            let names: Vec<String> = shapes.iter().map(|shape| shape.replace("Side", capital)).collect();
            if names.iter().all(|name| has(name)) {
                drivers.push(WrinkleDriverDescription {
                    region: region.replace("side", side),
                    layer: layer.to_owned(),
                    inputs: names.into_iter().map(input).collect(),
                    threshold: 0.05,
                    gain: *gain,
                    curve: WrinkleCurve::Linear,
                });
            }
        }
    }
    drivers
}

/// Both sides for a region that has them, else one entry that replaces nothing.
fn sides(region: &str) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let count = if region.ends_with("side") { 2 } else { 1 };
    [("left", "Left"), ("right", "Right")].into_iter().take(count)
}

//! Colours of visemes and of levels, sRGB.

use sinew::face::Viseme;

/// Colours in the order of [`Viseme::ALL`]: silence is grey, closures are red, vowels are green to pink.
const VISEMES: [[u8; 3]; Viseme::COUNT] = [
    [226, 227, 231],
    [196, 32, 44],
    [233, 116, 38],
    [243, 184, 66],
    [158, 116, 74],
    [124, 98, 156],
    [102, 70, 196],
    [58, 104, 204],
    [92, 168, 222],
    [42, 158, 150],
    [38, 148, 64],
    [112, 186, 64],
    [182, 208, 78],
    [222, 104, 166],
    [170, 52, 130],
];

/// Colour of a viseme.
pub(crate) const fn viseme_colour(viseme: Viseme) -> [u8; 3] {
    VISEMES[viseme.index()]
}

/// Black or white, whichever can be read on a colour.
pub(crate) fn ink_on([r, g, b]: [u8; 3]) -> [u8; 3] {
    let luma = 299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b);
    if luma > 140_000 { [20; 3] } else { [255; 3] }
}

/// Number of steps of levels: hardly seen, and files with fewer colours are smaller.
const STEPS: f32 = 20.0;

/// Colour of a share of 0 to 1 of the loudest level: white paper, blue-grey, black ink.
pub(super) fn level_colour(share: f32) -> [u8; 3] {
    const STOPS: [[f32; 3]; 4] =
        [[255.0, 255.0, 255.0], [186.0, 200.0, 222.0], [78.0, 92.0, 140.0], [10.0, 10.0, 28.0]];
    let share = (share.clamp(0.0, 1.0) * STEPS).round() / STEPS;
    let position = share * (STOPS.len() - 1) as f32;
    let below = (position as usize).min(STOPS.len() - 2);
    let part = position - below as f32;
    std::array::from_fn(|n| (STOPS[below][n] + (STOPS[below + 1][n] - STOPS[below][n]) * part).round() as u8)
}

//! Grips by shape of the items that games have: tools of all sizes, pistols, long guns, curved blades.

use crate::item_grips::{Block, PALM, grip, item, turns};
use sinew::body::{ItemGrip, ItemGripError};
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::BodySide;

/// Blocks without names.
fn blocks(blocks: &[Block]) -> Vec<(&'static str, Block)> {
    blocks.iter().map(|block| ("part", *block)).collect()
}

/// Checks that an item is held between these heights, with its other end beyond the thumb.
fn held_upright(name: &str, item: &[Block], heights: std::ops::Range<f32>) {
    for turn in turns() {
        let (grip, _) = grip(&blocks(item), turn);
        let at = Vec3::from(grip.translation);
        assert!(at.x.abs() < 0.01 && at.z.abs() < 0.01 && heights.contains(&at.y), "{name}: {at} {turn}");
        assert!(grip.matrix3.y_axis.y > 0.98, "{name} is upside down: {grip:?} {turn}");
    }
}

#[test]
fn hammers_of_all_sizes_are_held_away_from_their_heads() {
    for length in [0.25, 0.3, 0.35, 0.6f32] {
        let hammer = [
            ([0.0, length * 0.5 - 0.015, 0.0], [0.026, length - 0.03, 0.032]),
            ([0.0, length - 0.015, 0.01], [0.03, 0.03, 0.11]),
        ];
        held_upright(&format!("hammer of {length} m"), &hammer, 0.04..0.45 * length);
    }
}

#[test]
fn hatchets_are_held_away_from_their_heads_with_the_edge_ahead() {
    for length in [0.3, 0.35, 0.4f32] {
        for thick in [0.012, 0.03] {
            let hatchet = [
                ([0.0, length * 0.5, 0.0], [0.024, length, 0.034]),
                ([0.0, length - 0.05, 0.05], [thick, 0.075, 0.11]),
            ];
            held_upright(&format!("hatchet of {length} m"), &hatchet, 0.04..0.45 * length);
            assert!(grip(&blocks(&hatchet), Quat::IDENTITY).0.matrix3.z_axis.z > 0.98);
        }
    }
}

#[test]
fn daggers_knives_maces_and_torches_are_held_by_their_handles() {
    let dagger = [
        ([0.0, 0.22, 0.0], [0.005, 0.2, 0.03]),
        ([0.0, 0.115, 0.0], [0.015, 0.01, 0.08]),
        ([0.0, 0.055, 0.0], [0.024, 0.11, 0.028]),
    ];
    held_upright("dagger", &dagger, 0.03..0.08);
    let knife = [([0.0, 0.18, 0.004], [0.003, 0.12, 0.03]), ([0.0, 0.06, 0.0], [0.018, 0.12, 0.028])];
    held_upright("knife", &knife, 0.04..0.08);
    let mace = [([0.0, 0.25, 0.0], [0.03, 0.5, 0.03]), ([0.0, 0.55, 0.0], [0.11, 0.12, 0.11])];
    held_upright("mace", &mace, 0.05..0.3);
    let torch = [([0.0, 0.15, 0.0], [0.035, 0.3, 0.035]), ([0.0, 0.35, 0.0], [0.07, 0.1, 0.07])];
    held_upright("torch", &torch, 0.05..0.2);
}

/// A pistol: slide along +Z, grip down.
fn pistol(slide: f32, grip: f32) -> [Block; 3] {
    [
        ([0.0, 0.0, slide * 0.5 - 0.03], [0.028, 0.036, slide]),
        ([0.0, -0.018 - grip * 0.5, 0.0], [0.03, grip, 0.046]),
        ([0.0, -0.03, 0.06], [0.01, 0.024, 0.06]),
    ]
}

#[test]
fn pistols_are_held_by_their_grips_with_the_barrel_ahead() {
    for slide in [0.16, 0.18, 0.2, 0.22] {
        for handle in [0.09, 0.1, 0.11, 0.13] {
            for turn in turns() {
                let (grip, found) = grip(&blocks(&pistol(slide, handle)), turn);
                let at = Vec3::from(grip.translation);
                assert!(at.z.abs() < 0.012 && at.x.abs() < 0.005, "{slide} {handle}: {at}");
                assert!((-0.02 - handle..-0.03).contains(&at.y), "{slide} {handle}: {at}");
                assert!(grip.matrix3.y_axis.y > 0.97 && grip.matrix3.z_axis.z > 0.97, "{grip:?}");
                assert!((0.035..0.055).contains(&found.diameter), "{}", found.diameter);
            }
        }
    }
}

#[test]
fn long_guns_are_held_by_the_pistol_grip_or_not_at_all() {
    let receiver: Block = ([0.0, 0.07, 0.1], [0.044, 0.07, 0.4]);
    let barrel: Block = ([0.0, 0.075, 0.45], [0.018, 0.018, 0.4]);
    let stock: Block = ([0.0, 0.04, -0.22], [0.036, 0.1, 0.26]);
    let handle: Block = ([0.0, -0.02, 0.0], [0.028, 0.1, 0.036]);
    let guard: Block = ([0.0, 0.018, 0.05], [0.008, 0.03, 0.06]);
    for magazine in [0.08, 0.12, 0.2] {
        let magazine: Block = ([0.0, 0.035 - magazine * 0.5, 0.14], [0.026, magazine, 0.06]);
        for turn in turns() {
            let rifle = blocks(&[receiver, barrel, stock, handle, guard, magazine]);
            let (grip, _) = grip(&rifle, turn);
            let at = Vec3::from(grip.translation);
            assert!(at.z.abs() < 0.02 && (-0.07..0.03).contains(&at.y), "{at}");
            assert!(grip.matrix3.y_axis.y > 0.97 && grip.matrix3.z_axis.z > 0.97, "{grip:?}");
        }
    }
    // Without a grip: a hunting rifle, and one of which only the magazine stands out.
    let hunting: [Block; 4] = [
        ([0.0, 0.0, 0.5], [0.02, 0.02, 0.7]),
        ([0.0, -0.015, 0.2], [0.042, 0.055, 0.5]),
        ([0.0, -0.02, -0.1], [0.036, 0.042, 0.12]),
        ([0.0, -0.05, -0.3], [0.04, 0.12, 0.3]),
    ];
    let box_magazine: Block = ([0.0, -0.09, 0.1], [0.03, 0.1, 0.09]);
    let mut with_magazine = hunting.to_vec();
    with_magazine.push(box_magazine);
    for gun in [hunting.to_vec(), with_magazine] {
        for turn in turns() {
            let found = ItemGrip::detect(&item(&blocks(&gun), turn), PALM, BodySide::Right);
            assert!(matches!(found, Err(ItemGripError::NoHandle { .. })), "{found:?}");
        }
    }
}

#[test]
fn poles_are_held_by_the_pole_and_not_beyond_the_head() {
    let pole: Block = ([0.0, 1.0, 0.0], [0.03, 2.0, 0.03]);
    let flag = [pole, ([0.0, 1.6, 0.4], [0.003, 0.6, 0.8])];
    let halberd = [pole, ([0.0, 1.6, 0.1], [0.02, 0.25, 0.18]), ([0.0, 1.6, -0.06], [0.015, 0.05, 0.12])];
    let staff = [pole, ([0.0, 2.05, 0.0], [0.06, 0.1, 0.06])];
    for (name, item) in [("flag", &flag[..]), ("halberd", &halberd), ("staff", &staff)] {
        held_upright(name, item, 0.3..1.1);
    }
}

#[test]
fn scopes_and_grips_for_the_other_hand_do_not_distract() {
    let rifle = [
        ([0.0, 0.06, 0.1], [0.044, 0.07, 0.36]),
        ([0.0, 0.07, 0.5], [0.018, 0.018, 0.44]),
        ([0.0, 0.14, 0.125], [0.044, 0.044, 0.25]),
        ([0.0, 0.11, 0.05], [0.01, 0.04, 0.02]),
        ([0.0, 0.04, -0.2], [0.036, 0.09, 0.26]),
        ([0.0, -0.025, 0.0], [0.03, 0.1, 0.044]),
        ([0.0, -0.05, 0.14], [0.026, 0.16, 0.06]),
        ([0.0, -0.01, 0.42], [0.03, 0.1, 0.035]),
    ];
    // A crossbow is wider than high.
    let crossbow = [
        ([0.0, 0.0, 0.0], [0.04, 0.05, 0.6]),
        ([0.0, 0.01, 0.28], [0.6, 0.03, 0.02]),
        ([0.0, -0.075, 0.0], [0.03, 0.1, 0.04]),
    ];
    for gun in [&rifle[..], &crossbow] {
        for turn in turns() {
            let (grip, _) = grip(&blocks(gun), turn);
            let at = Vec3::from(grip.translation);
            assert!(at.z.abs() < 0.03 && (-0.1..0.03).contains(&at.y), "{at}");
            assert!(grip.matrix3.y_axis.y > 0.97 && grip.matrix3.z_axis.z > 0.97, "{grip:?}");
        }
    }
}

#[test]
fn the_edge_of_a_curved_blade_is_ahead() {
    for (bend, length) in [(0.02, 0.7), (0.05, 0.75), (0.09, 0.8f32)] {
        // The blade curves to -Z, its edge is the convex side, +Z.
        let mut sabre: Vec<Block> =
            vec![([0.0, 0.0, 0.0], [0.024, 0.14, 0.03]), ([0.0, 0.075, 0.0], [0.06, 0.008, 0.07])];
        for n in 0..20 {
            let share = (n as f32 + 0.5) / 20.0;
            let back = 4.0 * bend * (share * share * 0.5);
            sabre.push(([0.0, 0.08 + length * share, -back], [0.006, length / 20.0 + 0.004, 0.032]));
        }
        for turn in turns() {
            let (grip, _) = grip(&blocks(&sabre), turn);
            assert!(grip.translation.y.abs() < 0.06 && grip.matrix3.y_axis.y > 0.97, "{grip:?}");
            assert!(grip.matrix3.z_axis.z > 0.97, "{bend}: the back of the blade is ahead: {grip:?}");
        }
    }
}

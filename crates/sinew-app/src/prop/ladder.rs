use super::build::{Build, Paint};
use super::surface::Surface;
use sinew::Character;
use sinew::character::CharacterError;
use sinew::glam::Vec3;
use sinew::rig::Ladder;

const RAILS: Paint = Paint { name: "rails", color: [182, 128, 84], roughness: 0.7, metallic: 0.0 };
const RUNGS: Paint = Paint { name: "rungs", color: [214, 178, 128], roughness: 0.6, metallic: 0.0 };

/// Radius of a rung and half the thickness of a rail, as shares of the ladder's width.
const RUNG: f32 = 0.035;
const RAIL: f32 = 0.055;

/// A ladder for drawing, in the space of its foot.
pub(crate) fn character(ladder: &Ladder) -> Result<Character, CharacterError> {
    let half = ladder.width * 0.5;
    let top = ladder.spacing * (ladder.rungs as f32 + 0.6);
    let (rung, rail) = (RUNG * ladder.width, RAIL * ladder.width);
    let rails = [-half, half].into_iter().fold(Surface::default(), |surface, x| {
        surface.block(Vec3::new(x - rail, 0.0, -rail), Vec3::new(x + rail, top, rail))
    });
    let rungs = (0..ladder.rungs).fold(Surface::default(), |surface, n| {
        let y = ladder.spacing * (n as f32 + 1.0);
        surface.rod(Vec3::new(-half, y, 0.0), Vec3::new(half, y, 0.0), rung)
    });
    let mut build = Build::new(1.0);
    let node = build.node("ladder", None, Vec3::ZERO);
    build.part(node, RAILS, rails);
    build.part(node, RUNGS, rungs);
    build.finish()
}

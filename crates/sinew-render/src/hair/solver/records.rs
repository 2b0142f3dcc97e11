//! Data of the solver as shaders/hair_solver_data.wgsl has them.

use bytemuck::{Pod, Zeroable};
use sinew::glam::{UVec4, Vec3, Vec4};
use sinew::hair::{HairCover, HairEdge, HairRoot, HairSettings, HairStep};
use sinew::stage::EvenWind;

/// Uniform of an update.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct SolverUniform {
    counts: UVec4,
    numbers: Vec4,
    gravity: Vec4,
    wind: Vec4,
    shown: Vec4,
}

impl SolverUniform {
    /// Uniform of an update. `counts` are those of hairs, points of each, steps, and colliders of each step;
    /// `share` is that of the way between the last two steps.
    pub(super) fn new(
        settings: &HairSettings,
        counts: [u32; 4],
        gravity: Vec3,
        wind: &EvenWind,
        share: f32,
    ) -> Self {
        let velocity = if wind.velocity.length().is_finite() { wind.velocity } else { Vec3::ZERO };
        let gusts = if wind.gusts.is_finite() { wind.gusts } else { 0.0 };
        Self {
            counts: counts.into(),
            numbers: Vec4::new(settings.rate, settings.drag, settings.friction, settings.thickness),
            gravity: gravity.extend(settings.shelter),
            wind: velocity.extend(gusts),
            shown: Vec4::new(share, 0.0, 0.0, 0.0),
        }
    }
}

/// Point at rest, with the edge from it to the next.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct RestRecord {
    edge: HairEdge,
    position: Vec4,
    cover: Vec4,
    cover_behind: Vec4,
}

impl RestRecord {
    pub(super) fn new(edge: &HairEdge, position: Vec3, cover: &HairCover) -> Self {
        let [x, y, z, behind_x, behind_y, behind_z] = cover.0;
        Self {
            edge: *edge,
            position: position.extend(0.0),
            cover: Vec4::new(x, y, z, 0.0),
            cover_behind: Vec4::new(behind_x, behind_y, behind_z, 0.0),
        }
    }
}

/// Root of a hair.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct RootRecord {
    rotation: Vec4,
    translation: Vec4,
}

impl RootRecord {
    pub(super) fn new(root: &HairRoot, is_jump: bool) -> Self {
        let jump = f32::from(u8::from(is_jump));
        Self { rotation: root.rotation.into(), translation: root.translation.extend(jump) }
    }
}

/// One step: its time, its number of colliders, the lee of the first one.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct StepRecord {
    time: f32,
    colliders: u32,
    has_lee: u32,
    padding: u32,
    lee_center: Vec4,
    lee_rows: [Vec4; 3],
}

impl StepRecord {
    /// Record of a step with this number of obstacles.
    pub(super) fn new(step: &HairStep<'_>, wind: &EvenWind, colliders: u32) -> Self {
        let lee = step.lee();
        let (center, rows) = lee.unwrap_or_default();
        Self {
            time: wind.wrapped(step.time),
            colliders,
            has_lee: u32::from(lee.is_some()),
            padding: 0,
            lee_center: center.extend(0.0),
            lee_rows: rows.map(|row| row.extend(0.0)),
        }
    }
}

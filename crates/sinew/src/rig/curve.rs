//! Curve of a spline part, kept between frames.

use crate::clone_from::impl_clone_from;
use crate::ik::ChainScratch;
use crate::rig::IkReport;
use crate::rig::effector::state::EffectorState;
use crate::rig::part::{Part, PartKind};
use crate::rig::part_work::PartWork;
use glam::Vec3;

/// Points of a curve, in world and in model space.
#[derive(Debug, Default)]
pub(crate) struct CurveState {
    points: Vec<Vec3>,
    posed: Vec<Vec3>,
    room: usize,
}

impl_clone_from!(CurveState { room }, buffers { points, posed });

impl CurveState {
    pub(crate) fn with_capacity(room: usize) -> Self {
        Self { points: Vec::with_capacity(room), posed: Vec::with_capacity(room.max(1)), room }
    }

    /// Sets the points and returns the last. Without points it keeps those that it has, for the fade out.
    /// Points that are not finite are left out.
    pub(crate) fn set(&mut self, points: &[Vec3]) -> Option<Vec3> {
        let points = &points[..points.len().min(self.room)];
        let last = *points.last()?;
        self.points.clear();
        self.points.extend(points.iter().filter(|point| point.is_finite()));
        Some(last)
    }
}

impl PartWork<'_> {
    pub(crate) fn spline(
        &mut self,
        part: &Part,
        state: &mut EffectorState,
        curve: &mut CurveState,
        scratch: &mut ChainScratch,
    ) {
        let PartKind::Spline(spline, _) = &part.kind else { return };
        let Some(goal) = state.last else { return };
        state.animated = part.position(0, self.model.as_slice());
        let Some(goal) = self.space.goal(&goal, state.animated, self.model) else {
            state.report = IkReport::default();
            return;
        };
        let last = goal.position;
        curve.posed.clear();
        let before = curve.points.len().saturating_sub(1);
        let to_model = |point: &Vec3| self.space.to_model(*point);
        curve.posed.extend(curve.points[..before].iter().map(to_model));
        curve.posed.push(last);
        let result = spline.solve(&curve.posed, state.weight, &mut self.pose(), scratch);
        state.record(result);
    }
}

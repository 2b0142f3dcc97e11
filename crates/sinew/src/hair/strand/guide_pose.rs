//! Table of the points of all guides in a pose, for strands and renderers.

use crate::clone_from::impl_clone_from;
use crate::hair::simulation::lanes::{Access, LaneWork, each_lane};
use crate::hair::{ControlHair, HairRoot};
use crate::math::UprightWorld;
use crate::math::simd::{LANES, Lanes, QuatLanes};
use crate::math::turn::arc;
use glam::{Affine3A, Mat3, Quat, Vec3, Vec3A};

/// Point of a guide in a pose, as a renderer uploads it: 32 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct GuidePoint {
    /// Position, metres.
    pub position: [f32; 3],
    /// Zero.
    pub padding: f32,
    /// Rotation of the guide at this point since its rest pose: a unit quaternion, xyzw.
    pub rotation: [f32; 4],
}

impl GuidePoint {
    /// Point of this position and rotation.
    #[must_use]
    pub fn new(position: Vec3, rotation: Quat) -> Self {
        Self { position: position.to_array(), padding: 0.0, rotation: rotation.to_array() }
    }

    /// Position, metres.
    #[must_use]
    pub fn position(&self) -> Vec3 {
        Vec3::from_array(self.position)
    }
}

/// Guides in a pose: a table with the same number of points for every guide, from root to tip.
#[derive(Debug, Default, PartialEq)]
pub struct GuidePose {
    points: Vec<GuidePoint>,
    count: usize,
    /// World of the simulation and of the rotations, where it is not that of the positions.
    simulation_world: Option<UprightWorld>,
}

impl_clone_from!(GuidePose { points, count, simulation_world });

impl GuidePose {
    /// Guides in their rest pose; those with other numbers of points than the first are cut, or stay at their
    /// tip.
    #[must_use]
    pub fn at_rest(guides: &[ControlHair]) -> Self {
        let count = guides.first().map_or(0, |guide| guide.points().len());
        let point = |guide: &ControlHair, n: usize| {
            GuidePoint::new(guide.points()[n.min(guide.points().len() - 1)], Quat::IDENTITY)
        };
        let points = guides.iter().flat_map(|guide| (0..count).map(move |n| point(guide, n))).collect();
        Self { points, count, simulation_world: None }
    }

    pub(in crate::hair) fn set_simulation_world(&mut self, world: Option<UprightWorld>) {
        self.simulation_world = world;
    }

    /// Converts the positions to the engine's world, after they were set in that of the simulation.
    pub(in crate::hair) fn convert_to_world(&mut self) {
        if let Some(upright) = self.simulation_world {
            for point in &mut self.points {
                point.position = upright.world_vector(point.position()).to_array();
            }
        }
    }

    /// Position in the world of the simulation.
    #[must_use]
    pub fn simulation_position(&self, point: &GuidePoint) -> Vec3 {
        self.simulation_world.map_or(point.position(), |upright| upright.upright_vector(point.position()))
    }

    /// Matrix to the world of the simulation, from one to the engine's world.
    #[must_use]
    pub fn simulation_from(&self, world_from: &Affine3A) -> Affine3A {
        self.simulation_world.map_or(*world_from, |upright| upright.matrix_from_world(world_from))
    }

    /// Position in the engine's world of one in the world of the simulation.
    pub(in crate::hair) fn world_position(&self, simulated: Vec3) -> Vec3 {
        self.simulation_world.map_or(simulated, |upright| upright.world_vector(simulated))
    }

    /// Matrix from the world of the simulation, which has metres and +Y upwards and is that of the rotations,
    /// to the world of the positions, for characters in worlds of other units, directions and hands: the
    /// offset of a strand from its guide is `matrix * (rotation * offset)`. The identity in worlds of metres
    /// with +Y upwards.
    #[must_use]
    pub fn world_from_simulation(&self) -> Mat3 {
        self.simulation_world.map_or(Mat3::IDENTITY, |upright| {
            Mat3::from_cols(
                upright.world_vector(Vec3::X),
                upright.world_vector(Vec3::Y),
                upright.world_vector(Vec3::Z),
            )
        })
    }

    /// Number of points of each guide.
    #[must_use]
    pub const fn points_per_guide(&self) -> usize {
        self.count
    }

    /// Points of all guides, guide after guide.
    #[must_use]
    pub fn points(&self) -> &[GuidePoint] {
        &self.points
    }

    /// Points of a guide from root to tip.
    ///
    /// # Panics
    /// When there is no guide of this number.
    #[must_use]
    pub fn guide(&self, guide: usize) -> &[GuidePoint] {
        &self.points[guide * self.count..(guide + 1) * self.count]
    }

    /// Goes a share of the way back to an earlier pose of the same guides.
    pub(in crate::hair) fn go_back(&mut self, to: &Self, share: f32) {
        for (point, to) in self.points.iter_mut().zip(&to.points) {
            let rotation = Quat::from_array(point.rotation);
            let turned = Quat::from_array(to.rotation);
            let turned = if rotation.dot(turned) < 0.0 { -turned } else { turned };
            // The rotations of two time steps are near to each other.
            let rotation = (rotation * (1.0 - share) + turned * share).normalize();
            *point = GuidePoint::new(point.position().lerp(to.position(), share), rotation);
        }
    }

    /// Moves all points; `turn` is the rotation of the movement.
    pub(in crate::hair) fn transform(&mut self, by: &Affine3A, turn: Quat) {
        // A rotation of the engine's world, as one of the world of the simulation.
        let turn = self.simulation_world.map_or(turn, |upright| {
            let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z]
                .map(|axis| upright.upright_vector(turn * upright.world_vector(axis)));
            Quat::from_mat3(&Mat3::from_cols(x, y, z)).normalize()
        });
        for point in &mut self.points {
            let rotation = (turn * Quat::from_array(point.rotation)).normalize();
            *point = GuidePoint::new(by.transform_point3(point.position()), rotation);
        }
    }

    /// Sets the points of a guide to `now`. `rest` are those of its rest pose, and `root` is the movement of
    /// its skin since then. The guide turns at a point as its tangent does, with the least rotation from the
    /// point before.
    ///
    /// # Panics
    /// When there is no guide of this number.
    pub fn set(&mut self, guide: usize, rest: &[Vec3], root: &HairRoot, now: &[Vec3]) {
        let count = self.count.min(rest.len()).min(now.len());
        let guide_points = &mut self.points[guide * self.count..(guide + 1) * self.count];
        let tangent =
            |points: &[Vec3], n: usize| points[(n + 1).min(count - 1)] - points[n.saturating_sub(1)];
        let mut turned = root.rotation;
        for (n, point) in guide_points.iter_mut().enumerate().take(count) {
            let (from, to) = (turned * tangent(rest, n), tangent(now, n));
            if let Some(turn) = arc(Vec3A::from(from), Vec3A::from(to)) {
                turned = (turn * turned).normalize();
            }
            *point = GuidePoint::new(now[n], turned);
        }
    }

    /// Sets the points of all guides, which are `now`, each moved by `origin`, as [`GuidePose::set`] does:
    /// eight guides at a time.
    pub(in crate::hair) fn set_all<'a>(
        &mut self,
        rest: &'a [ControlHair],
        roots: &[HairRoot],
        now: impl Fn(usize) -> &'a [Vec3],
        origin: Vec3,
    ) {
        let (count, last) = (self.count, rest.len().saturating_sub(1));
        for (number, points) in self.points.chunks_mut((LANES * count).max(1)).enumerate() {
            let guides: [usize; LANES] = std::array::from_fn(|lane| (number * LANES + lane).min(last));
            let (rest, now) = (guides.map(|guide| rest[guide].points()), guides.map(&now));
            let rotations = guides.map(|guide| roots[guide].rotation);
            each_lane(&mut SetEight { rest, now, rotations, origin, count, points });
        }
    }
}

/// Points of up to eight guides in a pose.
struct SetEight<'a> {
    /// Points at rest and now.
    rest: [&'a [Vec3]; LANES],
    now: [&'a [Vec3]; LANES],
    /// Rotations of the roots.
    rotations: [Quat; LANES],
    origin: Vec3,
    /// Points of each guide.
    count: usize,
    /// Points of the guides, guide after guide.
    points: &'a mut [GuidePoint],
}

impl LaneWork for SetEight<'_> {
    #[inline(always)]
    fn run<L: Lanes<N>, const N: usize>(&mut self, lanes: Access<L, N>) {
        let (rest, now) = (lanes.part(&self.rest), lanes.part(&self.now));
        let mut turned = lanes.each_quat(&lanes.part(&self.rotations), |rotation| *rotation);
        // Guides with fewer points than the first stay at their tip.
        let at = |points: &[Vec3], n: usize| points[n.min(points.len() - 1)];
        let zero = lanes.all(0.0);
        for n in 0..self.count {
            let (next, previous) = ((n + 1).min(self.count - 1), n.saturating_sub(1));
            let tangent =
                |points: &[&[Vec3]; N]| lanes.each(points, |guide| at(guide, next) - at(guide, previous));
            let (from, to) = (turned.rotate(tangent(&rest)), tangent(&now));
            let lengths = (from.dot(from) * to.dot(to)).sqrt();
            let (arc, is_arc) = QuatLanes::arc_unnormalized(from, to, lengths);
            turned = arc.after(turned).normalized().if_more(is_arc, zero, turned);
            for (lane, rotation) in turned.rotations::<N>().into_iter().enumerate() {
                let index = (lanes.start() + lane) * self.count + n;
                if let Some(point) = self.points.get_mut(index) {
                    *point = GuidePoint::new(at(now[lane], n) + self.origin, rotation);
                }
            }
        }
    }
}

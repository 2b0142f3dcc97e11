use super::cohesion::{Link, linked, links};
use super::detail::{Follower, HairDetail, along_curve};
use super::lanes::{Block, EdgeLanes, HairGroup, Row, group};
use super::obstacle::Obstacle;
use super::rest::{HairEdge, RestHair, fill};
use super::sleep::RestWatch;
use super::volume::{HairVolume, cell_of, masses};
use super::wind::{HairCover, covers};
use super::{HairCollider, HairRoot, HairSettings};
use crate::clone_from::impl_clone_from;
use crate::hair::control_hair::check;
use crate::hair::{ControlHair, HairError};
use glam::Vec3;

/// Simulated control hairs, in world space.
///
/// [`HairSimulation::update`] takes steps of a fixed length, and gives positions between the last two steps,
/// so that the movement does not depend on the frame rate. Updating allocates nothing.
#[derive(Debug)]
pub struct HairSimulation {
    pub(super) settings: HairSettings,
    /// The settings with the number of steps of the present detail.
    pub(super) active: HairSettings,
    pub(super) hairs: Vec<RestHair>,
    pub(super) edges: Vec<HairEdge>,
    /// Points as groomed.
    pub(super) rest: Vec<Vec3>,
    pub(super) points: Vec<Vec3>,
    pub(super) velocities: Vec<Vec3>,
    /// Points one step before.
    pub(super) earlier: Vec<Vec3>,
    /// Positions of the present time.
    pub(super) shown: Vec<Vec3>,
    /// Roots of the last two updates, and of the last step.
    pub(super) earlier_roots: Vec<HairRoot>,
    pub(super) roots: Vec<HairRoot>,
    pub(super) stepped: Vec<HairRoot>,
    /// Roots one step before.
    pub(super) before: Vec<HairRoot>,
    /// Colliders of the last two updates, and those of the step that is taken.
    pub(super) earlier_colliders: Vec<HairCollider>,
    pub(super) colliders: Vec<HairCollider>,
    pub(super) obstacles: Vec<Obstacle>,
    /// Hairs that are simulated, in groups, and what holds neighbours together; without links nothing does.
    pub(super) groups: Vec<HairGroup>,
    pub(super) links: Vec<Link>,
    /// Per group: groups with neighbours of its hairs.
    pub(super) linked: Vec<Vec<u32>>,
    /// Per group: how much too far neighbours are before contacts, and the longest way of a point by them,
    /// metres.
    pub(super) parted: Vec<[f32; 2]>,
    /// Per block of a group: edges, and positions after a step.
    pub(super) lane_edges: Vec<EdgeLanes>,
    pub(super) next: Vec<Block>,
    pub(super) drawn: Vec<Block>,
    /// Whether the last step had obstacles.
    pub(super) has_contacts: bool,
    /// Per block of a group: normals of contacts; zero without one.
    pub(super) normals: Vec<Block>,
    /// Per block of a group: how much too far points are from their neighbours, metres.
    pub(super) excess: Vec<Row>,
    pub(super) scratch: Scratch,
    /// Depth of the groom over each point; empty without shelter.
    pub(super) covers: Vec<HairCover>,
    /// Grid of the hair among hair; `None` where its settings are 0.
    pub(super) volume: Option<HairVolume>,
    pub(super) sleep: RestWatch,
    /// Gravity as a multiple of Earth's.
    pub(super) gravity: f32,
    pub(super) detail: HairDetail,
    /// True for the hairs that are simulated; the others follow.
    pub(super) is_guide: Vec<bool>,
    pub(super) followers: Vec<Follower>,
    /// Scratch memory: points of a follower.
    pub(super) follower: Vec<Vec3>,
    /// Offset from what the detail shows to what the one before showed when it was changed, as seen from the
    /// skin, and the seconds in which it vanishes.
    pub(super) offsets: Vec<Vec3>,
    pub(super) blend_left: f32,
    /// Seconds of the last update; 0 where the ones before do not count.
    pub(super) delta: f32,
    /// Seconds that no step has taken yet, and all seconds of steps.
    pub(super) rest_time: f32,
    pub(super) time: f64,
}

impl_clone_from!(
    HairSimulation {
        settings,
        active,
        hairs,
        edges,
        rest,
        points,
        velocities,
        earlier,
        shown,
        earlier_roots,
        roots,
        stepped,
        before,
        groups,
        links,
        linked,
        parted,
        lane_edges,
        next,
        drawn,
        has_contacts,
        normals,
        excess,
        scratch,
        covers,
        volume,
        sleep,
        gravity,
        detail,
        is_guide,
        followers,
        follower,
        offsets,
        blend_left,
        delta,
        rest_time,
        time
    },
    buffers { earlier_colliders, colliders, obstacles }
);

/// Scratch memory of a step: of the points of a group, and numbers of obstacles.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) pulls: Vec<Block>,
    pub(super) rows: Vec<[Row; 2]>,
    pub(super) air: Vec<Block>,
    pub(super) near: Vec<u32>,
}

impl_clone_from!(Scratch { pulls, rows, air }, buffers { near });

impl HairSimulation {
    /// Hairs at rest, with their skin at rest.
    ///
    /// # Errors
    /// When a setting is out of its range, or a hair is as [`ControlHair::new`] refuses it.
    pub fn new(hairs: &[ControlHair], settings: HairSettings) -> Result<Self, HairError> {
        settings.check()?;
        let count: usize = hairs.iter().map(|hair| hair.points().len()).sum();
        let most = hairs.iter().map(|hair| hair.points().len()).max().unwrap_or(0);
        let mut points = Vec::with_capacity(count);
        let mut edges = vec![HairEdge::default(); count];
        let mut rest = Vec::with_capacity(hairs.len());
        for (number, hair) in hairs.iter().enumerate() {
            check(number, hair.points())?;
            let span = RestHair { first: points.len(), count: hair.points().len() };
            fill(hair.points(), &settings, &mut edges[span.range()]);
            points.extend_from_slice(hair.points());
            rest.push(span);
        }
        let has_volume = settings.volume > 0.0 || settings.hair_friction > 0.0;
        let is_sheltered = settings.shelter > 0.0 && settings.drag > 0.0;
        let mut simulation = Self {
            settings,
            active: settings,
            edges,
            rest: points.clone(),
            velocities: vec![Vec3::ZERO; count],
            earlier: points.clone(),
            shown: points.clone(),
            earlier_roots: vec![HairRoot::REST; hairs.len()],
            roots: vec![HairRoot::REST; hairs.len()],
            stepped: vec![HairRoot::REST; hairs.len()],
            before: vec![HairRoot::REST; hairs.len()],
            earlier_colliders: Vec::new(),
            colliders: Vec::new(),
            obstacles: Vec::new(),
            groups: Vec::new(),
            links: Vec::new(),
            linked: Vec::new(),
            parted: Vec::new(),
            lane_edges: Vec::new(),
            next: Vec::new(),
            drawn: Vec::new(),
            has_contacts: false,
            normals: Vec::new(),
            excess: Vec::new(),
            scratch: Scratch {
                pulls: vec![Block::default(); most],
                rows: vec![<[Row; 2]>::default(); most],
                air: vec![Block::default(); most],
                near: Vec::new(),
            },
            covers: if is_sheltered {
                covers(&points, &masses(&points, &rest), cell_of(&points))
            } else {
                Vec::new()
            },
            volume: has_volume.then(|| HairVolume::new(&points, &rest)),
            sleep: RestWatch::new(count, hairs.len()),
            gravity: 1.0,
            detail: HairDetail::FULL,
            is_guide: vec![true; hairs.len()],
            followers: Vec::new(),
            follower: vec![Vec3::ZERO; most],
            offsets: Vec::new(),
            blend_left: 0.0,
            points,
            hairs: rest,
            delta: 0.0,
            rest_time: 0.0,
            time: 0.0,
        };
        simulation.regroup();
        Ok(simulation)
    }

    /// Groups the hairs that are simulated.
    pub(super) fn regroup(&mut self) {
        let roots: Vec<Vec3> = self.hairs.iter().map(|span| self.rest[span.first]).collect();
        let order = along_curve(&roots).into_iter().map(|hair| hair as usize);
        self.groups = group(order.filter(|hair| self.is_guide[*hair]), &self.hairs);
        let blocks = self.groups.iter().map(|group| group.count).sum();
        self.lane_edges.resize(blocks, EdgeLanes::default());
        self.next.resize(blocks, Block::default());
        self.drawn.resize(blocks, Block::default());
        self.normals.clear();
        self.normals.resize(blocks, Block::default());
        self.excess.clear();
        self.excess.resize(blocks, Row::default());
        self.link();
        self.fill_lane_edges();
    }

    /// Finds the neighbours of the hairs that are simulated.
    pub(super) fn link(&mut self) {
        let is_held = self.settings.cohesion > 0.0;
        self.links = if is_held { links(&self.groups, &self.hairs, &self.rest) } else { Vec::new() };
        self.linked = linked(&self.groups, &self.links);
        self.parted.clear();
        self.parted.resize(self.groups.len(), [0.0; 2]);
        self.excess.fill(Row::default());
    }

    /// Copies the edges of the hairs that are simulated to their lanes.
    pub(super) fn fill_lane_edges(&mut self) {
        for group in &self.groups {
            for (lane, first) in group.firsts.iter().enumerate() {
                let edges = &self.edges[*first..first + group.count];
                for (edge_lanes, edge) in self.lane_edges[group.blocks()].iter_mut().zip(edges) {
                    edge_lanes.set(lane, edge);
                }
            }
        }
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &HairSettings {
        &self.settings
    }

    /// Number of hairs.
    #[must_use]
    pub fn hair_count(&self) -> usize {
        self.hairs.len()
    }

    /// Points of a hair from root to tip in world space, as of the last update.
    ///
    /// # Panics
    /// When there is no hair of this number.
    #[must_use]
    pub fn points(&self, hair: usize) -> &[Vec3] {
        let span = &self.hairs[hair];
        &self.shown[span.range()]
    }

    /// Points of a hair as groomed.
    ///
    /// # Panics
    /// When there is no hair of this number.
    #[must_use]
    pub fn rest_points(&self, hair: usize) -> &[Vec3] {
        let span = &self.hairs[hair];
        &self.rest[span.range()]
    }

    /// Data at rest of the edges of a hair, for solvers on other devices; the last one is unused.
    ///
    /// # Panics
    /// When there is no hair of this number.
    #[must_use]
    pub fn rest_edges(&self, hair: usize) -> &[HairEdge] {
        let span = &self.hairs[hair];
        &self.edges[span.range()]
    }

    /// Depths of the groom over the points of a hair, for solvers on other devices; empty where no setting
    /// needs them.
    ///
    /// # Panics
    /// When there is no hair of this number.
    #[must_use]
    pub fn rest_covers(&self, hair: usize) -> &[HairCover] {
        let span = &self.hairs[hair];
        self.covers.get(span.range()).unwrap_or(&[])
    }

    /// Counts all positions from another origin, which lies at `by` as seen from the one before: roots,
    /// colliders and wind of the next update are to count from it. Hair far from an origin trembles, since
    /// 32-bit floats are exact to a millimetre at 10 km.
    pub fn move_origin(&mut self, by: Vec3) {
        let watched = [&mut self.sleep.points, &mut self.points, &mut self.earlier, &mut self.shown];
        watched.into_iter().flatten().for_each(|point| *point -= by);
        let earlier = [&mut self.earlier_roots, &mut self.before];
        let roots = [&mut self.sleep.roots, &mut self.roots, &mut self.stepped].into_iter().chain(earlier);
        roots.into_iter().flatten().for_each(|root| root.translation -= by);
        let colliders = [&mut self.sleep.colliders, &mut self.colliders, &mut self.earlier_colliders];
        colliders.into_iter().flatten().for_each(|collider| collider.translate(-by));
    }

    /// Takes the hair along with its skin to these roots, where a pose that jumped would have been at the
    /// last update, with its colliders there: the hair keeps its shape and its movement as seen from the
    /// skin.
    pub fn carry(&mut self, roots: &[HairRoot], colliders: &[HairCollider]) {
        let seconds = self.delta;
        for (hair, span) in self.hairs.iter().enumerate() {
            let from = self.roots[hair];
            let way = HairRoot::way(&from, &valid(roots.get(hair), &from));
            let first = self.rest[span.first];
            let moved = from.at(first) - self.earlier_roots[hair].at(first);
            let velocity = if seconds > 0.0 { moved / seconds } else { Vec3::ZERO };
            for n in span.range() {
                for point in [&mut self.points[n], &mut self.earlier[n], &mut self.shown[n]] {
                    *point = way.at(*point);
                }
                self.velocities[n] = velocity + way.rotation * (self.velocities[n] - velocity);
            }
            for roots in [&mut self.earlier_roots, &mut self.roots, &mut self.stepped, &mut self.before] {
                roots[hair] = roots[hair].then(&way);
            }
        }
        self.earlier_colliders.clear();
        self.colliders.clear();
        self.colliders.extend_from_slice(colliders);
        self.delta = 0.0;
        self.sleep.wake();
    }

    /// Takes the hair to where its skin is, in its groomed shape and at rest.
    pub fn reset(&mut self, roots: &[HairRoot]) {
        for (hair, span) in self.hairs.iter().enumerate() {
            let root = valid(roots.get(hair), &self.roots[hair]);
            for n in span.range() {
                self.points[n] = root.at(self.rest[n]);
            }
            for all_roots in [&mut self.earlier_roots, &mut self.roots, &mut self.stepped, &mut self.before] {
                all_roots[hair] = root;
            }
        }
        self.velocities.fill(Vec3::ZERO);
        self.earlier.copy_from_slice(&self.points);
        self.shown.copy_from_slice(&self.points);
        self.earlier_colliders.clear();
        self.colliders.clear();
        self.delta = 0.0;
        self.rest_time = 0.0;
        self.blend_left = 0.0;
        self.sleep.wake();
    }
}

/// The root if there is one that is finite, else the last.
pub(super) fn valid(root: Option<&HairRoot>, last: &HairRoot) -> HairRoot {
    root.filter(|root| root.is_finite()).copied().unwrap_or(*last)
}

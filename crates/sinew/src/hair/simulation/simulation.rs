use super::lengths::exact;
use super::rest::{RestEdge, RestHair, fill};
use super::step::{Scratch, Step};
use super::{HairCollider, HairRoot, HairSettings, HairWind};
use crate::hair::control_hair::check;
use crate::hair::{ControlHair, HairError};
use glam::Vec3;

/// Most steps in one update; the rest of a longer time is dropped.
const MAX_STEPS: usize = 32;

/// Simulated control hairs, in world space.
///
/// [`HairSimulation::update`] takes steps of a fixed length, and gives places between the last two steps, so that the movement does not depend on
/// the frame rate. Updating allocates nothing.
#[derive(Clone, Debug)]
pub struct HairSimulation {
    settings: HairSettings,
    hairs: Vec<RestHair>,
    edges: Vec<RestEdge>,
    /// First two points of every hair at rest.
    pinned: Vec<[Vec3; 2]>,
    points: Vec<Vec3>,
    velocities: Vec<Vec3>,
    /// Points one step before.
    earlier: Vec<Vec3>,
    /// Places of the present time.
    shown: Vec<Vec3>,
    /// Roots of the last update, and of the last step.
    roots: Vec<HairRoot>,
    stepped: Vec<HairRoot>,
    /// Roots one step before.
    before: Vec<HairRoot>,
    /// Colliders of the last update, and of the step that is taken.
    colliders: Vec<HairCollider>,
    stepped_colliders: Vec<HairCollider>,
    next: Vec<Vec3>,
    scratch: Vec<Scratch>,
    /// Seconds that no step has taken yet, and all seconds of steps.
    rest_time: f32,
    time: f32,
}

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
        let mut edges = vec![RestEdge::default(); count];
        let mut rest = Vec::with_capacity(hairs.len());
        for (number, hair) in hairs.iter().enumerate() {
            check(number, hair.points())?;
            let own = RestHair { first: points.len(), count: hair.points().len() };
            fill(hair.points(), &settings, &mut edges[own.first..own.first + own.count]);
            points.extend_from_slice(hair.points());
            rest.push(own);
        }
        Ok(Self {
            settings,
            edges,
            pinned: hairs.iter().map(|hair| [hair.points()[0], hair.points()[1]]).collect(),
            velocities: vec![Vec3::ZERO; count],
            earlier: points.clone(),
            shown: points.clone(),
            roots: vec![HairRoot::REST; hairs.len()],
            stepped: vec![HairRoot::REST; hairs.len()],
            before: vec![HairRoot::REST; hairs.len()],
            colliders: Vec::new(),
            stepped_colliders: Vec::new(),
            next: vec![Vec3::ZERO; most],
            scratch: vec![Scratch::default(); most],
            points,
            hairs: rest,
            rest_time: 0.0,
            time: 0.0,
        })
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
        let own = &self.hairs[hair];
        &self.shown[own.first..own.first + own.count]
    }

    /// Takes the hair to where its skin is, in its groomed shape and at rest.
    pub fn reset(&mut self, roots: &[HairRoot]) {
        for (hair, own) in self.hairs.iter().enumerate() {
            let root = valid(roots.get(hair), &self.roots[hair]);
            let mut place = self.pinned[hair][0];
            for n in own.first..own.first + own.count {
                self.points[n] = root.at(place);
                place += self.edges[n].groomed;
            }
            self.roots[hair] = root;
            self.stepped[hair] = root;
            self.before[hair] = root;
        }
        self.velocities.fill(Vec3::ZERO);
        self.earlier.copy_from_slice(&self.points);
        self.shown.copy_from_slice(&self.points);
        self.rest_time = 0.0;
    }

    /// Moves the hair by `delta` seconds. `roots` says where the skin of every hair is at the end of that time; a hair without one, or with one that is not
    /// finite, stays with its last. `colliders` are those at that time, too, in the same order as in the update before; those that are not finite are left
    /// out. Where hair cannot stay out of all of them, earlier ones count.
    pub fn update(&mut self, delta: f32, roots: &[HairRoot], wind: &HairWind, colliders: &[HairCollider]) {
        let step = 1.0 / self.settings.rate;
        let delta = if delta.is_finite() { delta.max(0.0) } else { 0.0 };
        let start = self.rest_time;
        self.rest_time += delta;
        let due = (self.rest_time / step) as usize;
        let steps = due.min(MAX_STEPS);
        for n in 0..steps {
            // Share of the way from the roots of the last update at which the step ends.
            let until = if due > MAX_STEPS {
                (n + 1) as f32 / steps as f32
            } else if delta > 0.0 {
                (((n + 1) as f32 * step - start) / delta).clamp(0.0, 1.0)
            } else {
                1.0
            };
            self.step(roots, until, wind, colliders);
        }
        self.rest_time = (self.rest_time - due as f32 * step).clamp(0.0, step);
        self.show(roots);
        self.colliders.clear();
        self.colliders.extend_from_slice(colliders);
    }

    /// Takes one step. Roots are at `until` (0..=1) between those of the last update and `roots`.
    fn step(&mut self, roots: &[HairRoot], until: f32, wind: &HairWind, colliders: &[HairCollider]) {
        self.time += 1.0 / self.settings.rate;
        self.earlier.copy_from_slice(&self.points);
        self.stepped_colliders.clear();
        let is_same = self.colliders.len() == colliders.len();
        let moved = colliders.iter().enumerate().map(|(n, to)| {
            let from = if is_same { &self.colliders[n] } else { to };
            HairCollider::between(from, to, until)
        });
        self.stepped_colliders.extend(moved.filter(HairCollider::is_finite));
        for (number, own) in self.hairs.iter().enumerate() {
            let [first, second] = self.pinned[number];
            let target = valid(roots.get(number), &self.roots[number]);
            let root = HairRoot::between(&self.roots[number], &target, until, first);
            let before = std::mem::replace(&mut self.stepped[number], root);
            self.before[number] = before;
            let range = own.first..own.first + own.count;
            let (points, velocities) = (&mut self.points[range.clone()], &mut self.velocities[range.clone()]);
            if before.at(first).distance(root.at(first)) > self.settings.teleport {
                let back = before.rotation.inverse();
                for (point, velocity) in points.iter_mut().zip(&mut *velocities) {
                    *point = root.at(back * (*point - before.translation));
                    *velocity = root.rotation * (back * *velocity);
                }
                self.earlier[range].copy_from_slice(points);
                self.before[number] = root;
                continue;
            }
            let step = Step {
                settings: &self.settings,
                edges: &self.edges[range],
                colliders: &self.stepped_colliders,
                wind: wind.at(points[0], self.time),
                turned: root.rotation * before.rotation.inverse(),
                root,
            };
            let pinned = [root.at(first), root.at(second)];
            step.run(points, velocities, &mut self.next[..own.count], &mut self.scratch[..own.count], pinned);
        }
    }

    /// Fills the shown places: between the last two steps as seen from the skin, and at the skin's present place.
    fn show(&mut self, roots: &[HairRoot]) {
        let share = self.rest_time * self.settings.rate;
        for (number, own) in self.hairs.iter().enumerate() {
            let root = valid(roots.get(number), &self.roots[number]);
            self.roots[number] = root;
            let range = own.first..own.first + own.count;
            let [earlier, now] = [&self.before[number], &self.stepped[number]]
                .map(|own| (own.rotation.inverse(), own.translation));
            let (from, to) = (&self.earlier[range.clone()], &self.points[range.clone()]);
            let shown = &mut self.shown[range.clone()];
            for ((shown, from), to) in shown.iter_mut().zip(from).zip(to) {
                let rest = (earlier.0 * (*from - earlier.1)).lerp(now.0 * (*to - now.1), share);
                *shown = root.at(rest);
            }
            // Places between two curves are nearer to each other than on them.
            exact(shown, &self.edges[range]);
        }
    }
}

/// The root if there is one that is finite, else the last.
fn valid(root: Option<&HairRoot>, last: &HairRoot) -> HairRoot {
    root.filter(|root| root.is_finite()).copied().unwrap_or(*last)
}

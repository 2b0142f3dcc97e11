use super::detail::{Follower, HairDetail};
use super::obstacle::Obstacle;
use super::rest::{HairEdge, RestHair, fill};
use super::sleep::RestWatch;
use super::step::Scratch;
use super::volume::{HairVolume, cell_of, masses};
use super::wind::{HairCover, covers};
use super::{HairCollider, HairRoot, HairSettings};
use crate::clone_from::impl_clone_from;
use crate::hair::control_hair::check;
use crate::hair::{ControlHair, HairError};
use glam::Vec3;

/// Simulated control hairs, in world space.
///
/// [`HairSimulation::update`] takes steps of a fixed length, and gives places between the last two steps, so that the movement does not depend on
/// the frame rate. Updating allocates nothing.
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
    /// Places of the present time.
    pub(super) shown: Vec<Vec3>,
    /// Roots of the last update, and of the last step.
    pub(super) roots: Vec<HairRoot>,
    pub(super) stepped: Vec<HairRoot>,
    /// Roots one step before.
    pub(super) before: Vec<HairRoot>,
    /// Colliders of the last update, and those of the step that is taken.
    pub(super) colliders: Vec<HairCollider>,
    pub(super) obstacles: Vec<Obstacle>,
    /// Scratch memory of a hair: its places after a step, the air around it, the rest.
    pub(super) next: Vec<Vec3>,
    pub(super) air: Vec<Vec3>,
    pub(super) scratch: Vec<Scratch>,
    /// Depth of the groom over each point; empty without shelter.
    pub(super) covers: Vec<HairCover>,
    /// Grid of the hair among hair; `None` where its settings are 0.
    pub(super) volume: Option<HairVolume>,
    pub(super) sleep: RestWatch,
    pub(super) detail: HairDetail,
    /// True for the hairs that are simulated; the others follow.
    pub(super) is_guide: Vec<bool>,
    pub(super) followers: Vec<Follower>,
    /// Way from what the detail shows to what the one before showed when it was changed, as seen from the skin, and the seconds in which it vanishes.
    pub(super) offsets: Vec<Vec3>,
    pub(super) blend_left: f32,
    /// Seconds that no step has taken yet, and all seconds of steps.
    pub(super) rest_time: f32,
    pub(super) time: f32,
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
        roots,
        stepped,
        before,
        next,
        air,
        scratch,
        covers,
        volume,
        sleep,
        detail,
        is_guide,
        followers,
        offsets,
        blend_left,
        rest_time,
        time
    },
    buffers { colliders, obstacles }
);

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
            let own = RestHair { first: points.len(), count: hair.points().len() };
            fill(hair.points(), &settings, &mut edges[own.range()]);
            points.extend_from_slice(hair.points());
            rest.push(own);
        }
        let has_volume = settings.volume > 0.0 || settings.hair_friction > 0.0;
        let is_sheltered = settings.shelter > 0.0 && settings.drag > 0.0;
        Ok(Self {
            settings,
            active: settings,
            edges,
            rest: points.clone(),
            velocities: vec![Vec3::ZERO; count],
            earlier: points.clone(),
            shown: points.clone(),
            roots: vec![HairRoot::REST; hairs.len()],
            stepped: vec![HairRoot::REST; hairs.len()],
            before: vec![HairRoot::REST; hairs.len()],
            colliders: Vec::new(),
            obstacles: Vec::new(),
            next: vec![Vec3::ZERO; most],
            air: vec![Vec3::ZERO; most],
            scratch: vec![Scratch::default(); most],
            covers: if is_sheltered {
                covers(&points, &masses(&points, &rest), cell_of(&points))
            } else {
                Vec::new()
            },
            volume: has_volume.then(|| HairVolume::new(&points, &rest)),
            sleep: RestWatch::new(count, hairs.len()),
            detail: HairDetail::FULL,
            is_guide: vec![true; hairs.len()],
            followers: Vec::new(),
            offsets: Vec::new(),
            blend_left: 0.0,
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
        &self.shown[own.range()]
    }

    /// Points of a hair as groomed.
    ///
    /// # Panics
    /// When there is no hair of this number.
    #[must_use]
    pub fn rest_points(&self, hair: usize) -> &[Vec3] {
        let own = &self.hairs[hair];
        &self.rest[own.range()]
    }

    /// Data at rest of the edges of a hair, for solvers on other devices; the last one is unused.
    ///
    /// # Panics
    /// When there is no hair of this number.
    #[must_use]
    pub fn rest_edges(&self, hair: usize) -> &[HairEdge] {
        let own = &self.hairs[hair];
        &self.edges[own.range()]
    }

    /// Depths of the groom over the points of a hair, for solvers on other devices; empty where no setting needs them.
    ///
    /// # Panics
    /// When there is no hair of this number.
    #[must_use]
    pub fn rest_covers(&self, hair: usize) -> &[HairCover] {
        let own = &self.hairs[hair];
        self.covers.get(own.range()).unwrap_or(&[])
    }

    /// Takes the hair to where its skin is, in its groomed shape and at rest.
    pub fn reset(&mut self, roots: &[HairRoot]) {
        for (hair, own) in self.hairs.iter().enumerate() {
            let root = valid(roots.get(hair), &self.roots[hair]);
            for n in own.range() {
                self.points[n] = root.at(self.rest[n]);
            }
            self.roots[hair] = root;
            self.stepped[hair] = root;
            self.before[hair] = root;
        }
        self.velocities.fill(Vec3::ZERO);
        self.earlier.copy_from_slice(&self.points);
        self.shown.copy_from_slice(&self.points);
        self.rest_time = 0.0;
        self.blend_left = 0.0;
        self.sleep.wake();
    }
}

/// The root if there is one that is finite, else the last.
pub(super) fn valid(root: Option<&HairRoot>, last: &HairRoot) -> HairRoot {
    root.filter(|root| root.is_finite()).copied().unwrap_or(*last)
}

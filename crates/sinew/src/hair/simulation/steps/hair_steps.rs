use super::due::{DueSteps, sound_time};
use super::root_step::RootStep;
use crate::hair::simulation::path::Path;
use crate::hair::simulation::simulation::{HairSimulation, valid};
use crate::hair::simulation::wind::Lee;
use crate::hair::simulation::{HairCollider, HairRoot};
use glam::Vec3;

/// Roots and colliders in the fixed steps of simulated hair, for solvers on other devices.
///
/// They are the same as those of [`HairSimulation::update`] with all hairs at the full rate.
///
/// ```
/// use sinew::glam::Vec3;
/// use sinew::hair::{ControlHair, HairRoot, HairSettings, HairSimulation, HairSteps};
///
/// let hair = ControlHair::new([Vec3::ZERO, Vec3::X * 0.1, Vec3::X * 0.2])?;
/// let mut steps = HairSteps::new(&HairSimulation::new(&[hair], HairSettings::default())?);
/// let root = HairRoot { translation: Vec3::Y * 0.1, ..HairRoot::REST };
/// let mut heights = Vec::new();
/// steps.advance(1.0 / 60.0, &[root], &[], |step| heights.push(step.roots[0].translation.y));
/// assert_eq!(heights.len(), 2);
/// assert!((heights[0] - 0.05).abs() < 1e-6);
/// # Ok::<(), sinew::hair::HairError>(())
/// ```
#[derive(Clone, Debug)]
pub struct HairSteps {
    rate: f32,
    teleport: f32,
    /// First point of every hair at rest.
    firsts: Vec<Vec3>,
    /// Roots of the last two updates, of the last step, and of the one before as the movement of the hair
    /// counts it.
    earlier: Vec<HairRoot>,
    roots: Vec<HairRoot>,
    stepped: Vec<HairRoot>,
    before: Vec<HairRoot>,
    jumps: Vec<bool>,
    /// Colliders of the last two updates, and of the step that is taken.
    earlier_colliders: Vec<HairCollider>,
    colliders: Vec<HairCollider>,
    moved: Vec<HairCollider>,
    /// Seconds of the last update; 0 where the ones before do not count.
    delta: f32,
    rest_time: f32,
    time: f64,
}

/// Roots and colliders in one fixed step.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct HairStep<'a> {
    /// Seconds of all steps with this one.
    pub time: f64,
    /// Roots at its end.
    pub roots: &'a [HairRoot],
    /// True for hairs that are taken along with their roots
    /// ([`HairSettings::teleport`](crate::hair::HairSettings::teleport)).
    pub jumps: &'a [bool],
    /// Colliders at its end; those that are not finite are left out.
    pub colliders: &'a [HairCollider],
}

impl HairStep<'_> {
    /// Lee of the first collider: its middle, and the rows of the matrix into the space in which it is a ball
    /// of radius 1 around that. `None` without one.
    #[must_use]
    pub fn lee(&self) -> Option<(Vec3, [Vec3; 3])> {
        self.colliders.first().and_then(Lee::of).map(|lee| lee.parts())
    }
}

impl HairSteps {
    /// Steps of hair at rest, with its skin at rest. Of `hair` only the settings and the groom count.
    #[must_use]
    pub fn new(hair: &HairSimulation) -> Self {
        let count = hair.hair_count();
        Self {
            rate: hair.settings().rate,
            teleport: hair.settings().teleport,
            firsts: (0..count).map(|number| hair.rest_points(number)[0]).collect(),
            earlier: vec![HairRoot::REST; count],
            roots: vec![HairRoot::REST; count],
            stepped: vec![HairRoot::REST; count],
            before: vec![HairRoot::REST; count],
            jumps: vec![false; count],
            earlier_colliders: Vec::new(),
            colliders: Vec::new(),
            moved: Vec::new(),
            delta: 0.0,
            rest_time: 0.0,
            time: 0.0,
        }
    }

    /// Advances by `delta` seconds; `take` takes each step that is due, 32 at most. The arguments are those
    /// of [`HairSimulation::update`].
    pub fn advance(
        &mut self,
        delta: f32,
        roots: &[HairRoot],
        colliders: &[HairCollider],
        mut take: impl FnMut(HairStep<'_>),
    ) {
        let delta = sound_time(delta);
        let due = DueSteps::new(self.rate, self.rest_time, delta);
        let ratio = Path::ratio(delta, self.delta);
        for n in 0..due.count() {
            let path = Path { share: due.until(n), ratio };
            self.time += 1.0 / f64::from(self.rate);
            self.moved.clear();
            let moved =
                HairCollider::all_between([&self.earlier_colliders, &self.colliders, colliders], path);
            self.moved.extend(moved);
            for (number, first) in self.firsts.iter().enumerate() {
                let (from, before) = (&self.roots[number], self.stepped[number]);
                let target = valid(roots.get(number), from);
                let all = [&self.earlier[number], from, &target];
                let step = RootStep::new(all, path, &before, *first, self.teleport);
                self.before[number] = if step.is_jump { step.root } else { before };
                self.stepped[number] = step.root;
                self.jumps[number] = step.is_jump;
            }
            let (roots, jumps, colliders) = (&self.stepped, &self.jumps, &self.moved);
            take(HairStep { time: self.time, roots, jumps, colliders });
        }
        self.rest_time = due.rest_time();
        self.delta = delta;
        self.earlier.copy_from_slice(&self.roots);
        std::mem::swap(&mut self.earlier_colliders, &mut self.colliders);
        for (number, root) in self.roots.iter_mut().enumerate() {
            *root = valid(roots.get(number), root);
        }
        self.colliders.clear();
        self.colliders.extend_from_slice(colliders);
    }

    /// Takes the hair to these roots, at rest.
    pub fn reset(&mut self, roots: &[HairRoot]) {
        for (number, root) in self.roots.iter_mut().enumerate() {
            *root = valid(roots.get(number), root);
        }
        for past_roots in [&mut self.earlier, &mut self.stepped, &mut self.before] {
            past_roots.copy_from_slice(&self.roots);
        }
        self.jumps.fill(false);
        self.earlier_colliders.clear();
        self.colliders.clear();
        self.delta = 0.0;
        self.rest_time = 0.0;
    }

    /// Roots of the last update.
    #[must_use]
    pub fn roots(&self) -> &[HairRoot] {
        &self.roots
    }

    /// Roots of the step before the last and of the last one. They are the same for hair that was taken
    /// along.
    #[must_use]
    pub fn last_roots(&self) -> [&[HairRoot]; 2] {
        [&self.before, &self.stepped]
    }

    /// Share of the way from the step before the last to the last at which the present time is, 0 to 1.
    #[must_use]
    pub fn share(&self) -> f32 {
        self.rest_time * self.rate
    }
}

//! Checks whether hair has come to rest and falls asleep, or wakes.

use crate::hair::simulation::rest::RestHair;
use crate::hair::simulation::simulation::{HairSimulation, valid};
use crate::hair::simulation::{HairCollider, HairRoot};
use crate::stage::Wind;
use glam::Vec3;

/// Time without movement after which hair falls asleep, seconds.
const DELAY: f32 = 0.5;
/// Seconds without movement, but for points that are wedged.
const WEDGED_DELAY: f32 = 2.0;
/// Largest share of points that may be wedged.
const MAX_RESTLESS: f32 = 0.02;
/// Largest way of a wedged point, in ways at which a point counts as at rest.
const WEDGED: f32 = 20.0;
/// Change of the wind that wakes hair, m/s.
const WIND_TOLERANCE: f32 = 0.05;

impl HairSimulation {
    /// True while the hair takes no steps: its roots, colliders and wind rest, and no point has moved by
    /// [`HairSettings::rest`](crate::hair::HairSettings) within half a second. It wakes by itself.
    #[must_use]
    pub const fn is_sleeping(&self) -> bool {
        self.sleep.is_sleeping
    }

    /// True if the hair sleeps on; wakes it where something has changed.
    pub(in crate::hair::simulation) fn sleeps_on(
        &mut self,
        roots: &[HairRoot],
        wind: &dyn Wind,
        colliders: &[HairCollider],
    ) -> bool {
        if self.sleep.is_sleeping && self.is_disturbed(roots, wind, colliders) {
            self.sleep.wake();
            self.delta = 0.0;
        }
        self.sleep.is_sleeping
    }

    /// Measures for how long roots and colliders have stood still in still air, before an update of `delta`
    /// seconds.
    pub(in crate::hair::simulation) fn look_for_stillness(
        &mut self,
        delta: f32,
        roots: &[HairRoot],
        wind: &dyn Wind,
        colliders: &[HairCollider],
    ) {
        let is_near = |(number, last): (usize, &HairRoot)| valid(roots.get(number), last).is_near(last);
        let is_calm = |span: &RestHair| wind.velocity(self.shown[span.first], self.time) == Vec3::ZERO;
        let is_still = self.roots.iter().enumerate().all(is_near)
            && self.colliders.len() == colliders.len()
            && self.colliders.iter().zip(colliders).all(|(from, to)| from.is_near(to))
            && (self.settings.drag == 0.0 || self.hairs.iter().all(is_calm));
        self.sleep.still = if is_still { self.sleep.still + delta } else { 0.0 };
    }

    /// Looks whether the hair has come to rest, after an update of `delta` seconds.
    pub(in crate::hair::simulation) fn look_for_rest(
        &mut self,
        delta: f32,
        roots: &[HairRoot],
        wind: &dyn Wind,
        colliders: &[HairCollider],
    ) {
        let tolerance = self.settings.rest * self.settings.rest;
        if tolerance == 0.0 || delta == 0.0 || self.blend_left > 0.0 {
            return;
        }
        let (mut restless, mut farthest) = (0, 0.0_f32);
        for (now, then) in self.shown.iter().zip(&self.sleep.points) {
            let way = now.distance_squared(*then);
            restless += usize::from(way.is_nan() || way >= tolerance);
            farthest = farthest.max(way);
        }
        // Points that are wedged between two colliders may never rest by themselves.
        let few = restless as f32 <= MAX_RESTLESS * self.shown.len() as f32;
        if !few || farthest >= tolerance * WEDGED * WEDGED {
            self.sleep.points.copy_from_slice(&self.shown);
            self.sleep.seconds = None;
            return;
        }
        let seconds = match self.sleep.seconds {
            Some(seconds) if !self.is_disturbed(roots, wind, colliders) => seconds + delta,
            _ => {
                for (number, span) in self.hairs.iter().enumerate() {
                    self.sleep.air[number] = self.air_at_tip(span.first + span.count - 1, wind);
                }
                self.sleep.roots.copy_from_slice(&self.roots);
                self.sleep.colliders.clear();
                self.sleep.colliders.extend_from_slice(colliders);
                0.0
            }
        };
        self.sleep.seconds = Some(seconds);
        if seconds >= if restless == 0 { DELAY } else { WEDGED_DELAY } {
            self.sleep.is_sleeping = true;
            // The hair wakes from what is seen.
            self.points.copy_from_slice(&self.shown);
            self.earlier.copy_from_slice(&self.shown);
            self.stepped.copy_from_slice(&self.roots);
            self.before.copy_from_slice(&self.roots);
            self.velocities.fill(Vec3::ZERO);
            self.rest_time = 0.0;
        }
    }

    /// True where roots, colliders or the wind differ from those at rest.
    fn is_disturbed(&self, roots: &[HairRoot], wind: &dyn Wind, colliders: &[HairCollider]) -> bool {
        let sleep = &self.sleep;
        let is_same = |(number, last): (usize, &HairRoot)| valid(roots.get(number), last).is_near(last);
        let is_blown = |(span, air): (&RestHair, &Vec3)| {
            let now = self.air_at_tip(span.first + span.count - 1, wind);
            now.distance_squared(*air) > WIND_TOLERANCE * WIND_TOLERANCE
        };
        sleep.colliders.len() != colliders.len()
            || !sleep.colliders.iter().zip(colliders).all(|(from, to)| from.is_near(to))
            || !sleep.roots.iter().enumerate().all(is_same)
            || self.settings.drag > 0.0 && self.hairs.iter().zip(&sleep.air).any(is_blown)
    }

    fn air_at_tip(&self, tip: usize, wind: &dyn Wind) -> Vec3 {
        let air = wind.velocity(self.sleep.points[tip], self.time);
        if air.is_finite() { air } else { Vec3::ZERO }
    }
}

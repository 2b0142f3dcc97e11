//! Changes of the settings and of the groomed shape of running hair.

use crate::hair::control_hair::check;
use crate::hair::simulation::HairSettings;
use crate::hair::simulation::lengths::exact;
use crate::hair::simulation::rest::fill;
use crate::hair::simulation::settings::MIN_RATE;
use crate::hair::simulation::simulation::HairSimulation;
use crate::hair::simulation::volume::{HairVolume, cell_of, masses};
use crate::hair::simulation::wind::covers;
use crate::hair::{ControlHair, HairError};

impl HairSimulation {
    /// Changes the settings of running hair, which keeps its positions and velocities. Allocates where
    /// `volume`, `hair_friction`, `shelter` or `cohesion` are switched on, and `cohesion` looks for all
    /// neighbours then.
    ///
    /// # Errors
    /// When a setting is out of its range; nothing changes then.
    pub fn set_settings(&mut self, settings: HairSettings) -> Result<(), HairError> {
        settings.check()?;
        if settings == self.settings {
            return Ok(());
        }
        let relinks = (settings.cohesion > 0.0) != (self.settings.cohesion > 0.0);
        self.settings = settings;
        self.set_active(settings);
        if relinks {
            self.link();
        }
        self.refill();
        Ok(())
    }

    /// Sets gravity as a multiple of Earth's, in which the hair has its groomed shape; 1 at first. See
    /// [`HairSettings::gravity`].
    pub fn set_gravity(&mut self, over_earth: f32) {
        if over_earth.to_bits() != self.gravity.to_bits() {
            self.gravity = over_earth;
            self.sleep.wake();
        }
    }

    /// Changes the groomed shape of running hair, which moves by the change and keeps its velocities. `hairs`
    /// are as many as before, with the same numbers of points.
    ///
    /// # Errors
    /// [`HairError::PointCount`] for a hair that is missing, new, or has another number of points; faults as
    /// of [`ControlHair::new`]. Nothing changes then.
    pub fn set_groom(&mut self, hairs: &[ControlHair]) -> Result<(), HairError> {
        for hair in 0..hairs.len().max(self.hairs.len()) {
            let points = hairs.get(hair).map_or(0, |groomed| groomed.points().len());
            if self.hairs.get(hair).is_none_or(|span| span.count != points) {
                return Err(HairError::PointCount { hair, points });
            }
            check(hair, hairs[hair].points())?;
        }
        if self.hairs.iter().zip(hairs).all(|(span, hair)| self.rest[span.range()] == *hair.points()) {
            return Ok(());
        }
        let before = self.rest.clone();
        for (span, hair) in self.hairs.iter().zip(hairs) {
            self.rest[span.range()].copy_from_slice(hair.points());
        }
        self.volume = None;
        self.covers.clear();
        self.link();
        self.refill();
        for (number, span) in self.hairs.iter().enumerate() {
            let range = span.range();
            if self.rest[range.clone()] == before[range.clone()] {
                continue;
            }
            let roots = [&self.before[number], &self.stepped[number], &self.roots[number]];
            for (points, root) in
                [&mut self.earlier, &mut self.points, &mut self.shown].into_iter().zip(roots)
            {
                let points = &mut points[range.clone()];
                for (n, point) in points.iter_mut().enumerate() {
                    let at = range.start + n;
                    *point += root.rotation * (self.rest[at] - before[at]);
                }
                points[1] = root.at(self.rest[range.start + 1]);
                exact(points, &self.edges[range.clone()]);
            }
        }
        Ok(())
    }

    /// Takes settings with the rate of the present detail. Returns `true` for another rate.
    pub(in crate::hair::simulation) fn set_active(&mut self, settings: HairSettings) -> bool {
        let rate = (settings.rate * self.detail.rate).max(MIN_RATE);
        let changes = rate != self.active.rate;
        // What is shown stays the same share of the way between the last two steps.
        self.rest_time *= self.active.rate / rate;
        self.active = HairSettings { rate, ..settings };
        changes
    }

    /// Computes the edges of all hairs from settings and groom.
    pub(in crate::hair::simulation) fn fill_edges(&mut self) {
        for span in &self.hairs {
            let range = span.range();
            fill(&self.rest[range.clone()], &self.active, &mut self.edges[range]);
        }
        self.fill_lane_edges();
    }

    /// Computes what follows from settings and groom, but for the neighbours.
    fn refill(&mut self) {
        self.fill_edges();
        if self.settings.volume == 0.0 && self.settings.hair_friction == 0.0 {
            self.volume = None;
        } else if self.volume.is_none() {
            let mut volume = HairVolume::new(&self.rest, &self.hairs);
            if self.is_guide.contains(&false) {
                volume.set_rest(&self.rest, &self.hairs, |number| self.is_guide[number]);
            }
            self.volume = Some(volume);
        }
        if self.settings.shelter == 0.0 || self.settings.drag == 0.0 {
            self.covers.clear();
        } else if self.covers.is_empty() {
            self.covers = covers(&self.rest, &masses(&self.rest, &self.hairs), cell_of(&self.rest));
        }
        self.sleep.wake();
    }
}

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
    /// Changes the settings of running hair, which keeps its places and velocities. Allocates where `volume`, `hair_friction` or `shelter` are
    /// switched on.
    ///
    /// # Errors
    /// When a setting is out of its range; nothing changes then.
    pub fn set_settings(&mut self, settings: HairSettings) -> Result<(), HairError> {
        settings.check()?;
        if settings == self.settings {
            return Ok(());
        }
        let rate = (settings.rate * self.detail.rate).max(MIN_RATE);
        // Another share of the time between the last two steps would show another place.
        self.rest_time *= self.active.rate / rate;
        self.active = HairSettings { rate, ..settings };
        self.settings = settings;
        self.refill();
        Ok(())
    }

    /// Changes the groomed shape of running hair, which moves by the change and keeps its velocities. `hairs` are as many as before, with the same numbers of
    /// points.
    ///
    /// # Errors
    /// [`HairError::PointCount`] for a hair that is missing, new, or has another number of points; faults as of [`ControlHair::new`]. Nothing changes then.
    pub fn set_groom(&mut self, hairs: &[ControlHair]) -> Result<(), HairError> {
        for hair in 0..hairs.len().max(self.hairs.len()) {
            let points = hairs.get(hair).map_or(0, |own| own.points().len());
            if self.hairs.get(hair).is_none_or(|own| own.count != points) {
                return Err(HairError::PointCount { hair, points });
            }
            check(hair, hairs[hair].points())?;
        }
        let before = self.rest.clone();
        for (own, hair) in self.hairs.iter().zip(hairs) {
            self.rest[own.first..own.first + own.count].copy_from_slice(hair.points());
        }
        self.volume = None;
        self.covers.clear();
        self.refill();
        for (number, own) in self.hairs.iter().enumerate() {
            let range = own.first..own.first + own.count;
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

    /// Computes what follows from settings and groom.
    fn refill(&mut self) {
        for own in &self.hairs {
            let range = own.first..own.first + own.count;
            fill(&self.rest[range.clone()], &self.active, &mut self.edges[range]);
        }
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

//! Strengths of the layers of a wrinkle map on one character, which follow their drivers over time.

use super::WrinkleError;
use super::driver::WrinkleInput;
use super::map::WrinkleMap;
use crate::character::Character;
use crate::clone_from::impl_clone_from;
use crate::math::ops;
use crate::stage::StageInput;
use std::sync::Arc;

/// Channel of a wrinkle map. Each has its own time constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrinkleChannel {
    /// Normals.
    Normal = 0,
    /// Occlusion and roughness.
    Surface = 1,
    /// Colour.
    Color = 2,
}

impl WrinkleChannel {
    /// All channels.
    pub const ALL: [Self; 3] = [Self::Normal, Self::Surface, Self::Color];
}

/// Wrinkles of an actor: the strength of each region in each layer and channel.
#[derive(Debug)]
pub struct WrinkleState {
    map: Arc<WrinkleMap>,
    /// Per channel: layer by layer, a strength per region.
    strengths: [Vec<f32>; 3],
    /// Strengths set by hand; NaN for none.
    by_hand: Vec<f32>,
    /// Strengths that the last frame asked for.
    targets: Vec<f32>,
    intensity: f32,
    is_new: bool,
}

impl_clone_from!(WrinkleState { map, strengths, by_hand, targets, intensity, is_new });

impl WrinkleState {
    /// State without wrinkles for actors of a character. The first update takes over the strengths of its
    /// moment without delay.
    ///
    /// # Errors
    /// When the map was made for a character with other joints, shapes, expressions or materials.
    pub fn new(map: Arc<WrinkleMap>, character: &Character) -> Result<Self, WrinkleError> {
        if !map.fits(character) {
            return Err(WrinkleError::OtherCharacter);
        }
        let count = map.strength_count();
        Ok(Self {
            strengths: [(); 3].map(|()| vec![0.0; count]),
            by_hand: vec![f32::NAN; count],
            targets: vec![0.0; count],
            intensity: 1.0,
            is_new: true,
            map,
        })
    }

    /// The shared map.
    #[must_use]
    pub fn map(&self) -> &Arc<WrinkleMap> {
        &self.map
    }

    /// Strengths of a channel, 0 to 1, layer by layer: number `layer · regions + region`. The intensity is
    /// included.
    #[must_use]
    pub fn strengths(&self, channel: WrinkleChannel) -> &[f32] {
        &self.strengths[channel as usize]
    }

    /// Factor on all strengths, those of automatic layers included; 0 switches the wrinkles off. Default: 1.
    #[must_use]
    pub fn intensity(&self) -> f32 {
        self.intensity
    }

    /// Sets the factor on all strengths, clamped to 0..1; NaN counts as 0.
    pub fn set_intensity(&mut self, intensity: f32) {
        self.intensity = if intensity.is_nan() { 0.0 } else { intensity.clamp(0.0, 1.0) };
    }

    /// Sets the strength of a region by name in all layers in place of its drivers, clamped to 0..1, or gives
    /// it back to them with `None`. Returns whether the map has the region.
    pub fn set_region(&mut self, region: &str, strength: Option<f32>) -> bool {
        let regions = self.map.regions().len();
        let Some(region) = self.map.regions().iter().position(|candidate| candidate.name == region) else {
            return false;
        };
        let strength = by_hand(strength);
        self.by_hand.iter_mut().skip(region).step_by(regions).for_each(|entry| *entry = strength);
        true
    }

    /// Sets the strength of a region in one layer, both by name, in place of its drivers, clamped to 0..1, or
    /// gives it back to them with `None`. Returns whether the map has them.
    pub fn set_region_of_layer(&mut self, layer: &str, region: &str, strength: Option<f32>) -> bool {
        let regions = self.map.regions();
        let layer = self.map.layers().iter().position(|candidate| candidate.name == layer);
        let region = regions.iter().position(|candidate| candidate.name == region);
        let Some((layer, region)) = layer.zip(region) else { return false };
        self.by_hand[layer * regions.len() + region] = by_hand(strength);
        true
    }

    /// Gives all regions back to their drivers.
    pub fn clear_regions(&mut self) {
        self.by_hand.fill(f32::NAN);
    }

    /// Strength that was set by hand for a region in a layer, without the intensity; `None` where drivers
    /// have it, or there is no such region. Both count from 0.
    #[must_use]
    pub fn region_by_hand(&self, layer: usize, region: usize) -> Option<f32> {
        let regions = self.map.regions().len();
        let strength = self.by_hand.get(layer * regions + region).filter(|_| region < regions);
        strength.copied().filter(|strength| !strength.is_nan())
    }

    /// Goes a share of the way back to the strengths of a state of the same map; one of another map changes
    /// nothing.
    pub(crate) fn go_back(&mut self, to: &Self, share: f32) {
        if Arc::ptr_eq(&self.map, &to.map) {
            let strengths = self.strengths.iter_mut().flatten().zip(to.strengths.iter().flatten());
            strengths.for_each(|(strength, to)| *strength += (to - *strength) * share);
        }
    }

    /// Whether all channels have arrived at the strengths of the last frame; those with a time constant follow
    /// later.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.strengths.iter().all(|channel| *channel == self.targets)
    }

    /// Begins anew: the next update takes over its strengths without delay, as after a cut. Intensity and
    /// regions that were set stay.
    pub fn reset(&mut self) {
        self.is_new = true;
    }

    /// Steps the strengths towards those that the drivers ask for. With `dt = 0` channels with a time
    /// constant stay; after a cut they take over their strengths without delay.
    pub fn solve(&mut self, stage: &StageInput<'_>, input: WrinkleInput<'_>) {
        let dt = stage.dt;
        self.is_new |= stage.is_cut();
        let Self { map, strengths, by_hand, targets, intensity, is_new } = self;
        targets.fill(0.0);
        for driver in &map.drivers {
            targets[driver.target] += driver.strength(&input);
        }
        for (target, by_hand) in targets.iter_mut().zip(by_hand) {
            let strength = if by_hand.is_nan() { target.min(1.0) } else { *by_hand };
            *target = strength * *intensity;
        }
        let times = [map.times.normal, map.times.surface, map.times.color];
        for (strengths, time) in strengths.iter_mut().zip(times) {
            if time == 0.0 || *is_new {
                strengths.copy_from_slice(targets);
                continue;
            }
            // Exponential approach, the same for one long step as for several short ones.
            let share = 1.0 - ops::exp(-dt.max(0.0) / time);
            for (strength, target) in strengths.iter_mut().zip(&*targets) {
                *strength += (target - *strength) * share;
                // The tail of the approach ends, so that a face at rest is drawn without the map.
                if dt > 0.0 && (*target - *strength).abs() < MIN_STRENGTH {
                    *strength = *target;
                }
            }
        }
        *is_new = false;
    }
}

/// Entry of a strength set by hand: clamped; NaN for none.
fn by_hand(strength: Option<f32>) -> f32 {
    strength.filter(|value| !value.is_nan()).map_or(f32::NAN, |value| value.clamp(0.0, 1.0))
}

/// Difference of strengths that no 8-bit image shows.
const MIN_STRENGTH: f32 = 1e-4;

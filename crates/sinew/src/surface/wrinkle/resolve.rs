//! Wrinkle maps from descriptions.

use super::driver::{DriverInput, WrinkleDriver};
use super::map::{
    MAX_WRINKLE_LAYERS, MAX_WRINKLE_MASKS, MAX_WRINKLE_MATERIALS, WrinkleLayer, WrinkleMap, WrinkleRegion,
};
use super::materials::{self, Resolved, WrinkleImageReader, limit};
use super::{WrinkleCurve, WrinkleDescription, WrinkleDriverDescription, WrinkleDriverInput, WrinkleError};
use super::{WrinkleJoint, WrinkleLayerDescription};
use crate::character::Character;
use crate::face::arkit_morphs;
use crate::morph::MorphTargetId;
use crate::text::{abbreviate, suggest};
use std::f32::consts::PI;

/// Largest number of inputs of a driver.
const MAX_INPUTS: usize = 8;
/// Largest number of drivers.
const MAX_DRIVERS: usize = 4096;
/// Largest absolute value of a threshold or gain.
const MAX_NUMBER: f32 = 1000.0;
/// Longest time constant, seconds.
const MAX_TIME: f32 = 60.0;

impl WrinkleDescription {
    /// Wrinkle map of a character. `read_image` gives the encoded image of a name, once per use.
    ///
    /// # Errors
    /// When the character lacks the material, a shape or a joint, a region, layer or image is missing, a number is not finite or out of
    /// its range, or there are too many layers, masks or drivers.
    pub fn wrinkle_map(
        &self,
        character: &Character,
        read_image: WrinkleImageReader<'_>,
    ) -> Resolved<WrinkleMap> {
        limit("layers", self.layers.len(), MAX_WRINKLE_LAYERS)?;
        limit("masks", self.masks.len(), MAX_WRINKLE_MASKS)?;
        limit("materials", self.materials.len() + 1, MAX_WRINKLE_MATERIALS)?;
        limit("drivers", self.drivers.len(), MAX_DRIVERS)?;
        if self.layers.is_empty() {
            return Err(WrinkleError::new("layers", "there is no layer; expected at least one"));
        }
        for (field, time) in
            [("normal", self.times.normal), ("surface", self.times.surface), ("color", self.times.color)]
        {
            range(&format!("times.{field}"), time, 0.0, MAX_TIME, "seconds")?;
        }
        let mut regions: Vec<WrinkleRegion> = Vec::new();
        for (number, mask) in self.masks.iter().enumerate() {
            let place = format!("masks[{number}]");
            limit(&format!("{place}.regions"), mask.regions.len(), 4)?;
            for (channel, name) in mask.regions.iter().enumerate() {
                if regions.iter().any(|own| own.name == *name) {
                    let message = format!("duplicate region {:?}", abbreviate(name));
                    return Err(WrinkleError::new(format!("{place}.regions[{channel}]"), message));
                }
                regions.push(WrinkleRegion { name: name.clone(), mask: number, channel });
            }
        }
        let layers: Vec<WrinkleLayer> =
            self.layers.iter().map(|(name, own)| layer(name, own)).collect::<Resolved<_>>()?;
        let materials = materials::resolve(self, character, read_image)?;
        let drivers = self.drivers.iter().enumerate().map(|(number, own)| {
            let place = format!("drivers[{number}]");
            let region = regions.iter().position(|region| region.name == own.region);
            let region = region.ok_or_else(|| {
                let known = suggest(&own.region, regions.iter().map(|region| region.name.as_str()));
                let message = format!("no region called {:?}; {known}", abbreviate(&own.region));
                WrinkleError::new(format!("{place}.region"), message)
            })?;
            let layer = layers.iter().position(|layer| layer.name == own.layer).ok_or_else(|| {
                let known = suggest(&own.layer, layers.iter().map(|layer| layer.name.as_str()));
                let message = format!("no layer called {:?}; {known}", abbreviate(&own.layer));
                WrinkleError::new(format!("{place}.layer"), message)
            })?;
            driver(own, &place, layer * regions.len() + region, character)
        });
        let drivers = drivers.collect::<Resolved<_>>()?;
        Ok(WrinkleMap {
            layers,
            mask_count: self.masks.len(),
            materials,
            regions,
            drivers,
            times: self.times,
            shapes: character.shapes_fingerprint(),
        })
    }
}

fn layer(name: &str, own: &WrinkleLayerDescription) -> Resolved<WrinkleLayer> {
    let place = format!("layers[\"{}\"]", abbreviate(name));
    range(&format!("{place}.normal_scale"), own.normal_scale, 0.0, 10.0, "a factor")?;
    range(&format!("{place}.repeat"), own.repeat, 1.0, MAX_NUMBER, "a number of repetitions")?;
    if let Some(automatic) = &own.automatic {
        number(&format!("{place}.automatic.threshold"), automatic.threshold)?;
        number(&format!("{place}.automatic.gain"), automatic.gain)?;
    }
    Ok(WrinkleLayer {
        name: name.to_owned(),
        normal_scale: own.normal_scale,
        repeat: own.repeat,
        automatic: own.automatic,
    })
}

fn driver(
    own: &WrinkleDriverDescription,
    place: &str,
    target: usize,
    character: &Character,
) -> Resolved<WrinkleDriver> {
    number(&format!("{place}.threshold"), own.threshold)?;
    number(&format!("{place}.gain"), own.gain)?;
    if let WrinkleCurve::Power(exponent) = own.curve {
        range(&format!("{place}.curve"), exponent, 0.01, 100.0, "an exponent")?;
    }
    limit(&format!("{place}.inputs"), own.inputs.len(), MAX_INPUTS)?;
    if own.inputs.is_empty() {
        let message = "there is no input; expected at least one, such as ArKit(\"browInnerUp\")";
        return Err(WrinkleError::new(format!("{place}.inputs"), message));
    }
    let inputs = own.inputs.iter().enumerate();
    let inputs = inputs.map(|(n, own)| input(own, &format!("{place}.inputs[{n}]"), character));
    let inputs = inputs.collect::<Resolved<_>>()?;
    Ok(WrinkleDriver { target, inputs, threshold: own.threshold, gain: own.gain, curve: own.curve })
}

fn input(own: &WrinkleDriverInput, place: &str, character: &Character) -> Resolved<DriverInput> {
    let missing = |kind: &str, name: &str, known: String| {
        WrinkleError::new(place, format!("no {kind} called {:?}; {known}", abbreviate(name)))
    };
    let morph_names = || character.morph_targets().map(|(_, name)| name);
    match own {
        WrinkleDriverInput::Expression(name) => {
            let known = || suggest(name, character.expressions().iter().map(|own| own.name.as_str()));
            let found = character.find_expression(name);
            found.map(DriverInput::Expression).ok_or_else(|| missing("expression", name, known()))
        }
        WrinkleDriverInput::Morph(name) => {
            let found: Vec<MorphTargetId> = character.find_morphs(name).collect();
            match found.is_empty() {
                true => Err(missing("morph target", name, suggest(name, morph_names()))),
                false => Ok(DriverInput::Morphs(found)),
            }
        }
        WrinkleDriverInput::ArKit(name) => {
            let found = arkit_morphs(character, name);
            match found.is_empty() {
                true => Err(missing("morph target of the ARKit shape", name, suggest(name, morph_names()))),
                false => Ok(DriverInput::Morphs(found)),
            }
        }
        WrinkleDriverInput::Joint(own) => joint(own, place, character),
    }
}

fn joint(own: &WrinkleJoint, place: &str, character: &Character) -> Resolved<DriverInput> {
    let joint = character.find_joint(&own.joint).ok_or_else(|| {
        let known = suggest(&own.joint, character.joint_names());
        let message = format!("no joint called {:?}; {known}", abbreviate(&own.joint));
        WrinkleError::new(format!("{place}.joint"), message)
    })?;
    let axis = own.axis.try_normalize().filter(|axis| axis.is_normalized());
    let axis = axis.ok_or_else(|| WrinkleError::new(format!("{place}.axis"), "it has no direction"))?;
    range(&format!("{place}.from"), own.from, -PI, PI, "an angle in radians")?;
    range(&format!("{place}.to"), own.to, -PI, PI, "an angle in radians")?;
    if own.from == own.to {
        return Err(WrinkleError::new(format!("{place}.to"), "expected another angle than `from`"));
    }
    let rest = character.skeleton().rest()[joint.index()].rotation;
    Ok(DriverInput::Joint { joint, axis, rest, from: own.from, to: own.to })
}

fn number(place: &str, value: f32) -> Resolved<()> {
    range(place, value, -MAX_NUMBER, MAX_NUMBER, "a number")
}

fn range(place: &str, value: f32, min: f32, max: f32, unit: &str) -> Resolved<()> {
    match (min..=max).contains(&value) {
        true => Ok(()),
        false => Err(WrinkleError::new(place, format!("{value}; expected {unit} from {min} to {max}"))),
    }
}

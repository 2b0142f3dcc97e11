//! Wrinkle maps from descriptions.

use super::driver::{DriverInput, WrinkleDriver};
use super::map::{
    MAX_WRINKLE_LAYERS, MAX_WRINKLE_MASKS, MAX_WRINKLE_MATERIALS, WrinkleLayer, WrinkleMap, WrinkleRegion,
};
use super::materials::{self, Resolved, WrinkleImageReader, limit};
use super::{
    WrinkleCurve, WrinkleDriverDescription, WrinkleDriverInput, WrinkleError, WrinkleMapDescription,
};
use super::{WrinkleJoint, WrinkleLayerDescription};
use crate::character::Character;
use crate::face::arkit_morphs;
use crate::math::angle::shown_degrees;
use crate::morph::MorphTargetId;
use crate::text::{abbreviate, suggest};

/// Largest number of inputs of a driver.
const MAX_INPUTS: usize = 8;
/// Largest number of drivers.
const MAX_DRIVERS: usize = 4096;
/// Largest absolute value of a threshold or gain.
const MAX_NUMBER: f32 = 1000.0;
/// Longest time constant, seconds.
const MAX_TIME: f32 = 60.0;

impl WrinkleMap {
    /// The wrinkle map of a description, for `character`. `read_image` gives the encoded image of a name, once
    /// per use.
    ///
    /// # Errors
    /// When the character lacks the material, a shape or a joint, a region, layer or image is missing, a
    /// number is not finite or out of its range, or there are too many layers, masks or drivers.
    pub fn from_description(
        description: &WrinkleMapDescription,
        character: &Character,
        read_image: WrinkleImageReader<'_>,
    ) -> Result<Self, WrinkleError> {
        limit("layers", description.layers.len(), MAX_WRINKLE_LAYERS)?;
        limit("masks", description.masks.len(), MAX_WRINKLE_MASKS)?;
        limit("materials", description.materials.len() + 1, MAX_WRINKLE_MATERIALS)?;
        limit("drivers", description.drivers.len(), MAX_DRIVERS)?;
        if description.layers.is_empty() {
            return Err(WrinkleError::new("layers", "there is no layer; expected at least one"));
        }
        for (field, time) in [
            ("normal", description.times.normal),
            ("surface", description.times.surface),
            ("color", description.times.color),
        ] {
            range(&format!("times.{field}"), time, 0.0, MAX_TIME, "seconds")?;
        }
        let mut regions: Vec<WrinkleRegion> = Vec::new();
        for (number, mask) in description.masks.iter().enumerate() {
            let location = format!("masks[{number}]");
            limit(&format!("{location}.regions"), mask.regions.len(), 4)?;
            for (channel, name) in mask.regions.iter().enumerate() {
                if regions.iter().any(|region| region.name == *name) {
                    let message = format!("duplicate region {:?}", abbreviate(name));
                    return Err(WrinkleError::new(format!("{location}.regions[{channel}]"), message));
                }
                regions.push(WrinkleRegion { name: name.clone(), mask: number, channel });
            }
        }
        let layers: Vec<WrinkleLayer> = description
            .layers
            .iter()
            .map(|(name, described)| layer(name, described))
            .collect::<Resolved<_>>()?;
        let materials = materials::resolve(description, character, read_image)?;
        let drivers = description.drivers.iter().enumerate().map(|(number, described)| {
            let location = format!("drivers[{number}]");
            let region = regions.iter().position(|region| region.name == described.region);
            let region = region.ok_or_else(|| {
                let known = suggest(&described.region, regions.iter().map(|region| region.name.as_str()));
                let message = format!("no region called {:?}; {known}", abbreviate(&described.region));
                WrinkleError::new(format!("{location}.region"), message)
            })?;
            let layer = layers.iter().position(|layer| layer.name == described.layer).ok_or_else(|| {
                let known = suggest(&described.layer, layers.iter().map(|layer| layer.name.as_str()));
                let message = format!("no layer called {:?}; {known}", abbreviate(&described.layer));
                WrinkleError::new(format!("{location}.layer"), message)
            })?;
            driver(described, &location, layer * regions.len() + region, character)
        });
        let drivers = drivers.collect::<Resolved<_>>()?;
        Ok(Self {
            layers,
            mask_count: description.masks.len(),
            materials,
            regions,
            drivers,
            times: description.times,
            shapes: character.shapes_fingerprint(),
        })
    }
}

fn layer(name: &str, description: &WrinkleLayerDescription) -> Resolved<WrinkleLayer> {
    let location = format!("layers[\"{}\"]", abbreviate(name));
    range(&format!("{location}.normal_scale"), description.normal_scale, 0.0, 10.0, "a factor")?;
    range(&format!("{location}.repeat"), description.repeat, 1.0, MAX_NUMBER, "a number of repetitions")?;
    if description.height.is_some() {
        let message = "heights have to be made into a normal map first (sinew_author::surface::wrinkle)";
        return Err(WrinkleError::new(format!("{location}.height"), message));
    }
    if let Some(automatic) = &description.automatic {
        number(&format!("{location}.automatic.threshold"), automatic.threshold)?;
        number(&format!("{location}.automatic.gain"), automatic.gain)?;
    }
    Ok(WrinkleLayer {
        name: name.to_owned(),
        normal_scale: description.normal_scale,
        repeat: description.repeat,
        automatic: description.automatic,
    })
}

fn driver(
    description: &WrinkleDriverDescription,
    location: &str,
    target: usize,
    character: &Character,
) -> Resolved<WrinkleDriver> {
    number(&format!("{location}.threshold"), description.threshold)?;
    number(&format!("{location}.gain"), description.gain)?;
    if let WrinkleCurve::Power(exponent) = description.curve {
        range(&format!("{location}.curve"), exponent, 0.01, 100.0, "an exponent")?;
    }
    limit(&format!("{location}.inputs"), description.inputs.len(), MAX_INPUTS)?;
    if description.inputs.is_empty() {
        let message = "there is no input; expected at least one, such as ArKit(\"browInnerUp\")";
        return Err(WrinkleError::new(format!("{location}.inputs"), message));
    }
    let inputs = description.inputs.iter().enumerate();
    let inputs =
        inputs.map(|(n, driver_input)| input(driver_input, &format!("{location}.inputs[{n}]"), character));
    let inputs = inputs.collect::<Resolved<_>>()?;
    Ok(WrinkleDriver {
        target,
        inputs,
        threshold: description.threshold,
        gain: description.gain,
        curve: description.curve,
    })
}

fn input(driver_input: &WrinkleDriverInput, location: &str, character: &Character) -> Resolved<DriverInput> {
    let missing = |kind: &str, name: &str, known: String| {
        WrinkleError::new(location, format!("no {kind} called {:?}; {known}", abbreviate(name)))
    };
    let morph_names = || character.morph_targets().map(|(_, name)| name);
    match driver_input {
        WrinkleDriverInput::Expression(name) => {
            let known =
                || suggest(name, character.expressions().iter().map(|expression| expression.name.as_str()));
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
        WrinkleDriverInput::Joint(wrinkle_joint) => joint(wrinkle_joint, location, character),
    }
}

fn joint(wrinkle_joint: &WrinkleJoint, location: &str, character: &Character) -> Resolved<DriverInput> {
    let joint = character.find_joint(&wrinkle_joint.joint).ok_or_else(|| {
        let known = suggest(&wrinkle_joint.joint, character.joint_names());
        let message = format!("no joint called {:?}; {known}", abbreviate(&wrinkle_joint.joint));
        WrinkleError::new(format!("{location}.joint"), message)
    })?;
    let axis = wrinkle_joint.axis.try_normalize().filter(|axis| axis.is_normalized());
    let axis = axis.ok_or_else(|| WrinkleError::new(format!("{location}.axis"), "it has no direction"))?;
    for (field, angle) in [("from", wrinkle_joint.from), ("to", wrinkle_joint.to)] {
        let degrees = shown_degrees(angle);
        range(&format!("{location}.{field}"), degrees, -180.0, 180.0, "an angle in degrees")?;
    }
    if wrinkle_joint.from == wrinkle_joint.to {
        return Err(WrinkleError::new(format!("{location}.to"), "expected another angle than `from`"));
    }
    let rest = character.skeleton().rest()[joint.index()].rotation;
    Ok(DriverInput::Joint { joint, axis, rest, from: wrinkle_joint.from, to: wrinkle_joint.to })
}

fn number(location: &str, value: f32) -> Resolved<()> {
    range(location, value, -MAX_NUMBER, MAX_NUMBER, "a number")
}

fn range(location: &str, value: f32, min: f32, max: f32, unit: &str) -> Resolved<()> {
    match (min..=max).contains(&value) {
        true => Ok(()),
        false => Err(WrinkleError::new(location, format!("{value}; expected {unit} from {min} to {max}"))),
    }
}

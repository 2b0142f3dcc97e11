//! Descriptions of faces.

use super::FaceRig;
use super::description::{FaceRigDescription, JawDescription};
use super::shapes::{MorphShapes, VisemeShapes};
use crate::character::Character;
use crate::face::{Viseme, VisemeMap};
use std::collections::BTreeMap;

impl FaceRigDescription {
    /// Description of a face: its mouth, lids that close by morph targets, emotions by morph targets and
    /// correctives. Lids and emotions by expressions are those of the character, and in no description.
    #[must_use]
    pub fn of(rig: &FaceRig) -> Self {
        let character = &*rig.character;
        let mouth = rig.viseme_map().map(|map| Self::of_mouth(map, character));
        let targets = character.morph_targets();
        let names: BTreeMap<usize, &str> =
            targets.filter_map(|(id, name)| Some((rig.morph_position(id)?, name))).collect();
        let shapes = |weights: &mut dyn Iterator<Item = (usize, f32)>| {
            let named = weights.filter_map(|(at, weight)| Some(((*names.get(&at)?).to_owned(), weight)));
            MorphShapes { morphs: named.collect() }
        };
        let lids = rig.eyelids.as_ref().and_then(|lids| lids.morphs());
        let lid = |(id, weight): &(_, f32)| Some((rig.morph_position(*id)?, *weight));
        let emotions = rig.emotions.by_shapes();
        Self {
            blink: lids.map(|lids| shapes(&mut lids.iter().filter_map(lid))),
            emotions: emotions.map(|(_, own)| (own.name.clone(), shapes(&mut own.weights()))).collect(),
            correctives: rig.correctives.table().to_vec(),
            ..mouth.unwrap_or_default()
        }
    }

    /// Description of a mouth alone, as a start for an own one.
    ///
    /// # Panics
    /// When the map is of another character.
    #[must_use]
    pub fn of_mouth(map: &VisemeMap, character: &Character) -> Self {
        let mut described = Self::default();
        let skeleton = character.skeleton();
        described.jaw = map.jaw.as_ref().map(|jaw| JawDescription {
            joint: skeleton.name(jaw.joint).to_owned(),
            angle: jaw.angle,
            axis: jaw.axis,
        });
        let mut add = |row: &[f32; Viseme::COUNT], set: &dyn Fn(&mut VisemeShapes, f32)| {
            let moves = row.iter().any(|weight| *weight != 0.0);
            for (viseme, weight) in Viseme::ALL.into_iter().zip(row) {
                // What makes no viseme gives way to speech all the same.
                if *weight != 0.0 || (!moves && viseme == Viseme::Sil) {
                    set(described.visemes.entry(viseme).or_default(), *weight);
                }
            }
        };
        let names: BTreeMap<_, _> = character.morph_targets().collect();
        for (id, row) in &map.morphs {
            add(row, &|shapes, weight| {
                shapes.morphs.insert(names[id].to_owned(), weight);
            });
        }
        for (id, row) in &map.expressions {
            let name = &character.expressions()[id.index()].name;
            add(row, &|shapes, weight| {
                shapes.expressions.insert(name.clone(), weight);
            });
        }
        if let Some(jaw) = &map.jaw {
            add(&jaw.openings, &|shapes, weight| shapes.jaw = weight);
        }
        described
    }

    /// True for a description with visemes or a jaw.
    #[must_use]
    pub fn has_mouth(&self) -> bool {
        !self.visemes.is_empty() || self.jaw.is_some()
    }
}

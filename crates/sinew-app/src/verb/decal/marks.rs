//! Marks of a call: those of its options, and those of a text.

use super::aim::Aim;
use super::look::Look;
use crate::asset::input_file;
use crate::report::failure::Failure;
use crate::report::file_name;
use sinew::surface::{Decal, Decals, PosedSurface, SurfacePoint};
use sinew::{Actor, Character};
use sinew_setup::{
    DecalsDescription, DripsDescription, MarkDescription, MarkedDecals, PlacedMark, SetupFiles,
};
use std::path::Path;
use std::sync::Arc;

/// Mark on the skin.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// Name for people.
    pub(super) name: String,
    pub(super) decal: Decal,
    /// Number of its look.
    pub(super) look: usize,
    pub(super) drips: Option<DripsDescription>,
    /// Description in a text.
    pub(super) description: MarkDescription,
}

impl Mark {
    /// Centre.
    pub(super) fn point(&self) -> SurfacePoint {
        self.decal.center
    }

    /// Radius in metres.
    pub(super) fn radius(&self) -> f32 {
        self.decal.settings.radius
    }
}

/// Marks with their looks, and the text that describes them.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    pub(super) marks: Vec<Mark>,
    pub(super) looks: Vec<Look>,
    /// Looks and limits of the text.
    pub(super) description: DecalsDescription,
    /// Number of the look of trails.
    trail: Option<u32>,
}

impl Marks {
    /// No marks, with one look: that of the options of the call.
    pub(super) fn new(look: Look) -> Self {
        Self { marks: Vec::new(), looks: vec![look], description: DecalsDescription::default(), trail: None }
    }

    /// Adds the marks of a text.
    pub(super) fn read(&mut self, path: &Path, character: &Arc<Character>) -> Result<(), Failure> {
        let (name, text) = (file_name::text(path), input_file::read_text(path)?);
        let failed = |error: sinew_setup::SetupError| Failure::Input(error.to_string());
        let files = SetupFiles::beside(path);
        let read = MarkedDecals::from_ron(&name, text.as_str(), files, character).map_err(failed)?;
        let mut description = DecalsDescription::from_ron(&text).map_err(failed)?;
        let first = self.looks.len();
        for material in &read.decals.materials {
            self.looks.push(Look::of(material)?);
        }
        self.trail = read.decals.trail_look.map(|look| look + first as u32);
        for (n, (mark, description)) in read.marks.into_iter().zip(&description.marks).enumerate() {
            let on = if description.on.is_empty() { "" } else { &*format!(", {}", description.on) };
            self.marks.push(Mark {
                name: format!("mark {}{on}", n + 1),
                decal: mark.decal,
                look: first + mark.look as usize,
                drips: mark.drips,
                description: description.clone(),
            });
        }
        description.marks.clear();
        self.description = description;
        Ok(())
    }

    /// The marks as decals of an actor, for drops that run. Trails look as the text says, else as the first mark
    /// that drips.
    pub(super) fn for_actor(
        &self,
        character: &Arc<Character>,
        max: Option<u32>,
    ) -> Result<MarkedDecals, Failure> {
        let materials = self.looks.iter().map(Look::material).collect::<Result<_, _>>()?;
        let dripping = self.marks.iter().find(|mark| mark.drips.is_some()).map(|mark| mark.look as u32);
        let budget = sinew::surface::DecalBudget::default()
            .with_max_decals(max.unwrap_or(self.description.max) as usize);
        let decals = Decals::new(character)
            .with_materials(materials)
            .with_budget(budget)
            .with_trail_look(self.trail.or(dripping));
        let marks =
            self.marks.iter().map(|mark| PlacedMark::new(mark.decal.clone(), mark.look as u32, mark.drips));
        Ok(MarkedDecals::new(Arc::new(decals), marks.collect()))
    }
}

/// Message about the first mark whose drops a picture or file cannot show.
pub(super) fn still_drips(marks: &[Mark]) -> Option<String> {
    let mark = marks.iter().find(|mark| mark.drips.is_some())?;
    Some(format!(
        "{}: drops run in pictures and animations only; the mark is written without them",
        mark.name
    ))
}

/// Description of a mark of the options: by its name where it was put on the body at rest, else by its point.
pub(super) fn describe(
    aim: &Aim,
    decal: &Decal,
    look: &str,
    is_at_rest: bool,
    (character, posed): (&Arc<Character>, &PosedSurface),
) -> MarkDescription {
    let by_point = MarkDescription::of(decal, look, character, posed.surface());
    match &aim.target {
        Some((on, from)) if is_at_rest => MarkDescription {
            on: on.clone(),
            from: from.map(|[azimuth, elevation]| (azimuth, elevation)),
            point: None,
            rotation: decal.settings.rotation.to_degrees(),
            ..by_point
        },
        _ => by_point,
    }
}

/// True for an actor that plays nothing.
pub(super) fn is_at_rest(actor: &Actor) -> bool {
    actor.playback().is_none() && actor.graph().is_none()
}

//! Growing of haircuts.

use super::on_head::on_head;
use super::own_hair::{hair_in_meshes, own_hair};
use super::source::HaircutSource;
use crate::face::FaceLandmarks;
use crate::hair::{
    CurveStrands, GroomMakingError, HairCurvesError, HairRegion, HairSkin, HeadShape, MapCover,
    generate_groom_with, groom_layer_from_curves, map_cover,
};
use sinew::character::MeshInstanceId;
use sinew::hair::{Groom, Hair, HairBody, HairError, HairFieldError, HairSettings, SavedHair};
use sinew::internal::on_two_threads;
use sinew::surface::CharacterSurface;
use sinew::{Character, JointId};
use std::sync::Arc;

/// Half width of an adult's skull, metres.
const HALF_WIDTH: f32 = 0.0775;
/// Size of a head in relation to an adult's from which it is reported.
const UNUSUAL_SIZE: f32 = 3.0;

/// Hair that has grown on a character, for [`Actor::set_hair`](sinew::Actor::set_hair), and the meshes whose
/// place it takes.
///
/// ```no_run
/// # use sinew::Character;
/// # use sinew::surface::CharacterSurface;
/// # use std::sync::Arc;
/// use sinew_author::hair::{GroomDescription, GroomMaps, Haircut, HaircutSource};
///
/// # fn wear(character: &Character, actor: &mut sinew::Actor, text: &str) -> Result<(), Box<dyn std::error::Error>> {
/// let groom = HaircutSource::Description(GroomDescription::from_ron(text)?, GroomMaps::new());
/// let surface = Arc::new(CharacterSurface::new(character));
/// let haircut = Haircut::grow(character, &surface, |_| true, vec![("bob".to_owned(), groom)], &|_| ())?;
/// for mesh in &haircut.hidden {
///     actor.meshes_mut().set_visible(*mesh, false);
/// }
/// actor.set_hair(Some(haircut.hair))?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Haircut {
    /// The hair.
    pub hair: Arc<Hair>,
    /// Meshes of the character that it replaces: hide them.
    pub hidden: Vec<MeshInstanceId>,
    /// Remarks for the user.
    pub notes: Vec<HaircutNote>,
}

/// Remark about hair that has grown.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum HaircutNote {
    /// Imported curves that lay beside the head were scaled and moved onto it.
    Moved {
        /// Name of the source.
        source: String,
        /// Factor of its size.
        scale: f32,
    },
    /// The head is much larger or smaller than a person's: wind and gravity do not grow with it.
    UnusualSize {
        /// Size in relation to a person's.
        size: f32,
    },
    /// Hair of the file is part of a mesh with other things, and stays.
    PartOfMesh {
        /// The mesh.
        mesh: MeshInstanceId,
        /// Name of the material or texture that says so.
        name: String,
    },
    /// A painted map, with the share of the hair that it leaves or adds.
    Map {
        /// Name of the source.
        source: String,
        /// Number of the layer.
        layer: usize,
        /// Its effect.
        cover: MapCover,
    },
    /// Hair goes through the skin of a joint.
    NoCollider {
        /// The joint.
        joint: JointId,
        /// Why it has no collider.
        error: HairFieldError,
    },
}

/// Error of growing hair.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HaircutError {
    /// The character has no head to grow hair on.
    #[error(transparent)]
    Head(#[from] HairError),
    /// A groom that does not fit, or cannot be grown.
    #[error("{name}: {error}")]
    Groom {
        /// Name of the source.
        name: String,
        /// Its error.
        error: GroomMakingError,
    },
    /// Curves that cannot be moved onto the head.
    #[error("{name}: {error}")]
    Curves {
        /// Name of the source.
        name: String,
        /// Its error.
        error: HairCurvesError,
    },
}

/// Head without the hair of its file.
#[derive(Debug)]
#[non_exhaustive]
pub struct BareHead {
    /// Skin that hair grows from.
    pub skin: HairSkin,
    /// Shape of the head.
    pub head: HeadShape,
    /// Meshes that are hair.
    pub hidden: Vec<MeshInstanceId>,
}

impl BareHead {
    /// Measures the head of a character with this surface, of which some mesh instances are visible, without
    /// the hair of these regions. The landmarks of its face are found in its shape where none are given.
    ///
    /// # Errors
    /// When the character has no head.
    pub fn measure(
        character: &Character,
        surface: &Arc<CharacterSurface>,
        is_visible: impl Fn(MeshInstanceId) -> bool,
        regions: &[HairRegion],
        landmarks: Option<FaceLandmarks>,
    ) -> Result<Self, HairError> {
        let mut hidden = own_hair(character, regions);
        hidden.retain(|id| is_visible(*id));
        let skin = HairSkin::new(character, surface, |id| is_visible(id) && !hidden.contains(&id));
        let head = match landmarks {
            Some(_) => HeadShape::with_landmarks(character, &skin, landmarks),
            None => HeadShape::measure(character, &skin),
        }?;
        Ok(Self { skin, head, hidden })
    }
}

impl Haircut {
    /// Grows hair on a character with this surface, of which some mesh instances are visible, from named
    /// sources. Decals may share the surface. The body is measured on a second thread. `progress` is called with
    /// a number of finished steps from time to time, of which there are about two per strand of the descriptions.
    ///
    /// # Errors
    /// When the character has no head, or a source does not fit it.
    pub fn grow(
        character: &Character,
        surface: &Arc<CharacterSurface>,
        is_visible: impl Fn(MeshInstanceId) -> bool + Copy + Sync,
        sources: Vec<(String, HaircutSource)>,
        progress: &dyn Fn(usize),
    ) -> Result<Self, HaircutError> {
        Self::grow_on_face(character, surface, is_visible, sources, None, progress)
    }

    /// [`grow`](Self::grow) with the landmarks of the face for beards, brows and lashes, in place of those that
    /// are found in its shape.
    ///
    /// # Errors
    /// As [`grow`](Self::grow).
    pub fn grow_on_face(
        character: &Character,
        surface: &Arc<CharacterSurface>,
        is_visible: impl Fn(MeshInstanceId) -> bool + Copy + Sync,
        sources: Vec<(String, HaircutSource)>,
        landmarks: Option<FaceLandmarks>,
        progress: &dyn Fn(usize),
    ) -> Result<Self, HaircutError> {
        // Hair that has grown before, alone, needs no measurement.
        if let [(_, HaircutSource::Saved(saved))] = &sources[..] {
            let SavedHair { groom, body, mut replaces, .. } = saved.clone();
            replaces.retain(|id| is_visible(*id));
            return Ok(Self { hair: Arc::new(Hair::new(groom, body)), hidden: replaces, notes: Vec::new() });
        }
        let saved = sources.iter().filter_map(|(_, source)| match source {
            HaircutSource::Saved(saved) => Some(&saved.replaces),
            _ => None,
        });
        let replaced: Vec<_> = saved.flatten().copied().filter(|id| is_visible(*id)).collect();
        let is_visible = |id| is_visible(id) && !replaced.contains(&id);
        let regions: Vec<HairRegion> = sources.iter().flat_map(|(_, source)| source.regions()).collect();
        let BareHead { skin, head, mut hidden } =
            BareHead::measure(character, surface, is_visible, &regions, landmarks)?;
        let is_skin = |id| is_visible(id) && !hidden.contains(&id);
        let (grown, body) = on_two_threads(
            || grow_sources(character, (&skin, &head), sources, progress),
            || HairBody::measure(character, is_skin),
        );
        let (groom, mut notes) = grown?;
        let stays = hair_in_meshes(character, &regions, is_skin);
        notes.extend(stays.into_iter().map(|(mesh, name)| HaircutNote::PartOfMesh { mesh, name }));
        let size = head.axes.x / HALF_WIDTH;
        if !(1.0 / UNUSUAL_SIZE..=UNUSUAL_SIZE).contains(&size) {
            notes.push(HaircutNote::UnusualSize { size });
        }
        notes.extend(body.missing().iter().filter_map(|(joint, error)| match error {
            // Bones without skin are nothing to go through.
            HairFieldError::NoInside { triangles: 0, .. } => None,
            error => Some(HaircutNote::NoCollider { joint: *joint, error: error.clone() }),
        }));
        hidden.extend(replaced.iter().copied());
        Ok(Self { hair: Arc::new(Hair::new(groom, body)), hidden, notes })
    }
}

/// Grows all sources on a head.
fn grow_sources(
    character: &Character,
    (skin, head): (&HairSkin, &HeadShape),
    sources: Vec<(String, HaircutSource)>,
    progress: &dyn Fn(usize),
) -> Result<(Groom, Vec<HaircutNote>), HaircutError> {
    let (mut groom, mut notes) = (Groom::default(), Vec::new());
    for (name, source) in sources {
        let failed = |error| HaircutError::Groom { name: name.clone(), error };
        match source {
            HaircutSource::Description(description, maps) => {
                for (layer, description) in description.layers.iter().enumerate() {
                    let covers = map_cover(skin, head, description, &maps).into_iter();
                    notes.extend(covers.map(|cover| HaircutNote::Map { source: name.clone(), layer, cover }));
                }
                let made = generate_groom_with(character, skin, head, &description, &maps, progress);
                groom.layers.extend(made.map_err(failed)?.layers);
            }
            HaircutSource::Curves(curves) => {
                let wrong = |error| HaircutError::Curves { name: name.clone(), error };
                let (curves, scale) = on_head(curves, skin, head).map_err(wrong)?;
                notes.extend(scale.map(|scale| HaircutNote::Moved { source: name.clone(), scale }));
                let strands = CurveStrands::default();
                let layer = groom_layer_from_curves(name.as_str(), &curves, skin, &strands);
                groom.layers.push(layer.map_err(failed)?.with_physics(HairSettings::default()));
            }
            HaircutSource::Saved(saved) => groom.layers.extend(saved.groom.layers.iter().cloned()),
        }
    }
    Ok((groom, notes))
}

//! Decal sets as text: RON (Rusty Object Notation). A set is saved with the triangles and texture coordinates
//! of its decals, since they depend on the pose in which a decal was placed.

use super::live_decal::Leaving;
use super::{DecalBudget, DecalId, DecalLife, DecalSet, LiveDecal};
use crate::character::MeshInstanceId;
use crate::surface::{CharacterSurface, Decal, DecalSettings, DecalTriangle, SurfacePoint};
use crate::text::{Grammar, read_ron, write_ron};
use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

/// Error in the text of a [`DecalSet`], with its location. Placing a decal has a
/// [`DecalError`](crate::surface::DecalError).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message}")]
#[non_exhaustive]
pub struct DecalSetError {
    /// Line and column, or path of the value.
    pub location: String,
    /// The fault, and what was expected.
    pub message: String,
}

const DECALS: Grammar = Grammar {
    document: "the decals of a character, such as those that a game has saved",
    structs: &[
        ("SavedSet", "a set of decals"),
        ("SavedDecal", "a decal"),
        ("SavedPoint", "a point of the surface"),
        ("SavedTriangle", "a triangle of a decal"),
        ("DecalSettings", "the settings of a decal"),
        ("DecalLife", "the life of a decal"),
        ("DecalBudget", "a budget of decals"),
    ],
    enums: &[
        ("DecalShape", "outlines"),
        ("DecalMap", "kinds of texture coordinates"),
        ("DecalRemoval", "orders of removal"),
        ("DecalExit", "ways to go"),
    ],
    signed: &["priority", "rotation", "up"],
    hints: &[],
};

/// Levels of brackets that are written on lines of their own.
const LINE_LEVELS: usize = 4;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedSet {
    /// Number of triangles of the surface, to recognise another character.
    surface_triangles: usize,
    #[serde(default)]
    budget: DecalBudget,
    decals: Vec<SavedDecal>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedDecal {
    look: u32,
    #[serde(default)]
    life: DecalLife,
    #[serde(default)]
    age: f32,
    /// Seconds of fading out so far.
    #[serde(default)]
    fading: Option<f32>,
    center: SavedPoint,
    #[serde(default)]
    settings: DecalSettings,
    #[serde(default)]
    seams_crossed: usize,
    triangles: Vec<SavedTriangle>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedPoint {
    instance: u32,
    primitive: usize,
    triangle: u32,
    barycentric: Vec3,
}

#[derive(Serialize, Deserialize)]
struct SavedTriangle(u32, [Vec2; 3]);

impl DecalSet {
    /// Writes the decals with their ages and fades as RON with line breaks and indentation, which
    /// [`from_ron`](Self::from_ron) reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self, surface: &CharacterSurface) -> Result<String, DecalSetError> {
        let saved = SavedSet {
            surface_triangles: surface.triangle_count(),
            budget: *self.budget(),
            decals: self.iter().map(SavedDecal::of).collect(),
        };
        write_ron(&saved, LINE_LEVELS)
            .map_err(|message| DecalSetError { location: "decals".to_owned(), message })
    }

    /// Reads the decals of the character with this surface from RON. They are numbered anew, in their order.
    ///
    /// # Errors
    /// When the text is not RON or not a set of decals, belongs to another surface, or has numbers that no
    /// decal can have.
    pub fn from_ron(text: &str, surface: &CharacterSurface) -> Result<Self, DecalSetError> {
        let saved: SavedSet =
            read_ron(text, &DECALS).map_err(|(location, message)| DecalSetError { location, message })?;
        if saved.surface_triangles != surface.triangle_count() {
            let (expected, found) = (surface.triangle_count(), saved.surface_triangles);
            let message = format!("{found} triangles; the surface of this character has {expected}");
            return Err(DecalSetError { location: "surface_triangles".to_owned(), message });
        }
        let mut set = Self::new(saved.budget);
        for (number, saved) in saved.decals.into_iter().enumerate() {
            let live = saved
                .live(surface)
                .map_err(|message| DecalSetError { location: format!("decals[{number}]"), message })?;
            set.push(live);
        }
        Ok(set)
    }
}

impl SavedDecal {
    fn of(live: &LiveDecal) -> Self {
        let Decal { center, settings, triangles, seams_crossed } = &live.decal;
        Self {
            look: live.look,
            life: live.life,
            age: live.age,
            fading: match live.leaving {
                Some(Leaving::Fading(seconds)) => Some(seconds),
                Some(Leaving::WhenUnseen) | None => None,
            },
            center: SavedPoint {
                instance: center.instance.0,
                primitive: center.primitive,
                triangle: center.triangle,
                barycentric: center.barycentric,
            },
            settings: *settings,
            seams_crossed: *seams_crossed,
            triangles: triangles
                .iter()
                .map(|triangle| SavedTriangle(triangle.triangle, triangle.uvs))
                .collect(),
        }
    }

    /// The decal, without a number yet.
    fn live(self, surface: &CharacterSurface) -> Result<LiveDecal, String> {
        let center = SurfacePoint {
            instance: MeshInstanceId(self.center.instance),
            primitive: self.center.primitive,
            triangle: self.center.triangle,
            barycentric: self.center.barycentric,
        };
        let is_inside = center.barycentric.to_array().iter().all(|share| (-0.01..=1.01).contains(share));
        if surface.triangle_of(&center).is_none() || !is_inside {
            return Err("the center is no point of this character's surface".into());
        }
        self.settings.check().map_err(|error| error.to_string())?;
        let seconds = [self.age, self.life.fade_in, self.life.fade_out, self.fading.unwrap_or(0.0)];
        if !seconds.iter().all(|seconds| (0.0..=f32::MAX).contains(seconds)) || self.life.lifetime.is_nan() {
            return Err("age and fades are seconds, 0 or more".into());
        }
        let is_wrong = |triangle: &SavedTriangle| {
            triangle.0 as usize >= surface.triangle_count() || !triangle.1.iter().all(|uv| uv.is_finite())
        };
        if let Some(at) = self.triangles.iter().position(is_wrong) {
            return Err(format!("triangles[{at}] is no triangle of this character's surface"));
        }
        let triangles = self
            .triangles
            .into_iter()
            .map(|triangle| DecalTriangle { triangle: triangle.0, uvs: triangle.1 })
            .collect();
        let (settings, seams_crossed) = (self.settings, self.seams_crossed);
        Ok(LiveDecal {
            id: DecalId(0),
            revision: 0,
            decal: Decal { center, settings, triangles, seams_crossed },
            look: self.look,
            life: self.life,
            age: self.age,
            leaving: self.fading.map(Leaving::Fading),
        })
    }
}

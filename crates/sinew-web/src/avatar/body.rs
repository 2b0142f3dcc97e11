use super::AvatarError;
use super::asked::Asked;
use super::surroundings::Surroundings;
use sinew::character::MeshInstanceId;
use sinew::face::{BlinkSettings, EyeMovementSettings};
use sinew::glam::{Affine3A, Vec3};
use sinew::hair::Hair;
use sinew::playback::FiredEvent;
use sinew::{Actor, ClipId};
use sinew_import::Imported;
use sinew_setup::{Setup, SetupError, SetupFile, SetupFiles};
use std::sync::Arc;

/// Longest step of time in seconds: longer ones are made in parts, so that a page that was busy does not throw hair and springs
/// around.
const MAX_DT: f32 = 0.1;

/// Largest number of seconds that a character goes on by at once.
pub const MAX_STEP: f32 = 60.0;

/// Character of a file with all that its set-up puts on it, alive: it blinks, and its eyes move.
#[derive(Debug)]
pub struct Body {
    /// The file, with all that it describes.
    pub(super) file: SetupFile,
    pub(super) setup: Setup,
    pub(super) actor: Actor,
    /// Characters and clips of files whose motions were added, where another character may take the place of this one.
    pub(super) added: Vec<Arc<Imported>>,
    pub(super) asked: Asked,
    pub(super) surroundings: Surroundings,
    pub(super) world_from_model: Affine3A,
    /// Whether the device draws strands of hair.
    pub(super) draws_strands: bool,
    /// Motion that plays whenever no other does.
    pub(super) idle: Option<ClipId>,
    /// Outfit that the character wears.
    pub(super) outfit: Option<String>,
    /// Meshes of the file that other hair hides.
    pub(super) hidden_by_hair: Vec<MeshInstanceId>,
    /// Strands that were put on in place of those of the set-up.
    pub(super) other_hair: Option<Arc<Hair>>,
    /// Whether cards of other hair are on the character.
    pub(super) has_other_cards: bool,
    /// Events of clips in the last step.
    fired: Vec<FiredEvent>,
    /// Whether motions carry the character away.
    pub(super) travels: bool,
}

impl Body {
    /// Opens `file` of `files`: a set-up, or a character file. On a device that draws no strands of hair, that which a set-up
    /// grows is made of cards.
    ///
    /// # Errors
    /// As of [`Setup::from_file`], with the code of the importer where it is one of its errors.
    pub fn open(file: &str, files: SetupFiles, draws_strands: bool) -> Result<Self, AvatarError> {
        AvatarError::of_build(file)?;
        Self::of_file(SetupFile::open_in(file, file, files)?, draws_strands)
    }

    /// The character of a set-up.
    pub(super) fn of_file(file: SetupFile, draws_strands: bool) -> Result<Self, AvatarError> {
        let setup = if draws_strands { Setup::from_file(&file)? } else { with_cards(&file)? };
        let mut actor = setup.actor()?;
        // A set-up says by itself whether eyes move.
        let is_setup = file.name().to_ascii_lowercase().ends_with(".ron");
        if let Some(face) = actor.face_mut().filter(|_| !is_setup) {
            face.set_blinks(Some(BlinkSettings::default()));
            face.set_eye_movements(Some(EyeMovementSettings::default()));
            face.set_turns_head(true);
        }
        let outfit = setup.outfit().map(str::to_owned);
        Ok(Self {
            file,
            setup,
            actor,
            added: Vec::new(),
            asked: Asked::default(),
            surroundings: Surroundings::default(),
            world_from_model: Affine3A::IDENTITY,
            draws_strands,
            idle: None,
            outfit,
            hidden_by_hair: Vec::new(),
            other_hair: None,
            has_other_cards: false,
            fired: Vec::new(),
            travels: false,
        })
    }

    /// The set-up.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The actor.
    #[must_use]
    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// Sets whether motions carry the character away; otherwise it stays where it is.
    pub fn set_travels(&mut self, travels: bool) {
        self.travels = travels;
    }

    /// Goes on by `dt` seconds, at most [`MAX_STEP`]. `eye` is the position of the camera.
    pub fn step(&mut self, dt: f32, eye: Vec3) {
        let dt = if dt.is_finite() { dt.clamp(0.0, MAX_STEP) } else { 0.0 };
        let parts = (dt / MAX_DT).ceil().max(1.0);
        self.fired.clear();
        (0..parts as u32).for_each(|_| self.step_part(dt / parts, eye));
    }

    fn step_part(&mut self, dt: f32, eye: Vec3) {
        let motion = self.actor.advance(dt);
        if self.travels || self.is_fallen() {
            self.world_from_model = motion.apply_to(self.world_from_model);
        }
        self.surroundings.resolve(&mut self.actor, dt, self.world_from_model, eye);
        self.fired.extend(self.actor.frame().events());
    }

    /// Events of clips in the last step: name and data.
    pub fn events(&self) -> impl Iterator<Item = (&str, &str)> {
        let clips = self.actor.clips();
        self.fired.iter().map(|event| (event.name(clips), event.data(clips)))
    }
}

/// Largest textures of cards, texels: a page waits for them.
#[cfg(feature = "complete")]
const CARD_TEXTURE: [u32; 2] = [1024, 512];

/// A set-up whose hair is made of cards.
#[cfg(feature = "complete")]
fn with_cards(file: &SetupFile) -> Result<Setup, SetupError> {
    let mut model = file.import()?;
    let settings = sinew_author::hair::CardSettings::default().with_texture(CARD_TEXTURE);
    let without_strands = model.put_hair_on_cards(file, &settings)?;
    model.into_setup(&without_strands)
}

#[cfg(not(feature = "complete"))]
fn with_cards(file: &SetupFile) -> Result<Setup, SetupError> {
    Setup::from_file(file)
}

use super::AvatarError;
use super::fall::{FALLS, Surroundings};
use serde_json::json;
use sinew::character::MeshInstanceId;
use sinew::face::{BlinkSettings, EyeMovementSettings, FaceState};
use sinew::glam::{Affine3A, Vec3};
use sinew::playback::FiredEvent;
use sinew::{Actor, ClipId};
use sinew_setup::{Setup, SetupFile, SetupFiles};

/// Longest step of time in seconds: a page that was busy does not throw hair and springs around.
const MAX_DT: f32 = 0.1;

/// Character of a file with all that its set-up puts on it, alive: it blinks, and its eyes move.
#[derive(Debug)]
pub struct Body {
    pub(super) setup: Setup,
    pub(super) actor: Actor,
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
    /// Whether motions carry the character away.
    travels: bool,
}

impl Body {
    /// Opens `file` of `files`: a set-up, or a character file. On a device that draws no strands of hair, a character keeps
    /// the hair of its file in place of that which a set-up grows.
    ///
    /// # Errors
    /// As of [`Setup::from_file`], with the code of the importer where it is one of its errors.
    pub fn open(file: &str, files: SetupFiles, draws_strands: bool) -> Result<Self, AvatarError> {
        let mut open = SetupFile::open_in(file, file, files)?;
        if !draws_strands {
            open = open.edited(|description| {
                description.hair = None;
                description.outfits.values_mut().for_each(|outfit| outfit.hair = None);
            });
        }
        let setup = Setup::from_file(&open)?;
        let mut actor = setup.actor()?;
        // A set-up says by itself whether eyes move.
        let is_setup = file.to_ascii_lowercase().ends_with(".ron");
        if let Some(face) = actor.face_mut().filter(|_| !is_setup) {
            face.set_blinks(Some(BlinkSettings::default()));
            face.set_eye_movements(Some(EyeMovementSettings::default()));
            face.set_turns_head(true);
        }
        let outfit = setup.outfit().map(str::to_owned);
        Ok(Self {
            setup,
            actor,
            surroundings: Surroundings::default(),
            world_from_model: Affine3A::IDENTITY,
            draws_strands,
            idle: None,
            outfit,
            hidden_by_hair: Vec::new(),
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

    /// Goes on by `dt` seconds. `eye` is the position of the camera.
    pub fn step(&mut self, dt: f32, eye: Vec3) {
        let dt = if dt.is_finite() { dt.clamp(0.0, MAX_DT) } else { 0.0 };
        let motion = self.actor.advance(dt);
        if self.travels || self.is_fallen() {
            self.world_from_model = motion.apply_to(self.world_from_model);
        }
        self.surroundings.resolve(&mut self.actor, dt, self.world_from_model, eye);
    }

    /// Events of clips in the last step: name and data.
    pub fn events(&self) -> impl Iterator<Item = (&str, &str)> {
        let clips = self.actor.clips();
        self.actor.frame().events().iter().map(|event: &FiredEvent| (event.name(clips), event.data(clips)))
    }

    /// Names of all that can be asked of the character, as JSON.
    #[must_use]
    pub fn describe(&self) -> String {
        let (character, rig) = (self.actor.character(), self.actor.face().map(FaceState::rig));
        let emotions: Vec<&str> = rig.map(|rig| rig.emotions().collect()).unwrap_or_default();
        let expressions = character.expressions().iter().map(|one| one.name.as_str());
        let motions = self.motions();
        let motions = motions.iter().map(|motion| json!({ "name": motion.name, "seconds": motion.seconds }));
        let graph = self.actor.graph().map(|state| state.graph());
        let parameters = graph.iter().flat_map(|graph| graph.parameters()).map(|(_, name, _)| name);
        json!({
            "motions": motions.collect::<Vec<_>>(),
            "emotions": emotions,
            "expressions": expressions.collect::<Vec<_>>(),
            "parameters": parameters.collect::<Vec<_>>(),
            "items": self.setup.items().collect::<Vec<_>>(),
            "outfits": self.setup.outfits().collect::<Vec<_>>(),
            "findings": self.setup.findings().iter().map(ToString::to_string).collect::<Vec<_>>(),
            "speaks": rig.is_some_and(|rig| rig.viseme_map().is_some()),
            "falls": FALLS && self.actor.ragdoll().is_some(),
            "isHumanoid": character.humanoid().is_some(),
            "triangles": character.meshes().iter().flat_map(|mesh| &mesh.primitives).map(|one| one.indices.len() / 3).sum::<usize>(),
        })
        .to_string()
    }
}

//! `--groom`, `--wind` and `--shake`: hair that is generated on the head, and what moves it.

use crate::asset::groom;
use crate::options::number::vector;
use crate::player::scene_player::ScenePlayer;
use crate::report::failure::Failure;
use clap::Args;
use sinew::character::MeshInstanceId;
use sinew::glam::Vec3;
use sinew::stage::EvenWind;
use std::path::PathBuf;

/// Hair.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct HairOptions {
    /// Haircut: bob, fringe, short, swept, long, afro, ponytail, bun, braid, beard, moustache, brows, lashes,
    /// fur, or a file (.ron, .groom, .hair, .tfx, glTF lines); may be repeated
    #[arg(long, value_name = "NAME|FILE", help_heading = "Hair")]
    pub(crate) groom: Vec<String>,
    /// Landmarks of the face (RON) for beards, brows and lashes, as `inspect --face-landmarks` prints them;
    /// default: those found in its shape
    #[arg(long, value_name = "FILE", help_heading = "Hair")]
    pub(crate) landmarks: Option<PathBuf>,
    /// Wind in the world, metres per second, at most 100
    #[arg(long, value_name = "X,Y,Z", value_parser = wind, allow_hyphen_values = true, help_heading = "Hair")]
    pub(crate) wind: Option<Vec3>,
    /// Share by which the wind rises and falls
    #[arg(long, value_name = "SHARE", default_value = "0.4", value_parser = share, help_heading = "Hair")]
    pub(crate) gusts: f32,
    /// Shake the head from side to side, or the whole character where it has no head joint
    #[arg(long, help_heading = "Hair")]
    pub(crate) shake: bool,
}

/// Strongest wind, metres per second; a hurricane has 70.
const MAX_WIND: f32 = 100.0;

fn wind(text: &str) -> Result<Vec3, String> {
    let wind = vector(text).ok_or_else(|| "expected three numbers X,Y,Z, such as 3,0,0".to_owned())?;
    match wind.length() <= MAX_WIND {
        true => Ok(wind),
        false => Err(format!("expected a wind of at most {MAX_WIND} metres per second")),
    }
}

fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

impl HairOptions {
    /// True when the character gets hair, wind or a shaken head.
    pub(crate) fn any(&self) -> bool {
        self.moves() || self.wind.is_some()
    }

    /// True when the character moves without a clip: it has hair, which falls and blows, or shakes its head.
    pub(crate) fn moves(&self) -> bool {
        !self.groom.is_empty() || self.shake
    }

    /// Puts the hair on, and returns the meshes that it replaces. `name` is the character's file.
    pub(crate) fn apply(&self, player: &mut ScenePlayer, name: &str) -> Result<Vec<MeshInstanceId>, Failure> {
        if !self.any() {
            return Ok(Vec::new());
        }
        let repeated = (1..self.groom.len()).find(|n| self.groom[..*n].contains(&self.groom[*n]));
        if let Some(name) = repeated.map(|n| &self.groom[n]) {
            return Err(Failure::Call(format!("--groom {name}: given twice; name each haircut once")));
        }
        let replaced = match self.groom.is_empty() {
            true => Vec::new(),
            false => groom::put_on(&mut player.actor, &self.groom, self.landmarks.as_deref(), name)?,
        };
        player.wind = self.wind.map(|velocity| EvenWind::new(velocity).with_gusts(self.gusts));
        player.shakes_head = self.shake;
        Ok(replaced)
    }
}

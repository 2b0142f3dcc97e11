//! A show in the window, in place of a character: it plays, and starts over at its end.

use super::command::Command;
use super::open_show::OpenShow;
use super::orbit::Orbit;
use super::state::State;
use super::transport;
use crate::show::ShowPlayer;
use sinew_render::Camera;

impl State {
    /// Plays a show from its beginning.
    pub(super) fn begin_show(&mut self, player: ShowPlayer) {
        self.shown.serial += 1;
        let serial = self.shown.serial;
        let (show, notice) = OpenShow::new(player, serial);
        self.show = Some(Box::new(show));
        self.transport.playing = true;
        self.speech.pause();
        if let Some(why) = notice {
            self.say(format!("the show is silent: {why}"), false);
        }
    }

    /// Applies a command to the show. False for one that is about something else.
    pub(super) fn apply_to_show(&mut self, command: &Command) -> bool {
        let camera = self.camera();
        let Some(show) = &mut self.show else { return false };
        if matches!(command, Command::Orbit(_) | Command::Pan(_) | Command::Zoom(_)) && !show.is_free {
            // From where the camera of the show is.
            (show.is_free, self.orbit) = (true, Orbit::new(&camera));
        }
        match command {
            Command::Open(_)
            | Command::OpenBuiltIn
            | Command::Orbit(_)
            | Command::Pan(_)
            | Command::Zoom(_)
            | Command::Shade(_)
            | Command::Light(_)
            | Command::Dismiss(_)
            | Command::DismissFileError(_)
            | Command::Help(_) => return false,
            Command::Speed(speed) => self.transport.speed = *speed,
            Command::TogglePlaying => self.transport.playing = !self.transport.playing,
            Command::Frame(_) => show.is_free = false,
            Command::Seek(time) => show.seek(*time),
            Command::Step(steps) => {
                self.transport.playing = false;
                let now = show.goal().unwrap_or(show.time().0);
                show.seek(now + f64::from(*steps) * transport::STEP);
            }
            Command::RestartShow => show.seek(0.0),
            Command::CloseShow => {
                self.show = None;
                self.apply_transport();
            }
            // What is about the character, which is not seen.
            _ => {}
        }
        true
    }

    /// Moves the show on. False where there is none.
    pub(super) fn advance_show(&mut self, dt: f32) -> bool {
        let Some(show) = &mut self.show else { return false };
        show.advance(dt, if self.transport.playing { self.transport.speed } else { 0.0 });
        self.clock = show.player.time();
        true
    }

    /// The camera of the picture: that of the show, until the user moves it.
    pub(super) fn camera(&self) -> Camera {
        match &self.show {
            Some(show) if !show.is_free => show.player.camera(),
            _ => self.orbit.camera(),
        }
    }
}

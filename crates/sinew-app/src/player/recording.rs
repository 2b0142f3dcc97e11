//! Recording of a player into a clip.

use super::scene_player::ScenePlayer;
use crate::report::progress::Progress;
use sinew::actor::ClipRecorder;
use sinew::{Actor, WrapMode};

/// Frames of a recording: one round of what plays, or as many as fit into a duration.
pub(crate) struct Recording {
    /// Time of the first frame, in file seconds.
    pub(crate) start: f64,
    /// Duration, seconds.
    pub(crate) seconds: f64,
    /// Frames per second; not quite those that are asked for where one round is no whole number of frames.
    pub(crate) rate: f64,
    /// Number of frames after the first one.
    steps: usize,
}

impl Recording {
    /// Starts the player over for a recording from `time` (default: the first key of the clip), of `seconds`
    /// at `fps`. Without `seconds` it has the length of `round`, which gets that of the playing clip.
    pub(crate) fn start(
        player: &mut ScenePlayer,
        time: Option<f64>,
        seconds: Option<f64>,
        fps: f64,
        round: impl FnOnce(&ScenePlayer, f64) -> f64,
    ) -> Self {
        let (first, length) =
            player.playing().map(|(_, first, last)| (first, last - first)).unwrap_or_default();
        // One round of a clip ends at its last key.
        let is_one_round = seconds.is_none() && player.plays_clip_only();
        player.play_from_start(if is_one_round { WrapMode::Clamp } else { player.wrap() });
        let duration = seconds.unwrap_or_else(|| round(player, length));
        let steps = (duration * fps).round().max(1.0);
        let rate = if seconds.is_none() && duration > 0.0 { steps / duration } else { fps };
        Self { start: time.unwrap_or(first), seconds: duration, rate, steps: steps as usize }
    }

    /// Time of the last frame, in file seconds.
    pub(crate) fn end(&self) -> f64 {
        self.start + self.steps as f64 / self.rate
    }

    /// Plays and records all frames. Calls `prepare` before each one with its time in the recording, and
    /// `see` after it.
    pub(crate) fn record(
        &self,
        player: &mut ScenePlayer,
        recorder: &mut ClipRecorder,
        mut prepare: impl FnMut(&mut Actor, f64),
        mut see: impl FnMut(&Actor),
    ) {
        let progress = Progress::new(self.steps + 1, "frames");
        for _ in 0..=self.steps {
            let time = recorder.next_time();
            prepare(&mut player.actor, time);
            player.seek(self.start + time);
            recorder.add(&player.actor.frame());
            see(&player.actor);
            progress.step();
        }
        progress.finish();
    }
}

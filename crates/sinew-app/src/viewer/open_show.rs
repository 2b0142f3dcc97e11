use crate::show::ShowPlayer;

/// Show in the window.
pub(crate) struct OpenShow {
    pub(crate) player: ShowPlayer,
    /// Time since the beginning, seconds.
    pub(super) clock: f64,
    /// Whether the user, not the show, moves the camera.
    pub(super) is_free: bool,
    /// Changes when its actors are made anew.
    pub(super) serial: u64,
}

impl OpenShow {
    /// A show at its beginning.
    pub(super) fn new(player: ShowPlayer, serial: u64) -> Self {
        Self { player, clock: 0.0, is_free: false, serial }
    }

    /// Time of the present frame, and the duration, seconds.
    pub(crate) fn time(&self) -> (f64, f64) {
        (self.player.time(), self.player.seconds())
    }
}

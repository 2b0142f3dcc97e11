//! Snapshots of a show at even distances, so that it goes back without playing from its beginning.

use super::player::ShowPlayer;
use super::snapshot::ShowSnapshot;

/// Steps between two snapshots at first: a second.
const FIRST_INTERVAL: u64 = 60;
/// Largest number of snapshots. Beyond it every other one is dropped, and the interval doubles.
const MAX_SNAPSHOTS: usize = 64;

/// Snapshots of the frames of a show that have played.
pub(crate) struct ShowHistory {
    /// Steps between two snapshots.
    interval: u64,
    /// The snapshots in the order of time.
    snapshots: Vec<ShowSnapshot>,
}

impl ShowHistory {
    /// History that begins with the present frame of a player.
    pub(crate) fn new(player: &ShowPlayer) -> Self {
        Self { interval: FIRST_INTERVAL, snapshots: vec![player.save()] }
    }

    /// Adds the present frame, where the last snapshot is an interval before it.
    pub(crate) fn add(&mut self, player: &ShowPlayer) {
        let last = self.snapshots.last().map_or(0, |snapshot| snapshot.steps);
        if player.steps() < last + self.interval {
            return;
        }
        self.snapshots.push(player.save());
        if self.snapshots.len() > MAX_SNAPSHOTS {
            self.interval *= 2;
            self.snapshots.retain(|snapshot| snapshot.steps.is_multiple_of(self.interval));
        }
    }

    /// Takes the player to the latest snapshot at or before a step, unless its present frame is closer to the
    /// step. From there it plays on.
    pub(crate) fn approach(&self, player: &mut ShowPlayer, step: u64) {
        let known = self.snapshots.partition_point(|snapshot| snapshot.steps <= step);
        let Some(snapshot) = self.snapshots[..known].last() else { return };
        if player.steps() > step || player.steps() < snapshot.steps {
            player.restore(snapshot);
        }
    }

    /// Number of snapshots.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.snapshots.len()
    }
}

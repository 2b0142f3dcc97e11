use crate::clone_from::impl_clone_from;
use crate::playback::FullPose;

/// The last two poses of a character, from which its velocity follows.
#[derive(Debug)]
pub(super) struct PoseHistory {
    last: FullPose,
    previous: FullPose,
    /// Seconds between the two.
    step: f32,
    /// Seconds from the last pose to the one that is made now.
    since: f32,
    /// Number of poses since the last cut, up to 2.
    known: u8,
}

impl_clone_from!(PoseHistory { last, previous, step, since, known });

/// Shortest time between two poses whose difference is a velocity; below, it is mostly rounding.
pub(super) const MIN_STEP: f32 = 1e-4;

/// Longest time over which shorter steps are gathered.
const MAX_GATHERED: f32 = 0.05;

impl PoseHistory {
    pub(super) fn new(rest: &FullPose) -> Self {
        Self { last: rest.clone(), previous: rest.clone(), step: 0.0, since: 0.0, known: 0 }
    }

    /// The last pose; `None` after a cut.
    pub(super) fn last(&self) -> Option<&FullPose> {
        (self.known > 0).then_some(&self.last)
    }

    /// The last pose, the one before, and the seconds between them; `None` where the difference is no
    /// velocity.
    pub(super) fn motion(&self) -> Option<(&FullPose, &FullPose, f32)> {
        self.has_motion().then_some((&self.last, &self.previous, self.step))
    }

    fn has_motion(&self) -> bool {
        self.known > 1 && self.step >= MIN_STEP
    }

    /// Moves the last pose, so that a pose that comes `dt` seconds later continues the velocity before it
    /// although it jumped. `shift` gets the last pose, the one before and the seconds between them, and
    /// changes the last pose.
    pub(super) fn bridge(&mut self, shift: impl FnOnce(&mut FullPose, &FullPose, f32)) {
        if self.has_motion() {
            shift(&mut self.last, &self.previous, self.step);
        } else {
            self.clear();
        }
    }

    /// Rewrites the last two poses, which are `step` seconds apart from then on. Without two, the one before
    /// equals the last at first.
    pub(super) fn rewrite(&mut self, step: f32, write: impl FnOnce(&mut FullPose, &mut FullPose)) {
        if self.known < 2 {
            self.previous.copy_from(&self.last);
        }
        write(&mut self.last, &mut self.previous);
        (self.known, self.step) = (2, step);
    }

    /// Forgets both poses.
    pub(super) fn clear(&mut self) {
        self.known = 0;
    }

    /// Sets the seconds that have passed since the last pose.
    pub(super) fn elapse(&mut self, dt: f32) {
        self.since = dt;
    }

    /// Takes over `pose`, which was made last. It gets other values.
    pub(super) fn take(&mut self, pose: &mut FullPose) {
        self.make_room();
        std::mem::swap(&mut self.last, pose);
    }

    /// Copies `pose`, which was made last.
    pub(super) fn copy(&mut self, pose: &FullPose) {
        self.make_room();
        self.last.copy_from(pose);
    }

    fn make_room(&mut self) {
        if self.known == 0 || self.since >= MIN_STEP || self.step > MAX_GATHERED {
            std::mem::swap(&mut self.last, &mut self.previous);
            self.step = self.since;
            self.known = (self.known + 1).min(2);
        } else {
            // The pose replaces the last one.
            self.step += self.since;
        }
        self.since = 0.0;
    }
}

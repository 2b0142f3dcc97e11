use super::camera::CameraMan;
use super::performer::Performer;
use sinew_rapier::RapierSnapshot;

/// State of a show in a frame: everything that changes while it plays.
pub(crate) struct ShowSnapshot {
    /// Number of steps since the beginning.
    pub(super) steps: u64,
    /// Number of cues that have happened.
    pub(super) cues: usize,
    pub(super) cast: Vec<Performer>,
    pub(super) camera: CameraMan,
    pub(super) physics: RapierSnapshot,
}

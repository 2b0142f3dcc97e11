use std::any::Any;
use std::fmt;

/// State of a physics engine at a time, in a type of the engine's own: what
/// [`Physics::save`](super::Physics::save) fills.
///
/// ```
/// use sinew::ragdoll::{PhysicsSnapshot, PhysicsSnapshotError};
///
/// /// An engine that is its state.
/// #[derive(Clone, Default)]
/// struct Engine {
///     heights: Vec<f32>,
/// }
///
/// impl Engine {
///     // The two functions of `Physics`.
///     fn save(&self, snapshot: &mut PhysicsSnapshot) -> Result<(), PhysicsSnapshotError> {
///         snapshot.state::<Vec<f32>>().clone_from(&self.heights);
///         Ok(())
///     }
///     fn restore(&mut self, snapshot: &PhysicsSnapshot) -> Result<(), PhysicsSnapshotError> {
///         self.heights.clone_from(snapshot.saved()?);
///         Ok(())
///     }
/// }
///
/// let (mut engine, mut snapshot) = (Engine { heights: vec![2.0] }, PhysicsSnapshot::default());
/// assert_eq!(engine.restore(&snapshot), Err(PhysicsSnapshotError::Empty));
/// engine.save(&mut snapshot)?;
/// engine.heights[0] -= 0.5;
/// engine.restore(&snapshot)?;
/// assert_eq!(engine.heights, [2.0]);
/// # Ok::<(), PhysicsSnapshotError>(())
/// ```
#[derive(Default)]
pub struct PhysicsSnapshot {
    state: Option<Box<dyn Any + Send + Sync>>,
}

/// Error of [`Physics::save`](super::Physics::save) and [`Physics::restore`](super::Physics::restore).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PhysicsSnapshotError {
    /// The engine does not save its state by this trait.
    #[error("this physics engine does not save its state: save its world beside the actors")]
    Unsupported,
    /// Nothing has been saved in the snapshot.
    #[error("the snapshot is empty: save the physics engine in it first")]
    Empty,
    /// The snapshot is of another kind of engine.
    #[error("the snapshot is of another kind of physics engine")]
    OtherEngine,
}

impl PhysicsSnapshot {
    /// State to save into: the one that was saved last, whose memory is reused, or else a new one. A state of
    /// another type is dropped.
    pub fn state<T: Any + Default + Send + Sync>(&mut self) -> &mut T {
        if !self.state.as_ref().is_some_and(|state| state.is::<T>()) {
            self.state = Some(Box::<T>::default());
        }
        self.state.as_mut().and_then(|state| state.downcast_mut()).expect("made above")
    }

    /// State to restore.
    ///
    /// # Errors
    /// When nothing has been saved, or a state of another type.
    pub fn saved<T: Any>(&self) -> Result<&T, PhysicsSnapshotError> {
        let state = self.state.as_ref().ok_or(PhysicsSnapshotError::Empty)?;
        state.downcast_ref().ok_or(PhysicsSnapshotError::OtherEngine)
    }
}

impl fmt::Debug for PhysicsSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PhysicsSnapshot").field("is_empty", &self.state.is_none()).finish()
    }
}

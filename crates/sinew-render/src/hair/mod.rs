//! Hair on the device: strands of a groom, shared by its instances, and their points in the pose of the
//! guides.

mod bounds;
mod detail;
mod dispatch;
mod error;
mod hair_buffers;
mod hair_instance;
mod hair_model;
mod solver;
mod strand_record;
mod uniform;

pub use detail::StrandDetail;
pub(crate) use dispatch::dispatch;
pub use error::HairModelError;
pub use hair_instance::HairInstance;
pub use hair_model::HairModel;
pub use solver::{HairSolver, HairSolverError};

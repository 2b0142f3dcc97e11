//! Decoders: posteriors of networks to viseme weights, live and for whole sounds.

mod running_mean;
mod shape_path;
mod viseme_decoder;

pub(crate) use running_mean::{MAX_MEAN_FRAMES, RunningMean};
pub(crate) use shape_path::ShapePath;
pub(crate) use viseme_decoder::{VisemeDecoder, shown_openness};

//! Measurements of `sinew bench`: jobs in batches, in rounds, in alternation with a peer program.

mod actors;
mod clips;
mod clock;
mod compression;
mod drawing;
mod figures;
mod ik;
mod instructions;
mod job;
mod peer;
mod stages;
mod statistics;

pub(crate) use actors::actor_jobs;
pub(crate) use clips::BenchClips;
pub(crate) use compression::{CompressionJob, compression_jobs};
pub(crate) use drawing::{frame_job, skinning_jobs};
pub(crate) use figures::{ClipFigure, Figure, Figures};
pub(crate) use ik::ik_jobs;
pub(crate) use instructions::Instructions;
pub(crate) use job::Job;
pub(crate) use peer::Peer;
pub(crate) use stages::{Stage, stage_jobs};

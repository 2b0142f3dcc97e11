//! What `sinew bench` measures, and how: jobs in batches, round by round, in alternation with a program of the user's.

mod actors;
mod clock;
mod compression;
mod drawing;
mod figures;
mod instructions;
mod job;
mod motions;
mod peer;
mod random;
mod reaching;
mod stages;
mod statistics;

pub(crate) use actors::actor_jobs;
pub(crate) use compression::{CompressionJob, compression_jobs};
pub(crate) use drawing::{frame_job, skinning_jobs};
pub(crate) use figures::{ClipFigure, Figure, Figures};
pub(crate) use instructions::Instructions;
pub(crate) use job::Job;
pub(crate) use motions::Motions;
pub(crate) use peer::Peer;
pub(crate) use reaching::reaching_jobs;
pub(crate) use stages::{Stage, stage_jobs};

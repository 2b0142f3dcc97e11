//! Jobs for whole frames of actors.

use super::clips::{BenchClips, Times};
use super::job::Job;
use super::stages::CROWD;
use crate::report::failure::Failure;
use sinew::graph::{
    AnimationGraph, BlendSpace1dDescription, ClipDescription, GraphDescription, NodeDescription,
    NumberOrParameter,
};
use sinew::playback::{MixerTrack, Playback};
use sinew::{Actor, ClipId};
use std::hint::black_box;
use std::sync::Arc;

/// Jobs for actors that mix two clips, or for one that plays a `graph`.
pub(crate) fn actor_jobs(
    motions: &BenchClips,
    graph: bool,
    file: &str,
) -> Result<Vec<Job<'static>>, Failure> {
    let fail = |e: &dyn std::fmt::Display| Failure::input(file, e);
    let mut actor = Actor::without_clips(motions.character.clone());
    for clip in &motions.clips {
        actor.add_clip(clip.clone()).map_err(|e| fail(&e))?;
    }
    if graph {
        let graph = AnimationGraph::from_description(&blend_graph(motions), actor.clips());
        actor.set_graph(Arc::new(graph.map_err(|e| fail(&e))?)).map_err(|e| fail(&e))?;
        return Ok(vec![frames("graph", vec![actor], motions)]);
    }
    let mut times = Times::new(21);
    let mut started = |actor: &Actor| {
        let mut actor = actor.clone();
        for (n, (track, weight)) in actor.use_mixer(2).tracks_mut().iter_mut().zip([0.4, 0.6]).enumerate() {
            let time = f64::from(times.anywhere(&motions.clips[n]));
            let playback = Playback::new(ClipId(n as u32), time);
            *track = MixerTrack::EMPTY.with_playback(playback).with_weight(weight);
        }
        actor
    };
    let alone = vec![started(&actor)];
    let crowd = (0..CROWD).map(|_| started(&actor)).collect();
    Ok(vec![frames("chain-actor", alone, motions), frames("chain-actor-1000", crowd, motions)])
}

/// Job that updates one actor after the other.
fn frames(name: &'static str, mut actors: Vec<Actor>, motions: &BenchClips) -> Job<'static> {
    let mut turn = 0;
    Job::new(name, "joint", motions.joints(), move || {
        actors[turn].update(1.0 / 60.0);
        black_box(&actors[turn]);
        turn = if turn + 1 < actors.len() { turn + 1 } else { 0 };
    })
}

/// A graph with a synchronized blend space of both clips.
fn blend_graph(motions: &BenchClips) -> GraphDescription {
    let clip = |n: usize| {
        let clip = motions.clips[n].name().to_owned();
        NodeDescription::Clip(ClipDescription { clip, ..ClipDescription::default() })
    };
    let output = NodeDescription::BlendSpace1d(BlendSpace1dDescription {
        x: NumberOrParameter::Constant(0.6),
        points: vec![(0.0, clip(0)), (1.0, clip(1))],
        ..BlendSpace1dDescription::default()
    });
    GraphDescription { output, ..GraphDescription::default() }
}

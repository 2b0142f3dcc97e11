use crate::options::hide::name_of;
use serde::Serialize;
use sinew::Actor;

/// Movement of guides as JSON.
#[derive(Serialize)]
pub(super) struct Answer {
    fps: f64,
    roots: Vec<Root>,
    /// Per guide: length of each edge at rest, metres.
    pub(super) rest_lengths: Vec<Vec<f32>>,
    /// Per guide: coordinates of its points at rest, in model space of the reference pose, metres.
    rest: Vec<Vec<f32>>,
    /// Per frame and guide: coordinates of its points in the world, metres.
    frames: Vec<Vec<Vec<f32>>>,
}

/// Point of the skin that a guide grows from.
#[derive(Serialize)]
struct Root {
    mesh: String,
    triangle: u32,
    barycentric: [f32; 3],
}

impl Answer {
    /// Guides of all layers of an actor's hair.
    pub(super) fn new(actor: &Actor, fps: f64) -> Self {
        let layers = actor.hair().map_or(&[][..], |hair| &hair.groom().layers);
        let root = |point: &sinew::surface::SurfacePoint| Root {
            mesh: name_of(actor.character(), point.instance).to_owned(),
            triangle: point.triangle,
            barycentric: point.barycentric.to_array(),
        };
        let guides = layers.iter().flat_map(|layer| &layer.guides);
        let rest = guides.clone().map(|guide| guide.points().iter().flat_map(|at| at.to_array()).collect());
        Self {
            fps,
            roots: layers.iter().flat_map(|layer| &layer.roots).map(root).collect(),
            rest_lengths: guides
                .map(|guide| guide.points().windows(2).map(|pair| pair[0].distance(pair[1])).collect())
                .collect(),
            rest: rest.collect(),
            frames: Vec::new(),
        }
    }

    /// Number of points of all guides.
    pub(super) fn point_count(&self) -> usize {
        self.rest_lengths.iter().map(|edges| edges.len() + 1).sum()
    }

    /// Adds the present frame of the actor.
    pub(super) fn add_frame(&mut self, actor: &Actor) {
        let Some(hair) = actor.hair() else { return };
        let mut guides = Vec::with_capacity(self.rest_lengths.len());
        for layer in 0..hair.groom().layers.len() {
            let pose = hair.pose(layer);
            for guide in pose.points().chunks_exact(pose.points_per_guide()) {
                guides.push(guide.iter().flat_map(|point| point.position).collect());
            }
        }
        self.frames.push(guides);
    }
}

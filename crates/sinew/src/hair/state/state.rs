//! State of the hair of one character: its simulations, roots, colliders and guides.

use super::roots::{reference_roots, triangle_frame};
use super::{Hair, HairBody, ReferenceSkin};
use crate::character::Character;
use crate::clone_from::impl_clone_from;
use crate::hair::{
    Groom, GroomError, GroomLayer, GuidePose, HairCollider, HairDetail, HairRoot, HairSimulation,
};
use crate::math::{Bounds, UprightWorld, ops, unit_of};
use crate::stage::{StageInput, Wind};
use crate::surface::SurfacePoint;
use glam::{Affine3A, Quat, Vec3, Vec3A};
use std::fmt;
use std::sync::Arc;

/// Distance of a character from the origin of its simulation beyond which the origin moves along, metres.
const MAX_DISTANCE: f32 = 4.0;

/// Input of hair in a frame, beside the [`StageInput`]: the skin that it grows from, in its final pose.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct HairInput<'a> {
    /// Matrix of every joint in model space.
    pub model: &'a [Affine3A],
    /// Corners of the triangle of a point of the skin in this pose, in model space
    /// ([`Frame::surface_corners`](crate::Frame::surface_corners)).
    pub corners: &'a dyn Fn(&SurfacePoint) -> [Vec3; 3],
}

impl<'a> HairInput<'a> {
    /// Input of a pose.
    #[must_use]
    pub fn new(model: &'a [Affine3A], corners: &'a dyn Fn(&SurfacePoint) -> [Vec3; 3]) -> Self {
        Self { model, corners }
    }
}

impl fmt::Debug for HairInput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HairInput").field("model", &self.model).finish_non_exhaustive()
    }
}

/// Hair of one character: guides that are simulated, and those that move with the skin alone.
#[derive(Debug)]
pub struct HairState {
    pub(super) hair: Arc<Hair>,
    pub(super) layers: Vec<LayerState>,
    pub(super) colliders: Vec<HairCollider>,
    /// Position in the world of the simulation that the simulation counts from.
    pub(super) origin: Vec3,
    /// World from model in the last frame, relative to `origin`.
    pub(super) world_from_model: Affine3A,
    /// True before the first update: hair begins in its groomed shape.
    pub(super) is_new: bool,
    /// World in which hair is simulated, where it is not that of the engine.
    pub(super) simulation_world: Option<UprightWorld>,
    /// Lengths of the engine's world to a metre.
    pub(super) unit: f32,
}

impl_clone_from!(
    HairState { hair, layers, origin, world_from_model, is_new, simulation_world, unit },
    buffers { colliders }
);

#[derive(Debug)]
pub(super) struct LayerState {
    pub(super) simulation: Option<HairSimulation>,
    /// Per guide: position and rotation of its triangle in the reference pose.
    pub(super) rest: Vec<(Vec3, Quat)>,
    pub(super) roots: Vec<HairRoot>,
    pub(super) pose: GuidePose,
    /// Scratch memory: points of a guide that is not simulated.
    pub(super) points: Vec<Vec3>,
}

impl_clone_from!(LayerState { simulation, rest, roots, pose, points });

impl HairState {
    /// Hair in its groomed shape.
    ///
    /// # Errors
    /// When the groom was grown on another character, the body is that of another one, or guides cannot be
    /// simulated.
    pub fn new(hair: Arc<Hair>, character: &Character) -> Result<Self, GroomError> {
        let Hair { groom, body } = &*hair;
        if !body.fits(character) {
            return Err(GroomError::OtherSkeleton);
        }
        let mut skin = ReferenceSkin::new(character);
        let layers = groom
            .layers
            .iter()
            .map(|layer| {
                let rest = reference_roots(layer, &mut skin)?;
                let simulation =
                    layer.physics.map(|settings| HairSimulation::new(&layer.guides, settings)).transpose()?;
                Ok(LayerState {
                    simulation,
                    roots: vec![HairRoot::REST; rest.len()],
                    rest,
                    pose: GuidePose::at_rest(&layer.guides),
                    points: vec![Vec3::ZERO; layer.points_per_guide()],
                })
            })
            .collect::<Result<Vec<_>, GroomError>>()?;
        let colliders = Vec::with_capacity(body.collider_count());
        Ok(Self {
            hair,
            layers,
            colliders,
            origin: Vec3::ZERO,
            world_from_model: Affine3A::IDENTITY,
            is_new: true,
            simulation_world: None,
            unit: 1.0,
        })
    }

    /// The shared hair: groom and body.
    #[must_use]
    pub const fn hair(&self) -> &Arc<Hair> {
        &self.hair
    }

    /// The groom.
    #[must_use]
    pub fn groom(&self) -> &Arc<Groom> {
        &self.hair.groom
    }

    /// The body that hair stays out of.
    #[must_use]
    pub fn body(&self) -> &Arc<HairBody> {
        &self.hair.body
    }

    /// Guides of a layer as of the last frame, world space.
    ///
    /// # Panics
    /// When the groom has no such layer.
    #[must_use]
    pub fn pose(&self, layer: usize) -> &GuidePose {
        &self.layers[layer].pose
    }

    /// Position that positions of the simulations count from: near to the character, so that hair moves the
    /// same at any distance from the origin of the world. `origin() + simulation.points(guide)[n]` is a
    /// position in the world of the simulation, which is that of the engine where it has metres and +Y
    /// upwards; [`pose`](Self::pose) has positions in the engine's world always.
    #[must_use]
    pub const fn origin(&self) -> Vec3 {
        self.origin
    }

    /// Simulation of a layer, to change its settings; `None` for one that moves with the skin alone. Its
    /// positions count from [`HairState::origin`].
    pub fn simulation_mut(&mut self, layer: usize) -> Option<&mut HairSimulation> {
        self.layers.get_mut(layer)?.simulation.as_mut()
    }

    /// Sets the level of detail of all layers, see [`HairSimulation::set_lod`]. Allocates when the share of
    /// guides changes.
    pub fn set_lod(&mut self, detail: HairDetail) {
        self.layers
            .iter_mut()
            .filter_map(|layer| layer.simulation.as_mut())
            .for_each(|simulation| simulation.set_lod(detail));
    }

    /// Simulation of a layer; `None` for one that moves with the skin alone. Its positions count from
    /// [`HairState::origin`].
    #[must_use]
    pub fn simulation(&self, layer: usize) -> Option<&HairSimulation> {
        self.layers.get(layer)?.simulation.as_ref()
    }

    /// Movement of the skin under each guide of a layer since the reference pose, as of the last frame, in
    /// the world of the simulation: metres with +Y upwards.
    ///
    /// # Panics
    /// When the groom has no such layer.
    #[must_use]
    pub fn roots(&self, layer: usize) -> &[HairRoot] {
        &self.layers[layer].roots
    }

    /// Whether the simulations of all layers sleep: no hair swings or may be moved by gusts.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.layers.iter().filter_map(|layer| layer.simulation.as_ref()).all(HairSimulation::is_sleeping)
    }

    /// Changes the groomed shape, such as by `comb` or `cut` of the crate `sinew-author`. The
    /// hair moves by the change and swings on. Settings of simulations stay.
    ///
    /// # Errors
    /// When the layers, the guides or their points are not as many as before. Nothing changes then.
    pub fn set_groom(&mut self, groom: Arc<Groom>) -> Result<(), GroomError> {
        check_guides(&groom, &self.hair.groom)?;
        for (new, layer) in groom.layers.iter().zip(&mut self.layers) {
            if let Some(simulation) = &mut layer.simulation {
                simulation.set_groom(&new.guides)?;
            }
        }
        self.hair = Arc::new(Hair::new(groom, self.hair.body.clone()));
        Ok(())
    }

    /// Colliders as of the last frame, in the world of the simulation: metres with +Y upwards.
    #[must_use]
    pub fn colliders(&self) -> &[HairCollider] {
        &self.colliders
    }

    /// Box around all guides as of the last frame, world space.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let points = self.layers.iter().flat_map(|layer| layer.pose.points());
        points.fold(Bounds::EMPTY, |bounds, point| bounds.including(point.position()))
    }

    /// Begins anew: the next update is in the groomed shape, without velocity.
    pub const fn reset(&mut self) {
        self.is_new = true;
    }

    /// Moves the hair on by one frame. It begins in its groomed shape after a teleport, and is taken along
    /// with the skin where the pose jumps. Allocates nothing.
    pub fn solve(&mut self, stage: &StageInput<'_>, input: HairInput<'_>) {
        let upright = self.find_simulation_world(stage);
        let gravity = stage.gravity_over_earth(self.unit);
        let simulations = self.layers.iter_mut().filter_map(|layer| layer.simulation.as_mut());
        simulations.for_each(|simulation| simulation.set_gravity(gravity));
        let Some(upright) = upright else {
            return self.solve_upright(stage, &input);
        };
        let world_from_model = upright.matrix_from_world(&stage.world_from_model);
        // A velocity of the engine's world in lengths of the simulated one.
        let wind = stage.wind.map(|wind| {
            move |position: Vec3, time: f64| {
                upright.upright_vector(wind.velocity(upright.world_vector(position), time))
            }
        });
        let wind = wind.as_ref().map(|wind| wind as &dyn Wind);
        self.solve_upright(&StageInput { world_from_model, wind, ..*stage }, &input);
    }

    /// World in which hair is simulated. Another one than before begins anew.
    fn find_simulation_world(&mut self, stage: &StageInput<'_>) -> Option<UprightWorld> {
        let determinant = stage.world_from_model.matrix3.determinant();
        let scale = ops::cbrt(determinant.abs());
        self.unit = unit_of(scale, self.unit);
        let upright = UprightWorld::new(stage.up(), self.unit, determinant < 0.0);
        if upright != self.simulation_world {
            (self.simulation_world, self.is_new) = (upright, true);
            self.layers.iter_mut().for_each(|layer| layer.pose.set_simulation_world(upright));
        }
        upright
    }

    /// [`HairState::solve`] in a world of metres with +Y upwards.
    fn solve_upright(&mut self, stage: &StageInput<'_>, input: &HairInput<'_>) {
        let begins = std::mem::take(&mut self.is_new) || stage.teleported;
        self.move_origin(Vec3::from(stage.world_from_model.translation), begins);
        let origin = self.origin;
        let mut world_from_model = stage.world_from_model;
        world_from_model.translation -= Vec3A::from(origin);
        let last = std::mem::replace(&mut self.world_from_model, world_from_model);
        let roots = self.layers.iter_mut().flat_map(|layer| &mut layer.roots);
        roots.for_each(|root| root.translation -= origin);
        if stage.pose_jumped && !begins {
            self.hair.body.colliders(&last, input.model, &mut self.colliders);
            for (layer, state) in self.hair.groom.layers.iter().zip(&mut self.layers) {
                state.place_roots(layer, &last, input.corners);
                if let Some(simulation) = &mut state.simulation {
                    simulation.carry(&state.roots, &self.colliders);
                }
            }
        }
        self.hair.body.colliders(&world_from_model, input.model, &mut self.colliders);
        for (layer, state) in self.hair.groom.layers.iter().zip(&mut self.layers) {
            state.place_roots(layer, &world_from_model, input.corners);
            let mut sleeps_on = false;
            if let Some(simulation) = &mut state.simulation {
                if begins {
                    simulation.reset(&state.roots);
                }
                let wind = |position: Vec3, _: f64| stage.wind_at(position + origin);
                let slept = simulation.is_sleeping();
                simulation.update(stage.dt, &state.roots, &wind, &self.colliders);
                sleeps_on = slept && simulation.is_sleeping();
            }
            state.roots.iter_mut().for_each(|root| root.translation += origin);
            if !sleeps_on {
                state.show(layer, origin);
            }
        }
        self.colliders.iter_mut().for_each(|collider| collider.translate(origin));
    }

    /// Moves the origin to a character that is far from it, or begins.
    fn move_origin(&mut self, position: Vec3, begins: bool) {
        if !position.is_finite()
            || !begins && position.distance_squared(self.origin) < MAX_DISTANCE * MAX_DISTANCE
        {
            return;
        }
        let by = position - self.origin;
        self.origin = position;
        self.world_from_model.translation -= Vec3A::from(by);
        for simulation in self.layers.iter_mut().filter_map(|layer| layer.simulation.as_mut()) {
            simulation.move_origin(by);
        }
    }
}

impl LayerState {
    /// Takes roots and simulation into the pose.
    pub(super) fn show(&mut self, layer: &GroomLayer, origin: Vec3) {
        match &self.simulation {
            Some(simulation) => {
                self.pose.set_all(&layer.guides, &self.roots, |guide| simulation.points(guide), origin);
            }
            None => {
                for (guide, root) in self.roots.iter().enumerate() {
                    let rest = layer.guides[guide].points();
                    for (point, rest) in self.points.iter_mut().zip(rest) {
                        *point = root.at(*rest);
                    }
                    self.pose.set(guide, rest, root, &self.points);
                }
            }
        }
        self.pose.convert_to_world();
    }

    /// Moves the roots to their triangles. A root whose triangle has no area stays.
    fn place_roots(
        &mut self,
        layer: &GroomLayer,
        world_from_model: &Affine3A,
        corners: &dyn Fn(&SurfacePoint) -> [Vec3; 3],
    ) {
        let (_, turn, _) = world_from_model.to_scale_rotation_translation();
        for ((point, rest), root) in layer.roots.iter().zip(&self.rest).zip(&mut self.roots) {
            let Some((position, rotation)) = triangle_frame(corners(point), point.barycentric) else {
                continue;
            };
            let rotation = (turn * rotation * rest.1.inverse()).normalize();
            let position = world_from_model.transform_point3(position);
            *root = HairRoot { rotation, translation: position - rotation * rest.0 };
        }
    }
}

/// Refuses a groom with other layers, guides, points or roots than another one.
pub(super) fn check_guides(groom: &Groom, other: &Groom) -> Result<(), GroomError> {
    let fault = |layer: &str, message: &str| {
        Err(GroomError::Layer { layer: layer.to_owned(), message: message.to_owned() })
    };
    if groom.layers.len() != other.layers.len() {
        return fault(&groom.name, "the groom has other layers than before");
    }
    for (new, old) in groom.layers.iter().zip(&other.layers) {
        let points =
            |layer: &GroomLayer| layer.guides.iter().map(|guide| guide.points().len()).collect::<Vec<_>>();
        if points(new) != points(old) || new.roots != old.roots {
            return fault(&new.name, "it has other guides, points or roots than before");
        }
    }
    Ok(())
}

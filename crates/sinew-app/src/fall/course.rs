use super::posed::posed_triangles;
use crate::asset::source;
use crate::options::input::InputOptions;
use crate::prop::boxes::Boxes;
use crate::prop::slope::Slope;
use crate::prop::stairs::Stairs;
use crate::prop::wall::Wall;
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::character::CharacterError;
use sinew::glam::Vec3;
use sinew::ragdoll::Ragdoll;
use sinew::{Actor, Character, JointId};
use sinew_rapier::RapierWorld;
use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

/// Surroundings of a fall, with a floor at height 0 in all cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum CourseKind {
    #[default]
    Floor,
    Stairs,
    /// A slope of 20°.
    Slope,
    /// A wall beside the body.
    Wall,
    Boxes,
    /// Meshes of a file.
    File(PathBuf),
}

impl FromStr for CourseKind {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "floor" => Self::Floor,
            "stairs" => Self::Stairs,
            "slope" => Self::Slope,
            "wall" => Self::Wall,
            "boxes" => Self::Boxes,
            file => Self::File(file.into()),
        })
    }
}

/// Width of stairs, metres for a human body.
const STAIRS_WIDTH: f32 = 4.0;

/// Distance from the middle of the boxes of a character that plays a clip before, metres for a human body.
const BESIDE: f32 = 1.4;

/// Length and width of a slope, metres for a human body.
const SLOPE_LENGTH: f32 = 5.0;

/// Surroundings of a fall: a floor and props.
pub(crate) struct Course {
    /// The things, to draw and to export.
    pub(crate) props: Vec<Actor>,
    /// Point above which a character begins to fall.
    pub(crate) above: Vec3,
    /// Point on which a character stands that plays a clip before.
    pub(crate) stands: Vec3,
    /// Factor on the lengths of the things, see [`prop_scale_of`].
    pub(crate) scale: f32,
}

impl Course {
    /// The course with things of `scale` times their usual size.
    pub(crate) fn new(
        kind: &CourseKind,
        seed: u64,
        scale: f32,
        input: &InputOptions,
    ) -> Result<Self, Failure> {
        let made = |character: Result<Character, CharacterError>| {
            let character = character.map_err(|error| Failure::Machine(error.to_string()))?;
            Ok::<_, Failure>(vec![Actor::without_clips(Arc::new(character))])
        };
        let (props, above, stands) = match kind {
            CourseKind::Floor => (Vec::new(), Vec3::ZERO, Vec3::ZERO),
            CourseKind::Stairs => {
                let stairs = Stairs { width: STAIRS_WIDTH, scale, ..Stairs::default() };
                // Over the steps towards the camera, so that the body tumbles down.
                let z = stairs.start + stairs.depth() - stairs.going * (stairs.steps as f32 * 0.6);
                let above = Vec3::new(0.0, stairs.rise * stairs.steps as f32, z) * scale;
                (made(stairs.character())?, above, above.with_y(stairs.ground(0.0, above.z).0))
            }
            CourseKind::Slope => {
                let [start, length, width] = [-SLOPE_LENGTH * 0.5, SLOPE_LENGTH, SLOPE_LENGTH];
                let slope = Slope { start, length, width, scale, ..Slope::default() };
                let above = Vec3::Y * slope.ground(0.0, 0.0).0;
                (made(slope.character())?, above, above)
            }
            CourseKind::Wall => (made(Wall { scale }.character())?, Vec3::ZERO, Vec3::ZERO),
            CourseKind::Boxes => {
                let boxes = Boxes { seed, scale };
                // The boxes stand around the origin.
                (made(boxes.character())?, Vec3::Y * boxes.top(), Vec3::Z * (BESIDE * scale))
            }
            CourseKind::File(path) => {
                let character = source::open(Some(path), input)?.imported.character;
                let bounds = character.reference_bounds();
                if bounds.is_empty() {
                    return Err(Failure::input(path.display(), "the file has no meshes to fall onto"));
                }
                (made(Ok(character))?, bounds.center().with_y(bounds.max.y.max(0.0)), Vec3::ZERO)
            }
        };
        Ok(Self { props, above, stands, scale })
    }

    /// Name of the things in an exported file: the word of `--onto`, or the name of the file without its
    /// ending.
    pub(crate) fn name(&self, kind: &CourseKind) -> String {
        let named = |prop: &Actor| prop.character().skeleton().name(JointId(0)).to_owned();
        match kind {
            CourseKind::File(path) => path.file_stem().map(|stem| stem.to_string_lossy().into_owned()),
            _ => self.props.first().map(named),
        }
        .unwrap_or_default()
    }

    /// A physics world with the course in it, for bodies that fall as ones `scale` times smaller, see
    /// [`scale_of`].
    pub(crate) fn world(&self, scale: f32) -> RapierWorld {
        let mut world = RapierWorld::new().with_units_per_metre(scale).with_floor(0.0);
        self.props.iter().for_each(|prop| add_meshes(prop, &mut world));
        world
    }
}

/// Size of the human body for which lengths and velocities are, metres.
const HUMAN_SIZE: f32 = 1.7;

/// Number of units of length that are a metre for a body that falls: those of its file, or of a body of
/// another size than living ones have, so many that it falls as one of human size would.
pub(crate) fn scale_of(ragdoll: &Ragdoll) -> f32 {
    let units = ragdoll.units_per_metre();
    let scale = ragdoll.size() / units / HUMAN_SIZE;
    if (0.2..=6.0).contains(&scale) { units } else { units * scale }
}

/// Size of a body relative to a human one where it is no adult's, else 1: stairs and boxes are in proportion
/// to who falls onto them.
pub(crate) fn prop_scale_of(ragdoll: &Ragdoll) -> f32 {
    let scale = ragdoll.size() / HUMAN_SIZE;
    if (0.75..=1.35).contains(&scale) { 1.0 } else { scale }
}

/// Adds all meshes of an actor in its present pose to a world, immovable. Meshes that the engine cannot use
/// are left out.
pub(crate) fn add_meshes(actor: &Actor, world: &mut RapierWorld) {
    for posed in posed_triangles(actor) {
        let triangles =
            posed.primitive.indices.chunks_exact(3).map(|corners| [corners[0], corners[1], corners[2]]);
        if let Err(error) = world.add_mesh(posed.positions, triangles.collect()) {
            message!("sinew: {:?} is left out of the fall: {error}", posed.mesh.name);
        }
    }
}

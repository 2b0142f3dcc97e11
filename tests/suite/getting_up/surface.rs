use sinew::glam::{Quat, Vec3};
use sinew_rapier::RapierWorld;

/// Surroundings in which a body falls and gets up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// A level floor.
    Floor,
    /// Stairs of 17 cm by 29 cm across the whole width, up along +Z.
    Stairs,
    /// A plane that rises by 20° along +Z.
    Slope,
    /// A floor with a wall beside the body, 0.45 m away along +X.
    Wall,
    /// A floor with nine boxes of up to 0.75 m around the body.
    Boxes,
}

/// Angle of the slope, radians.
const SLOPE: f32 = 0.349;

/// Height and depth of a step, metres for a body of 1.7 m.
const STEP: [f32; 2] = [0.17, 0.29];

/// Number of steps up and down from the origin.
const STEPS: i32 = 40;

impl Surface {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Floor, Self::Stairs, Self::Slope, Self::Wall, Self::Boxes];

    /// Name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Stairs => "stairs",
            Self::Slope => "slope",
            Self::Wall => "wall",
            Self::Boxes => "boxes",
        }
    }

    /// A world for a body of `scale` times 1.7 m. `seed` chooses the boxes.
    pub fn world(self, scale: f32, seed: u64) -> RapierWorld {
        let mut world = RapierWorld::new();
        if !(0.2..=6.0).contains(&scale) {
            world = world.with_units_per_metre(scale);
        }
        match self {
            Self::Floor => world = world.with_floor(0.0),
            Self::Stairs => {
                let [rise, going] = STEP.map(|size| size * scale);
                for step in -STEPS..STEPS {
                    let half = Vec3::new(20.0 * scale, 2.0 * scale, going * 0.5);
                    // The body stands in the middle of a step at height 0.
                    let center = Vec3::new(0.0, step as f32 * rise - half.y, step as f32 * going);
                    world.add_box(center, Quat::IDENTITY, half);
                }
            }
            Self::Slope => {
                let turn = Quat::from_rotation_x(-SLOPE);
                let half = Vec3::new(40.0, 2.0, 40.0) * scale;
                world.add_box(turn * Vec3::NEG_Y * half.y, turn, half);
            }
            Self::Wall => {
                world = world.with_floor(0.0);
                let half = Vec3::new(0.2, 2.0, 20.0) * scale;
                world.add_box(Vec3::new(0.45 * scale + half.x, half.y, 0.0), Quat::IDENTITY, half);
            }
            Self::Boxes => {
                world = world.with_floor(0.0);
                let mut random = fastrand::Rng::with_seed(seed.wrapping_add(0xB0));
                let mut between = |low: f32, high: f32| low + (high - low) * random.f32();
                for n in (0..9).filter(|n| *n != 4) {
                    let half = Vec3::new(between(0.15, 0.35), between(0.08, 0.375), between(0.15, 0.35));
                    let cell = Vec3::new((n % 3) as f32 - 1.0, 0.0, (n / 3) as f32 - 1.0) * 0.9;
                    let aside = Vec3::new(between(-0.1, 0.1), half.y, between(-0.1, 0.1));
                    let turn = Quat::from_rotation_y(between(-0.7, 0.7));
                    world.add_box((cell + aside) * scale, turn, half * scale);
                }
            }
        }
        world
    }
}

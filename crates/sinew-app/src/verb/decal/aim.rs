//! Place of a decal: the hit of a ray, given in numbers or towards a joint.

use crate::drawing::view_direction::{ViewDirection, front};
use crate::report::choices::unknown_joint;
use crate::report::failure::Failure;
use clap::Args;
use sinew::glam::Vec3;
use sinew::surface::{HitFaces, PosedSurface, Ray, SurfaceHit};
use sinew::{Actor, JointIndex};
use std::str::FromStr;

/// Ray that finds the place of a decal.
#[derive(Args, Clone, Debug)]
#[group(required = true, multiple = false)]
pub(super) struct AimOptions {
    /// Ray in model space: its origin in metres and its direction
    #[arg(long, value_name = "OX,OY,OZ,DX,DY,DZ", value_parser = ray, allow_hyphen_values = true)]
    ray: Option<Ray>,
    /// Joint or human bone, whose skin is hit: from the front, or from an angle in degrees (90: from the character's left)
    #[arg(long, value_name = "JOINT[@DEG]")]
    on: Option<Target>,
}

/// Value of `--on`: `JOINT[@DEG]`.
#[derive(Clone, Debug, PartialEq)]
struct Target {
    joint: String,
    /// Radians.
    angle: f32,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((joint, angle)) = text.rsplit_once('@') else {
            return Ok(Self { joint: text.into(), angle: 0.0 });
        };
        let degrees = angle.parse().ok().filter(|degrees: &f32| degrees.is_finite());
        let degrees = degrees.ok_or("expected JOINT, or JOINT@DEG with an angle in degrees")?;
        Ok(Self { joint: joint.into(), angle: degrees.to_radians() })
    }
}

fn ray(text: &str) -> Result<Ray, String> {
    let numbers: Option<Vec<f32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[f32; 6]>::try_from(numbers).ok());
    let ray = numbers.map(|[ox, oy, oz, dx, dy, dz]| Ray::new(Vec3::new(ox, oy, oz), Vec3::new(dx, dy, dz)));
    ray.filter(Ray::is_valid)
        .ok_or_else(|| "expected six finite numbers with a direction that is not zero".into())
}

impl AimOptions {
    /// The place where the decal goes. `name` is that of the actor's file.
    pub(super) fn hit(&self, actor: &Actor, posed: &PosedSurface, name: &str) -> Result<SurfaceHit, Failure> {
        let character = actor.character();
        let nothing = |what: &str| Failure::Input(format!("{name}: {what} meets no front face in this pose"));
        match (&self.on, &self.ray) {
            (Some(target), _) => {
                let joint = character
                    .find_joint(&target.joint)
                    .ok_or_else(|| Failure::input(name, unknown_joint(&target.joint, character)))?;
                let (ray, away) = target.ray(actor, posed, joint);
                let mut hits = Vec::new();
                posed.all_hits(character, &ray, HitFaces::Front, &mut hits);
                let own = hits.iter().find(|hit| hit.joint == joint);
                // Where other joints move the skin more, what lies nearest before the middle, and not a shield far before it.
                let own = own.or_else(|| hits.iter().rev().find(|hit| hit.distance <= away)).or(hits.first());
                own.copied().ok_or_else(|| nothing(&format!("the ray to {}", target.joint)))
            }
            (None, Some(ray)) => {
                posed.nearest_hit(character, ray, HitFaces::Front).ok_or_else(|| nothing("the ray"))
            }
            (None, None) => Err(Failure::Call("--ray or --on is missing".into())),
        }
    }
}

impl Target {
    /// Ray to the middle of the skin that the joint moves most, and its distance along the ray.
    fn ray(&self, actor: &Actor, posed: &PosedSurface, joint: JointIndex) -> (Ray, f32) {
        let (character, frame) = (actor.character(), actor.frame());
        let (mut sum, mut count) = (Vec3::ZERO, 0.0);
        for part in posed.surface().parts() {
            let instance = &character.mesh_instances()[part.instance];
            let primitive = &character.meshes()[instance.mesh].primitives[part.primitive];
            let skin = instance.skin.map(|skin| &character.skins()[skin]);
            for (vertex, place) in posed.positions(part).iter().enumerate() {
                // The heaviest influence is the first.
                let main = primitive.influences.as_ref().and_then(|own| own.of_vertex(vertex).next());
                let main = skin.zip(main).map_or(instance.node, |(skin, (main, _))| skin.joints[main]);
                if main == joint {
                    (sum, count) = (sum + *place, count + 1.0);
                }
            }
        }
        let at_joint = || frame.model()[joint.index()].translation.into();
        let aim = if count > 0.0 { sum / count } else { at_joint() };
        let from = ViewDirection { azimuth: self.angle, elevation: 0.0 }.turned(front(character));
        let away = frame.bounds().size().length().max(1e-3);
        (Ray::new(aim + from.towards_eye() * away, -from.towards_eye()), away)
    }
}

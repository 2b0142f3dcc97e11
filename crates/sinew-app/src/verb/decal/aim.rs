//! Places of decals: the hits of rays, given in numbers or towards joints and places of the body.

use super::answer::mesh_name;
use super::body_point::{AimPoint, BodyPoint};
use crate::drawing::view_direction::{ViewDirection, front};
use crate::report::choices::unknown_joint;
use crate::report::failure::Failure;
use clap::Args;
use sinew::glam::Vec3;
use sinew::surface::{HitFaces, MAX_DECAL_RADIUS, PosedSurface, Ray, SurfaceHit};
use sinew::{Actor, JointId};
use std::str::FromStr;

/// Rays that find the places of decals.
#[derive(Args, Clone, Debug)]
#[group(required = true, multiple = true)]
pub(super) struct AimOptions {
    /// Ray in model space: its origin in metres and its direction; may be repeated
    #[arg(long, value_name = "OX,OY,OZ,DX,DY,DZ", value_parser = ray, allow_hyphen_values = true)]
    ray: Vec<Ray>,
    /// Place of the body (face, or left and right shoulder, elbow, wrist, hip, knee, ankle), or the middle of
    /// the skin that a joint or human bone moves; may be repeated. AZIMUTH is the side that is hit, in
    /// degrees around the character (0: its front, 90: its left), ELEVATION the angle from above
    #[arg(long, value_name = "PLACE|JOINT[@AZIMUTH[,ELEVATION]]")]
    on: Vec<Target>,
}

/// Decal to be placed.
pub(super) struct Aim {
    /// Name for people: that of `--on`, or the number of the ray.
    pub(super) name: String,
    pub(super) hit: SurfaceHit,
    /// Radius in metres.
    pub(super) radius: f32,
}

/// Value of `--on`.
#[derive(Clone, Debug, PartialEq)]
struct Target {
    text: String,
    name: String,
    /// Azimuth and elevation, degrees.
    from: Option<[f32; 2]>,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, angles)) = text.rsplit_once('@') else {
            return Ok(Self { text: text.into(), name: text.into(), from: None });
        };
        let (azimuth, elevation) = angles.split_once(',').unwrap_or((angles, "0"));
        let number = |text: &str| text.trim().parse().ok().filter(|n: &f32| n.is_finite());
        let from = number(azimuth).zip(number(elevation).filter(|n| (-90.0..=90.0).contains(n)));
        let (azimuth, elevation) = from.ok_or(
            "expected PLACE, PLACE@AZIMUTH or PLACE@AZIMUTH,ELEVATION with angles in degrees, the second \
             from -90 to 90",
        )?;
        Ok(Self { text: text.into(), name: name.into(), from: Some([azimuth, elevation]) })
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
    /// True where a place is given by a ray.
    pub(super) fn has_rays(&self) -> bool {
        !self.ray.is_empty()
    }

    /// The decals of this radius, each with that of its exit wound behind it where `exit` is its radius.
    /// `name` is that of the actor's file.
    pub(super) fn aims(
        &self,
        actor: &Actor,
        posed: &PosedSurface,
        name: &str,
        (radius, exit): (f32, Option<f32>),
    ) -> Result<Vec<Aim>, Failure> {
        let character = actor.character();
        let rays = self.ray.iter().map(|ray| {
            let hit = posed.nearest_hit(character, ray, HitFaces::Front);
            Ok((format!("ray {}", numbers(ray)), *ray, hit))
        });
        let targets = self
            .on
            .iter()
            .map(|target| target.hit(actor, posed, name).map(|(ray, hit)| (target.text.clone(), ray, hit)));
        let mut aims = Vec::new();
        for found in targets.chain(rays) {
            let (text, ray, hit) = found?;
            let hit = hit.ok_or_else(|| {
                let message = "meets no front face in this pose; look at the character from another side";
                Failure::Input(format!("{name}: {text} {message}"))
            })?;
            let leaves = exit.map(|radius| match last_back_face(actor, posed, &ray, &hit) {
                Some(hit) => Ok(Aim { name: format!("{text}, exit"), hit, radius }),
                None => {
                    Err(Failure::Input(format!("{name}: --exit: {text} meets no back face behind the hit")))
                }
            });
            aims.push(Aim { name: text, hit, radius });
            aims.extend(leaves.transpose()?);
        }
        Ok(aims)
    }
}

/// Message about the first surface that a ray from outside meets above a decal. `None` where the decal is in
/// the open.
pub(super) fn cover(actor: &Actor, posed: &PosedSurface, aim: &Aim) -> Option<String> {
    let away = actor.frame().bounds().size().length();
    let out = aim.hit.normal * if aim.hit.is_front { 1.0 } else { -1.0 };
    let ray = Ray::new(aim.hit.position + out * away, -out);
    let first = posed.nearest_hit(actor.character(), &ray, HitFaces::Front)?;
    let above = away - first.distance;
    if above < aim.radius * 0.1 || above > aim.radius * NEAR_RADII {
        return None;
    }
    let mesh = mesh_name(actor.character(), &first);
    Some(if first.point.instance == aim.hit.point.instance {
        format!("another part of mesh {mesh:?} covers the decal; --ray places it from outside")
    } else {
        format!("mesh {mesh:?} covers the decal; --hide {mesh:?} leaves it out, --ray places the decal on it")
    })
}

/// Place where a ray leaves the body for the last time.
fn last_back_face(actor: &Actor, posed: &PosedSurface, ray: &Ray, entry: &SurfaceHit) -> Option<SurfaceHit> {
    let mut hits = Vec::new();
    posed.all_hits(actor.character(), ray, HitFaces::Back, &mut hits);
    hits.pop().filter(|last| last.distance > entry.distance)
}

fn numbers(ray: &Ray) -> String {
    let all = [ray.origin, ray.direction].map(|v| v.to_array().map(|n| n.to_string()).join(","));
    all.join(",")
}

/// End of a message about an unknown joint of a humanoid.
const BODY_POINTS: &str =
    "; places of the body are face, and left or right shoulder, elbow, wrist, hip, knee, ankle";

/// Distance up to which something above a decal covers it, in its radii.
const NEAR_RADII: f32 = 6.0;

/// Radius of an exit wound, metres.
pub(super) fn exit_radius(exit: Option<f32>, entry: f32) -> f32 {
    /// Radius of an exit wound, in radii of the entry.
    const DEFAULT_RATIO: f32 = 2.0;
    exit.unwrap_or(entry * DEFAULT_RATIO).min(MAX_DECAL_RADIUS)
}

impl Target {
    /// The ray, and the hit that is meant.
    fn hit(
        &self,
        actor: &Actor,
        posed: &PosedSurface,
        file: &str,
    ) -> Result<(Ray, Option<SurfaceHit>), Failure> {
        let character = actor.character();
        let named = BodyPoint::find(&self.name, character);
        let body_point = match named {
            Some(named) => named,
            None => {
                let unknown = || {
                    let known = character.humanoid().map_or("", |_| BODY_POINTS);
                    Failure::input(file, format!("{}{known}", unknown_joint(&self.name, character)))
                };
                let joint = character.find_joint(&self.name).ok_or_else(unknown)?;
                BodyPoint { joint, azimuth: 0.0, elevation: 0.0, aim: AimPoint::Skin }
            }
        };
        let [azimuth, elevation] =
            self.from.unwrap_or([body_point.azimuth, body_point.elevation]).map(f32::to_radians);
        let from = ViewDirection { azimuth, elevation }.turned(front(character)).towards_eye();
        // An elbow stays an elbow where the arm bends; an angle that is given counts around the character.
        let from = if named.is_some() && self.from.is_none() { body_point.turned(actor, from) } else { from };
        let joint: Vec3 = actor.frame().model()[body_point.joint.index()].translation.into();
        let aim = match body_point.aim {
            AimPoint::Joint => joint,
            AimPoint::Skin => middle_of_skin(actor, posed, body_point.joint).unwrap_or(joint),
            AimPoint::Eyes(eyes) => body_point.below_eyes(actor, eyes),
            // A little below the skin, so that the ray meets it before.
            AimPoint::Landmark(rest) => {
                body_point.moved(actor, rest) - from * actor.frame().bounds().size().length() * 0.005
            }
        };
        let away = actor.frame().bounds().size().length().max(1e-3);
        let ray = Ray::new(aim + from * away, -from);
        let mut hits = Vec::new();
        posed.all_hits(character, &ray, HitFaces::Front, &mut hits);
        // What lies nearest before the middle, and not a shield far before it.
        let nearest = hits.iter().rev().find(|hit| hit.distance <= away).or(hits.first());
        let is_own = |hit: &&SurfaceHit| match body_point.aim {
            AimPoint::Joint => hit.joint == body_point.joint && hit.distance <= away,
            AimPoint::Skin => {
                let node = character.mesh_instances()[hit.point.instance].node;
                hit.joint == body_point.joint || node == body_point.joint
            }
            AimPoint::Eyes(_) | AimPoint::Landmark(_) => false,
        };
        let on_target = hits.iter().find(is_own);
        Ok((ray, on_target.or(nearest).copied()))
    }
}

/// Middle of the skin that a joint moves most, or of the meshes of a node; `None` where there are none.
fn middle_of_skin(actor: &Actor, posed: &PosedSurface, joint: JointId) -> Option<Vec3> {
    let character = actor.character();
    let (mut sum, mut count) = (Vec3::ZERO, 0.0);
    for part in posed.surface().parts() {
        if !actor.frame().is_visible(part.instance) {
            continue;
        }
        let instance = &character.mesh_instances()[part.instance];
        let primitive = &character.meshes()[instance.mesh].primitives[part.primitive];
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        for (vertex, position) in posed.positions(part).iter().enumerate() {
            // The heaviest influence is the first.
            let main =
                primitive.influences.as_ref().and_then(|influences| influences.of_vertex(vertex).next());
            let main = skin.zip(main).map_or(instance.node, |(skin, (main, _))| skin.joints[main]);
            if main == joint || instance.node == joint {
                (sum, count) = (sum + *position, count + 1.0);
            }
        }
    }
    (count > 0.0).then(|| sum / count)
}

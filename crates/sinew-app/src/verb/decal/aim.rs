//! Places of decals: the hits of rays, given in numbers or towards joints and places of the body.

use super::answer::mesh_name;
use crate::report::failure::Failure;
use clap::Args;
use sinew::Actor;
use sinew::glam::Vec3;
use sinew::surface::{HitFaces, MAX_DECAL_RADIUS, PosedSurface, Ray, SurfaceHit};
use sinew_setup::body_hit;
use std::path::PathBuf;
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
    /// Text (.ron) with marks: looks with images, sizes, drips, as -o marks.ron writes it; may be given beside
    /// --on and --ray
    #[arg(long = "decals", value_name = "FILE")]
    pub(super) marks: Option<PathBuf>,
}

/// Decal to be placed.
pub(super) struct Aim {
    /// Name for people: that of `--on`, or the number of the ray.
    pub(super) name: String,
    pub(super) hit: SurfaceHit,
    /// Radius in metres.
    pub(super) radius: f32,
    /// Name and angles in degrees of `--on`; `None` for rays and exits.
    pub(super) target: Option<(String, Option<[f32; 2]>)>,
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
    /// True where marks are given beside those of a text.
    pub(super) fn any(&self) -> bool {
        !self.ray.is_empty() || !self.on.is_empty()
    }

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
            Ok((format!("ray {}", numbers(ray)), None, *ray, hit))
        });
        let targets = self.on.iter().map(|target| {
            let named = Some((target.name.clone(), target.from));
            target.hit(actor, posed, name).map(|(ray, hit)| (target.text.clone(), named, ray, hit))
        });
        let mut aims = Vec::new();
        for found in targets.chain(rays) {
            let (text, target, ray, hit) = found?;
            let hit = hit.ok_or_else(|| {
                let message = "meets no front face in this pose; look at the character from another side";
                Failure::Input(format!("{name}: {text} {message}"))
            })?;
            let leaves = exit.map(|radius| match last_back_face(actor, posed, &ray, &hit) {
                Some(hit) => Ok(Aim { name: format!("{text}, exit"), hit, radius, target: None }),
                None => {
                    Err(Failure::Input(format!("{name}: --exit: {text} meets no back face behind the hit")))
                }
            });
            aims.push(Aim { name: text, hit, radius, target });
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
        let from = self.from.map(|angles| angles.map(f32::to_radians));
        body_hit(actor, posed, &self.name, from).map_err(|message| Failure::input(file, message))
    }
}

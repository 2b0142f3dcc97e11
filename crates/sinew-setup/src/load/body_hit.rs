//! Skin that is hit at a place of the body or at a joint.

use super::body_point::{AimPoint, BodyPoint};
use sinew::glam::Vec3;
use sinew::humanoid::HumanBone;
use sinew::internal::suggest;
use sinew::surface::{HitFaces, PosedSurface, Ray, SurfaceHit};
use sinew::{Actor, Character, JointId};

/// End of a message about an unknown joint of a humanoid.
const BODY_POINTS: &str =
    "; places of the body are face, and left or right shoulder, elbow, wrist, hip, knee, ankle";

/// Ray from outside towards a place of the body (face, or left or right shoulder, elbow, wrist, hip, knee, ankle)
/// or the middle of the skin that a joint or human bone moves, and its hit there; `None` where it meets no front
/// face. `from` is the side that is hit: azimuth and elevation in radians around the character as it stands, 0 and
/// 0 its front. Without it the natural side of the place is taken, which turns with the body.
///
/// # Errors
/// When the character has no such joint: a message with similar names.
pub fn body_hit(
    actor: &Actor,
    posed: &PosedSurface,
    name: &str,
    from: Option<[f32; 2]>,
) -> Result<(Ray, Option<SurfaceHit>), String> {
    let character = actor.character();
    let named = BodyPoint::find(name, character);
    let body_point = match named {
        Some(named) => named,
        None => {
            let joint = character.find_joint(name).ok_or_else(|| unknown(name, character))?;
            BodyPoint { joint, azimuth: 0.0, elevation: 0.0, aim: AimPoint::Skin }
        }
    };
    let natural = [body_point.azimuth, body_point.elevation].map(f32::to_radians);
    let side = towards(from.unwrap_or(natural), character);
    // An elbow stays an elbow where the arm bends; an angle that is given counts around the character.
    let side = if named.is_some() && from.is_none() { body_point.turned(actor, side) } else { side };
    let joint: Vec3 = actor.frame().model()[body_point.joint.index()].translation.into();
    let size = actor.frame().bounds().size().length();
    let aim = match body_point.aim {
        AimPoint::Joint => joint,
        AimPoint::Skin => middle_of_skin(actor, posed, body_point.joint).unwrap_or(joint),
        AimPoint::Eyes(eyes) => body_point.below_eyes(actor, eyes),
        // A little below the skin, so that the ray meets it before.
        AimPoint::Landmark(rest) => body_point.moved(actor, rest) - side * size * 0.005,
    };
    let away = size.max(1e-3);
    let ray = Ray::new(aim + side * away, -side);
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

/// Direction from the body to a side of it.
fn towards([azimuth, elevation]: [f32; 2], character: &Character) -> Vec3 {
    let forward = character.forward();
    let azimuth = azimuth + forward.x.atan2(forward.z);
    let ((sin, cos), (up, level)) = (azimuth.sin_cos(), elevation.sin_cos());
    Vec3::new(sin * level, up, cos * level)
}

/// Message about a joint or human bone that is not there.
fn unknown(name: &str, character: &Character) -> String {
    let skeleton = character.skeleton();
    let body = character.humanoid();
    let places = body.map_or("", |_| BODY_POINTS);
    if let (Some(bone), Some(body)) = (HumanBone::from_name(name), body) {
        let above = body.named_bones.parent(bone);
        let above = above.map_or(String::new(), |(above, _)| format!("; its parent is {:?}", above.name()));
        return format!("the character has no human bone {name:?}{above}{places}");
    }
    let bones = body.into_iter().flat_map(|body| body.named_bones.iter()).map(|(bone, _)| bone.name());
    let bones = bones.filter(|name| skeleton.find(name).is_none());
    let joints = skeleton.joints().map(|joint| skeleton.name(joint));
    format!("no joint called {name:?}; {}{places}", suggest(name, joints.chain(bones)))
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

//! Tangents of morphed vertices, turned with their normals.

use glam::{Vec3, Vec4};

/// Smallest 1 + cos of the angle between normals that have a shortest rotation.
const MIN_HALF: f32 = 1e-4;

/// Turns tangents with their normals: by the shortest rotation from the unit normal at rest to the morphed
/// one, which need not be unit, as for morph targets without tangent offsets. Handedness (w) is kept.
/// Vertices whose normal has not changed, is 0 or points the opposite way keep their tangent.
///
/// The rotation of t by the cross product v and the cosine c of the unit normals is t + v × t + v × (v × t) /
/// (1 + c) (T. Möller and J. F. Hughes, *Efficiently Building a Matrix to Rotate One Vector to Another*,
/// 1999).
pub fn turn_tangents(rest_normals: &[Vec3], normals: &[Vec3], tangents: &mut [Vec4]) {
    for ((rest, normal), tangent) in rest_normals.iter().zip(normals).zip(tangents) {
        if rest == normal {
            continue;
        }
        let (Some(rest), Some(normal)) = (rest.try_normalize(), normal.try_normalize()) else { continue };
        let (axis, half) = (rest.cross(normal), 1.0 + rest.dot(normal));
        if half > MIN_HALF {
            let direction = tangent.truncate();
            let across = axis.cross(direction);
            *tangent = (direction + across + axis.cross(across) / half).extend(tangent.w);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    #[test]
    fn tangents_turn_as_the_shortest_rotation_does() {
        let rest = Vec3::new(0.2, 0.9, -0.4).normalize();
        let tangent = rest.any_orthonormal_vector().extend(-1.0);
        let towards = [Vec3::new(1.0, 0.3, 0.2), Vec3::new(-0.2, -0.8, 0.6), rest * 3.0, Vec3::ZERO, -rest];
        for morphed in towards {
            let mut turned = [tangent];
            turn_tangents(&[rest], &[morphed], &mut turned);
            let turn = match morphed == Vec3::ZERO || morphed == -rest {
                true => Quat::IDENTITY,
                false => Quat::from_rotation_arc(rest, morphed.normalize()),
            };
            let expected = turn * tangent.truncate();
            assert!(turned[0].truncate().distance(expected) < 1e-5, "{morphed}: {} {expected}", turned[0]);
            assert_eq!(turned[0].w, -1.0);
        }
    }
}

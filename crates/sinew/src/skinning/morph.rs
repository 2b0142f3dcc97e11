use crate::morph::MorphTarget;
use glam::{Vec3, Vec4};

/// Adds weighted morph targets to bind-pose vertices, before skinning. `normals` and `tangents` may be empty;
/// sums are not normalized, which skinning does. Targets with weight 0 are skipped; missing weights count
/// as 0.
///
/// # Panics
/// When a target moves a vertex beyond `positions`.
pub fn add_morph_targets(
    targets: &[MorphTarget],
    weights: &[f32],
    positions: &mut [Vec3],
    normals: &mut [Vec3],
    tangents: &mut [Vec4],
) {
    for (target, &weight) in targets.iter().zip(weights).filter(|(_, w)| **w != 0.0) {
        for (i, &vertex) in target.vertices().iter().enumerate() {
            let vertex = vertex as usize;
            positions[vertex] += target.positions()[i] * weight;
            if let Some(normal) = normals.get_mut(vertex) {
                *normal += target.normals()[i] * weight;
            }
            if let Some(tangent) = tangents.get_mut(vertex) {
                *tangent += (target.tangents()[i] * weight).extend(0.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_scale_and_add() {
        let target = |x| MorphTarget::from_dense(2, &[Vec3::ZERO, Vec3::X * x], &[], &[]).unwrap();
        let mut positions = [Vec3::Y; 2];
        add_morph_targets(&[target(1.0), target(10.0)], &[0.5, -1.0], &mut positions, &mut [], &mut []);
        assert_eq!(positions, [Vec3::Y, Vec3::new(-9.5, 1.0, 0.0)]);
    }
}

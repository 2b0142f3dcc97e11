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

/// Adds the colour offsets of weighted morph targets to vertex colours, which are then clamped to 0..1. Without
/// a target of weight other than 0 that changes colours, they stay as they are.
///
/// # Panics
/// When a target colours a vertex beyond `colors`, unless it is empty.
pub fn add_morph_colors(targets: &[MorphTarget], weights: &[f32], colors: &mut [Vec4]) {
    let active = |(target, weight): &(&MorphTarget, &f32)| **weight != 0.0 && !target.colors().is_empty();
    if colors.is_empty() || !targets.iter().zip(weights).any(|pair| active(&pair)) {
        return;
    }
    for (target, &weight) in targets.iter().zip(weights).filter(active) {
        for (&vertex, &offset) in target.vertices().iter().zip(target.colors()) {
            colors[vertex as usize] += offset * weight;
        }
    }
    colors.iter_mut().for_each(|color| *color = color.clamp(Vec4::ZERO, Vec4::ONE));
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

    #[test]
    fn colors_are_clamped_after_all_targets() {
        let target = |x| MorphTarget::default().with_colors(2, &[Vec4::ZERO, Vec4::splat(x)]).unwrap();
        let mut colors = [Vec4::splat(0.5); 2];
        let targets = [target(4.0), target(-3.75), MorphTarget::default()];
        add_morph_colors(&targets, &[1.0, 1.0, 1.0], &mut colors);
        assert_eq!(colors, [Vec4::splat(0.5), Vec4::splat(0.75)]);
        add_morph_colors(&targets, &[1.0], &mut colors);
        assert_eq!(colors, [Vec4::splat(0.5), Vec4::ONE]);
        add_morph_colors(&targets, &[1.0], &mut []);
        let mut bright = [Vec4::splat(2.0); 2];
        add_morph_colors(&targets, &[0.0, 0.0, 1.0], &mut bright);
        assert_eq!(bright, [Vec4::splat(2.0); 2]);
    }
}

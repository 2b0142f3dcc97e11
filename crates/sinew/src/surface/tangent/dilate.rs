use glam::Vec3;

/// Extends the normals of the covered texels by `texels` into the others, ring by ring: a texel takes the mean of its covered
/// neighbours. Images repeat at their edges. Bilinear filtering and mipmaps read across seams, where they would find no normal.
pub(super) fn dilate(width: usize, height: usize, normals: &mut [Vec3], covered: &mut [bool], texels: u32) {
    let mut border: Vec<usize> = (0..normals.len()).filter(|&n| covered[n]).collect();
    for _ in 0..texels {
        let mut ring: Vec<usize> =
            border.iter().flat_map(|&n| neighbours(n, width, height)).filter(|&n| !covered[n]).collect();
        ring.sort_unstable();
        ring.dedup();
        if ring.is_empty() {
            return;
        }
        for &n in &ring {
            let known = neighbours(n, width, height).filter(|&near| covered[near]).map(|near| normals[near]);
            normals[n] = known.sum::<Vec3>().normalize_or_zero();
        }
        ring.iter().for_each(|&n| covered[n] = true);
        border = ring;
    }
}

/// The eight texels around texel `n`.
fn neighbours(n: usize, width: usize, height: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (n % width, n / width);
    let around = move |at: usize, by: usize, size: usize| (at + size + by - 1) % size;
    (0..9).filter(|k| *k != 4).map(move |k| around(y, k / 3, height) * width + around(x, k % 3, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_grow_around_the_edges_of_the_image() {
        let mut normals = vec![Vec3::ZERO; 49];
        let mut covered = vec![false; 49];
        (normals[0], covered[0]) = (Vec3::X, true);
        dilate(7, 7, &mut normals, &mut covered, 2);
        assert_eq!(covered.iter().filter(|c| **c).count(), 25);
        assert!(normals.iter().zip(&covered).all(|(n, c)| *n == if *c { Vec3::X } else { Vec3::ZERO }));
        assert!(covered[48] && covered[16] && !covered[24]);
        dilate(7, 7, &mut normals, &mut covered, u32::MAX);
        assert_eq!(normals, [Vec3::X; 49]);
    }
}

use glam::Vec3;

/// Extends the normals of the covered texels by `texels` into the others, ring by ring: a texel takes the
/// mean of its covered neighbours. Images repeat at their edges. Bilinear filtering and mipmaps read across
/// seams, where they would find no normal.
pub(super) fn dilate(width: usize, height: usize, normals: &mut [Vec3], covered: &mut [bool], texels: u32) {
    spread(
        width,
        height,
        covered,
        texels,
        |_| true,
        |n, known| {
            normals[n] = known.map(|near| normals[near]).sum::<Vec3>().normalize_or_zero();
        },
    );
}

/// Grows the known texels by `texels` rings into those that are open. `fill` gets a texel and its neighbours
/// that are known before its ring.
pub(in crate::surface) fn spread(
    width: usize,
    height: usize,
    known: &mut [bool],
    texels: u32,
    is_open: impl Fn(usize) -> bool,
    mut fill: impl FnMut(usize, &mut dyn Iterator<Item = usize>),
) {
    let mut border: Vec<usize> = (0..known.len()).filter(|&n| known[n]).collect();
    for _ in 0..texels {
        let around = border.iter().flat_map(|&n| neighbours(n, width, height));
        let mut ring: Vec<usize> = around.filter(|&n| !known[n] && is_open(n)).collect();
        ring.sort_unstable();
        ring.dedup();
        if ring.is_empty() {
            return;
        }
        ring.iter().for_each(|&n| fill(n, &mut neighbours(n, width, height).filter(|&near| known[near])));
        ring.iter().for_each(|&n| known[n] = true);
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

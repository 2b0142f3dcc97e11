/// Copies the texels at the edge of the covered ones outwards, ring by ring, since filters and mipmaps read across the edges.
pub(super) fn spread(size: usize, covered: &mut [bool], images: &mut [Vec<[u8; 4]>], texels: u32) {
    let mut border: Vec<usize> = (0..covered.len()).filter(|&n| covered[n]).collect();
    for _ in 0..texels {
        let mut ring = Vec::new();
        for &from in &border {
            let (x, y) = (from % size, from / size);
            let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            for (x, y) in beside.into_iter().filter(|(x, y)| *x < size && *y < size) {
                let to = y * size + x;
                if !covered[to] {
                    covered[to] = true;
                    images.iter_mut().for_each(|image| image[to] = image[from]);
                    ring.push(to);
                }
            }
        }
        border = ring;
    }
}

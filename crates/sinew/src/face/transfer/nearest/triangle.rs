//! Nearest point of a triangle in a space of places, normals and sides of the mouth.

/// Coordinates: place (3), normal (3), side of the mouth.
pub(in crate::face::transfer) type Coordinates = [f32; 7];

/// Difference of two points.
pub(super) fn minus(a: &Coordinates, b: &Coordinates) -> Coordinates {
    std::array::from_fn(|k| a[k] - b[k])
}

/// Scalar product.
pub(super) fn dot(a: &Coordinates, b: &Coordinates) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Nearest point of a triangle: shares of the corners, and the distance. The cases are the regions of Ericson, *Real-Time Collision
/// Detection* (2005), section 5.1.5, which hold in any number of dimensions.
pub(super) fn nearest_point([a, b, c]: &[Coordinates; 3], at: &Coordinates) -> ([f32; 3], f32) {
    let (ab, ac, ap) = (minus(b, a), minus(c, a), minus(at, a));
    let (d1, d2) = (dot(&ab, &ap), dot(&ac, &ap));
    let bp = minus(at, b);
    let (d3, d4) = (dot(&ab, &bp), dot(&ac, &bp));
    let cp = minus(at, c);
    let (d5, d6) = (dot(&ab, &cp), dot(&ac, &cp));
    let (va, vb, vc) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    let shares = if d1 <= 0.0 && d2 <= 0.0 {
        [1.0, 0.0, 0.0]
    } else if d3 >= 0.0 && d4 <= d3 {
        [0.0, 1.0, 0.0]
    } else if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let t = d1 / (d1 - d3);
        [1.0 - t, t, 0.0]
    } else if d6 >= 0.0 && d5 <= d6 {
        [0.0, 0.0, 1.0]
    } else if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let t = d2 / (d2 - d6);
        [1.0 - t, 0.0, t]
    } else if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        let t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        [0.0, 1.0 - t, t]
    } else {
        let total = va + vb + vc;
        [va / total, vb / total, vc / total]
    };
    // A triangle without area has no shares.
    let shares = if shares.iter().all(|share| share.is_finite()) { shares } else { [1.0, 0.0, 0.0] };
    let point: Coordinates = std::array::from_fn(|k| shares[0] * a[k] + shares[1] * b[k] + shares[2] * c[k]);
    let arm = minus(at, &point);
    (shares, dot(&arm, &arm).sqrt())
}

//! Nearest point of a triangle in a space of positions, normals and sides of the mouth.

use sinew::internal::nearest_shares;

/// Coordinates: position (3), normal (3), side of the mouth.
pub(in crate::face::transfer) type Coordinates = [f32; 7];

/// Difference of two points.
pub(super) fn minus(a: &Coordinates, b: &Coordinates) -> Coordinates {
    std::array::from_fn(|k| a[k] - b[k])
}

/// Scalar product.
pub(super) fn dot(a: &Coordinates, b: &Coordinates) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Nearest point of a triangle: shares of the corners, and the distance.
pub(super) fn nearest_point([a, b, c]: &[Coordinates; 3], at: &Coordinates) -> ([f32; 3], f32) {
    let (ab, ac) = (minus(b, a), minus(c, a));
    let [ap, bp, cp] = [a, b, c].map(|corner| minus(at, corner));
    let products = [dot(&ab, &ap), dot(&ac, &ap), dot(&ab, &bp), dot(&ac, &bp), dot(&ab, &cp), dot(&ac, &cp)];
    let shares = nearest_shares(products);
    // A triangle without area has no shares.
    let shares = if shares.iter().all(|share| share.is_finite()) { shares } else { [1.0, 0.0, 0.0] };
    let point: Coordinates = std::array::from_fn(|k| shares[0] * a[k] + shares[1] * b[k] + shares[2] * c[k]);
    let arm = minus(at, &point);
    (shares, dot(&arm, &arm).sqrt())
}

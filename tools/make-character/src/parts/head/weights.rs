//! Skin weights of the head: rigid skull, a jaw that moves chin and lower lip, and a throat that follows the neck.

use crate::field::smoothstep;
use crate::parts::face::FacePoint;
use crate::skeleton::Skeleton;
use crate::surface::Influence;
use crate::weights::top_four;

/// Weights of a vertex.
pub(super) fn influence(point: &FacePoint, skeleton: &Skeleton) -> Influence {
    let p = point.at;
    // The skull is rigid; the throat follows the neck farther up in front than behind.
    let up = smoothstep(1.435, 1.500, p.y - 0.22 * (p.z + 0.02).max(-0.04));
    let down = smoothstep(1.430, 1.385, p.y);
    let jaw = point.jaw_share() * up;
    top_four(vec![
        (skeleton.index("head"), up - jaw),
        (skeleton.index("jaw"), jaw),
        (skeleton.index("neck"), (1.0 - up) * (1.0 - down)),
        (skeleton.index("upperChest"), (1.0 - up) * down),
    ])
}

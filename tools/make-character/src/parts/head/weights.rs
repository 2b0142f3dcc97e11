//! Skin weights of the head: rigid skull, a jaw that moves chin and lower lip, and a throat that follows the
//! neck.

use crate::field::smoothstep;
use crate::parts::face::FacePoint;
use crate::skeleton::Skeleton;
use crate::surface::Influence;
use crate::weights::top_four;

/// Weights of a vertex.
pub(super) fn influence(point: &FacePoint, skeleton: &Skeleton) -> Influence {
    let p = point.at;
    // Skull, face and chin are rigid; below the jaw they go over into the throat, which follows the neck. The
    // chin lies lower than the nape ends: its underside counts as higher the farther it is in front of the
    // neck.
    let up = smoothstep(1.428, 1.486, p.y + 0.9 * (p.z - 0.025).clamp(0.0, 0.06));
    let down = smoothstep(1.430, 1.385, p.y);
    let jaw = point.jaw_share() * up;
    top_four(vec![
        (skeleton.index("head"), up - jaw),
        (skeleton.index("jaw"), jaw),
        (skeleton.index("neck"), (1.0 - up) * (1.0 - down)),
        (skeleton.index("upperChest"), (1.0 - up) * down),
    ])
}

use sinew::glam::{Mat3, Quat, Vec3};
use sinew::limit::{AngleRange, Limit, Swing, SwingPolygon};

/// A limit as ranges of angles about three axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Angular {
    /// Rotation of the axes in the space of the joint's parent. Y is the bone, about which it twists.
    pub(super) axes: Quat,
    /// Least and greatest angle about X, Y and Z, radians; `None` where there is no limit.
    pub(super) ranges: [Option<[f32; 2]>; 3],
    /// Half angle of an even cone about Y.
    pub(super) cone: Option<f32>,
}

const FIXED: Option<[f32; 2]> = Some([0.0; 2]);

/// Number of points along each side of a polygon at which its angles are taken.
const SAMPLES: u8 = 32;

/// Ranges of angles for a limit. Hinges, fixed joints, twists and even cones are exact; an ellipse becomes
/// the ranges of its half-axes, a polygon those that enclose it.
pub(super) fn angular(limit: &Limit) -> Angular {
    let ends = |range: AngleRange| Some([range.min(), range.max()]);
    let bone = limit.bone();
    let twist = limit.twist().and_then(ends);
    let about = |axis: Vec3, [x, z]: [Option<[f32; 2]>; 2]| Angular {
        axes: frame(axis, bone),
        ranges: [x, twist, z],
        cone: None,
    };
    let any = bone.any_orthonormal_vector();
    match limit.swing() {
        Swing::Fixed => about(any, [FIXED; 2]),
        Swing::Hinge { axis, range } => about(*axis, [ends(*range), FIXED]),
        Swing::Ellipse(ellipse) => {
            let [x, z] = ellipse.ranges();
            match x == z && x.min() == -x.max() {
                true => Angular { cone: Some(x.max()), ..about(ellipse.axis(), [None; 2]) },
                // The ellipse's second axis is -Z.
                false => about(ellipse.axis(), [ends(x), Some([-z.max(), -z.min()])]),
            }
        }
        Swing::Polygon(polygon) => about(any, around(polygon, bone, any).map(Some)),
        // Any direction.
        _ => about(any, [None; 2]),
    }
}

/// Rotation with the axes `x` and `bone` as X and Y.
fn frame(x: Vec3, bone: Vec3) -> Quat {
    Quat::from_mat3(&Mat3::from_cols(x, bone, x.cross(bone))).normalize()
}

/// Ranges of the angles about `x` and about x × bone of all swings within a polygon.
fn around(polygon: &SwingPolygon, bone: Vec3, x: Vec3) -> [[f32; 2]; 2] {
    let corners = polygon.points();
    let axes = [x, x.cross(bone)];
    let mut ranges = [[0.0f32; 2]; 2];
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        for sample in 0..SAMPLES {
            let share = f32::from(sample) / f32::from(SAMPLES);
            let Some(direction) = from.lerp(*to, share).try_normalize() else { continue };
            let swing = bone.cross(direction).normalize_or_zero() * bone.angle_between(direction);
            for (range, axis) in ranges.iter_mut().zip(axes) {
                let angle = swing.dot(axis);
                *range = [range[0].min(angle), range[1].max(angle)];
            }
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::limit::SwingEllipse;
    use test_needs::cases;

    /// Whether a rotation is within the ranges, as ellipses of the swing and a twist.
    fn within(angular: &Angular, turn: Quat) -> bool {
        let local_turn = angular.axes.inverse() * turn * angular.axes;
        let twist = Quat::from_xyzw(0.0, local_turn.y, 0.0, local_turn.w).normalize();
        let swing = (local_turn * twist.inverse()).to_scaled_axis();
        let angle = |range: Option<[f32; 2]>, angle: f32| {
            range.is_none_or(|[min, max]| angle >= min - 1e-3 && angle <= max + 1e-3)
        };
        angle(angular.ranges[0], swing.x)
            && angle(angular.ranges[2], swing.z)
            && angle(angular.ranges[1], twist.to_scaled_axis().y)
            && angular.cone.is_none_or(|half| swing.length() <= half + 1e-3)
    }

    /// Ranges enclose the limit, and reach no farther than it does anywhere along an axis.
    #[test]
    fn ranges_enclose_their_limit() {
        let range = AngleRange::from_degrees;
        let bone = Vec3::new(0.48, 0.6, 0.64);
        let x = bone.any_orthonormal_vector();
        let corners: Vec<Vec3> =
            [(0.0f32, 100.0f32), (60.0, 115.0), (140.0, 40.0), (200.0, 92.0), (270.0, 50.0), (330.0, 75.0)]
                .into_iter()
                .map(|(around, far)| {
                    let (around, far) = (around.to_radians(), far.to_radians());
                    bone * far.cos() + (x * around.cos() + bone.cross(x) * around.sin()) * far.sin()
                })
                .collect();
        let ellipse = SwingEllipse::new(bone, x, range(-30.0, 70.0), range(-20.0, 45.0));
        let cone = SwingEllipse::new(bone, x, range(-30.0, 30.0), range(-30.0, 30.0));
        let limits = [
            Limit::ball(bone, Swing::Ellipse(ellipse), Some(range(-40.0, 60.0))),
            Limit::ball(bone, Swing::Ellipse(cone), None),
            Limit::ball(
                bone,
                Swing::Polygon(SwingPolygon::new(bone, &corners).unwrap()),
                Some(range(-40.0, 60.0)),
            ),
            Limit::ball(bone, Swing::Hinge { axis: x, range: range(0.0, 150.0) }, Some(range(-10.0, 90.0))),
            Limit::hinge(bone, range(-50.0, 20.0)),
            Limit::fixed(),
            Limit::free(),
        ];
        for limit in limits {
            let ranges = angular(&limit);
            for mut random in cases(2000) {
                let mut next = || random.f32() * 2.0 - 1.0;
                let turn = limit.clamp(Quat::from_scaled_axis(Vec3::new(next(), next(), next()) * 1.6));
                assert!(within(&ranges, turn), "{limit:?}: {ranges:?}: {turn}");
            }
        }
    }
}

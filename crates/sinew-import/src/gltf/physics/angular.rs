use sinew::glam::{Quat, Vec3};
use sinew::limit::{AngleRange, Limit, Swing, SwingEllipse};
use std::f32::consts::PI;

/// Angles of a joint: ranges about the X, Y and Z axes of its frame, radians, and the half angle of a cone
/// about an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Angular {
    pub(super) ranges: [[f32; 2]; 3],
    pub(super) cone: Option<(usize, f32)>,
}

/// Difference of angles that is rounding, radians.
const ROUNDING: f32 = 1e-4;

/// Limit of a joint whose frame has the rotation `frame`, and whether a range has been widened to contain 0.
/// `bone` is the axis about which the joint twists where its ranges leave that open.
pub(super) fn limit(angular: &Angular, frame: Quat, bone: usize) -> (Limit, bool) {
    let axis = |n: usize| frame * Vec3::AXES[n % 3];
    let range = |n: usize| AngleRange::new(angular.ranges[n % 3][0], angular.ranges[n % 3][1]);
    let is_open = |n: usize| range(n).min() <= ROUNDING - PI && range(n).max() >= PI - ROUNDING;
    let is_fixed = |n: usize| range(n).max() - range(n).min() <= ROUNDING;
    let limited = |n: usize| (!is_open(n)).then(|| range(n));
    let fixed = [0, 1, 2].into_iter().filter(|n| is_fixed(*n)).count();
    if angular.cone.is_none() {
        match fixed {
            3 => return (Limit::fixed(), false),
            2 => {
                let free = [0, 1, 2].into_iter().find(|n| !is_fixed(*n)).unwrap_or(bone);
                return (Limit::ball(axis(free), Swing::Fixed, limited(free)), false);
            }
            _ => {}
        }
    }
    let bone = angular.cone.map_or(bone, |(about, _)| about);
    // The ellipse's first axis is X where the bone is Y; its second one, the bone × the first, is -Z.
    let (first, second) = (bone + 2, bone + 1);
    let half = angular.cone.map_or(PI, |(_, half)| half);
    let swing = match [is_fixed(first), is_fixed(second)] {
        _ if is_open(first) && is_open(second) && angular.cone.is_none() => Swing::Free,
        [true, false] if angular.cone.is_none() => Swing::Hinge { axis: axis(second), range: range(second) },
        [false, true] if angular.cone.is_none() => Swing::Hinge { axis: axis(first), range: range(first) },
        _ => {
            let within = |range: AngleRange| AngleRange::new(range.min().max(-half), range.max().min(half));
            let (about, across) = (within(range(first)), within(range(second)));
            let across = AngleRange::new(-across.max(), -across.min());
            Swing::Ellipse(SwingEllipse::new(axis(bone), axis(first), about, across))
        }
    };
    let contains_zero = |n: usize| range(n).min() <= ROUNDING && range(n).max() >= -ROUNDING;
    let is_ellipse = matches!(swing, Swing::Ellipse(_));
    let is_widened = is_ellipse && !(contains_zero(first) && contains_zero(second));
    (Limit::ball(axis(bone), swing, limited(bone)), is_widened)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(ranges: [[f32; 2]; 3], cone: Option<(usize, f32)>) -> Limit {
        limit(&Angular { ranges: ranges.map(|range| range.map(f32::to_radians)), cone }, Quat::IDENTITY, 1).0
    }

    #[test]
    fn ranges_become_the_limit_of_their_kind() {
        let (fixed, open) = ([0.0; 2], [-180.0, 180.0]);
        assert_eq!(of([fixed; 3], None), Limit::fixed());
        assert!(of([open; 3], None).is_free());
        let hinge = of([fixed, fixed, [-10.0, 90.0]], None);
        assert_eq!(hinge, Limit::hinge(Vec3::Z, AngleRange::from_degrees(-10.0, 90.0)));
        let elbow = of([[0.0, 150.0], [-90.0, 90.0], fixed], None);
        assert!(matches!(elbow.swing(), Swing::Hinge { axis: Vec3::X, .. }));
        assert_eq!(elbow.bone(), Vec3::Y);
        let cone = of([open, [-20.0, 20.0], open], Some((1, 0.5)));
        for about in [Vec3::X, Vec3::Z, Vec3::new(0.6, 0.0, 0.8)] {
            assert!(cone.violation(Quat::from_axis_angle(about, 0.49)) == 0.0);
            assert!((cone.violation(Quat::from_axis_angle(about, 0.6)) - 0.1).abs() < 1e-4);
        }
        let ellipse = of([[-30.0, 70.0], open, [-20.0, 45.0]], None);
        for (about, most) in [(Vec3::X, 70.0f32), (Vec3::NEG_X, 30.0), (Vec3::Z, 45.0), (Vec3::NEG_Z, 20.0)] {
            let turn = |degrees: f32| Quat::from_axis_angle(about, degrees.to_radians());
            assert!(ellipse.violation(turn(most - 1.0)) < 1e-4, "{about}");
            assert!((ellipse.violation(turn(most + 2.0)).to_degrees() - 2.0).abs() < 0.01, "{about}");
        }
    }
}

//! Teeth and tongue.

use super::face::Face;
use super::head::CHIN;
use super::shapes;
use crate::field::{Field, Shape, smoothstep};
use crate::paint::Plan;
use crate::skeleton::Skeleton;
use crate::surface::{Surface, polygonise, reduce};
use crate::weights::{top_four, weigh_to};
use glam::{Quat, Vec3};

/// Label of the gums.
pub(crate) const GUM: u8 = 1;
/// Label of the tongue.
pub(crate) const TONGUE: u8 = 2;
/// Label of the lower teeth.
pub(crate) const LOWER: u8 = 3;
/// Depth of the arches' centres.
pub(crate) const UPPER_Z: f32 = 0.0518;
pub(crate) const LOWER_Z: f32 = 0.0500;

/// Arch of teeth and gum: heights of edge, tooth and gum above the chin, front depth, half width and depth of
/// the arch.
fn row(heights: [f32; 3], z: f32, width: f32, depth: f32) -> Field {
    let mut f = Field::default();
    let ring = |k: usize, inset: f32, tube: f32| {
        let at = Vec3::new(0.0, CHIN + heights[k], z);
        Shape::Ring(at, Quat::IDENTITY, width - inset, depth - inset, tube)
    };
    f.add(ring(0, 0.0, 0.0017), 0.0);
    f.add(ring(1, 0.0, 0.0024), 0.004);
    f.add(ring(2, 0.0006, 0.0036), 0.0006);
    f.keep(Shape::Half(Vec3::new(0.0, 0.0, z - 0.020), -Vec3::Z), 0.002);
    f
}

/// Depth of the grooves between teeth of an arch around a centre: 1 between two teeth, 0 over most of a
/// tooth.
pub(crate) fn groove(p: Vec3, z: f32) -> f32 {
    let turn = p.x.atan2(p.z - z);
    // Eight incisors and canines in front, broader ones behind; a groove on the middle line.
    let teeth = turn / 0.245;
    let off = (teeth - teeth.round()).abs();
    smoothstep(0.16, 0.0, off)
}

fn cast(field: &Field, budget: usize) -> Surface {
    let low = Vec3::new(-0.04, CHIN + 0.01, 0.0);
    let mut s = polygonise(field, low, low + Vec3::new(0.08, 0.08, 0.1), 0.0012);
    s.openness.fill(1.0);
    reduce(&s, budget, |_| 0.5)
}

/// Charts of the inner mouth: planar projections, separate for each label, since the parts lie over one
/// another.
pub(crate) fn plan() -> Plan {
    let mut plan = Plan::boxed(0.8);
    let count = plan.charts.len();
    plan.charts = plan.charts.repeat(usize::from(LOWER) + 1);
    let boxed = plan.pick;
    plan.pick = Box::new(move |p, n, label| boxed(p, n, label) + count * usize::from(label));
    plan
}

/// Upper teeth, lower teeth and tongue; the lower ones follow the jaw.
pub(crate) fn make(skeleton: &Skeleton, face: &Face) -> Surface {
    let jaw = skeleton.index("jaw");
    let shapes = |s: &mut Surface, tongue: bool| {
        let shares: Vec<f32> = s.positions.iter().map(|p| smoothstep(0.0, 0.045, p.z)).collect();
        for name in face.names() {
            s.add_morph(name, |p, i| face.inner_offset(name, p, shares[i], tongue));
        }
        shapes::add(s);
        s.drop_idle_morphs();
        if tongue { s.drop_small_turns() } else { s.drop_turns() }
    };
    let mut upper = cast(&row([0.0482, 0.0540, 0.0610], UPPER_Z, 0.0264, 0.0265), 460);
    upper.labels = upper.positions.iter().map(|p| u8::from(p.y > CHIN + 0.0583)).collect();
    weigh_to(&mut upper, skeleton.index("head"));
    shapes::add(&mut upper);
    upper.drop_turns();
    let mut lower = cast(&row([0.0420, 0.0385, 0.0335], LOWER_Z, 0.0242, 0.0255), 320);
    lower.labels = lower.positions.iter().map(|p| if p.y < CHIN + 0.0358 { GUM } else { LOWER }).collect();
    weigh_to(&mut lower, jaw);
    shapes(&mut lower, false);
    let mut field = Field::default();
    field.add(
        Shape::Ellipsoid(
            Vec3::new(0.0, CHIN + 0.0395, 0.0475),
            Vec3::new(0.0140, 0.0062, 0.0222),
            Quat::from_rotation_x(0.10),
        ),
        0.0,
    );
    field.carve(
        Shape::Cone(
            Vec3::new(0.0, CHIN + 0.0490, 0.03),
            Vec3::new(0.0, CHIN + 0.0462, 0.068),
            0.0035,
            0.0025,
        ),
        0.005,
    );
    let mut tongue = cast(&field, 220);
    tongue.labels.fill(TONGUE);
    let head = skeleton.index("head");
    tongue.influences = tongue
        .positions
        .iter()
        .map(|p| {
            let share = smoothstep(0.02, 0.05, p.z);
            top_four(vec![(jaw, share), (head, 1.0 - share)])
        })
        .collect();
    shapes(&mut tongue, true);
    upper.append(&lower);
    upper.append(&tongue);
    upper
}

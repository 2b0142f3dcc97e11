//! Eyebrows: tapered solid strokes on the brow.

use super::face::{Face, FacePoint};
use super::head::{CHIN, solid};
use super::shapes;
use crate::field::{Field, Shape};
use crate::skeleton::Skeleton;
use crate::surface::{Surface, polygonise, reduce};
use crate::weights::weigh_to;
use glam::Vec3;

/// The left brow.
pub(crate) fn make(skeleton: &Skeleton, face: &Face, budget: usize) -> Surface {
    let head = solid();
    let stroke = [
        (0.0120, 0.1487, 0.0016),
        (0.0165, 0.1506, 0.0029),
        (0.0230, 0.1523, 0.0033),
        (0.0310, 0.1532, 0.0032),
        (0.0395, 0.1530, 0.0026),
        (0.0475, 0.1502, 0.0018),
        (0.0535, 0.1462, 0.0009),
    ];
    let points = stroke.map(|(x, y, r)| {
        let on = head.project(Vec3::new(x, CHIN + y, 0.085 - x * x * 8.0), 0.05);
        (on + head.gradient(on, 1e-3).normalize() * (r * 0.1 - 0.0004), r)
    });
    let mut field = Field::default();
    field.add(Shape::Chain(points.to_vec()), 0.0);
    let mut s = polygonise(&field, Vec3::new(0.0, 1.58, 0.02), Vec3::new(0.075, 1.64, 0.11), 0.0014);
    s.openness.fill(1.0);
    weigh_to(&mut s, skeleton.index("head"));
    for name in face.names() {
        s.add_morph(name, |p, _| face.offset(name, &FacePoint::of_skin(p)));
    }
    shapes::add(&mut s);
    s.drop_idle_morphs();
    s.drop_turns();
    reduce(&s, budget, |_| 0.6)
}

//! Points of strands: shader, processor and formula.

use crate::groom::{Random, random_groom};
use crate::support::with_hair_renderer;
use sinew::glam::{Quat, Vec2, Vec3};
use sinew::hair::{
    ControlHair, GuidePoint, GuidePose, HairCurve, HairLook, HairPatch, HairRoot, Strand, Strands,
    blend_indices, segment_percent,
};
use sinew_render::{HairInstance, HairModel, Renderer, StrandDetail};

const CURVES: [HairCurve; 2] = [HairCurve::Cubic, HairCurve::CatmullRom];

/// Points of strands as the device evaluates them.
fn on_device(renderer: &Renderer, strands: &Strands, guides: &GuidePose, detail: StrandDetail) -> Vec<Vec3> {
    let gpu = renderer.gpu();
    let count = guides.points().len() / guides.points_per_guide();
    let look = HairLook::default();
    let model = HairModel::new(gpu, strands, &look, count, guides.points_per_guide()).expect("a small groom");
    let mut hair = HairInstance::new(gpu, &model);
    hair.set_lod(detail);
    hair.update(gpu, guides);
    renderer.strand_points(&hair).expect("points")
}

#[test]
fn the_shader_gives_the_points_of_the_processor() {
    with_hair_renderer(|renderer| {
        for (curve, points_per_guide) in [(CURVES[0], 9), (CURVES[1], 9), (CURVES[0], 3), (CURVES[1], 3)] {
            let (strands, pose) = random_groom(curve, points_per_guide, 3000, 13);
            // Guides that were nearer to each other at rest have parted.
            let near = |guide: &[GuidePoint]| {
                let points = guide.iter().map(|point| point.position() * 0.3).collect::<Vec<_>>();
                ControlHair::new(points).expect("sound guides")
            };
            let near: Vec<_> = pose.points().chunks_exact(points_per_guide).map(near).collect();
            let parted = strands.clone().with_rest(&GuidePose::at_rest(&near));
            assert!((0..3000).any(|strand| {
                parted.point(strand, 6, &pose).distance(strands.point(strand, 6, &pose)) > 0.05
            }));
            // Strands that a level of detail leaves out are evaluated too.
            for (strands, share) in [(&strands, 1.0), (&strands, 0.2), (&parted, 1.0)] {
                let read = on_device(renderer, strands, &pose, StrandDetail::default().with_strands(share));
                let mut worst = 0.0_f32;
                for strand in 0..strands.strands().len() {
                    for n in 0..13 {
                        let expected = strands.point(strand, n, &pose);
                        worst = worst.max(read[strand * 13 + n].distance(expected));
                    }
                }
                assert!(worst < 1e-5, "{curve:?}, {points_per_guide} points per guide: {worst}");
            }
        }
    });
}

#[test]
fn the_shader_gives_the_cubic_and_the_patch_of_the_text() {
    with_hair_renderer(|renderer| {
        let mut random = Random(3);
        let mut corner = |x: f32, z: f32| {
            let point = |n: usize| {
                let bend = Vec3::new(random.between(-0.1, 0.1), -0.1 * n as f32, random.between(-0.1, 0.1));
                Vec3::new(x, 1.0, z) + bend
            };
            ControlHair::new((0..6).map(point).collect::<Vec<_>>()).expect("finite points")
        };
        let guides = [corner(0.0, 0.0), corner(0.3, 0.0), corner(0.0, 0.3), corner(0.3, 0.3)];
        let patch = HairPatch::new([0, 1, 2, 3]);
        let mut random = Random(4);
        let roots: Vec<_> = (0..200).map(|_| Vec2::new(random.unit(), random.unit())).collect();
        let strand = |root: &Vec2| Strand {
            guides: [0, 1, 2, 3],
            weights: HairPatch::weights(*root),
            length: 1.0,
            random: random.unit(),
        };
        let all: Vec<_> = roots.iter().map(strand).collect();
        let offsets = vec![Vec3::ZERO; roots.len() * 17];
        let strands = Strands::new(all, offsets, 17, HairCurve::Cubic, 4).expect("a sound groom");
        let read = on_device(renderer, &strands, &GuidePose::at_rest(&guides), StrandDetail::default());
        for (number, root) in roots.iter().enumerate() {
            for n in 0..17 {
                let t = n as f32 / 16.0;
                let points = |guide: u32| guides[guide as usize].points();
                let from_patch = patch.at(*root, t, HairCurve::Cubic, points);
                // The formula of the text, written out.
                let (segment, s) = segment_percent(t, 6);
                let along = |guide: u32| {
                    let [p0, p1, p2, p3] = blend_indices(segment, 6).map(|index| points(guide)[index]);
                    let p = (p3 - p2) - (p0 - p1);
                    let q = (p0 - p1) - p;
                    p * s.powi(3) + q * s.powi(2) + (p2 - p0) * s + p1
                };
                let near = along(0).lerp(along(1), root.x);
                let formula = near.lerp(along(2).lerp(along(3), root.x), root.y);
                let point = read[number * 17 + n];
                assert!(point.distance(from_patch) < 1e-5, "{root} {t}: {point} {from_patch}");
                assert!(point.distance(formula) < 1e-5, "{root} {t}: {point} {formula}");
            }
        }
    });
}

#[test]
fn offsets_turn_with_the_guides_in_the_shader() {
    with_hair_renderer(|renderer| {
        let (strands, rest) = random_groom(HairCurve::CatmullRom, 8, 300, 9);
        let root = HairRoot { rotation: Quat::from_rotation_z(1.1), translation: Vec3::new(0.4, -0.2, 0.1) };
        let mut turned = rest.clone();
        for guide in 0..rest.points().len() / 8 {
            let at_rest: Vec<_> = rest.guide(guide).iter().map(|point| point.position()).collect();
            let now: Vec<_> = at_rest.iter().map(|point| root.at(*point)).collect();
            turned.set(guide, &at_rest, &root, &now);
        }
        let detail = StrandDetail::default();
        let before: Vec<_> = (0..300 * 9).map(|n| strands.point(n / 9, n % 9, &rest)).collect();
        let read = on_device(renderer, &strands, &turned, detail);
        // Guides of the groom have rotations of their own at rest, which `set` replaces.
        let unturned = on_device(renderer, &strands, &without_rotations(&rest), detail);
        assert!(before.iter().zip(&unturned).any(|(a, b)| a.distance(*b) > 1e-3));
        for (point, rest_point) in read.iter().zip(&unturned) {
            assert!(point.distance(root.at(*rest_point)) < 1e-5, "{point} {rest_point}");
        }
    });
}

/// The same guides, unturned.
fn without_rotations(pose: &GuidePose) -> GuidePose {
    let points = |guide: usize| pose.guide(guide).iter().map(|point| point.position()).collect::<Vec<_>>();
    let count = pose.points().len() / pose.points_per_guide();
    let guides: Vec<_> = (0..count).map(|n| ControlHair::new(points(n)).expect("sound guides")).collect();
    GuidePose::at_rest(&guides)
}

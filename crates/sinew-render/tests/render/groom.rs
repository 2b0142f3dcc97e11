//! Grooms made up for tests: hair on a ball.

use sinew::glam::{Quat, Vec2, Vec3};
use sinew::hair::{ControlHair, GuidePose, HairCurve, HairPatch, Strand, Strands};

/// Random numbers of a linear congruential generator (D. Knuth, MMIX).
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }
}

/// Strands and the rest pose of their guides.
pub(crate) struct Groom {
    pub(crate) strands: Strands,
    pub(crate) guides: GuidePose,
}

impl Groom {
    pub(crate) fn guide_count(&self) -> usize {
        self.guides.points().len() / self.guides.points_per_guide()
    }
}

/// Guide that grows out of a ball of `radius` at `direction`, and bends down around it.
fn ball_guide(direction: Vec3, radius: f32, length: f32, points: usize) -> ControlHair {
    let mut point = direction * radius;
    let mut heading = direction;
    let step = length / (points - 1) as f32;
    let mut all = vec![point];
    for _ in 1..points {
        // Gravity turns it, and the ball keeps it outside.
        heading = (heading + Vec3::NEG_Y * 0.55).normalize();
        point += heading * step;
        if point.length() < radius * 1.04 {
            point = point.normalize() * radius * 1.04;
        }
        heading = (point - all[all.len() - 1]).normalize();
        all.push(point);
    }
    ControlHair::new(all).expect("finite points")
}

/// `count` strands of `points` points each on the upper part of a ball of 0.1 m, hanging down over it.
pub(crate) fn ball(count: usize, points: usize, curve: HairCurve) -> Groom {
    const RADIUS: f32 = 0.1;
    let mut random = Random(7);
    let (rows, columns) = (10, 24);
    let direction = |row: f32, column: f32| {
        let polar = row / (rows - 1) as f32 * 1.9;
        Quat::from_rotation_y(column / columns as f32 * std::f32::consts::TAU)
            * Vec3::new(polar.sin(), polar.cos(), 0.0)
    };
    let guides: Vec<_> = (0..rows * columns)
        .map(|n| ball_guide(direction((n / columns) as f32, (n % columns) as f32), RADIUS, 0.24, 12))
        .collect();
    let mut offsets = Vec::with_capacity(count * points);
    let strands = (0..count).map(|_| {
        // Even over the sphere: the height is, not the angle.
        let lowest = 1.9_f32.cos();
        let row = random.between(lowest, 1.0).acos() / 1.9 * (rows - 1) as f32;
        let column = random.unit() * columns as f32;
        let (r, c) = ((row as usize).min(rows - 2), (column as usize).min(columns - 1));
        let at = |r: usize, c: usize| (r * columns + c % columns) as u32;
        let offset = Vec2::new(column - c as f32, row - r as f32);
        let weights = HairPatch::weights(offset);
        let (spread, phase) = (random.between(-1.0, 1.0), random.unit() * 6.3);
        for n in 0..points {
            let t = n as f32 / (points - 1) as f32;
            let angle = phase + t * 5.0;
            offsets.push(Vec3::new(angle.sin(), spread, angle.cos()) * (0.006 * t));
        }
        Strand {
            guides: [at(r, c), at(r, c + 1), at(r + 1, c), at(r + 1, c + 1)],
            weights,
            length: random.between(0.75, 1.0),
            random: random.unit(),
        }
    });
    let strands: Vec<_> = strands.collect();
    let strands = Strands::new(strands, offsets, points, curve, guides.len()).expect("a sound groom");
    Groom { strands, guides: GuidePose::at_rest(&guides) }
}

/// `count` strands with random weights, of which some are negative, and random offsets, on 20 random guides
/// with random rotations.
pub(crate) fn random_groom(
    curve: HairCurve,
    points_per_guide: usize,
    count: usize,
    points: usize,
) -> (Strands, GuidePose) {
    let mut random = Random(11);
    let cube = |random: &mut Random, size: f32| {
        Vec3::new(random.unit(), random.unit(), random.unit()) * (2.0 * size) - Vec3::splat(size)
    };
    let bones: Vec<Vec<Vec3>> =
        (0..20).map(|_| (0..points_per_guide).map(|_| cube(&mut random, 0.5)).collect()).collect();
    let hairs: Vec<_> =
        bones.iter().map(|points| ControlHair::new(points.clone()).expect("random points")).collect();
    let mut pose = GuidePose::at_rest(&hairs);
    for (guide, bone) in bones.iter().enumerate() {
        let rest: Vec<_> = bone.iter().map(|_| cube(&mut random, 0.5)).collect();
        let axis = cube(&mut random, 1.0).normalize_or(Vec3::X);
        let rotation = Quat::from_axis_angle(axis, random.between(-3.0, 3.0));
        let root = sinew::hair::HairRoot { rotation, translation: Vec3::ZERO };
        pose.set(guide, &rest, &root, bone);
    }
    let strand = |random: &mut Random| {
        let guides = [(); 4].map(|()| (random.unit() * 20.0) as u32 % 20);
        let raw = [(); 4].map(|()| random.between(-0.2, 1.0));
        let sum: f32 = raw.iter().sum();
        // Weights of a small sum would become huge.
        let weights = if sum < 0.5 { [1.0, 0.0, 0.0, 0.0] } else { raw.map(|weight| weight / sum) };
        Strand { guides, weights, length: random.between(0.1, 1.0), random: random.unit() }
    };
    let strands = (0..count).map(|_| strand(&mut random)).collect();
    let offsets = (0..count * points).map(|_| cube(&mut random, 0.05)).collect();
    (Strands::new(strands, offsets, points, curve, 20).expect("a sound groom"), pose)
}

/// `count` straight strands of `length` metres along `direction`, in the plane through the origin that faces
/// +Z, as far apart as 0.04 m.
pub(crate) fn lines(count: usize, direction: Vec2, length: f32) -> Groom {
    let (along, across) = (direction.normalize(), direction.normalize().perp());
    let guide = |n: usize| {
        // Uneven distances, so that strands do not all lie alike on pixels.
        let middle = across * ((n as f32 - count as f32 * 0.5) * 0.040_37);
        let point = |t: f32| (middle + along * ((t - 0.5) * length)).extend(0.0);
        ControlHair::new([0.0, 0.3, 0.7, 1.0].map(point)).expect("finite points")
    };
    straight(count, &(0..count).map(guide).collect::<Vec<_>>(), |n, _| Vec3::new(0.0, 0.0, n as f32 * 1e-4))
}

/// Curtains of strands that hang 1 m down around the origin, `count` strands in each, `width` metres wide, at
/// these distances along +Z.
pub(crate) fn curtain(count: usize, width: f32, depths: &[f32]) -> Groom {
    let hang = |z: &f32| ControlHair::new([0.5, 0.2, -0.2, -0.5].map(|y| Vec3::new(0.0, y, *z)));
    let guides: Vec<_> = depths.iter().map(|z| hang(z).expect("finite points")).collect();
    let offset = |_: usize, random: &mut Random| {
        Vec3::new(random.between(-0.5, 0.5) * width, 0.0, random.between(-0.02, 0.02))
    };
    straight(count * depths.len(), &guides, offset)
}

/// Strands along `guides` in turns, each with an offset that is the same from root to tip.
fn straight(count: usize, guides: &[ControlHair], offset: impl Fn(usize, &mut Random) -> Vec3) -> Groom {
    const POINTS: usize = 9;
    let mut random = Random(5);
    let strand = |n: usize, random: f32| {
        let guide = (n % guides.len()) as u32;
        Strand { guides: [guide; 4], weights: [1.0, 0.0, 0.0, 0.0], length: 1.0, random }
    };
    let strands: Vec<_> = (0..count).map(|n| strand(n, random.unit())).collect();
    let offsets = (0..count).flat_map(|n| [offset(n, &mut random); POINTS]).collect();
    let strands = Strands::new(strands, offsets, POINTS, HairCurve::CatmullRom, guides.len());
    Groom { strands: strands.expect("a sound groom"), guides: GuidePose::at_rest(guides) }
}

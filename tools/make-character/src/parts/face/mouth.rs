//! Shapes of jaw, lips and tongue.

use super::region::{Region, bell};
use super::{Face, FacePoint};
use crate::field::smoothstep;
use crate::parts::head::{CHIN, LAST, MOUTH_HALF, lip_height, mouth_line};
use glam::{Quat, Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;

/// Turn of the jaw in `jawOpen`, radians.
const JAW_TURN: f32 = 0.30;
/// Where between upper and lower lip `mouthClose` makes them meet, from the upper one.
const MEETING: f32 = 0.5;

impl Face {
    /// Offset of a point that the jaw carries in `jawOpen`.
    fn jaw_turn(&self, p: Vec3) -> Vec3 {
        let arm = p - self.jaw;
        Quat::from_rotation_x(JAW_TURN) * arm - arm - Vec3::Y * 0.002
    }

    /// Point of the line where a lip touches the other, at a distance from the middle.
    fn contact_at(&self, x: f32, upper: bool) -> FacePoint {
        let half = (LAST / 2) as f32;
        let share = (x.abs() / MOUTH_HALF).min(1.0).asin() / FRAC_PI_2 * half;
        let column = if upper { share } else { LAST as f32 - share };
        let i = (column as usize).min(LAST - 1);
        let (a, b, t) = (&self.contact[i], &self.contact[i + 1], column - i as f32);
        let mut p = if t < 0.5 { *a } else { *b };
        p.at = a.at.lerp(b.at, t);
        p.flat = a.flat.lerp(b.flat, t);
        p
    }

    /// Shapes without sides.
    pub(super) fn mouth_whole(&self, name: &str, p: &FacePoint) -> Vec3 {
        let region = Region::of(p);
        let Region { x, mid, near, wide, upper, lip, .. } = region;
        let lower = region.lower();
        let Vec2 { x: along, y: forward } = p.roll;
        match name {
            "jawOpen" => self.jaw_turn(p.at) * p.jaw_share() - Vec3::X * (0.10 * x * wide),
            "jawForward" => Vec3::new(0.0, -0.0006, 0.0070) * p.jaw_slide(),
            "mouthClose" => self.close(p, &region),
            "mouthFunnel" => {
                let out = Vec3::Z * 0.0062 * near * (0.35 + 0.65 * mid);
                let apart = Vec3::Y * (0.0030 * upper - 0.0038 * lower) * mid * near;
                // The lips turn outward: their borders move away from the line.
                let turn = Vec3::Y * (upper - lower) * 0.0012 * (1.0 - along) * mid * near * lip;
                Vec3::new(-0.30 * x * wide, 0.0, 0.0) + out + apart + turn
            }
            "mouthPucker" => {
                let flat = (mouth_line(0.0) - mouth_line(x)) * 0.6 * near;
                let out = 0.0072 * near * (0.25 + 0.75 * mid);
                // Gathered lips are fuller.
                let full = (upper - lower) * 0.0012 * (1.0 - along) * mid * near * lip;
                Vec3::new(-0.40 * x * wide, flat + full, out)
            }
            "mouthRollLower" => self.roll(p, &region, lower),
            "mouthRollUpper" => self.roll(p, &region, upper),
            "mouthShrugLower" => {
                let chin = bell(Vec2::new(x / 0.020, (p.at.y - CHIN - 0.020) / 0.014).length())
                    * smoothstep(0.04, 0.06, p.at.z);
                // The lower lip pushes the upper one up.
                let push = near * (0.35 + 0.65 * mid);
                Vec3::new(0.0, 0.0032, 0.0014) * push + Vec3::new(0.0, 0.0028, 0.0012) * chin * (1.0 - near)
            }
            "mouthShrugUpper" => {
                let push = near * (0.30 + 0.70 * mid);
                Vec3::new(0.0, 0.0030, 0.0022) * push * upper + Vec3::new(0.0, 0.0024, 0.0004) * push * lower
            }
            "lipToTeeth" => {
                // Down to the edge of the upper teeth and back to it.
                let share = (0.30 + 0.70 * along) * lower * near * (0.25 + 0.75 * mid.powf(0.2));
                let back = 0.0092 + 0.0012 * (forward - 0.38).max(0.0);
                Vec3::new(0.0, -0.0022, -back) * share * (0.75 + 0.25 * lip)
                    + Vec3::new(0.0, 0.0, -0.0008) * lower * wide
            }
            _ => Vec3::ZERO,
        }
    }

    /// `mouthClose`: lips that stay together while the jaw opens.
    fn close(&self, p: &FacePoint, region: &Region) -> Vec3 {
        let x = if p.lip.is_some() { p.column_x } else { region.x };
        let [above, below] = [true, false].map(|upper| {
            let mut at = self.contact_at(x, upper);
            at.at.x = x.clamp(-MOUTH_HALF, MOUTH_HALF);
            at.flat.x = at.at.x;
            self.jaw_turn(at.at) * at.jaw_share()
        });
        let meeting = above.lerp(below, MEETING);
        let motion = self.jaw_turn(p.at) * p.jaw_share();
        (meeting - motion) * region.wide
    }

    /// A lip rolled inward over the teeth.
    fn roll(&self, p: &FacePoint, region: &Region, share: f32) -> Vec3 {
        let Vec2 { x: along, y: forward } = p.roll;
        let weight = share * region.lip * (0.25 + 0.75 * region.mid);
        let side = if region.upper > 0.5 { -1.0 } else { 1.0 };
        let height = lip_height(region.x, region.upper > 0.5);
        let inward = Vec3::new(0.0, side * height * 0.42 * (1.0 - along), 0.0);
        (inward - Vec3::Z * (0.0014 + 0.0018 * forward.max(0.0) + 0.0006 * along)) * weight
    }

    /// Left ones of the shapes with sides, and the shifts to the left.
    pub(super) fn mouth_left(&self, stem: &str, p: &FacePoint) -> Vec3 {
        let region = Region::of(p);
        let Region { mid, near, wide, upper, x, .. } = region;
        let half = smoothstep(-0.007, 0.007, x);
        let broad = smoothstep(-0.014, 0.014, x);
        let open = 1.0 - p.deep;
        let front = smoothstep(0.02, 0.05, p.at.z) * open;
        match stem {
            "jaw" => Vec3::new(0.0080, 0.0, -0.0004) * p.jaw_slide(),
            "mouth" => {
                Vec3::new(0.0085, 0.0, 0.0) * wide
                    + Vec3::new(0.0, 0.0010, -0.0016) * region.corner(0.016) * front
            }
            "mouthSmile" => {
                let pull = region.corner(0.0205) * half * front;
                // The lips stretch over the teeth.
                let flat = -0.0012 * near * mid * half;
                Vec3::new(0.0068, 0.0062, -0.0044) * pull + Vec3::Z * flat
            }
            // Wide enough that the skin below the corner does not fold over.
            "mouthFrown" => Vec3::new(0.0008, -0.0066, -0.0012) * region.corner(0.0215) * half * front,
            "mouthDimple" => Vec3::new(0.0036, 0.0008, -0.0048) * region.corner(0.0105) * half * front,
            "mouthStretch" => Vec3::new(0.0070, -0.0026, -0.0040) * region.corner(0.0160) * half * front,
            "mouthPress" => {
                let height = lip_height(x, upper > 0.5);
                let side = if upper > 0.5 { -1.0 } else { 1.0 };
                let thin = Vec3::new(0.0, side * height * 0.30 * (1.0 - p.roll.x), 0.0);
                let flat = Vec3::Z * (-0.0011 * p.roll.y.max(0.0));
                (thin + flat) * region.lip * half * smoothstep(0.0, 0.2, mid)
                    + Vec3::new(-0.0010, 0.0, 0.0) * region.corner(0.010) * half
            }
            "mouthLowerDown" => {
                let k = region.lower() * near * broad * region.column(0.010, 0.0175);
                Vec3::new(0.0, -0.0078, 0.0012) * k
            }
            "mouthUpperUp" => {
                let k = upper * near * broad * region.column(0.010, 0.0175);
                Vec3::new(0.0, 0.0064, 0.0010) * k
            }
            _ => Vec3::ZERO,
        }
    }

    /// Offset of a vertex of the lower teeth or the tongue, which the jaw carries by a share.
    pub(crate) fn inner_offset(&self, name: &str, p: Vec3, jaw: f32, tongue: bool) -> Vec3 {
        let mix = super::OLDER.iter().chain(&super::VISEMES).find(|m| m.0 == name).map(|m| m.1);
        let one = [(name, 1.0)];
        mix.unwrap_or(&one)
            .iter()
            .map(|(part, weight)| {
                let by_jaw = match *part {
                    "jawOpen" => self.jaw_turn(p) * jaw,
                    "jawForward" => Vec3::new(0.0, -0.0006, 0.0070) * jaw,
                    "jawLeft" => Vec3::new(0.0080, 0.0, -0.0004) * jaw,
                    "jawRight" => Vec3::new(-0.0080, 0.0, -0.0004) * jaw,
                    _ => Vec3::ZERO,
                };
                (by_jaw + if tongue { tongue_offset(part, p) } else { Vec3::ZERO }) * *weight
            })
            .sum()
    }
}

/// Shapes of the tongue beside the jaw's motion.
fn tongue_offset(name: &str, p: Vec3) -> Vec3 {
    let tip = smoothstep(0.036, 0.071, p.z);
    match name {
        "tongueTipUp" => Vec3::new(0.0, 0.0120, -0.0010) * tip * tip,
        "tongueTipOut" => Vec3::new(0.0, 0.0085, 0.0150) * tip,
        "tongueBackUp" => Vec3::new(0.0, 0.0080, -0.0040) * bell((p.z - 0.040) / 0.016),
        "tongueOut" => {
            // Over the lower teeth and lip, flat, then down.
            let out = smoothstep(0.030, 0.072, p.z);
            let flat = (CHIN + 0.0395 - p.y) * 0.45 * out;
            let rise = 0.0150 * smoothstep(0.30, 0.75, out) - 0.0075 * smoothstep(0.84, 1.0, out);
            Vec3::new(0.0, flat + rise, 0.0300 * out)
        }
        _ => Vec3::ZERO,
    }
}

//! Prop of a rifle that a character holds and aims.

use super::build::{Build, Paint};
use super::surface::Surface;
use sinew::Character;
use sinew::character::CharacterError;
use sinew::glam::{Affine3A, Quat, Vec2, Vec3};

const BODY: Paint = Paint { name: "body", color: [88, 92, 98], roughness: 0.6, metallic: 0.0 };
const STOCK: Paint = Paint { name: "stock", color: [164, 122, 82], roughness: 0.65, metallic: 0.0 };
const STEEL: Paint = Paint { name: "steel", color: [64, 66, 71], roughness: 0.45, metallic: 0.2 };

/// Rake of the pistol grip, radians.
const RAKE: f32 = 0.28;
/// Height of the bore axis, and the start of the visible barrel.
const LINE: f32 = 0.078;
const BREECH: f32 = 0.2;
/// Height of the line of sight, and its end at the eye.
const SIGHT: f32 = 0.138;
const EYEPIECE: f32 = -0.055;
const MUZZLE: f32 = 0.51;
const BUTT: Vec3 = Vec3::new(0.0, 0.025, -0.3);
/// Length from butt to muzzle.
const LENGTH: f32 = MUZZLE - BUTT.z;
/// Thickness of the pad at the butt.
const PAD: f32 = 0.015;
/// Range of the fore-end along Z, and its grip: height and position along Z.
const FORE_END: [f32; 2] = [BREECH, 0.4];
const HOLD: [f32; 2] = [0.069, 0.3];

/// Simple rifle, 0.81 m long before `scale`. The barrel points along +Z, the sight is up, the origin is in
/// the middle of the pistol grip. The distance between the hands depends on the arms, not on the size of the
/// rifle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rifle {
    /// Factor on every length, 1 for human arms.
    pub(crate) scale: f32,
    /// Further factor on the overall length, 1 or more. The thickness grows with it, the distance between the
    /// hands does not.
    pub(crate) bulk: f32,
}

impl Default for Rifle {
    fn default() -> Self {
        Self { scale: 1.0, bulk: 1.0 }
    }
}

impl Rifle {
    /// The rifle for drawing.
    pub(crate) fn character(&self) -> Result<Character, CharacterError> {
        let mut build = Build::new(self.scale);
        let node = build.node("rifle", None, Vec3::ZERO);
        for (paint, surface) in [(BODY, body()), (STOCK, stock()), (STEEL, steel())] {
            build.part(node, paint, self.grown(surface));
        }
        build.finish()
    }

    /// Pistol grip for the right hand: Y up along the grip, Z forwards, X left.
    pub(crate) fn grip(&self) -> Affine3A {
        Affine3A::from_quat(Quat::from_rotation_x(RAKE))
    }

    /// Fore-end for the left hand, in the rifle's axes.
    pub(crate) fn fore_end(&self) -> Affine3A {
        Affine3A::from_translation(Vec3::new(0.0, HOLD[0], HOLD[1]) * self.scale)
    }

    /// Muzzle and unit direction of the barrel.
    pub(crate) fn barrel(&self) -> (Vec3, Vec3) {
        (self.grown_point(Vec3::new(0.0, LINE, MUZZLE)) * self.scale, Vec3::Z)
    }

    /// Rear end of the sights and unit direction of the line of sight.
    pub(crate) fn sight(&self) -> (Vec3, Vec3) {
        (self.grown_point(Vec3::new(0.0, SIGHT, EYEPIECE)) * self.scale, Vec3::Z)
    }

    /// Point that rests against the shoulder: the middle of the butt.
    pub(crate) fn butt(&self) -> Vec3 {
        BUTT * self.scale
    }

    /// The smallest rifle of at least `length` metres for arms of `scale`.
    pub(crate) fn at_least(length: f32, scale: f32) -> Self {
        // Limits extreme proportions of arms and body.
        const MAX: f32 = 3.0;
        let bulk = length / (LENGTH * scale);
        Self { scale, bulk: if bulk.is_finite() { bulk.clamp(1.0, MAX) } else { 1.0 } }
    }

    /// Length factors behind the right hand, between the hands, and ahead of the left one.
    fn along(&self) -> [f32; 3] {
        // The stock grows less, since the shoulder is behind it.
        const BEHIND: f32 = 0.4;
        let stock = 1.0 + (self.bulk - 1.0) * BEHIND;
        [stock, 1.0, (LENGTH * self.bulk + BUTT.z * stock - HOLD[1]) / (MUZZLE - HOLD[1])]
    }

    /// Thickness factor.
    fn thick(&self) -> f32 {
        // Tall bodies with short arms have large hands, which need a thicker rifle.
        const FROM: f32 = 1.25;
        const MAX: f32 = 3.0;
        (self.bulk + 2.0 * (self.bulk - FROM).max(0.0)).min(MAX)
    }

    /// Position of a point of the basic rifle after growth. Points at the grips stay.
    fn grown_point(&self, point: Vec3) -> Vec3 {
        let [behind, between, ahead] = self.along();
        let z = point.z.min(0.0) * behind
            + point.z.clamp(0.0, HOLD[1]) * between
            + (point.z - HOLD[1]).max(0.0) * ahead;
        let thick = self.thick();
        Vec3::new(point.x * thick, HOLD[0] + (point.y - HOLD[0]) * thick, z)
    }

    fn grown(&self, mut surface: Surface) -> Surface {
        let ([behind, between, ahead], thick) = (self.along(), self.thick());
        for (position, normal) in surface.positions.iter_mut().zip(&mut surface.normals) {
            let along = match position.z {
                z if z < 0.0 => behind,
                z if z > HOLD[1] => ahead,
                _ => between,
            };
            *normal = (*normal / Vec3::new(thick, thick, along)).normalize_or_zero();
            *position = self.grown_point(*position);
        }
        surface
    }
}

/// Outline of points (z, y).
fn outline<const N: usize>(points: [[f32; 2]; N]) -> [Vec2; N] {
    points.map(Vec2::from_array)
}

/// Housing, pistol grip, magazine, trigger guard.
fn body() -> Surface {
    let housing = outline([[-0.085, 0.05], [-0.06, 0.042], [BREECH, 0.042], [BREECH, 0.102], [-0.07, 0.102]]);
    let magazine = outline([[0.115, -0.105], [0.168, -0.095], [0.15, 0.05], [0.092, 0.05]]);
    let guard = Vec3::new(0.006, 0.003, 0.032);
    Surface::default()
        .prism(&housing, 0.02)
        .prism(&magazine, 0.013)
        .cuboid(Vec3::ZERO, Vec3::new(0.016, 0.06, 0.021), Quat::from_rotation_x(RAKE))
        .cuboid(Vec3::new(0.0, 0.008, 0.052), guard, Quat::IDENTITY)
        .cuboid(Vec3::new(0.0, 0.026, 0.08), Vec3::new(0.006, 0.021, 0.003), Quat::from_rotation_x(0.2))
        .cuboid(Vec3::new(0.0, 0.028, 0.047), Vec3::new(0.003, 0.016, 0.004), Quat::from_rotation_x(-0.25))
}

/// Stock, in two parts since it has a waist, and fore-end, which tapers towards the muzzle.
fn stock() -> Surface {
    let pad = BUTT.z + PAD;
    let butt = outline([[pad, -0.035], [-0.185, 0.022], [-0.185, 0.093], [pad, 0.088]]);
    let waist = outline([[-0.185, 0.022], [-0.07, 0.054], [-0.07, 0.096], [-0.185, 0.093]]);
    let [near, far] = FORE_END;
    let fore_end = outline([[near, 0.043], [far, 0.05], [far, 0.09], [near, 0.096]]);
    Surface::default().prism(&butt, 0.0165).prism(&waist, 0.0165).prism(&fore_end, 0.019)
}

/// Barrel, sight, butt pad.
fn steel() -> Surface {
    let along = |y: f32, z: f32| Vec3::new(0.0, y, z);
    let pad = [Vec3::new(-0.018, -0.04, BUTT.z), Vec3::new(0.018, 0.09, BUTT.z + PAD)];
    let post = |z: f32| [Vec3::new(-0.006, 0.102, z), Vec3::new(0.006, 0.128, z + 0.016)];
    Surface::default()
        .rod(along(LINE, BREECH), along(LINE, MUZZLE), 0.009)
        .rod(along(LINE, MUZZLE - 0.055), along(LINE, MUZZLE - 0.005), 0.0135)
        .rod(along(SIGHT, -0.03), along(SIGHT, 0.12), 0.015)
        .rod(along(SIGHT, 0.09), along(SIGHT, 0.14), 0.02)
        .rod(along(SIGHT, EYEPIECE), along(SIGHT, -0.02), 0.018)
        .block(post(0.0)[0], post(0.0)[1])
        .block(post(0.07)[0], post(0.07)[1])
        .block(pad[0], pad[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prop::probe;

    #[test]
    fn places_for_hands_lie_in_what_they_hold() {
        for (scale, bulk) in [(1.0, 1.0), (0.5, 1.0), (1.0, 1.3), (0.5, 2.0), (1.0, 3.0)] {
            let rifle = Rifle { scale, bulk };
            let character = rifle.character().unwrap();
            let bounds = character.rest_bounds();
            assert!((bounds.size().z - 0.81 * scale * bulk).abs() < 1e-5);
            let (muzzle, forwards) = rifle.barrel();
            assert!((muzzle.z - bounds.max.z).abs() < 1e-5 && forwards == Vec3::Z);
            let past = rifle.butt().z - bounds.min.z;
            assert!(if bulk == 1.0 { past.abs() < 1e-5 } else { past > 0.0 && past < 0.3 * scale * bulk });
            for hand in [rifle.grip(), rifle.fore_end()] {
                let palm = Vec3::from(hand.translation);
                assert!(probe::surrounds(&character, palm), "{palm} lies outside");
                assert!(hand.transform_vector3(Vec3::Y).y > 0.9 && hand.transform_vector3(Vec3::Z).z > 0.9);
            }
            assert!(rifle.fore_end().translation.z > 0.2 * scale);
        }
    }

    #[test]
    fn it_is_as_long_as_asked_and_never_shorter_than_its_kind() {
        let length = |least: f32, scale: f32| Rifle::at_least(least, scale).bulk * scale * 0.81;
        assert!((length(1.1, 0.7) - 1.1).abs() < 1e-5);
        assert!((length(0.4, 1.0) - 0.81).abs() < 1e-5);
        assert_eq!([f32::NAN, f32::INFINITY].map(|odd| Rifle::at_least(odd, 1.0).bulk), [1.0; 2]);
        let hands = [Rifle::at_least(1.1, 0.7), Rifle { scale: 0.7, bulk: 1.0 }];
        assert_eq!(hands[0].fore_end(), hands[1].fore_end());
    }

    #[test]
    fn the_grip_leans_forward_with_its_upper_end() {
        let rifle = Rifle::default();
        let up = rifle.grip().transform_vector3(Vec3::Y);
        assert!(up.z > 0.2 && up.x == 0.0);
        let character = rifle.character().unwrap();
        for end in [-0.05, 0.05] {
            assert!(probe::surrounds(&character, up * end), "{end}");
        }
    }
}

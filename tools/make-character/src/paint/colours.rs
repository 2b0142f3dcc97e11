//! Palette, and colour functions of all parts by texel position.

use super::Spot;
use crate::field::smoothstep;
use crate::parts::head::{CHIN, INSIDE, LIDS, MOUTH_HALF, RIM, gap, lip_height, mouth_line};
use crate::parts::{hoodie, mouth, shoes, trousers};
use glam::{Vec2, Vec3};

/// Colour from its hexadecimal sRGB value.
pub(crate) fn hex(rgb: u32) -> Vec3 {
    Vec3::new((rgb >> 16 & 255) as f32, (rgb >> 8 & 255) as f32, (rgb & 255) as f32) / 255.0
}

const SKIN: u32 = 0xe9b08c;
const BLUSH: u32 = 0xe0806a;
const LIP: u32 = 0xc76a5e;
const TEAL: u32 = 0x2a8f8b;
const CREAM: u32 = 0xf3e9d8;
const NAVY: u32 = 0x343c5c;
const CORAL: u32 = 0xee6f57;

/// Darkens and warms a colour in creases.
fn shaded(c: Vec3, open: f32, strength: f32) -> Vec3 {
    let k = (1.0 - open) * strength;
    c * (Vec3::ONE - k * Vec3::new(0.75, 0.9, 1.0))
}

/// Skin of the head: blush on cheeks, nose and ears, lips, inside of the mouth.
pub(crate) fn head(s: &Spot) -> Vec3 {
    let p = Vec3::new(s.at.x.abs(), s.at.y, s.at.z);
    let bell = |x: f32, y: f32, z: f32, r: f32| (-(p.distance(Vec3::new(x, CHIN + y, z)) / r).powi(2)).exp();
    if s.label == INSIDE {
        return hex(0xa04f49).lerp(hex(0x2e0d10), smoothstep(0.082, 0.048, p.z));
    }
    if s.label == RIM {
        return hex(0xb5765f);
    }
    let mut c = hex(SKIN);
    if s.label == LIDS {
        c = c.lerp(hex(0xd08a70), 0.18);
    }
    c = c.lerp(hex(BLUSH), 0.50 * bell(0.046, 0.082, 0.066, 0.024));
    c = c.lerp(hex(BLUSH), 0.34 * bell(0.0, 0.092, 0.106, 0.014));
    c = c.lerp(hex(BLUSH), 0.42 * bell(0.082, 0.115, -0.015, 0.030));
    c = c.lerp(hex(0xf4c7a6), 0.35 * bell(0.0, 0.165, 0.085, 0.04));
    c = c.lerp(hex(0xd08a70), 0.10 * bell(0.034, 0.118, 0.085, 0.022));
    c = c.lerp(hex(0xd49878), 0.5 * smoothstep(CHIN + 0.01, CHIN - 0.04, p.y));
    let lips = lip_share(s.at);
    c = c.lerp(hex(LIP), 0.72 * lips);
    shaded(c, s.open, 0.20)
}

/// Weight of the lip colour at a point of the authored pose, with lips apart.
fn lip_share(p: Vec3) -> f32 {
    let s = p.x / MOUTH_HALF;
    let rise = p.y - mouth_line(p.x);
    let edge = gap(p.x) + lip_height(p.x, rise > 0.0);
    smoothstep(0.0007, -0.0009, rise.abs() - edge)
        * smoothstep(0.055, 0.065, p.z)
        * smoothstep(1.12, 1.05, s.abs())
}

/// Lashes.
pub(crate) fn lash(_: &Spot) -> Vec3 {
    hex(0x2a1712)
}

/// Hands: warmer at knuckles and finger tips, pale nails.
pub(crate) fn hand(s: &Spot, nails: &[[Vec3; 4]]) -> Vec3 {
    let p = Vec3::new(s.at.x.abs(), s.at.y, s.at.z);
    let mut c = hex(SKIN);
    for [at, along, across, up] in nails {
        let d = p - *at;
        let tip = (-(d.length() / 0.014).powi(2)).exp();
        c = c.lerp(hex(BLUSH), 0.28 * tip);
        let flat = Vec2::new(d.dot(*along) / 0.0062, d.dot(*across) / 0.0047);
        let nail = smoothstep(1.15, 0.95, flat.powf(4.0).element_sum().powf(0.25))
            * smoothstep(-0.004, -0.002, d.dot(*up));
        let tone = hex(0xf3c6b4).lerp(hex(0xfbe9df), smoothstep(0.5, 0.8, flat.x));
        c = c.lerp(tone, nail);
    }
    shaded(c, s.open, 0.38)
}

/// Teeth, gums, tongue, darker towards the throat.
pub(crate) fn mouth_part(s: &Spot) -> Vec3 {
    let c = match s.label {
        mouth::GUM => hex(0xc46a68),
        mouth::TONGUE => hex(0xd0706c),
        label => {
            let z = if label == mouth::LOWER { mouth::LOWER_Z } else { mouth::UPPER_Z };
            hex(0xf6f0e4).lerp(hex(0xc9b49c), 0.55 * mouth::groove(s.at, z))
        }
    };
    c * (1.0 - 0.80 * smoothstep(0.068, 0.040, s.at.z))
}

/// Brows.
pub(crate) fn brow(_: &Spot) -> Vec3 {
    hex(0x3d2218)
}

/// The hoodie: fine knit, ribs at hem and cuffs, a cream chest band, cream strings.
pub(crate) fn hoodie(s: &Spot, cuffs: [Vec3; 2], arm: [Vec3; 2]) -> Vec3 {
    if s.label == hoodie::STRING {
        return hex(CREAM);
    }
    let p = s.at;
    let mut c = hex(TEAL);
    let side = usize::from(p.x < 0.0);
    let along = (p - cuffs[side]).dot(arm[side]);
    let sleeve = smoothstep(0.20, 0.24, p.x.abs());
    let rib = |phase: f32| 0.82 + 0.18 * (phase.sin() * 2.0).clamp(-1.0, 1.0);
    if p.y < 0.920 && sleeve < 0.5 {
        c *= rib(p.x.atan2(p.z) * 92.0) * 0.93;
    } else if along > 0.0 && sleeve > 0.5 {
        let around = p - cuffs[side];
        let across = around - arm[side] * around.dot(arm[side]);
        c *= rib(across.z.atan2(across.dot(arm[side].any_orthonormal_vector())) * 26.0) * 0.93;
    } else {
        // Chest band: cream with a coral line, around the body and the upper arms.
        let height = p.y - (1.205 + 0.0 * p.x);
        let band = smoothstep(0.0015, -0.0015, height.abs() - 0.026) * (1.0 - sleeve);
        c = c.lerp(hex(CREAM), band);
        let line = smoothstep(0.0015, -0.0015, (height + 0.042).abs() - 0.007) * (1.0 - sleeve);
        c = c.lerp(hex(CORAL), line);
        let sleeve_band = smoothstep(0.0015, -0.0015, (along + 0.27).abs() - 0.022) * sleeve;
        c = c.lerp(hex(CREAM), sleeve_band);
        let pocket = hoodie::pocket(p);
        let seam = (pocket - 0.5).abs() < 0.44;
        if seam && pocket > 0.02 && pocket < 0.98 {
            c *= 0.78;
        }
    }
    shaded(c, s.open, 0.55)
}

/// Trousers: twill, side seam, a lighter turned-up cuff.
pub(crate) fn trousers(s: &Spot) -> Vec3 {
    let p = s.at;
    let mut c = hex(NAVY);
    let twill = ((p.y + p.x.abs() * 0.8) * 900.0).sin() * 0.5 + 0.5;
    c *= 0.96 + 0.06 * twill;
    if p.y < trousers::CUFF - 0.001 {
        c = hex(0x59648c);
        let stitch = smoothstep(0.002, 0.001, (p.y - trousers::CUFF + 0.010).abs());
        c = c.lerp(hex(0x8c96b8), 0.7 * stitch);
    } else {
        let x = p.x.abs();
        let seam = smoothstep(0.0026, 0.0012, (p.z + 0.004).abs()) * f32::from(x > 0.11);
        c *= 1.0 - 0.28 * seam;
    }
    shaded(c, s.open, 0.6)
}

/// Trainers: off-white with coral heel and toe line, cream sole, grey laces, mustard sock.
pub(crate) fn shoe(s: &Spot) -> Vec3 {
    let p = Vec3::new(s.at.x.abs() - 0.098, s.at.y, s.at.z);
    if p.y > 0.1135 - 0.12 * (p.z + 0.03) && p.z < 0.012 && p.y > 0.098 {
        let rib = 0.93 + 0.07 * (p.x.atan2(p.z + 0.03) * 40.0).sin();
        return hex(0xf0b441) * rib;
    }
    if p.y < 0.0035 {
        let tread = 0.85 + 0.15 * ((p.z * 420.0).sin() * 3.0).clamp(-1.0, 1.0);
        return hex(0xb78f6a) * tread;
    }
    if p.y < shoes::SOLE + 0.0005 {
        let line = smoothstep(0.0018, 0.0008, (p.y - 0.016).abs());
        return hex(0xfbf5ea).lerp(hex(CORAL), 0.95 * line);
    }
    let mut c = hex(0xf6f1e8);
    let heel = smoothstep(-0.050, -0.053, p.z);
    c = c.lerp(hex(CORAL), heel);
    let toe = smoothstep(0.0015, 0.0, (p.z - 0.100 + p.x * p.x * 12.0).abs() - 0.002);
    c = c.lerp(hex(0xd9cfc0), toe);
    // A swoosh-free stripe: two slanting bars on the sides.
    let bar = |z: f32| smoothstep(0.0012, 0.0, (p.z - z - (p.y - 0.05) * 0.45).abs() - 0.0058);
    let sides = f32::from(p.x.abs() > 0.022 && p.y < 0.084) * smoothstep(0.030, 0.032, p.y);
    c = c.lerp(hex(TEAL), sides * (bar(0.012) + bar(0.034)).min(1.0));
    shaded(c, s.open, 0.28)
}

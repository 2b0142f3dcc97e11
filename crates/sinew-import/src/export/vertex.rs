//! Attributes of vertices as accessors (glTF 2.0 specification, section 3.7.2.1; KHR_mesh_quantization). What glTF
//! forbids is mended and reported.

use super::packed::Packed;
use super::volume::Volume;
use crate::Report;
use sinew::glam::{Vec2, Vec3, Vec4};

/// How far from 1 the length of a normal may be before it is mended; readers accept somewhat more.
const UNIT_SLACK: f32 = 1e-3;

/// Positions, with their bounds; in the cube if there is one.
pub(super) fn positions(positions: &[Vec3], volume: Option<&Volume>) -> Packed {
    match volume {
        Some(volume) => {
            let places: Vec<[i16; 3]> = positions.iter().map(|&p| volume.place(p)).collect();
            Packed::aligned(&places).normalized().bounded(&places)
        }
        None => {
            let positions: Vec<[f32; 3]> = positions.iter().map(Vec3::to_array).collect();
            Packed::aligned(&positions).bounded(&positions)
        }
    }
}

/// What the other attributes need.
pub(super) struct Vertices<'a> {
    pub(super) quantize: bool,
    pub(super) report: &'a mut Report,
    /// The primitive.
    pub(super) place: &'a str,
}

impl Vertices<'_> {
    pub(super) fn normals(&mut self, normals: &[Vec3]) -> Packed {
        let normals: Vec<Vec3> = self.unit(normals.iter().copied(), Vec3::Y);
        if !self.quantize {
            return Packed::aligned(&normals.iter().map(Vec3::to_array).collect::<Vec<_>>());
        }
        Packed::aligned(&normals.into_iter().map(nearest).collect::<Vec<_>>()).normalized()
    }

    pub(super) fn tangents(&mut self, tangents: &[Vec4]) -> Packed {
        let units = self.unit(tangents.iter().map(|t| t.truncate()), Vec3::X);
        let sides = tangents.iter().map(|t| if t.w < 0.0 { -1.0 } else { 1.0 });
        let tangents: Vec<Vec4> = units.into_iter().zip(sides).map(|(t, side)| t.extend(side)).collect();
        if !self.quantize {
            return Packed::aligned(&tangents.iter().map(Vec4::to_array).collect::<Vec<_>>());
        }
        let rounded = |t: &Vec4| {
            let [x, y, z] = nearest(t.truncate());
            [x, y, z, (t.w * 127.0) as i8]
        };
        Packed::aligned(&tangents.iter().map(rounded).collect::<Vec<_>>()).normalized()
    }

    /// Texture coordinates; zeros where a material wants such that there are none of.
    pub(super) fn uvs(&mut self, uvs: &[Vec2], set: usize, count: usize) -> Packed {
        if uvs.is_empty() {
            let message = format!("texture coordinates {set} are wanted but missing; zeros are written");
            self.report.info("texture-without-uvs", self.place, message);
            return Packed::aligned(&vec![[0u8; 2]; count]).normalized();
        }
        let lost = uvs.iter().filter(|uv| !uv.is_finite()).count();
        if lost > 0 {
            let message = format!("{lost} texture coordinates are not finite; zeros are written");
            self.report.warn("not-finite", self.place, message);
        }
        let uvs: Vec<[f32; 2]> =
            uvs.iter().map(|uv| if uv.is_finite() { uv.to_array() } else { [0.0; 2] }).collect();
        let within = |low: f32| uvs.iter().flatten().all(|v| (low..=1.0).contains(v));
        if let Some(exact) = exact_shares(&uvs) {
            exact
        } else if self.quantize && within(0.0) {
            let steps = |uv: &[f32; 2]| uv.map(|v| (v * 65535.0).round() as u16);
            Packed::aligned(&uvs.iter().map(steps).collect::<Vec<_>>()).normalized()
        } else if self.quantize && within(-1.0) {
            let steps = |uv: &[f32; 2]| uv.map(|v| (v * 32767.0).round() as i16);
            Packed::aligned(&uvs.iter().map(steps).collect::<Vec<_>>()).normalized()
        } else {
            Packed::aligned(&uvs)
        }
    }

    /// Vertex colours, which glTF wants between 0 and 1.
    pub(super) fn colors(&mut self, colors: &[Vec4]) -> Packed {
        let mut bent = 0;
        let mut within = |v: f32| {
            let near = if v.is_nan() { 0.0 } else { v.clamp(0.0, 1.0) };
            bent += usize::from(near != v);
            near
        };
        let colors: Vec<[f32; 4]> = colors.iter().map(|c| c.to_array().map(&mut within)).collect();
        if bent > 0 {
            let message =
                format!("{bent} numbers of vertex colours lie outside of 0 to 1; the nearest is written");
            self.report.warn("material-value", self.place, message);
        }
        exact_shares(&colors).unwrap_or_else(|| {
            if !self.quantize {
                return Packed::aligned(&colors);
            }
            let steps = |c: &[f32; 4]| c.map(|v| (v * 65535.0).round() as u16);
            Packed::aligned(&colors.iter().map(steps).collect::<Vec<_>>()).normalized()
        })
    }

    /// Directions, those that are not of length 1 made so.
    fn unit(&mut self, directions: impl Iterator<Item = Vec3>, otherwise: Vec3) -> Vec<Vec3> {
        let mut lost = 0;
        let unit = |d: Vec3| {
            if (d.length() - 1.0).abs() <= UNIT_SLACK {
                return d;
            }
            d.try_normalize().unwrap_or_else(|| {
                lost += 1;
                otherwise
            })
        };
        let units = directions.map(unit).collect();
        if lost > 0 {
            let message = format!("{lost} directions have no length; an axis is written instead");
            self.report.warn("normal-zero", self.place, message);
        }
        units
    }
}

/// Numbers that are exact 255ths or 65535ths, as files store them that were quantised once, stored so again.
fn exact_shares<const N: usize>(values: &[[f32; N]]) -> Option<Packed> {
    let steps = |v: f32, one: f32| {
        let steps = (v * one).round();
        let back = (f64::from(steps) / f64::from(one)) as f32;
        (back == v && (0.0..=one).contains(&steps)).then_some(steps)
    };
    if values.iter().flatten().all(|&v| steps(v, 255.0).is_some()) {
        let bytes: Vec<[u8; N]> = values.iter().map(|e| e.map(|v| (v * 255.0).round() as u8)).collect();
        return Some(Packed::aligned(&bytes).normalized());
    }
    values.iter().flatten().all(|&v| steps(v, 65535.0).is_some()).then(|| {
        let shorts: Vec<[u16; N]> = values.iter().map(|e| e.map(|v| (v * 65535.0).round() as u16)).collect();
        Packed::aligned(&shorts).normalized()
    })
}

/// The direction in three signed bytes: of the eight places around it on the grid the one that points most alike, and
/// among those of nearly unit length, since readers may not make it so.
fn nearest(direction: Vec3) -> [i8; 3] {
    let exact = direction * 127.0;
    let mut best = ([0i8; 3], f32::NEG_INFINITY);
    for corner in 0..8 {
        let up = Vec3::from_array([0, 1, 2].map(|axis| ((corner >> axis) & 1) as f32));
        let place = (exact.floor() + up).clamp(Vec3::splat(-127.0), Vec3::splat(127.0));
        let alike = place.normalize_or_zero().dot(direction);
        let off = (place.length() / 127.0 - 1.0).abs();
        let score = if off < 0.006 { alike } else { alike - 10.0 * off };
        if score > best.1 {
            best = (place.to_array().map(|v| v as i8), score);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_in_bytes_stay_unit_and_near() {
        let mut seed = 5u32;
        let mut axis = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / 8_388_608.0 - 1.0
        };
        for _ in 0..20_000 {
            let Some(unit) = Vec3::new(axis(), axis(), axis()).try_normalize() else { continue };
            let back = Vec3::from_array(nearest(unit).map(|v| f32::from(v) / 127.0));
            assert!((back.length() - 1.0).abs() < 0.0067, "{unit}");
            assert!(back.angle_between(unit).to_degrees() < 0.6, "{unit}");
        }
    }

    #[test]
    fn shares_that_were_bytes_are_bytes_again() {
        let of = |one: f64, steps: [u32; 2]| [steps.map(|s| (f64::from(s) / one) as f32)];
        assert_eq!(exact_shares(&of(255.0, [0, 77])).unwrap().bytes, [0, 77, 0, 0]);
        assert_eq!(exact_shares(&of(65535.0, [258, 65534])).unwrap().bytes, [2, 1, 254, 255]);
        assert_eq!(exact_shares(&[[0.1, 0.3]]), None);
        assert_eq!(exact_shares(&[[-0.0, 1.5]]), None);
    }
}

//! Export of vertex attributes (glTF 2.0 specification, section 3.7.2.1; KHR_mesh_quantization). Values that
//! glTF forbids are corrected and reported.

use super::direction_code::{DirectionCode, quantize_direction};
use super::packed::Packed;
use super::quantized_keys::ExponentialCode;
use super::vertex_format::VertexFormat;
use crate::Report;
use sinew::glam::{Vec2, Vec3, Vec4};

/// Largest deviation of a normal's length from 1 at which it is not normalized; validators accept slightly
/// more.
const UNIT_TOLERANCE: f32 = 1e-3;

/// Packs positions with their bounds, quantized if there is a volume.
pub(super) fn positions(positions: &[Vec3], format: &VertexFormat<'_>) -> Packed {
    if let Some(volume) = &format.volume {
        let points: Vec<[i16; 3]> = positions.iter().map(|&p| volume.point(p)).collect();
        let packed = Packed::aligned(&points);
        return if volume.normalized { packed.normalized() } else { packed }.bounded(&points);
    }
    let positions: Vec<[f32; 3]> = positions.iter().map(Vec3::to_array).collect();
    let stepped = format.position_step.and_then(|step| pack_steps(&positions, step));
    stepped.unwrap_or_else(|| Packed::aligned(&positions).bounded(&positions))
}

/// Packer of the other attributes.
pub(super) struct Vertices<'a> {
    pub(super) format: VertexFormat<'a>,
    pub(super) report: &'a mut Report,
    /// Location of the primitive.
    pub(super) location: &'a str,
}

impl Vertices<'_> {
    pub(super) fn normals(&mut self, normals: &[Vec3]) -> Packed {
        let normals: Vec<Vec3> = self.normalize(normals.iter().copied(), Vec3::Y);
        if !self.format.quantize {
            return Packed::aligned(&normals.iter().map(Vec3::to_array).collect::<Vec<_>>());
        }
        if self.format.octahedral {
            let codes = normals.into_iter().map(|normal| DirectionCode::new(normal, 0));
            return Packed::octahedral::<3>(&codes.collect::<Vec<_>>());
        }
        Packed::aligned(&normals.into_iter().map(quantize_direction).collect::<Vec<_>>()).normalized()
    }

    pub(super) fn tangents(&mut self, tangents: &[Vec4]) -> Packed {
        let units = self.normalize(tangents.iter().map(|t| t.truncate()), Vec3::X);
        let sides = tangents.iter().map(|t| if t.w < 0.0 { -1.0 } else { 1.0 });
        let tangents: Vec<Vec4> = units.into_iter().zip(sides).map(|(t, side)| t.extend(side)).collect();
        if !self.format.quantize {
            return Packed::aligned(&tangents.iter().map(Vec4::to_array).collect::<Vec<_>>());
        }
        if self.format.octahedral {
            let codes = tangents.iter().map(|t| DirectionCode::new(t.truncate(), (t.w * 127.0) as i8));
            return Packed::octahedral::<4>(&codes.collect::<Vec<_>>());
        }
        let rounded = |t: &Vec4| {
            let [x, y, z] = quantize_direction(t.truncate());
            [x, y, z, (t.w * 127.0) as i8]
        };
        Packed::aligned(&tangents.iter().map(rounded).collect::<Vec<_>>()).normalized()
    }

    /// Packs texture coordinates; zeros for a missing set that a material needs.
    pub(super) fn uvs(&mut self, uvs: &[Vec2], set: usize, count: usize) -> Packed {
        if uvs.is_empty() {
            let message = format!(
                "the material needs texture coordinate set {set}, which is missing; zeros are written"
            );
            self.report.info("texture-without-uvs", self.location, message);
            return Packed::aligned(&vec![[0u8; 2]; count]).normalized();
        }
        let invalid = uvs.iter().filter(|uv| !uv.is_finite()).count();
        if invalid > 0 {
            let message = format!("{invalid} texture coordinates are not finite; zeros are written");
            self.report.warn("not-finite", self.location, message);
        }
        let uvs: Vec<[f32; 2]> =
            uvs.iter().map(|uv| if uv.is_finite() { uv.to_array() } else { [0.0; 2] }).collect();
        let within = |low: f32| uvs.iter().flatten().all(|v| (low..=1.0).contains(v));
        let stepped = self.format.uv_steps.get(set).and_then(|&step| pack_steps(&uvs, step));
        let stepped = stepped.map(|packed| Packed { bounds: None, ..packed });
        if let Some(stepped) = stepped {
            stepped
        } else if let Some(exact) = pack_exactly(&uvs) {
            exact
        } else if self.format.quantize && within(0.0) {
            let steps = |uv: &[f32; 2]| uv.map(|v| (v * 65535.0).round() as u16);
            Packed::aligned(&uvs.iter().map(steps).collect::<Vec<_>>()).normalized()
        } else if self.format.quantize && within(-1.0) {
            let steps = |uv: &[f32; 2]| uv.map(|v| (v * 32767.0).round() as i16);
            Packed::aligned(&uvs.iter().map(steps).collect::<Vec<_>>()).normalized()
        } else {
            Packed::aligned(&uvs)
        }
    }

    /// Packs vertex colours, clamped to 0..1.
    pub(super) fn colors(&mut self, colors: &[Vec4]) -> Packed {
        let mut clamped = 0;
        let mut within = |v: f32| {
            let near = if v.is_nan() { 0.0 } else { v.clamp(0.0, 1.0) };
            clamped += usize::from(near != v);
            near
        };
        let colors: Vec<[f32; 4]> = colors.iter().map(|c| c.to_array().map(&mut within)).collect();
        if clamped > 0 {
            let message =
                format!("{clamped} components of vertex colours are outside of 0..1; they are clamped");
            self.report.warn("material-value", self.location, message);
        }
        pack_exactly(&colors).unwrap_or_else(|| {
            if !self.format.quantize {
                return Packed::aligned(&colors);
            }
            let steps = |c: &[f32; 4]| c.map(|v| (v * 65535.0).round() as u16);
            Packed::aligned(&colors.iter().map(steps).collect::<Vec<_>>()).normalized()
        })
    }

    /// Normalizes directions; `otherwise` replaces those of zero length.
    fn normalize(&mut self, directions: impl Iterator<Item = Vec3>, otherwise: Vec3) -> Vec<Vec3> {
        let mut zero = 0;
        let unit = |d: Vec3| {
            if (d.length() - 1.0).abs() <= UNIT_TOLERANCE {
                return d;
            }
            d.try_normalize().unwrap_or_else(|| {
                zero += 1;
                otherwise
            })
        };
        let units = directions.map(unit).collect();
        if zero > 0 {
            let message = format!("{zero} directions have zero length; they are replaced by an axis");
            self.report.warn("normal-zero", self.location, message);
        }
        units
    }
}

/// Packs values as multiples of a power of two; `None` if one is too large.
fn pack_steps<const N: usize>(values: &[[f32; N]], exponent: i8) -> Option<Packed> {
    let mut codes = Vec::with_capacity(values.len());
    for value in values {
        let mut row = [ExponentialCode::new(0.0, exponent)?; N];
        for (code, &v) in row.iter_mut().zip(value) {
            *code = ExponentialCode::new(v, exponent)?;
        }
        codes.push(row);
    }
    let values: Vec<[f32; N]> = codes.iter().map(|row| row.map(ExponentialCode::value)).collect();
    Some(Packed::exponential(&codes).bounded(&values))
}

/// Packs values that are exactly normalized 8-bit or 16-bit integers as such integers, as in already
/// quantized files.
fn pack_exactly<const N: usize>(values: &[[f32; N]]) -> Option<Packed> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantized_values_are_quantized_exactly() {
        let of = |one: f64, steps: [u32; 2]| [steps.map(|s| (f64::from(s) / one) as f32)];
        assert_eq!(pack_exactly(&of(255.0, [0, 77])).unwrap().bytes, [0, 77, 0, 0]);
        assert_eq!(pack_exactly(&of(65535.0, [258, 65534])).unwrap().bytes, [2, 1, 254, 255]);
        assert_eq!(pack_exactly(&[[0.1, 0.3]]), None);
        assert_eq!(pack_exactly(&[[-0.0, 1.5]]), None);
    }
}

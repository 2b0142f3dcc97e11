//! Filters, which convert decoded integers to vectors, quaternions, floats or colours.

use crate::error::quoted;

pub(super) fn apply(filter: &str, data: &mut [u8], stride: usize) -> Result<(), String> {
    match (filter, stride) {
        ("NONE", _) => {}
        ("OCTAHEDRAL", 4) => data.as_chunks_mut::<4>().0.iter_mut().for_each(|e| {
            *e = octahedral(e.map(|b| f32::from(b as i8)), 127.0).map(|v| v as i8 as u8);
        }),
        ("OCTAHEDRAL", 8) => map_short4(data, |e| octahedral(e.map(f32::from), 32767.0).map(|v| v as i16)),
        ("QUATERNION", 8) => map_short4(data, quaternion),
        ("EXPONENTIAL", stride) if stride.is_multiple_of(4) => {
            data.as_chunks_mut::<4>()
                .0
                .iter_mut()
                .for_each(|e| *e = exponential(i32::from_le_bytes(*e)).to_le_bytes());
        }
        ("COLOR", 4) => data.as_chunks_mut::<4>().0.iter_mut().for_each(|e| {
            let [y, co, cg, a] = *e;
            *e = color([y.into(), (co as i8).into(), (cg as i8).into(), a.into()], 255.0).map(|v| v as u8);
        }),
        ("COLOR", 8) => map_short4(data, |[y, co, cg, a]| {
            let (y, a) = (i32::from(y as u16), i32::from(a as u16));
            color([y, co.into(), cg.into(), a], 65535.0).map(|v| v as u16 as i16)
        }),
        (other, stride) => {
            return Err(format!("filter {} is not defined for elements of {stride} bytes", quoted(other)));
        }
    }
    Ok(())
}

fn map_short4(data: &mut [u8], convert: impl Fn([i16; 4]) -> [i16; 4]) {
    for element in data.as_chunks_mut::<8>().0 {
        let [a, b, c, d, e, f, g, h] = *element;
        let shorts = [[a, b], [c, d], [e, f], [g, h]].map(i16::from_le_bytes);
        let [[a, b], [c, d], [e, f], [g, h]] = convert(shorts).map(i16::to_le_bytes);
        *element = [a, b, c, d, e, f, g, h];
    }
}

/// Decodes a unit vector from octahedral coordinates (Meyer et al., *On Floating-Point Normal Vectors*,
/// 2010). The third component is the integer that represents 1; the fourth is kept.
fn octahedral([x, y, one, w]: [f32; 4], max: f32) -> [f32; 4] {
    let z = one - x.abs() - y.abs();
    let fold = z.min(0.0);
    let (x, y) = (x + if x >= 0.0 { fold } else { -fold }, y + if y >= 0.0 { fold } else { -fold });
    let length = (x * x + y * y + z * z).sqrt();
    let scale = if length > 0.0 { max / length } else { 0.0 };
    [(x * scale).round(), (y * scale).round(), (z * scale).round(), w]
}

/// Decodes a unit quaternion from its three smallest components; the fourth number holds their scale and the
/// index of the largest component.
fn quaternion([x, y, z, code]: [i16; 4]) -> [i16; 4] {
    let scale = std::f32::consts::FRAC_1_SQRT_2 / f32::from(code | 3);
    let parts = [x, y, z].map(|v| f32::from(v) * scale);
    let largest = (1.0 - parts.iter().map(|v| v * v).sum::<f32>()).max(0.0).sqrt();
    let mut out = [0; 4];
    for (i, part) in [largest, parts[0], parts[1], parts[2]].into_iter().enumerate() {
        out[((code & 3) as usize + i) & 3] = (part * 32767.0).round() as i16;
    }
    out
}

/// Decodes a float from a 24-bit mantissa and an 8-bit exponent.
fn exponential(code: i32) -> f32 {
    ((code << 8 >> 8) as f64 * f64::from(code >> 24).exp2()) as f32
}

/// Decodes a colour from luma, two chroma values and alpha (KHR_meshopt_compression). The highest bit of
/// alpha encodes the precision.
fn color([y, co, cg, a]: [i32; 4], max: f32) -> [f32; 4] {
    let max_code = if a > 0 { (2 << a.ilog2()) - 1 } else { 1 };
    let alpha = a & (max_code >> 1);
    let scale = max / max_code as f32;
    [y + co - cg, y + cg, y - co - cg, alpha << 1 | (alpha & 1)].map(|v| (v as f32 * scale).round())
}

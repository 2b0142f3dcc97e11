//! Filters, which turn decoded integers into the numbers they stand for.

use crate::error::quoted;

pub(super) fn apply(filter: &str, data: &mut [u8], stride: usize) -> Result<(), String> {
    match (filter, stride) {
        ("NONE", _) => {}
        ("OCTAHEDRAL", 4) => data.as_chunks_mut::<4>().0.iter_mut().for_each(|e| {
            *e = octahedral(e.map(|b| f32::from(b as i8)), 127.0).map(|v| v as i8 as u8);
        }),
        ("OCTAHEDRAL", 8) => {
            each_of_four_shorts(data, |e| octahedral(e.map(f32::from), 32767.0).map(|v| v as i16))
        }
        ("QUATERNION", 8) => each_of_four_shorts(data, quaternion),
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
        ("COLOR", 8) => each_of_four_shorts(data, |[y, co, cg, a]| {
            let (y, a) = (i32::from(y as u16), i32::from(a as u16));
            color([y, co.into(), cg.into(), a], 65535.0).map(|v| v as u16 as i16)
        }),
        (other, stride) => return Err(format!("filter {} for elements of {stride} bytes", quoted(other))),
    }
    Ok(())
}

fn each_of_four_shorts(data: &mut [u8], turn: impl Fn([i16; 4]) -> [i16; 4]) {
    for element in data.as_chunks_mut::<8>().0 {
        let [a, b, c, d, e, f, g, h] = *element;
        let shorts = [[a, b], [c, d], [e, f], [g, h]].map(i16::from_le_bytes);
        let [[a, b], [c, d], [e, f], [g, h]] = turn(shorts).map(i16::to_le_bytes);
        *element = [a, b, c, d, e, f, g, h];
    }
}

/// A unit vector from its place on an octahedron (Meyer et al., *On Floating-Point Normal Vectors*, 2010); the third
/// number holds what stands for one, the fourth is kept.
fn octahedral([x, y, one, w]: [f32; 4], max: f32) -> [f32; 4] {
    let z = one - x.abs() - y.abs();
    let fold = z.min(0.0);
    let (x, y) = (x + if x >= 0.0 { fold } else { -fold }, y + if y >= 0.0 { fold } else { -fold });
    let length = (x * x + y * y + z * z).sqrt();
    let scale = if length > 0.0 { max / length } else { 0.0 };
    [(x * scale).round(), (y * scale).round(), (z * scale).round(), w]
}

/// A unit quaternion from its three smaller parts; the fourth number tells their scale and which part is left out.
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

/// A float from 24 bits of mantissa and 8 of exponent.
fn exponential(code: i32) -> f32 {
    ((code << 8 >> 8) as f64 * f64::from(code >> 24).exp2()) as f32
}

/// A colour from luma, two chromas and alpha (KHR_meshopt_compression); alpha's highest bit tells their precision.
fn color([y, co, cg, a]: [i32; 4], max: f32) -> [f32; 4] {
    let whole = if a > 0 { (2 << a.ilog2()) - 1 } else { 1 };
    let alpha = a & (whole >> 1);
    let scale = max / whole as f32;
    [y + co - cg, y + cg, y - co - cg, alpha << 1 | (alpha & 1)].map(|v| (v as f32 * scale).round())
}

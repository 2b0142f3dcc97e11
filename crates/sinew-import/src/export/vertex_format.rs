//! Numbers in which vertices are stored, and those of single values, by which vertices are compared.

use super::direction_code::{DirectionCode, quantize_direction};
use super::quantized_keys::ExponentialCode;
use super::volume::Volume;
use sinew::glam::{Vec2, Vec3};

/// Numbers in which the vertices of a primitive are stored.
#[derive(Clone, Copy, Default)]
pub(super) struct VertexFormat<'a> {
    pub(super) quantize: bool,
    /// Whether directions have two bytes.
    pub(super) octahedral: bool,
    /// Quantization volume of the positions; `None` for floats.
    pub(super) volume: Option<Volume>,
    /// Power of two of the steps of positions that are floats; none for those of all bits.
    pub(super) position_step: Option<i8>,
    /// The same of texture coordinates, by set; none for those of 16 bits.
    pub(super) uv_steps: &'a [i8],
}

impl VertexFormat<'_> {
    /// Number that is stored for a position.
    pub(super) fn position_code(&self, position: Vec3) -> [u32; 3] {
        match &self.volume {
            Some(volume) => volume.point(position).map(|v| v as u32),
            None => position.to_array().map(|v| stepped(v, self.position_step)),
        }
    }

    /// Number that is stored for a normal or a tangent without its side.
    pub(super) fn direction_code(&self, direction: Vec3) -> [u32; 3] {
        if self.octahedral {
            DirectionCode::new(direction, 0).decoded.map(|v| v as u32)[..3].try_into().unwrap_or_default()
        } else if self.quantize {
            quantize_direction(direction).map(|v| v as u32)
        } else {
            direction.to_array().map(bits)
        }
    }

    /// Number that is stored for texture coordinates.
    pub(super) fn uv_code(&self, set: usize, uv: Vec2) -> [u32; 2] {
        uv.to_array().map(|v| stepped(v, self.uv_steps.get(set).copied()))
    }
}

/// The bits of a number; both zeros are equal.
pub(super) fn bits(x: f32) -> u32 {
    (x + 0.0).to_bits()
}

fn stepped(value: f32, step: Option<i8>) -> u32 {
    let code = step.and_then(|step| ExponentialCode::new(value, step));
    code.map_or(bits(value), |code| code.0 as u32)
}

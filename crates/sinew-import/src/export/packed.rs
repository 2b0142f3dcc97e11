//! Data of accessors: component types and alignment (glTF 2.0 specification, sections 3.6.2.2 to 3.6.2.4).

use super::direction_code::DirectionCode;
use super::number::number;
use super::quantized_keys::{ExponentialCode, RotationCode};
use serde_json::Value;

/// Component type.
pub(super) trait Scalar: Copy + PartialOrd {
    /// Code of the component type.
    const CODE: u32;
    fn put(self, out: &mut Vec<u8>);
    fn json(self) -> Value;
}

macro_rules! scalars {
    ($($type:ty: $code:literal, $json:expr;)*) => {$(
        impl Scalar for $type {
            const CODE: u32 = $code;
            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn json(self) -> Value {
                $json(self)
            }
        }
    )*};
}

scalars! {
    i8: 5120, Value::from;
    u8: 5121, Value::from;
    i16: 5122, Value::from;
    u16: 5123, Value::from;
    u32: 5125, Value::from;
    f32: 5126, number;
}

/// Elements of an accessor with their layout.
#[derive(Debug, PartialEq)]
pub(super) struct Packed {
    pub(super) component: u32,
    /// Number of components per element.
    pub(super) width: usize,
    pub(super) normalized: bool,
    pub(super) count: usize,
    /// Byte stride.
    pub(super) stride: usize,
    /// Whether the elements are padded.
    pub(super) is_padded: bool,
    pub(super) bytes: Vec<u8>,
    /// Smallest and largest value of each component.
    pub(super) bounds: Option<[Vec<Value>; 2]>,
    /// Other bytes that a filter of the compression turns into `bytes`.
    pub(super) filtered: Option<Filtered>,
}

/// Bytes for a filter of EXT_meshopt_compression, as many as those that it makes of them.
#[derive(Debug, PartialEq)]
pub(super) struct Filtered {
    pub(super) filter: &'static str,
    pub(super) bytes: Vec<u8>,
}

impl Packed {
    /// Tightly packed elements.
    pub(super) fn tight<T: Scalar, const N: usize>(values: &[[T; N]]) -> Self {
        Self::new(values, size_of::<[T; N]>())
    }

    /// Elements aligned to four bytes, as required for vertex attributes.
    pub(super) fn aligned<T: Scalar, const N: usize>(values: &[[T; N]]) -> Self {
        Self::new(values, size_of::<[T; N]>().next_multiple_of(4))
    }

    fn new<T: Scalar, const N: usize>(values: &[[T; N]], stride: usize) -> Self {
        let mut bytes = Vec::with_capacity(values.len() * stride);
        for (n, value) in values.iter().enumerate() {
            value.iter().for_each(|v| v.put(&mut bytes));
            bytes.resize((n + 1) * stride, 0);
        }
        Self {
            component: T::CODE,
            width: N,
            normalized: false,
            count: values.len(),
            stride,
            is_padded: stride != size_of::<[T; N]>(),
            bytes,
            bounds: None,
            filtered: None,
        }
    }

    /// Rotations as normalized integers.
    pub(super) fn rotations(codes: &[RotationCode]) -> Self {
        let packed = Self::tight(&codes.iter().map(|code| code.decoded).collect::<Vec<_>>()).normalized();
        let filtered: Option<Vec<_>> = codes.iter().map(|code| code.filtered).collect();
        let filtered =
            filtered.map(|codes| Filtered { filter: "QUATERNION", bytes: Self::tight(&codes).bytes });
        Self { filtered, ..packed }
    }

    /// Multiples of steps as floats.
    pub(super) fn exponential<const N: usize>(codes: &[[ExponentialCode; N]]) -> Self {
        let packed =
            Self::tight(&codes.iter().map(|code| code.map(ExponentialCode::value)).collect::<Vec<_>>());
        let bytes = codes.iter().flatten().flat_map(|code| code.0.to_le_bytes()).collect();
        Self { filtered: Some(Filtered { filter: "EXPONENTIAL", bytes }), ..packed }
    }

    /// Directions as normalized bytes that the filter `OCTAHEDRAL` makes of two, with a fourth component if
    /// `N` is 4.
    pub(super) fn octahedral<const N: usize>(codes: &[DirectionCode]) -> Self {
        let decoded: Vec<[i8; N]> = codes
            .iter()
            .map(|code| std::array::from_fn(|n| code.decoded.get(n).copied().unwrap_or(0)))
            .collect();
        let bytes = codes.iter().flat_map(|code| code.filtered.map(|v| v as u8)).collect();
        Self {
            filtered: Some(Filtered { filter: "OCTAHEDRAL", bytes }),
            ..Self::aligned(&decoded).normalized()
        }
    }

    /// Marks integers as normalized.
    pub(super) fn normalized(self) -> Self {
        Self { normalized: true, ..self }
    }

    /// Adds the bounds of `values`, which must be the elements.
    pub(super) fn bounded<T: Scalar, const N: usize>(self, values: &[[T; N]]) -> Self {
        let Some(&first) = values.first() else { return self };
        let (mut min, mut max) = (first, first);
        for value in values {
            for ((&v, min), max) in value.iter().zip(&mut min).zip(&mut max) {
                if v < *min {
                    *min = v;
                }
                if v > *max {
                    *max = v;
                }
            }
        }
        Self { bounds: Some([min, max].map(|bound| bound.into_iter().map(Scalar::json).collect())), ..self }
    }

    /// Name of the accessor type.
    pub(super) fn shape(&self) -> &'static str {
        match self.width {
            1 => "SCALAR",
            2 => "VEC2",
            3 => "VEC3",
            4 => "VEC4",
            _ => "MAT4",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_and_bounds() {
        let values = [[3i8, -2, 1], [-4, 5, 6]];
        let packed = Packed::aligned(&values).normalized().bounded(&values);
        assert_eq!(packed.bytes, [3, 254, 1, 0, 252, 5, 6, 0]);
        assert_eq!((packed.stride, packed.is_padded, packed.shape()), (4, true, "VEC3"));
        assert_eq!(serde_json::json!(packed.bounds), serde_json::json!([[-4, -2, 1], [3, 5, 6]]));
        assert_eq!(Packed::tight(&values).bytes.len(), 6);
    }
}

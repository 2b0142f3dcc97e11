//! Section `BODY`: the body that hair stays out of.

use crate::hair::{HairBody, HairField, MAX_FIELD_NODES};
use crate::math::Bounds;
use crate::pack::{PackError, Reader, Writer};
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, UVec3, Vec3};
use std::sync::Arc;

/// Bytes of the smallest field.
const FIELD: usize = 124;
/// Bytes of a capsule.
const CAPSULE: usize = 80;

pub(super) fn write(body: &HairBody, skeleton: &Skeleton) -> Vec<u8> {
    let mut out = Writer::default();
    let (field_rest, capsule_rest) = body.rest.split_at(body.fields.len());
    out.count(body.fields.len());
    for ((joint, field), rest) in body.fields.iter().zip(field_rest) {
        out.count(skeleton.file_index(*joint));
        out.numbers(&rest.to_cols_array());
        let (bounds, nodes) = (field.bounds(), field.nodes());
        for corner in [bounds.min, bounds.max, nodes.first] {
            out.numbers(&corner.to_array());
        }
        out.numbers(&[nodes.cell]);
        nodes.counts.to_array().into_iter().for_each(|count| out.u32(count));
        out.numbers(&[nodes.unit]);
        nodes.distances.iter().for_each(|distance| out.u16(*distance as u16));
        out.align(4);
    }
    out.count(body.capsules.len());
    for ((joint, [start, end], radius), rest) in body.capsules.iter().zip(capsule_rest) {
        out.count(skeleton.file_index(*joint));
        out.numbers(&rest.to_cols_array());
        out.numbers(&start.to_array());
        out.numbers(&end.to_array());
        out.numbers(&[*radius]);
    }
    out.finish()
}

pub(super) fn read(mut from: Reader<'_>, skeleton: &Skeleton) -> Result<HairBody, PackError> {
    let mut body = HairBody::without_colliders(skeleton);
    let count = from.count(FIELD, "fields")?;
    for number in 0..count {
        from.location = format!("body, field {number}");
        let anchor = read_anchor(&mut from, skeleton, &mut body.rest)?;
        body.fields.push((anchor, Arc::new(read_field(&mut from)?)));
    }
    let count = from.count(CAPSULE, "capsules")?;
    for number in 0..count {
        from.location = format!("body, capsule {number}");
        let anchor = read_anchor(&mut from, skeleton, &mut body.rest)?;
        let [start, end] = [from.numbers("end")?, from.numbers("end")?].map(Vec3::from_array);
        let radius = from.f32("radius")?;
        if radius < 0.0 {
            return Err(from.fail(format!("radius {radius}; expected 0 or more")));
        }
        body.capsules.push((anchor, [start, end], radius));
    }
    from.finish()?;
    Ok(body)
}

/// Joint of a shape; its matrix is added to `rest`.
fn read_anchor(
    from: &mut Reader<'_>,
    skeleton: &Skeleton,
    rest: &mut Vec<Affine3A>,
) -> Result<JointId, PackError> {
    let number = from.u32("joint")? as usize;
    let missing = || from.fail(format!("joint {number}, which the character lacks"));
    let joint = skeleton.by_file_index(number).ok_or_else(missing)?;
    let matrix = Affine3A::from_cols_array(&from.numbers("matrix")?);
    if matrix.matrix3.determinant() == 0.0 {
        return Err(from.fail("a matrix that scales to nothing"));
    }
    rest.push(matrix);
    Ok(joint)
}

fn read_field(from: &mut Reader<'_>) -> Result<HairField, PackError> {
    let [min, max, first] = [(); 3].map(|()| from.numbers("box"));
    let (min, max, first) = (Vec3::from_array(min?), Vec3::from_array(max?), Vec3::from_array(first?));
    let cell = from.f32("cell")?;
    let counts = UVec3::new(from.u32("nodes")?, from.u32("nodes")?, from.u32("nodes")?);
    let unit = from.f32("unit")?;
    let product =
        counts.to_array().iter().try_fold(1_usize, |product, count| product.checked_mul(*count as usize));
    let Some(nodes) = product.filter(|nodes| counts.min_element() >= 2 && *nodes <= MAX_FIELD_NODES) else {
        return Err(from.fail(format!(
            "{counts} nodes; expected 2 or more along each axis and at most {MAX_FIELD_NODES} together"
        )));
    };
    let is_valid = cell > 0.0 && unit > 0.0 && min.cmple(max).all();
    if !is_valid {
        return Err(
            from.fail(format!("cell {cell}, unit {unit}, box {min} to {max}; expected positive sizes"))
        );
    }
    let bytes = from.bytes(nodes * 2, "distances")?.as_chunks::<2>().0;
    let distances = bytes.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect();
    from.bytes(nodes % 2 * 2, "zeros")?;
    Ok(HairField::from_nodes(Bounds { min, max }, first, (cell, counts), distances, unit))
}

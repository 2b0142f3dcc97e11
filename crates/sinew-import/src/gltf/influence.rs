//! Joint influences of vertices (glTF 2.0 specification, section 3.7.3.3), with any number of sets.

use super::attribute::same_count;
use super::source::Source;
use crate::ImportError;
use sinew::character::Influences;

/// Largest unreported deviation of a vertex's weight sum from 1.
const WEIGHT_SUM_TOLERANCE: f32 = 0.005;

/// JOINTS and WEIGHTS sets of a primitive.
pub(super) struct Sets<'a> {
    /// Accessors of the joints, by set.
    pub(super) joints: &'a [usize],
    /// Accessors of the weights, by set.
    pub(super) weights: &'a [usize],
    /// Number of joints that every skin of the mesh has.
    pub(super) joint_count: usize,
}

/// Reads all sets into one row per vertex.
pub(super) fn read(
    source: &mut Source<'_>,
    sets: &Sets<'_>,
    count: usize,
    location: &str,
) -> Result<Option<Influences>, ImportError> {
    let Sets { joints, weights, joint_count } = *sets;
    if joints.len() != weights.len() {
        let message = format!(
            "{} JOINTS sets and {} WEIGHTS sets; the extra ones are ignored",
            joints.len(),
            weights.len()
        );
        source.report.error("influence-sets", format!("{location}/attributes"), message);
    }
    let sets = joints.len().min(weights.len());
    if sets == 0 {
        return Ok(None);
    }
    let stride = sets * 4;
    // 16 bits per joint and 32 bits per weight, twice: the gathered rows and the resulting influences.
    source.budget.take(count, stride * 6 * 2, location)?;
    let (mut all_joints, mut all_weights) = (vec![0u16; count * stride], vec![0.0f32; count * stride]);
    for (set, (&joints, &weights)) in joints.iter().zip(weights).enumerate() {
        let here = format!("{location}/attributes/JOINTS_{set}");
        let joints = same_count(source.integers::<4>(joints, &here)?, count, &here)?;
        let there = format!("{location}/attributes/WEIGHTS_{set}");
        let weights = same_count(source.vectors::<4>(weights, &there)?, count, &there)?;
        // The decoded set is dropped after it is gathered.
        source.budget.give_back(count, size_of::<[u32; 4]>() + size_of::<[f32; 4]>());
        let columns = set * 4..set * 4 + 4;
        let rows = all_joints.chunks_exact_mut(stride).zip(all_weights.chunks_exact_mut(stride));
        for ((to_joints, to_weights), (joints, weights)) in rows.zip(joints.iter().zip(&weights)) {
            let to = to_joints.get_mut(columns.clone()).into_iter().flatten();
            // A joint index beyond 16 bits is saturated, and thus stays out of range for every skin.
            to.zip(joints).for_each(|(to, &joint)| *to = u16::try_from(joint).unwrap_or(u16::MAX));
            let to = to_weights.get_mut(columns.clone()).into_iter().flatten();
            to.zip(weights).for_each(|(to, &weight)| *to = weight);
        }
    }
    let (mut zero, mut off) = (0, 0);
    for (joints, weights) in all_joints.chunks_exact_mut(stride).zip(all_weights.chunks_exact_mut(stride)) {
        let sum: f32 = weights.iter().sum();
        off += usize::from(sum != 0.0 && (sum - 1.0).abs() > WEIGHT_SUM_TOLERANCE);
        // A skinned mesh does not follow its node, so neither do its vertices without weights.
        if let (true, [joint, ..], [weight, ..]) = (sum == 0.0, joints, weights) {
            zero += 1;
            *joint = if usize::from(*joint) < joint_count { *joint } else { 0 };
            *weight = 1.0;
        }
    }
    let here = format!("{location}/attributes/WEIGHTS_0");
    if off > 0 {
        let message = format!("the weights of {off} vertices do not sum to 1; they are normalized");
        source.report.warn("weights-sum", &*here, message);
    }
    if zero > 0 {
        let message =
            format!("{zero} vertices have no joint weights; they follow the joint that JOINTS_0 names first");
        source.report.warn("weights-zero", &*here, message);
    }
    source.budget.give_back(count, stride * 6);
    Influences::new(stride, &all_joints, &all_weights)
        .map(Some)
        .map_err(|error| ImportError::new("weights", here, error.to_string()))
}

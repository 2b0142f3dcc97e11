//! Skins (glTF 2.0 specification, section 3.7.3.3).

use super::node::has_affine_row;
use super::source::Source;
use super::tree::Tree;
use crate::ImportError;
use sinew::character::Skin;
use sinew::glam::{Affine3A, Mat4};
use sinew::{JointId, Skeleton};

/// Reads all skins of the file.
pub(super) fn read(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    tree: &Tree,
) -> Result<Vec<Skin>, ImportError> {
    (0..source.json.skins.len()).map(|n| read_one(source, skeleton, tree, n)).collect()
}

fn read_one(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    tree: &Tree,
    n: usize,
) -> Result<Skin, ImportError> {
    let location = format!("/skins/{n}");
    let Some(skin) = source.json.skins.get(n) else { return Ok(Skin::default()) };
    let (name, matrices, root) = (skin.name.clone(), skin.inverse_bind_matrices, skin.skeleton);
    let numbers = skin.joints.to_vec();
    source.budget.take(numbers.len(), size_of::<JointId>() + size_of::<Affine3A>(), &location)?;
    let mut joints = Vec::with_capacity(numbers.len());
    for (j, &node) in numbers.iter().enumerate() {
        joints.push(skeleton.by_file_index(node).ok_or_else(|| {
            let message = format!("node {node} does not exist");
            ImportError::new("out-of-range", format!("{location}/joints/{j}"), message)
        })?);
    }
    if joints.is_empty() {
        source.report.error("skin-without-joints", format!("{location}/joints"), "the skin has no joints");
    }
    let mut sorted = joints.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        source.report.warn(
            "skin-joint-twice",
            format!("{location}/joints"),
            "the skin references a joint twice",
        );
    }
    check_root(source, skeleton, tree, &joints, root, &location)?;
    let inverse_binds = match matrices {
        None => vec![Affine3A::IDENTITY; joints.len()],
        Some(accessor) => {
            let here = format!("{location}/inverseBindMatrices");
            match inverse_binds(source, accessor, joints.len(), &here) {
                Ok(matrices) => matrices,
                Err(error) => {
                    let instead = "all of the skin are left out, and identity matrices are used";
                    source.report.recovered(error.unless_too_large()?, instead);
                    vec![Affine3A::IDENTITY; joints.len()]
                }
            }
        }
    };
    Ok(Skin { name, joints, inverse_binds })
}

fn inverse_binds(
    source: &mut Source<'_>,
    accessor: usize,
    count: usize,
    location: &str,
) -> Result<Vec<Affine3A>, ImportError> {
    source.check_no_stride(accessor, location);
    let matrices = source.vectors::<16>(accessor, location)?;
    if matrices.len() < count {
        let message = format!("{} matrices; the skin has {count} joints", matrices.len());
        return Err(ImportError::new("inverse-binds", location, message));
    }
    if matrices.len() > count {
        let message = format!(
            "{} matrices; the skin has {count} joints; the last matrices are ignored",
            matrices.len()
        );
        source.report.warn("inverse-binds", location, message);
    }
    if !source.is_stored(accessor) {
        source.report.warn(
            "accessor-without-data",
            location,
            "the accessor has no data; identity matrices are used",
        );
        return Ok(vec![Affine3A::IDENTITY; count]);
    }
    if let Some(j) = matrices.iter().take(count).position(|m| !has_affine_row(m)) {
        let message = format!("matrix {j} is not affine; its fourth row is replaced by 0 0 0 1");
        source.report.error("inverse-binds", location, message);
    }
    Ok(matrices.iter().take(count).map(|m| Affine3A::from_mat4(Mat4::from_cols_array(m))).collect())
}

/// Checks that the joints have a common root and that `root`, if given, is a common ancestor.
fn check_root(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    tree: &Tree,
    joints: &[JointId],
    root: Option<usize>,
    location: &str,
) -> Result<(), ImportError> {
    let first = joints.first().map(|&j| tree.root(j));
    if joints.iter().any(|&j| Some(tree.root(j)) != first) {
        let message = "the joints have no common root";
        source.report.warn("skin-no-common-root", format!("{location}/joints"), message);
    }
    let Some(root) = root else { return Ok(()) };
    let location = format!("{location}/skeleton");
    let root = skeleton
        .by_file_index(root)
        .ok_or_else(|| ImportError::new("out-of-range", &*location, format!("node {root} does not exist")))?;
    if !joints.iter().all(|&j| tree.is_below(j, root)) {
        source.report.warn("skin-root", location, "the node is not an ancestor of all joints; it is ignored");
    }
    Ok(())
}

//! Morph targets (glTF 2.0 specification, section 3.7.2.2).

use super::attribute::{optional, optional_colors};
use super::bounded_json::read_part;
use super::extras::Extras;
use super::source::Source;
use crate::ImportError;
use crate::primitive::offset_bytes;
use sinew::glam::Vec3;
use sinew::morph::MorphTarget;

/// Names of the `targets` morph targets of mesh `m`: from `targetNames`, else `target_` and the index.
pub(super) fn names(source: &mut Source<'_>, m: usize, targets: usize) -> Vec<String> {
    let Some(mesh) = source.json.meshes.get(m) else { return Vec::new() };
    let mut left = source.budget.left();
    let mesh_extras: Extras = match &mesh.extras {
        Some(raw) => read_part(raw.get(), &mut left).unwrap_or_default(),
        None => Extras::default(),
    };
    let extras = std::iter::once(&mesh_extras)
        .chain(mesh.primitives.iter().map(|p| &p.extras))
        .find(|e| e.target_names().next().is_some());
    let given = extras.map_or(0, |e| e.target_names().count());
    let mut names: Vec<Option<String>> = extras
        .into_iter()
        .flat_map(|e| e.target_names())
        .take(targets)
        .map(|n| n.map(str::to_owned))
        .collect();
    names.resize(targets, None);
    if given != 0 && given != targets {
        let message = format!("{given} names; the mesh has {targets} morph targets");
        source.report.warn("morph-names", format!("/meshes/{m}/extras/targetNames"), message);
    }
    names.into_iter().enumerate().map(|(t, name)| name.unwrap_or_else(|| format!("target_{t}"))).collect()
}

/// Reads the morph targets of a primitive, padded to the number of its mesh. Those of a primitive without
/// vertex colours cannot change them.
pub(super) fn read(
    source: &mut Source<'_>,
    m: usize,
    p: usize,
    count: usize,
    targets: usize,
    has_colors: bool,
) -> Result<Vec<MorphTarget>, ImportError> {
    let location = format!("/meshes/{m}/primitives/{p}/targets");
    let Some(json) = source.json.meshes.get(m).and_then(|mesh| mesh.primitives.get(p)) else {
        return Ok(Vec::new());
    };
    let accessors: Vec<_> =
        json.targets.iter().map(|t| ([t.position, t.normal, t.tangent], t.color)).collect();
    if accessors.len() != targets {
        let message =
            format!("{} morph targets; another primitive of the mesh has {targets}", accessors.len());
        source.report.error("morph-count", &*location, message);
    }
    let mut read = Vec::with_capacity(targets);
    for (t, (accessors, color)) in accessors.into_iter().enumerate() {
        let mut offsets = [const { Vec::new() }; 3];
        for ((offsets, accessor), name) in
            offsets.iter_mut().zip(accessors).zip(["POSITION", "NORMAL", "TANGENT"])
        {
            let values = optional::<3>(source, accessor, count, &format!("{location}/{t}/{name}"))?;
            *offsets = values.into_iter().map(Vec3::from_array).collect();
        }
        let [positions, normals, tangents] = &offsets;
        let target = MorphTarget::from_dense(count, positions, normals, tangents)
            .map_err(|e| ImportError::new("morph-target", format!("{location}/{t}"), e.to_string()))?;
        // The target keeps only sparse offsets.
        source.budget.give_back(offsets.iter().map(Vec::len).sum(), size_of::<Vec3>());
        let target = match color {
            Some(color) if has_colors => {
                with_colors(source, target, count, color, &format!("{location}/{t}"))?
            }
            Some(_) => {
                let message =
                    "the primitive has no vertex colours that the target could change; they are left out";
                source.report.error("morph-attribute", format!("{location}/{t}/COLOR_0"), message);
                target
            }
            None => target,
        };
        source.budget.take(target.vertices().len(), offset_bytes(&target), &format!("{location}/{t}"))?;
        read.push(target);
    }
    read.resize(targets, MorphTarget::default());
    Ok(read)
}

/// `target` with the colour offsets of `accessor`, which may have three or four components.
fn with_colors(
    source: &mut Source<'_>,
    target: MorphTarget,
    count: usize,
    accessor: usize,
    location: &str,
) -> Result<MorphTarget, ImportError> {
    let colors = optional_colors(source, Some(accessor), count, 0.0, &format!("{location}/COLOR_0"))?;
    if colors.is_empty() {
        return Ok(target);
    }
    let colored = target
        .with_colors(count, &colors)
        .map_err(|e| ImportError::new("morph-target", location, e.to_string()))?;
    source.budget.give_back(colors.len(), size_of::<Vec3>());
    Ok(colored)
}

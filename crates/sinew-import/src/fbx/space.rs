//! Loading with ufbx: limits, axes and units.

use super::damage;
use super::source::Source;
use crate::ImportError;
use ufbx::{
    CoordinateAxes, CoordinateAxis, GeometryTransformHandling, IndexErrorHandling, InheritModeHandling,
    LoadOpts, SpaceConversion,
};

/// Memory limit of ufbx per byte of input, in bytes; for temporary data and for the result.
const MAX_BYTES_PER_BYTE: usize = 8;
/// Memory allowed in addition, in bytes.
const MAX_BYTES_BASE: usize = 24 << 20;
/// Largest depth of the node hierarchy.
const MAX_NODE_DEPTH: u32 = 4096;

/// Loads the file in metres, +Y up, +Z forward, with transforms of translation, rotation and scale only.
pub(super) fn load(bytes: &[u8]) -> Result<ufbx::SceneRoot, ImportError> {
    let mut options = LoadOpts {
        target_axes: CoordinateAxes::right_handed_y_up(),
        target_unit_meters: 1.0,
        // Scales lengths instead of the root, so that no joint has a scale of 100 or 0.01.
        space_conversion: SpaceConversion::ModifyGeometry,
        geometry_transform_handling: GeometryTransformHandling::ModifyGeometry,
        inherit_mode_handling: InheritModeHandling::Compensate,
        generate_missing_normals: true,
        normalize_normals: true,
        index_error_handling: IndexErrorHandling::Clamp,
        allow_empty_faces: true,
        geometry_transform_helper_name: "geometry".into(),
        scale_helper_name: "scale".into(),
        node_depth_limit: MAX_NODE_DEPTH,
        file_format: ufbx::FileFormat::Fbx,
        ..LoadOpts::default()
    };
    let limit = bytes.len().saturating_mul(MAX_BYTES_PER_BYTE).saturating_add(MAX_BYTES_BASE);
    options.temp_allocator.memory_limit = limit;
    options.result_allocator.memory_limit = limit;
    ufbx::load_memory(bytes, options).map_err(|error| {
        let info = error.info();
        let message = if info.is_empty() {
            error.description.to_string()
        } else {
            format!("{}: {info}", &*error.description)
        };
        match error.type_ {
            ufbx::ErrorType::MemoryLimit | ufbx::ErrorType::AllocationLimit => {
                ImportError::new(ImportError::TOO_LARGE, "file", message)
            }
            ufbx::ErrorType::Unknown
            | ufbx::ErrorType::TruncatedFile
            | ufbx::ErrorType::EmptyFile
            | ufbx::ErrorType::InvalidUtf8
            | ufbx::ErrorType::Io => {
                let early = [ufbx::ErrorType::TruncatedFile, ufbx::ErrorType::EmptyFile];
                damage::error(bytes, &message, early.contains(&error.type_))
            }
            _ => ImportError::new("fbx", "file", message),
        }
    })
}

/// Reports conversions of units and axes, and warnings of ufbx.
pub(super) fn report(source: &mut Source<'_>) {
    let (settings, metadata) = (&source.scene.settings, &source.scene.metadata);
    let unit = settings.original_unit_meters;
    let message = format!("unit: {unit} m; lengths are scaled × {unit}");
    source.report.info("units", "GlobalSettings", message);
    if !matches!(settings.original_axis_up, CoordinateAxis::PositiveY | CoordinateAxis::Unknown) {
        let message = format!("up axis is {:?}; converted to +Y up", settings.original_axis_up);
        source.report.info("axes", "GlobalSettings", message);
    }
    // Repeated warnings are merged.
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    for warning in &metadata.warnings {
        *counts.entry(&warning.description).or_default() += warning.count;
    }
    for (description, count) in counts {
        source.report.warn("fbx-warning", "file", format!("{description} ({count} times)"));
    }
}

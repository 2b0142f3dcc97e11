//! Loading: limits, axes and units.

use super::Source;
use crate::ImportError;
use ufbx::{
    CoordinateAxes, CoordinateAxis, GeometryTransformHandling, IndexErrorHandling, InheritModeHandling,
    LoadOpts, SpaceConversion,
};

/// Bytes ufbx may hold while it works and for its result, per byte of input and on top.
const HELD_PER_BYTE: usize = 8;
const HELD_BASE: usize = 24 << 20;
/// The deepest nest of nodes.
const DEPTH: u32 = 4096;

/// Has ufbx read the file: metres, Y up, Z forward, transforms that need nothing but translation, rotation, scale.
pub(super) fn load(bytes: &[u8]) -> Result<ufbx::SceneRoot, ImportError> {
    let mut options = LoadOpts {
        target_axes: CoordinateAxes::right_handed_y_up(),
        target_unit_meters: 1.0,
        // Lengths are scaled themselves, so that no joint is left with a scale of 100 or 0.01.
        space_conversion: SpaceConversion::ModifyGeometry,
        geometry_transform_handling: GeometryTransformHandling::ModifyGeometry,
        inherit_mode_handling: InheritModeHandling::Compensate,
        generate_missing_normals: true,
        normalize_normals: true,
        index_error_handling: IndexErrorHandling::Clamp,
        allow_empty_faces: true,
        geometry_transform_helper_name: "geometry".into(),
        scale_helper_name: "scale".into(),
        node_depth_limit: DEPTH,
        file_format: ufbx::FileFormat::Fbx,
        ..LoadOpts::default()
    };
    let limit = bytes.len().saturating_mul(HELD_PER_BYTE).saturating_add(HELD_BASE);
    options.temp_allocator.memory_limit = limit;
    options.result_allocator.memory_limit = limit;
    ufbx::load_memory(bytes, options).map_err(|error| {
        let code = match error.type_ {
            ufbx::ErrorType::MemoryLimit | ufbx::ErrorType::AllocationLimit => ImportError::TOO_LARGE,
            _ => "fbx",
        };
        let info = error.info();
        let message = if info.is_empty() {
            error.description.to_string()
        } else {
            format!("{}: {info}", &*error.description)
        };
        ImportError::new(code, "byte 0", message)
    })
}

/// Says what was converted, and what ufbx found odd.
pub(super) fn report(source: &mut Source<'_>) {
    let (settings, metadata) = (&source.scene.settings, &source.scene.metadata);
    let unit = settings.original_unit_meters;
    let message = format!("a unit is {unit} m; times {unit}");
    source.report.info("units", "GlobalSettings", message);
    if !matches!(settings.original_axis_up, CoordinateAxis::PositiveY | CoordinateAxis::Unknown) {
        let message = format!("up is {:?}; turned to Y up", settings.original_axis_up);
        source.report.info("axes", "GlobalSettings", message);
    }
    // Some are told over and over.
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    for warning in &metadata.warnings {
        *counts.entry(&warning.description).or_default() += warning.count;
    }
    for (description, count) in counts {
        source.report.warn("fbx-warning", "byte 0", format!("{description} ({count} times)"));
    }
}

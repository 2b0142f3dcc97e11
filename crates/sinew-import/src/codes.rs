/// Every code of findings and errors, and what it means. Codes are stable; messages are for people and may change.
///
/// Of a code, the severity may vary with the case: what leaves nothing to show is an [`ImportError`](crate::ImportError),
/// what leaves something out an error, what is merely odd a warning. In brackets: the codes of the Khronos glTF
/// validator for the same faults.
pub const CODES: &[(&str, &str)] = &[
    (
        "accessor-alignment",
        "numbers do not stand at multiples of their size (ACCESSOR_OFFSET_ALIGNMENT, ACCESSOR_TOTAL_OFFSET_ALIGNMENT)",
    ),
    (
        "accessor-bounds",
        "stated min or max is missing, of the wrong length, crossed or not reached (ACCESSOR_MIN_MISMATCH, ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND, ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS)",
    ),
    ("accessor-empty", "an accessor without elements (VALUE_NOT_IN_RANGE)"),
    (
        "accessor-type",
        "an accessor's type is unknown, or not one that its user can take (VALUE_NOT_IN_LIST, MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT)",
    ),
    ("accessor-without-data", "an accessor that stores nothing stands where numbers matter"),
    ("animation-empty", "an animation without channels or samplers (EMPTY_ENTITY, UNDEFINED_PROPERTY)"),
    ("animation-extras", "what an animation's extras say of events, spans, markers or root motion cannot be"),
    ("asset", "no `asset`, or not version 2.0 (UNDEFINED_PROPERTY, UNKNOWN_ASSET_MAJOR_VERSION)"),
    (
        "attribute-count",
        "a vertex attribute with another number of elements than the positions (MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT)",
    ),
    ("axes", "the file's axes were turned into right-handed ones with +Y up and +Z forward"),
    (
        "buffer-length",
        "a buffer's data is shorter than stated, or a GLB's chunk longer (BUFFER_BYTE_LENGTH_MISMATCH, BUFFER_GLB_CHUNK_TOO_BIG)",
    ),
    ("buffer-without-data", "a buffer that names no data (BUFFER_MISSING_GLB_DATA)"),
    ("bvh", "a BVH file that breaks off or says something else than it should"),
    ("bvh-frames", "fewer or more frames than stated, or none a second"),
    ("bvh-offset", "positions of a root are counted from its offset, since they begin at nothing"),
    ("bvh-roots", "several roots"),
    ("byte-order-mark", "a byte order mark before the JSON (INVALID_JSON)"),
    ("channel", "an animation channel without target or sampler (UNDEFINED_PROPERTY)"),
    ("channel-on-matrix", "a channel moves a node given by a matrix (ANIMATION_CHANNEL_TARGET_NODE_MATRIX)"),
    (
        "channel-on-skinned-node",
        "a channel moves the node of a skinned mesh (ANIMATION_CHANNEL_TARGET_NODE_SKIN)",
    ),
    ("channel-path", "a channel moves something that is not read (VALUE_NOT_IN_LIST)"),
    (
        "channel-target",
        "a channel moves nothing: no node, no morph targets, or outside of the scene (ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS)",
    ),
    ("channel-twice", "a second channel for the same quantity; the first wins (ANIMATION_DUPLICATE_TARGETS)"),
    ("clip-name", "clips of one name, told apart by numbers"),
    ("constraint-circle", "node constraints that depend on one another in a circle"),
    ("empty-array", "an empty array, which glTF forbids (EMPTY_ENTITY)"),
    ("export-clip", "a clip does not fit the character that it is to be written with"),
    ("export-image", "an image of a format that glTF does not know"),
    ("export-left-out", "something that a character or a clip has is not written"),
    ("export-no-body", "an avatar is to be written of what has no human body"),
    ("export-reduced", "keys of a clip were left out, as was asked for"),
    ("export-too-large", "a file to be written is larger than its format allows"),
    ("fbx", "an FBX file that ufbx cannot read"),
    ("fbx-skin", "a skin deformer with more than can be shown"),
    ("fbx-warning", "what ufbx finds odd"),
    ("flat-normals", "a primitive without normals is shaded flat"),
    (
        "glb",
        "a broken GLB container (GLB_INVALID_VERSION, GLB_CHUNK_TOO_BIG, GLB_DUPLICATE_CHUNK, GLB_LENGTH_MISMATCH and the like)",
    ),
    ("glb-chunk-unused", "a GLB's binary chunk that no buffer uses (GLB_UNUSED_BIN_CHUNK)"),
    ("glb-extra-data", "bytes after a GLB's end (GLB_EXTRA_DATA)"),
    ("glb-unknown-chunk", "a chunk of unknown type (GLB_UNKNOWN_CHUNK_TYPE)"),
    ("handedness", "a left-handed file was mirrored into right-handed axes"),
    ("image-missing", "an image cannot be had (IO_ERROR)"),
    (
        "inconsistent",
        "parts of the character do not fit together; a fault of this importer, please report it",
    ),
    (
        "index-out-of-range",
        "an index beyond the vertices (ACCESSOR_INDEX_OOB, ACCESSOR_INDEX_PRIMITIVE_RESTART)",
    ),
    ("influence-sets", "unequal numbers of JOINTS and WEIGHTS sets (MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH)"),
    (
        "inverse-binds",
        "too few or too many inverse bind matrices, or not affine (INVALID_IBM_ACCESSOR_COUNT, ACCESSOR_INVALID_IBM)",
    ),
    ("joint-out-of-range", "vertices name a joint that the skin does not have (ACCESSOR_JOINTS_INDEX_OOB)"),
    ("json", "broken JSON, or a property of the wrong type (INVALID_JSON, TYPE_MISMATCH)"),
    (
        "key-times",
        "key times before zero, or equal ones (ACCESSOR_ANIMATION_INPUT_NEGATIVE, ACCESSOR_ANIMATION_INPUT_NON_INCREASING)",
    ),
    ("material-texture", "a material uses a texture that does not exist (UNRESOLVED_REFERENCE)"),
    (
        "material-value",
        "a factor outside of its range, or an unknown alpha mode (VALUE_NOT_IN_RANGE, VALUE_NOT_IN_LIST)",
    ),
    ("mesh-without-primitives", "a mesh without primitives (EMPTY_ENTITY)"),
    ("meshopt", "a compressed view cannot be decoded"),
    ("missing-file", "a file that this one names cannot be read (IO_ERROR)"),
    ("morph-attribute", "a morph target moves more than positions, normals and tangents"),
    (
        "morph-count",
        "primitives of a mesh with unequal numbers of morph targets (MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT)",
    ),
    ("morph-names", "another number of morph target names than of morph targets"),
    ("morph-target", "a morph target that does not fit its primitive"),
    (
        "morph-weights",
        "another number of weights than of morph targets (MESH_INVALID_WEIGHTS_COUNT, NODE_WEIGHTS_INVALID)",
    ),
    ("no-positions", "a primitive without positions (MESH_PRIMITIVE_NO_POSITION)"),
    ("node-matrix", "a node's matrix shears, or is not affine (NODE_MATRIX_NON_TRS)"),
    (
        "node-tree",
        "nodes form no tree: a cycle, two parents, or a child that does not exist (NODE_LOOP, NODE_PARENT_OVERRIDE)",
    ),
    ("normal-map-without-uvs", "a normal map without texture coordinates (MESH_PRIMITIVE_TOO_FEW_TEXCOORDS)"),
    ("normal-zero", "normals without length (ACCESSOR_VECTOR3_NON_UNIT)"),
    ("not-finite", "NaN or infinity (ACCESSOR_INVALID_FLOAT)"),
    ("nothing", "a file of a known format with nothing in it"),
    (
        "out-of-range",
        "a number refers to something that does not exist, or bytes beyond an end (UNRESOLVED_REFERENCE, ACCESSOR_TOO_LONG, BUFFER_VIEW_TOO_LONG)",
    ),
    ("pack", "a Sinew pack that is damaged, of another version, or says something that cannot be"),
    ("pack-morphs", "clips of a Sinew pack move morph targets of meshes that it does not have"),
    ("polygon", "polygons of fewer than three corners, or too intricate to cut into triangles"),
    ("primitive-count", "vertices left over, or none (MESH_PRIMITIVE_INCOMPATIBLE_MODE)"),
    ("primitive-mode", "an unknown primitive mode (VALUE_NOT_IN_LIST)"),
    ("required-extension", "the file requires an extension that is not supported (UNSUPPORTED_EXTENSION)"),
    (
        "rotation-not-unit",
        "rotations that are no unit quaternions (ROTATION_NON_UNIT, ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION)",
    ),
    ("sampled", "curves were sampled into keys"),
    (
        "sampler",
        "an animation sampler without input or output, or with an unknown interpolation (UNDEFINED_PROPERTY, VALUE_NOT_IN_LIST)",
    ),
    (
        "sampler-format",
        "key times or values of a type that glTF does not allow (ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT)",
    ),
    ("sampler-keys", "a cubic spline of one key (ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS)"),
    ("scene-root", "a scene names a node that is no root (SCENE_NON_ROOT_NODE)"),
    ("skin-joint-twice", "a skin names a joint twice (DUPLICATE_ELEMENTS)"),
    ("skin-no-common-root", "joints of a skin without a common root (SKIN_NO_COMMON_ROOT)"),
    ("skin-outside-scene", "no joint of a skin belongs to the scene (NODE_SKIN_NO_SCENE)"),
    ("skin-root", "a skin's skeleton is not above its joints (SKIN_SKELETON_INVALID)"),
    ("skin-without-joints", "a skin without joints (EMPTY_ENTITY, UNDEFINED_PROPERTY)"),
    ("skin-without-mesh", "a node with a skin but no mesh (UNSATISFIED_DEPENDENCY)"),
    ("skin-without-weights", "a skin on a mesh without joint weights (NODE_SKIN_WITH_NON_SKINNED_MESH)"),
    (
        "skinned-node-transform",
        "transforms above a skinned mesh, which are ignored (NODE_SKINNED_MESH_LOCAL_TRANSFORMS, NODE_SKINNED_MESH_PARENT_TRANSFORMS)",
    ),
    (
        "sparse-accessor",
        "sparse indices of a wrong type, out of order or beyond the end (ACCESSOR_SPARSE_INDICES_NON_INCREASING, ACCESSOR_SPARSE_INDEX_OOB)",
    ),
    (
        "stride-not-allowed",
        "a stride where only vertex attributes may have one (SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE, ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE)",
    ),
    ("tangents", "tangents cannot be made"),
    ("texture", "a texture's image or sampler does not exist, or cannot be decoded (UNRESOLVED_REFERENCE)"),
    ("texture-without-uvs", "a texture without texture coordinates (MESH_PRIMITIVE_TOO_FEW_TEXCOORDS)"),
    ("too-large", "a limit of [`limits`](crate::limits) is crossed"),
    (
        "track",
        "keys and values do not fit, or times go backwards (ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT)",
    ),
    ("unchecked", "so many accessors share data that not all were looked at"),
    ("unexpected-property", "a property that glTF does not have (UNEXPECTED_PROPERTY)"),
    ("units", "the unit of the file, as it says or as follows from its size"),
    ("unknown-extension", "an optional extension that is not read (UNSUPPORTED_EXTENSION)"),
    ("unknown-format", "the bytes are of no known format"),
    ("uri", "a URI that is broken, or leads outside of the file's folder (INVALID_URI, NON_RELATIVE_URI)"),
    ("vrm", "VRM data that is broken"),
    ("vrm-bone", "a human bone that VRM does not have, or has twice"),
    ("vrm-licence", "something that VRM 1.0 wants to know of an avatar's maker or licence is not known"),
    (
        "vrm-pose",
        "a body that does not stand as VRM wants it: in T-pose, its left on its left, of human size",
    ),
    ("vrm-reference", "VRM data that names something that does not exist"),
    ("vrm-value", "VRM data with a value that is unknown"),
    ("weights", "joint weights that are negative (ACCESSOR_WEIGHTS_NON_NORMALIZED)"),
    ("weights-sum", "joint weights that do not add up to 1 (ACCESSOR_WEIGHTS_NON_NORMALIZED)"),
    ("weights-zero", "vertices without joint weight"),
    ("x", "a .x file that breaks off or says something else than it should"),
    ("x-frame", "a frame that is missing, or shown twice"),
];

#[cfg(test)]
mod tests {
    use super::CODES;
    use std::path::Path;

    #[test]
    fn the_table_holds_the_codes_in_use_in_order() {
        assert!(CODES.is_sorted_by(|a, b| a.0 < b.0));
        let mut used = Vec::new();
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut used);
        for code in &used {
            assert!(CODES.iter().any(|(known, _)| known == code), "{code:?} is not in the table");
        }
        for (code, _) in CODES {
            assert!(used.iter().any(|used| used == code), "{code:?} is never used");
        }
    }

    /// The first argument of whatever makes a finding or an error.
    fn collect(folder: &Path, used: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, used);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for maker in [
                "ImportError::new(",
                "ExportError::new(",
                ".error(",
                ".warn(",
                ".info(",
                "fail(",
                "TOO_LARGE: &str = ",
            ] {
                for (at, _) in text.match_indices(maker) {
                    let Some(rest) = text[at + maker.len()..].trim_start().strip_prefix('"') else {
                        continue;
                    };
                    let code = rest.split('"').next().unwrap_or_default();
                    if !code.is_empty() && code.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
                        used.push(code.to_owned());
                    }
                }
            }
        }
    }
}

/// All codes of diagnostics and errors with their meaning. Codes are stable; messages may change.
///
/// The severity of a code depends on the case: an [`ImportError`](crate::ImportError) if nothing usable
/// remains, an error if something is left out or replaced, a warning if a rule is violated and nothing is
/// lost. Brackets contain the codes of the Khronos glTF validator for the same problems.
pub const DIAGNOSTIC_CODES: &[(&str, &str)] = &[
    (
        "accessor-alignment",
        "accessor data is not aligned to its component size (ACCESSOR_OFFSET_ALIGNMENT, \
         ACCESSOR_TOTAL_OFFSET_ALIGNMENT)",
    ),
    (
        "accessor-bounds",
        "min or max of an accessor is missing, of wrong length or does not match its elements \
         (ACCESSOR_MIN_MISMATCH, ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND, \
         ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS)",
    ),
    ("accessor-empty", "accessor without elements (VALUE_NOT_IN_RANGE)"),
    (
        "accessor-type",
        "accessor type is unknown or not allowed for its use (VALUE_NOT_IN_LIST, \
         MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT)",
    ),
    ("accessor-without-data", "accessor without data where values are required"),
    ("amc", "AMC file is truncated, has invalid syntax, or does not fit its skeleton"),
    ("amc-bones", "bones of an AMC file that its skeleton lacks, or the reverse"),
    ("amc-frame-rate", "AMC file without a note of its frame rate"),
    ("amc-frames", "frames of an AMC file are incomplete or out of order"),
    ("amc-skeleton", "the skeleton of an AMC file was found by its ending alone"),
    ("animation-empty", "animation without channels or samplers (EMPTY_ENTITY, UNDEFINED_PROPERTY)"),
    ("animation-extras", "invalid events, spans, sync markers or root motion in an animation's extras"),
    ("asf", "ASF file is truncated or has invalid syntax"),
    ("asf-hierarchy", "bones of an ASF file have two parents or none"),
    (
        "asset",
        "`asset` is missing, or the version is not 2.0 (UNDEFINED_PROPERTY, UNKNOWN_ASSET_MAJOR_VERSION)",
    ),
    (
        "attribute-count",
        "vertex attribute with another number of elements than the positions \
         (MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT)",
    ),
    ("axes", "axes were converted to right-handed, +Y up, +Z forward"),
    ("bone-map", "named human bones contradict each other, or the humanoid lacks required bones"),
    ("bone-name", "a human bone is named by a node that the file lacks"),
    (
        "buffer-length",
        "buffer data is shorter than its declared length, or a GLB chunk is longer \
         (BUFFER_BYTE_LENGTH_MISMATCH, BUFFER_GLB_CHUNK_TOO_BIG)",
    ),
    ("buffer-without-data", "buffer without URI or GLB chunk (BUFFER_MISSING_GLB_DATA)"),
    ("bvh", "BVH file is truncated or has invalid syntax"),
    ("bvh-decimal-comma", "numbers of a BVH file have a comma in place of the decimal point"),
    ("bvh-frames", "number of BVH frames differs from the declared one, or the frame time is invalid"),
    (
        "bvh-offset",
        "root positions of a BVH file are relative to the root's OFFSET, or positions of joints stand for an \
         OFFSET of 0",
    ),
    ("bvh-roots", "BVH file with several roots"),
    ("byte-order-mark", "byte order mark before the JSON (INVALID_JSON)"),
    ("c3d", "C3D file is truncated or has no data"),
    ("c3d-events", "events of a C3D file are outside of its frames"),
    ("c3d-frames", "C3D file has fewer frames than declared, or no frame rate"),
    ("c3d-gaps", "markers of a C3D file were not seen in all frames"),
    ("c3d-labels", "points of a C3D file have no label"),
    ("c3d-layout", "header and parameters of a C3D file contradict each other"),
    ("c3d-outputs", "points of a C3D file that are no positions, such as angles, were left out"),
    ("c3d-parameters", "parameter section of a C3D file is damaged"),
    ("camera-light", "cameras and lights of an FBX file, which a character has no place for"),
    ("channel", "animation channel without target or sampler (UNDEFINED_PROPERTY)"),
    (
        "channel-on-matrix",
        "animation channel targets a node with a matrix (ANIMATION_CHANNEL_TARGET_NODE_MATRIX)",
    ),
    (
        "channel-on-skinned-node",
        "animation channel targets the node of a skinned mesh (ANIMATION_CHANNEL_TARGET_NODE_SKIN)",
    ),
    ("channel-path", "animation channel with an unsupported path (VALUE_NOT_IN_LIST)"),
    (
        "channel-target",
        "animation channel without effect: no node, no morph targets, or a node outside of the scene \
         (ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS)",
    ),
    (
        "channel-twice",
        "second animation channel for the same property; the first one is used (ANIMATION_DUPLICATE_TARGETS)",
    ),
    ("clip-name", "several clips have the same name; a number was appended"),
    ("constraint-circle", "node constraints depend on each other in a cycle"),
    ("draco", "Draco stream of a primitive cannot be decoded, or does not match the primitive's accessors"),
    (
        "draco-count",
        "Draco stream with another number of vertices or indices than the primitive's accessors, as old encoders \
         wrote; those of the stream are used",
    ),
    ("empty-array", "empty array, which glTF forbids (EMPTY_ENTITY)"),
    ("export-clip", "clip does not match the exported character"),
    ("export-image", "image format is not supported by glTF"),
    ("export-left-out", "part of a character or clip cannot be exported"),
    ("export-names", "names were changed to those that the format can hold"),
    ("export-no-body", "VRM export of a character that is not a humanoid"),
    ("export-pruned", "materials and images that nothing uses were left out of an export"),
    ("export-quantized-keys", "keys of clips are stored in fewer bits within the requested tolerance"),
    (
        "export-quantized-vertices",
        "vertices are stored in as few bits as the requested tolerance on the posed body allows",
    ),
    (
        "export-ragdoll",
        "the ragdoll is that of another character, or a shape of it cannot be exported as it is",
    ),
    ("export-reduced", "keys were removed within the requested tolerance"),
    ("export-too-large", "exported file exceeds the limits of its format"),
    ("extras-left-out", "`extras`, cameras or lights of a glTF file that an export lacks"),
    ("facing", "an avatar was turned about +Y, since VRM requires it to face +Z"),
    ("fbx", "FBX file that ufbx cannot read"),
    ("fbx-skin", "skin deformer with unsupported or unusable parts"),
    ("fbx-warning", "warning of ufbx"),
    ("flat-normals", "primitive without normals; flat normals are generated"),
    (
        "glb",
        "invalid GLB container (GLB_INVALID_VERSION, GLB_CHUNK_TOO_BIG, GLB_DUPLICATE_CHUNK, \
         GLB_LENGTH_MISMATCH and the like)",
    ),
    ("glb-chunk-unused", "binary chunk of a GLB that no buffer references (GLB_UNUSED_BIN_CHUNK)"),
    ("glb-extra-data", "bytes after the end of a GLB (GLB_EXTRA_DATA)"),
    ("glb-unknown-chunk", "GLB chunk of unknown type (GLB_UNKNOWN_CHUNK_TYPE)"),
    ("hair", "hair file is cut off, contradicts itself, or has no usable curve"),
    ("hair-curve", "curves of a hair file with points that are not finite, too few points, or no length"),
    ("hair-extra", "points, arrays or bytes of a hair file that are left out"),
    ("hair-property", "thickness, transparency or colours of a hair file are out of range"),
    ("hair-space", "unit and axes that a hair file does not state"),
    ("handedness", "left-handed coordinates were mirrored to right-handed ones"),
    ("hidden-mesh", "meshes are hidden by the file: loaded, but not drawn and not measured"),
    ("image-found", "image was found in another folder or with another ending than the file names"),
    ("image-missing", "image cannot be read (IO_ERROR)"),
    (
        "inconsistent",
        "imported parts do not match each other; this is a bug of the importer, please report it",
    ),
    (
        "index-out-of-range",
        "vertex index beyond the vertices (ACCESSOR_INDEX_OOB, ACCESSOR_INDEX_PRIMITIVE_RESTART)",
    ),
    ("influence-sets", "unequal numbers of JOINTS and WEIGHTS sets (MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH)"),
    (
        "instancing",
        "copies of a mesh on a node without a mesh or with a skin, without transforms, or with unequal numbers of \
         them",
    ),
    (
        "inverse-binds",
        "wrong number of inverse bind matrices, or a matrix is not affine (INVALID_IBM_ACCESSOR_COUNT, \
         ACCESSOR_INVALID_IBM)",
    ),
    ("joint-out-of-range", "vertices reference a joint beyond the skin's joints (ACCESSOR_JOINTS_INDEX_OOB)"),
    ("json", "invalid JSON, or a property of the wrong type (INVALID_JSON, TYPE_MISMATCH)"),
    (
        "key-times",
        "key times are negative, equal, or too far apart for a clip (ACCESSOR_ANIMATION_INPUT_NEGATIVE, \
         ACCESSOR_ANIMATION_INPUT_NON_INCREASING)",
    ),
    (
        "light",
        "a light of a node is unknown, or has a value out of range (VALUE_NOT_IN_RANGE, UNRESOLVED_REFERENCE)",
    ),
    ("material-extras", "material extras name an unknown space of normal maps"),
    ("material-texture", "material references a texture that does not exist (UNRESOLVED_REFERENCE)"),
    (
        "material-value",
        "material factor out of range, or an unknown alpha mode (VALUE_NOT_IN_RANGE, VALUE_NOT_IN_LIST)",
    ),
    ("mesh-without-primitives", "mesh without primitives (EMPTY_ENTITY)"),
    ("meshopt", "compressed buffer view cannot be decoded"),
    ("missing-file", "referenced file cannot be read (IO_ERROR)"),
    (
        "morph-attribute",
        "morph target with attributes other than positions, normals, tangents and COLOR_0, or with colours of a \
         primitive that has none",
    ),
    (
        "morph-count",
        "primitives of a mesh with unequal numbers of morph targets (MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT)",
    ),
    ("morph-names", "number of morph target names differs from the number of morph targets"),
    ("morph-target", "morph target does not match its primitive"),
    (
        "morph-weights",
        "number of weights differs from the number of morph targets (MESH_INVALID_WEIGHTS_COUNT, \
         NODE_WEIGHTS_INVALID)",
    ),
    ("no-positions", "primitive without positions (MESH_PRIMITIVE_NO_POSITION)"),
    ("node-matrix", "node matrix has shear or is not affine (NODE_MATRIX_NON_TRS)"),
    (
        "node-tree",
        "nodes are not a tree: a cycle, two parents, or a child that does not exist (NODE_LOOP, \
         NODE_PARENT_OVERRIDE)",
    ),
    ("normal-map-without-uvs", "normal map without texture coordinates (MESH_PRIMITIVE_TOO_FEW_TEXCOORDS)"),
    ("normal-zero", "normals of zero length (ACCESSOR_VECTOR3_NON_UNIT)"),
    ("not-finite", "value is NaN or infinite (ACCESSOR_INVALID_FLOAT)"),
    ("nothing", "file of a supported format without content"),
    (
        "origin",
        "the soles of a humanoid are far from height 0, as where the origin is at the hips; a VRM export \
         moves them there",
    ),
    (
        "out-of-range",
        "index of an object that does not exist, or bytes beyond the end (UNRESOLVED_REFERENCE, \
         ACCESSOR_TOO_LONG, BUFFER_VIEW_TOO_LONG)",
    ),
    ("pack", "Sinew pack is damaged, of another version, or has invalid content"),
    ("pack-morphs", "clips of a Sinew pack animate morph targets, but a pack has no meshes"),
    ("physics", "invalid or unusual rigid body, shape, joint or limit (KHR_physics_rigid_bodies)"),
    ("physics-left-out", "property of rigid bodies that ragdolls do not have"),
    ("physics-reference", "rigid body refers to a node, shape, joint or filter that does not exist"),
    ("polygon", "polygon with fewer than three corners, or too complex to triangulate"),
    (
        "primitive-count",
        "number of vertices does not match the primitive mode (MESH_PRIMITIVE_INCOMPATIBLE_MODE)",
    ),
    ("primitive-mode", "unknown primitive mode (VALUE_NOT_IN_LIST)"),
    ("reference-pose", "the rest pose does not stand, so that another pose is the reference pose"),
    ("required-extension", "required extension is not supported (UNSUPPORTED_EXTENSION)"),
    (
        "rotation-not-unit",
        "rotation is not a unit quaternion (ROTATION_NON_UNIT, \
         ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION)",
    ),
    ("sampled", "animation curves were sampled to keys"),
    (
        "sampler",
        "animation sampler without input or output, or with an unknown interpolation (UNDEFINED_PROPERTY, \
         VALUE_NOT_IN_LIST)",
    ),
    (
        "sampler-format",
        "key times or values of a component type that glTF does not allow \
         (ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT)",
    ),
    (
        "sampler-keys",
        "cubic spline with fewer than two keys (ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS)",
    ),
    ("scene-root", "scene references a node that is not a root (SCENE_NON_ROOT_NODE)"),
    ("size", "the character is so large or small that its unit is probably another one"),
    ("skeleton-copy", "joints of a skin copy those of another one, or have their names at other places"),
    ("skin-joint-twice", "skin references a joint twice (DUPLICATE_ELEMENTS)"),
    ("skin-no-common-root", "joints of a skin without a common root (SKIN_NO_COMMON_ROOT)"),
    ("skin-outside-scene", "no joint of a skin belongs to the scene (NODE_SKIN_NO_SCENE)"),
    ("skin-root", "`skeleton` of a skin is not an ancestor of its joints (SKIN_SKELETON_INVALID)"),
    ("skin-without-joints", "skin without joints (EMPTY_ENTITY, UNDEFINED_PROPERTY)"),
    ("skin-without-mesh", "node with a skin but without a mesh (UNSATISFIED_DEPENDENCY)"),
    ("skin-without-weights", "skin on a mesh without joint weights (NODE_SKIN_WITH_NON_SKINNED_MESH)"),
    (
        "skinned-node-transform",
        "transform of a skinned mesh's node or ancestors, which is ignored \
         (NODE_SKINNED_MESH_LOCAL_TRANSFORMS, NODE_SKINNED_MESH_PARENT_TRANSFORMS)",
    ),
    (
        "sparse-accessor",
        "sparse indices of a wrong type, out of order or out of range \
         (ACCESSOR_SPARSE_INDICES_NON_INCREASING, ACCESSOR_SPARSE_INDEX_OOB)",
    ),
    ("specular-glossiness", "specular-glossiness material, which is read as a metallic-roughness one"),
    (
        "stride-not-allowed",
        "byte stride on data other than vertex attributes (SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE, \
         ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE)",
    ),
    ("tangents", "tangents cannot be generated"),
    ("texture", "image or sampler of a texture does not exist or cannot be decoded (UNRESOLVED_REFERENCE)"),
    ("texture-without-uvs", "texture without texture coordinates (MESH_PRIMITIVE_TOO_FEW_TEXCOORDS)"),
    ("too-large", "a limit of [`limits`](crate::limits) is exceeded"),
    (
        "too-large-number",
        "finite number that poses in 32-bit floats cannot hold, such as a translation of 10^30 m; the node, \
         track or primitive is left out",
    ),
    (
        "track",
        "numbers of keys and values differ, or key times decrease \
         (ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT)",
    ),
    ("unchecked", "remaining accessors were not checked, since too many share data"),
    ("unexpected-property", "property that glTF does not define (UNEXPECTED_PROPERTY)"),
    ("units", "unit of the file, declared or estimated from its size"),
    ("unknown-extension", "optional extension that is not supported (UNSUPPORTED_EXTENSION)"),
    ("unknown-format", "unrecognized file format"),
    ("unreadable", "the file cannot be read"),
    ("uri", "URI is invalid or points outside of the file's folder (INVALID_URI, NON_RELATIVE_URI)"),
    ("visibility-animated", "clips change the visibility of a node, which is not played"),
    ("vrm", "invalid VRM data"),
    ("vrm-bone", "VRM human bone that is unknown, missing or mapped twice"),
    ("vrm-licence", "VRM 1.0 metadata on the author or licence is missing; strict defaults are written"),
    ("vrm-pose", "body does not meet VRM's requirements: T-pose, left bones on the left side, human size"),
    ("vrm-reference", "VRM data references an object that does not exist"),
    ("vrm-value", "VRM data with an unknown value"),
    ("weights", "negative joint weights (ACCESSOR_WEIGHTS_NON_NORMALIZED)"),
    ("weights-sum", "joint weights of a vertex do not sum to 1 (ACCESSOR_WEIGHTS_NON_NORMALIZED)"),
    ("weights-zero", "vertices without joint weights"),
    ("x", ".x file is truncated or has invalid content"),
    ("x-frame", "frame of a .x file is missing or used twice"),
];

#[cfg(test)]
mod tests {
    use super::DIAGNOSTIC_CODES;
    use std::path::Path;

    #[test]
    fn the_table_is_sorted_and_holds_exactly_the_used_codes() {
        assert!(DIAGNOSTIC_CODES.is_sorted_by(|a, b| a.0 < b.0));
        let mut used = Vec::new();
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut used);
        for code in &used {
            assert!(DIAGNOSTIC_CODES.iter().any(|(known, _)| known == code), "{code:?} is not in the table");
        }
        for (code, _) in DIAGNOSTIC_CODES {
            assert!(used.iter().any(|used| used == code), "{code:?} is never used");
        }
    }

    /// Collects the first argument of all calls that create diagnostics or errors.
    fn collect(folder: &Path, used: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, used);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for call in [
                "ImportError::new(",
                "ExportError::new(",
                ".error(",
                ".warn(",
                ".info(",
                "fail(",
                "TOO_LARGE: &str = ",
            ] {
                for (at, _) in text.match_indices(call) {
                    let Some(rest) = text[at + call.len()..].trim_start().strip_prefix('"') else {
                        continue;
                    };
                    let code = rest.split('"').next().unwrap_or_default();
                    if !code.is_empty()
                        && code.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
                    {
                        used.push(code.to_owned());
                    }
                }
            }
        }
    }
}

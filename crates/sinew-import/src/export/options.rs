use super::{ExportError, physics, vrm};
use crate::SceneExtras;
use sinew::Character;
use sinew::ragdoll::{Ragdoll, RagdollDescription};
use std::sync::Arc;

/// Settings of [`export_glb`](super::export_glb) and the other exporters. The default is lossless: all values
/// are stored as they are.
///
/// ```
/// use sinew_import::ExportOptions;
/// let options = ExportOptions::default().with_quantize(true).with_meshopt(true).with_key_tolerance(0.000_5);
/// assert_eq!(options.key_tolerance, Some(0.000_5));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ExportOptions {
    /// Stores vertices in fewer bits, with KHR_mesh_quantization as a required extension.
    ///
    /// Positions and morph offsets have 16 bits; the error per axis is at most 1/65534 of the longest side of
    /// the box around all meshes that share a skin. Joint weights, colours and texture coordinates within
    /// 0..1 have 16 bits, normals and tangents 8 bits (error up to 0.6 degrees). A mesh without a skin is
    /// moved to a new child of its node, which undoes the scaling; these nodes are appended after all others.
    pub quantize: bool,
    /// Stores vertices in as few bits as keep them within this distance in metres on the posed body, at rest and
    /// in all clips; `None` leaves them the bits that [`quantize`](Self::quantize) says. Without that one it has
    /// no effect.
    ///
    /// Positions and morph offsets have steps of that distance, joint weights 8 bits where that suffices. With
    /// [`meshopt`](Self::meshopt), texture coordinates have steps of at most a quarter of a pixel, normals and
    /// tangents two bytes (error up to 1 degree). What vertices are off is taken from
    /// [`key_tolerance`](Self::key_tolerance), so that this one holds for both together, but for a quarter of it
    /// that keys always have. In a file without clips vertices may be off by half of it.
    pub vertex_tolerance: Option<f32>,
    /// Puts triangles next to their neighbours and vertices in the order in which triangles use them, which
    /// compresses best and is drawn fastest. Triangles of blended materials keep their order, which is seen.
    /// Vertices get other numbers.
    pub reorder: bool,
    /// Leaves out what is not drawn: vertices without triangles, triangles of which two corners are one, texture
    /// coordinates that no texture needs, tangents without a normal map, white vertex colours, materials of no
    /// mesh, and their textures and images. Equal vertices become one, and so do equal materials and meshes of
    /// the same name, equal textures and equal images.
    ///
    /// Nodes, skins, clips and morph targets stay, and materials that have `extras`. The report names the
    /// materials and images that are left out.
    pub prune: bool,
    /// Largest width and height of images in pixels; larger ones are resized, in the same shape. Light is averaged
    /// in colours, normals stay unit vectors, and images of powers of two stay such. PNG stays PNG, JPEG is
    /// compressed anew. Needs the feature `decode-images`. `None` keeps all pixels.
    pub max_texture: Option<u32>,
    /// Stores images but JPEG as WebP without loss where that is smaller, with EXT_texture_webp as a required
    /// extension. Needs the feature `decode-images`.
    pub webp: bool,
    /// Compresses triangles and vertices as Draco streams, with KHR_draco_mesh_compression as a required extension;
    /// implies [`quantize`](Self::quantize), beyond which the compression is lossless. Meshes with morph targets,
    /// points, lines and texture coordinates beyond -1..1 stay as they are without it. Needs the feature
    /// `draco-export`.
    pub draco: bool,
    /// Leaves out meshes, with all that belongs to them: materials, morph targets, expressions, spring bones, VRM
    /// data, ragdoll, cameras and lights. The file holds nodes and clips, for programs that put them on a body they
    /// have.
    pub skeleton_only: bool,
    /// Stores keys of clips in fewer bits, as far as the motion stays within
    /// [`key_tolerance`](Self::key_tolerance), or within 1/20000 of the character's size where there is none:
    /// rotations and morph weights in normalized integers of 16 bits, as glTF allows. With
    /// [`meshopt`](Self::meshopt) rotations have as few bits, and translations and scales as large steps, as the
    /// tolerance allows. Splines stay as they are.
    pub quantize_keys: bool,
    /// Leaves out tracks of clips that hold the rest pose: programs that play a clip leave such joints at rest.
    /// The last track that lasts as long as its clip stays.
    pub drop_rest_tracks: bool,
    /// Compresses the buffers, with EXT_meshopt_compression as a required extension. The compression is
    /// lossless, but may rotate the three corners of a triangle.
    pub meshopt: bool,
    /// Removes keys of clips as long as the motion stays within this distance in metres; `None` keeps all
    /// keys. The file never gets larger by that, and but for the compression of [`meshopt`](Self::meshopt)
    /// never larger than with a smaller distance.
    ///
    /// The distance is measured at all key times and between them, for every vertex, every joint, and points
    /// around each joint along its axes at a twentieth of the character's size.
    pub key_tolerance: Option<f32>,
    /// Frames per second of BVH; `None` takes those of the clip's keys where they are even, else 60. Keys farther
    /// apart than a 24th of a second get frames between them. Other formats keep their keys' times.
    pub frame_rate: Option<f32>,
    /// Keeps all keys, whatever the tolerance is.
    pub(super) keeps_all_keys: bool,
    /// Writes a VRM 1.0 avatar even if the character was not imported from VRM. An unknown name or author is
    /// marked as unknown, and the permissions are the strictest ones of VRM. Characters from VRM files are
    /// always written as VRM.
    ///
    /// VRM 1.0 requires a T-pose that faces +Z as the rest pose. Where the character rests in another pose,
    /// the nodes of the avatar are put into a T-pose. Clips play as before: a clip that lacks keys for a
    /// changed node gets one with the earlier rest transform.
    ///
    /// VRM avatars stand with their soles at the origin. A character whose soles are farther from height 0
    /// than a twentieth of its height is moved up or down, and its clips with it; the report says how far
    /// (`origin`).
    pub vrm: bool,
    /// Writes a ragdoll of the character as rigid bodies, with the extensions KHR_physics_rigid_bodies and
    /// KHR_implicit_shapes, which are drafts; GLB and .gltf alone.
    ///
    /// Shapes, masses as measured, joints and pairs of parts that do not collide are written as they are.
    /// Limits become ranges of angles about the axes of each joint: those of an ellipse's half-axes, and for
    /// a polygon those that enclose it.
    pub ragdoll: Option<Arc<Ragdoll>>,
    /// Writes this ragdoll where [`ragdoll`](Self::ragdoll) is `None`: that of the character's file, by the
    /// names of joints, for a character that may have got other joints since. One that does not fit the
    /// character is reported and left out.
    pub ragdoll_description: Option<RagdollDescription>,
    /// Writes what the file of the character had beside it: copyright, `extras`, cameras, lights and further
    /// scenes.
    pub scene_extras: Option<Arc<SceneExtras>>,
}

impl ExportOptions {
    /// Checks, before any work, that these options suit a character: VRM needs a humanoid with all required
    /// bones, and the ragdoll must be one of this skeleton.
    ///
    /// # Errors
    /// As the export itself.
    pub fn check(&self, character: &Character) -> Result<(), ExportError> {
        if self.vrm && vrm::complete_humanoid(character).is_none() {
            let message = "VRM needs a humanoid with all required bones; this character is not one";
            return Err(ExportError::new("export-no-body", "/", message));
        }
        self.ragdoll.as_ref().map_or(Ok(()), |ragdoll| physics::check(character, ragdoll))
    }

    /// True where vertices have fewer bits than quantization alone gives them.
    pub(super) fn writes_small_vertices(&self) -> bool {
        self.quantize && self.meshopt && self.vertex_tolerance.is_some()
    }

    /// Sets [`quantize`](Self::quantize).
    #[must_use]
    pub fn with_quantize(self, quantize: bool) -> Self {
        Self { quantize, ..self }
    }

    /// Sets [`vertex_tolerance`](Self::vertex_tolerance) in metres; `None` leaves vertices their bits.
    #[must_use]
    pub fn with_vertex_tolerance(self, metres: impl Into<Option<f32>>) -> Self {
        Self { vertex_tolerance: metres.into(), ..self }
    }

    /// Sets [`reorder`](Self::reorder).
    #[must_use]
    pub fn with_reorder(self, reorder: bool) -> Self {
        Self { reorder, ..self }
    }

    /// Sets [`prune`](Self::prune).
    #[must_use]
    pub fn with_prune(self, prune: bool) -> Self {
        Self { prune, ..self }
    }

    /// Sets [`max_texture`](Self::max_texture) in pixels; `None` keeps all pixels.
    #[must_use]
    pub fn with_max_texture(self, pixels: impl Into<Option<u32>>) -> Self {
        Self { max_texture: pixels.into(), ..self }
    }

    /// Sets [`webp`](Self::webp).
    #[must_use]
    pub fn with_webp(self, webp: bool) -> Self {
        Self { webp, ..self }
    }

    /// Sets [`draco`](Self::draco).
    #[must_use]
    pub fn with_draco(self, draco: bool) -> Self {
        Self { draco, ..self }
    }

    /// Sets [`skeleton_only`](Self::skeleton_only).
    #[must_use]
    pub fn with_skeleton_only(self, skeleton_only: bool) -> Self {
        Self { skeleton_only, ..self }
    }

    /// Sets [`quantize_keys`](Self::quantize_keys).
    #[must_use]
    pub fn with_quantize_keys(self, quantize_keys: bool) -> Self {
        Self { quantize_keys, ..self }
    }

    /// Sets [`drop_rest_tracks`](Self::drop_rest_tracks).
    #[must_use]
    pub fn with_drop_rest_tracks(self, drop_rest_tracks: bool) -> Self {
        Self { drop_rest_tracks, ..self }
    }

    /// Sets [`meshopt`](Self::meshopt).
    #[must_use]
    pub fn with_meshopt(self, meshopt: bool) -> Self {
        Self { meshopt, ..self }
    }

    /// Sets [`key_tolerance`](Self::key_tolerance) in metres; `None` keeps all keys.
    #[must_use]
    pub fn with_key_tolerance(self, metres: impl Into<Option<f32>>) -> Self {
        Self { key_tolerance: metres.into(), ..self }
    }

    /// Sets [`frame_rate`](Self::frame_rate) in frames per second; `None` takes that of the keys.
    #[must_use]
    pub fn with_frame_rate(self, frames_per_second: impl Into<Option<f32>>) -> Self {
        Self { frame_rate: frames_per_second.into(), ..self }
    }

    /// Sets [`vrm`](Self::vrm).
    #[must_use]
    pub fn with_vrm(self, vrm: bool) -> Self {
        Self { vrm, ..self }
    }

    /// Sets [`ragdoll`](Self::ragdoll); `None` writes none.
    #[must_use]
    pub fn with_ragdoll(self, ragdoll: impl Into<Option<Arc<Ragdoll>>>) -> Self {
        Self { ragdoll: ragdoll.into(), ..self }
    }

    /// Sets [`ragdoll_description`](Self::ragdoll_description); `None` writes none.
    #[must_use]
    pub fn with_ragdoll_description(self, description: impl Into<Option<RagdollDescription>>) -> Self {
        Self { ragdoll_description: description.into(), ..self }
    }

    /// Sets [`scene_extras`](Self::scene_extras); `None` writes none.
    #[must_use]
    pub fn with_scene_extras(self, scene_extras: impl Into<Option<Arc<SceneExtras>>>) -> Self {
        Self { scene_extras: scene_extras.into(), ..self }
    }
}

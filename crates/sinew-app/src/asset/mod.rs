//! Character files: opening and writing them, choosing clips, retargeting clips between them, and measuring
//! their characters.

pub(crate) mod clip_choice;
pub(crate) mod clip_loop;
pub(crate) mod export;
pub(crate) mod face_effects;
pub(crate) mod face_map;
pub(crate) mod face_outline;
pub(crate) mod face_shapes;
pub(crate) mod groom;
pub(crate) mod groom_curves;
pub(crate) mod groom_file;
pub(crate) mod hair_cards;
pub(crate) mod head;
pub(crate) mod height;
pub(crate) mod input_file;
pub(crate) mod key_rate;
pub(crate) mod map_weights;
pub(crate) mod mapped_material;
pub(crate) mod new_texture;
pub(crate) mod retarget;
pub(crate) mod setup;
pub(crate) mod size;
pub(crate) mod source;
pub(crate) mod text_fields;
pub(crate) mod vertices;
pub(crate) mod wrinkle_files;

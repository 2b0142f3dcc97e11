//! The renderer: a shadow pass, a main pass for everything visible and an output pass, with their pipelines
//! and targets.

mod behind_map;
mod contact_shadow;
mod decal_pipelines;
mod draw_list;
mod edge_region;
mod error;
mod frame_groups;
mod frame_uniform;
mod hair_pass;
mod hair_pipelines;
mod light_features;
mod light_list;
mod line_buffer;
mod mesh_pipelines;
mod output_pipelines;
mod passes;
mod pipeline;
mod pipeline_layouts;
mod read_back;
mod render_targets;
mod renderer;
mod scene_pipelines;
mod shaders;
mod shadow_map;
mod shadow_pipelines;
mod shadow_projection;
mod skinned_vertices;
mod sky_irradiance;
mod strand_points;
mod vertex_strain;

pub use error::RenderError;
pub use renderer::Renderer;

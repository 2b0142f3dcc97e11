// What vertex shaders of surfaces hand to fragment shaders.

struct Varying {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) uv: vec4<f32>,
    @location(4) color: vec4<f32>,
    // -1 where transforms mirror, else 1.
    @location(5) @interpolate(flat, either) mirror_sign: f32,
    // World-space directions of the axes of an object-space normal map; of eyes and teeth, see surface_vertex; else the first
    // four numbers are the coordinates in the third and the fourth UV set.
    @location(6) object_x: vec3<f32>,
    @location(7) object_y: vec3<f32>,
    @location(8) object_z: vec3<f32>,
    // Light of `vertex_light`; zero unless it is wanted.
    @location(9) light: vec4<f32>,
    // Area strain; 0 unless automatic wrinkles need it.
    @location(10) strain: f32,
}

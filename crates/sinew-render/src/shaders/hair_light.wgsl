// Light inside of hair: what the density grid leaves of the light that casts shadows and of the sky at each cell. Optical depths along straight rays, as in J. Kniss and others, *A Model
// for Volume Lighting and Modeling*, 2003.

@group(1) @binding(0) var<uniform> hair: Hair;
@group(1) @binding(1) var<storage, read> density: array<u32>;
// Mean radiance of the sky that arrives; w: optical depth towards the light that casts shadows.
@group(1) @binding(2) var light_grid: texture_storage_3d<rgba16float, write>;

// Steps of a ray: enough for the diagonal of the largest grid.
const MAX_STEPS: i32 = 96;
// Mean share of its side view that a cylinder shows from a random direction.
const MEAN_VIEW: f32 = 0.78539816;

// Extinction of the cell, per metre; 0 outside of the grid.
fn cell_extinction(cell: vec3<i32>, per_unit: f32) -> f32 {
    let cells = i32(hair.grid_min.w);
    if any(cell < vec3<i32>(0)) || any(cell >= vec3<i32>(cells)) {
        return 0.0;
    }
    return f32(density[u32((cell.z * cells + cell.y) * cells + cell.x)]) * per_unit;
}

// Extinction at `at` in cells, between the middles of eight of them.
fn extinction(at: vec3<f32>, per_unit: f32) -> f32 {
    let low = floor(at - 0.5);
    let share = at - 0.5 - low;
    let cell = vec3<i32>(low);
    var sum = 0.0;
    for (var corner = 0; corner < 8; corner++) {
        let step = vec3<i32>(corner & 1, (corner >> 1u) & 1, corner >> 2u);
        let weight = select(1.0 - share, share, step == vec3<i32>(1));
        sum += cell_extinction(cell + step, per_unit) * (weight.x * weight.y * weight.z);
    }
    return sum;
}

// Light from an axis of the grid, which passes through the middles of cells, as radiance times visibility; w: the visibility.
fn sky_along(cell: vec3<i32>, axis: vec3<i32>, per_unit: f32) -> vec4<f32> {
    let direction = vec3<f32>(axis);
    let cells = i32(hair.grid_min.w);
    let width = dot(hair.grid_size.xyz / hair.grid_min.w, abs(direction));
    var depth = 0.5 * cell_extinction(cell, per_unit);
    for (var n = 1; n < cells; n++) {
        depth += cell_extinction(cell + axis * n, per_unit);
    }
    // Fibres pass about half of what they scatter on in its direction.
    let visible = exp(-0.5 * depth * width);
    return vec4<f32>(sky_around(direction) * visible, visible);
}

// Whether there is no hair in a cell and around it, so that no strand reads its light.
fn is_empty(cell: vec3<i32>) -> bool {
    var sum = 0.0;
    for (var n = 0; n < 27; n++) {
        sum += cell_extinction(cell + vec3<i32>(n % 3, n / 3 % 3, n / 9) - 1, 1.0);
    }
    return sum == 0.0;
}

@compute @workgroup_size(4, 4, 4)
fn light_cells(@builtin(global_invocation_id) id: vec3<u32>) {
    let cells = u32(hair.grid_min.w);
    if any(id >= vec3<u32>(cells)) {
        return;
    }
    let cell = vec3<i32>(id);
    if is_empty(cell) {
        textureStore(light_grid, cell, vec4<f32>(0.0));
        return;
    }
    let size = hair.grid_size.xyz / hair.grid_min.w;
    let per_unit = hair.grid_size.w * MEAN_VIEW / (size.x * size.y * size.z);
    // Along the ray to the light that casts shadows, in steps of about a cell.
    let step_length = min(size.x, min(size.y, size.z));
    let world = hair.grid_min.xyz + (vec3<f32>(cell) + 0.5) * size;
    let step = direction_to_caster(world) * step_length / size;
    var at = vec3<f32>(cell) + 0.5;
    var depth = 0.0;
    for (var n = 0; n < MAX_STEPS; n++) {
        at += step;
        if any(at < vec3<f32>(-0.5)) || any(at > vec3<f32>(f32(cells) + 0.5)) {
            break;
        }
        depth += extinction(at, per_unit);
    }
    var around = sky_along(cell, vec3<i32>(1, 0, 0), per_unit) + sky_along(cell, vec3<i32>(-1, 0, 0), per_unit);
    around += sky_along(cell, vec3<i32>(0, 1, 0), per_unit) + sky_along(cell, vec3<i32>(0, -1, 0), per_unit);
    around += sky_along(cell, vec3<i32>(0, 0, 1), per_unit) + sky_along(cell, vec3<i32>(0, 0, -1), per_unit);
    // Like a surface, hair whose sky is visible from half of all sides has all of its light.
    let hidden = 1.0 - around.w / 6.0;
    let radiance = around.rgb / max(around.w, 1e-6) * (1.0 - hidden * hidden);
    textureStore(light_grid, cell, vec4<f32>(radiance, min(depth * step_length, 60000.0)));
}

// Area strain of a vertex: the natural logarithm of the area of the triangles around it over their area at rest, as
// `area_strain` in crates/sinew/src/surface/wrinkle/strain.rs computes it.

// Strengths and layers of a wrinkle map. The same layout as `WrinkleUniform` in wrinkle/uniform.rs.
struct Wrinkles {
    // Number of layers, of which there are none while all strengths are 0; number of masks; 1 if the strain is needed.
    counts: vec4<u32>,
    // Offsets in the ring data: entries, reciprocals of rest areas. The numbers of each vertex' first entry and of the one behind its last
    // come first, those of two vertices per texel.
    rings: vec4<u32>,
    // x: factor on automatic strengths.
    intensity: vec4<f32>,
    // Per layer: factor on slopes, repetitions, gain and threshold of the automatic strength; the gain is below 0 for compression.
    layers: array<vec4<f32>, 4>,
    // Per layer: number in the normal, surface and colour images; NO_IMAGE for none.
    images: array<vec4<u32>, 4>,
    // Per channel (normal, surface, colour), layer and mask: strengths of the four regions.
    strengths: array<vec4<f32>, 96>,
}

@group(3) @binding(0) var<uniform> wrinkles: Wrinkles;

const MAX_AREA_STRAIN: f32 = 2.7725887;

fn ring_row(number: u32) -> u32 {
    return ring_texel(number >> 2u)[number & 3u];
}

// Weighted sum of the morph targets at a vertex.
fn morph_offset(index: u32) -> vec3<f32> {
    var offset = vec3<f32>(0.0);
    if draw.morph_entry_texels == 0u || pose_texel(draw.node + 3u).y == 0.0 {
        return offset;
    }
    let end = morph_row(index + 1u);
    for (var entry = morph_row(index); entry < end; entry++) {
        let head = deform_texel(draw.morph_entries + entry * draw.morph_entry_texels);
        let weight = pose_texel(draw.weights + (head.x >> 2u))[head.x & 3u];
        if weight != 0.0 {
            offset += bitcast<vec3<f32>>(head.yzw) * weight;
        }
    }
    return offset;
}

// Whether a vertex is skinned by linear blending.
fn is_blended_linearly(index: u32) -> bool {
    if draw.influence_texels == 0u || pose_texel(draw.node + 3u).x > 0.5 {
        return false;
    }
    return bitcast<f32>(deform_texel(draw.influences + index * draw.influence_texels).y) != 0.0;
}

// Where a joint takes the point `at` from where the joint with the matrix `anchor` takes it.
fn joint_offset(joint: u32, anchor: Rows, at: vec4<f32>) -> vec3<f32> {
    let own = rows_at(draw.palette + joint * 3u);
    return vec3<f32>(dot(own.x - anchor.x, at), dot(own.y - anchor.y, at), dot(own.z - anchor.z, at));
}

// Sum of `joint_offset` over the influences of a vertex.
fn influence_offset(index: u32, anchor: Rows, at: vec4<f32>) -> vec3<f32> {
    var sum = vec3<f32>(0.0);
    let first = draw.influences + index * draw.influence_texels;
    for (var i = 0u; i < draw.influence_texels; i++) {
        let pairs = deform_texel(first + i);
        let weights = bitcast<vec2<f32>>(pairs.yw);
        if weights.x == 0.0 {
            break;
        }
        sum += joint_offset(pairs.x, anchor, at) * weights.x;
        if weights.y != 0.0 {
            sum += joint_offset(pairs.z, anchor, at) * weights.y;
        }
    }
    return sum;
}

// Area strain of vertex number `index`, which is at `rest` in the bind pose.
fn area_strain(index: u32, rest: vec3<f32>) -> f32 {
    let inverse_rest = bitcast<f32>(ring_texel(wrinkles.rings.y + (index >> 2u))[index & 3u]);
    if inverse_rest == 0.0 {
        return 0.0;
    }
    let own = model_rows(index);
    let moved = morph_offset(index);
    let is_linear = is_blended_linearly(index);
    var anchor = own;
    if is_linear {
        let first = deform_texel(draw.influences + index * draw.influence_texels);
        anchor = rows_at(draw.palette + first.x * 3u);
    }
    var area = 0.0;
    var last = vec3<f32>(0.0);
    let end = ring_row(2u * index + 1u);
    for (var i = ring_row(2u * index); i < end; i++) {
        let entry = ring_texel(wrinkles.rings.x + i);
        let vertex = entry.x & 0x7fffffffu;
        let position = bitcast<vec3<f32>>(entry.yzw);
        let offset = morph_offset(vertex);
        let edge = (position - rest) + (offset - moved);
        let at = vec4<f32>(position + offset, 1.0);
        var way = vec3<f32>(dot(own.x.xyz, edge), dot(own.y.xyz, edge), dot(own.z.xyz, edge));
        if is_linear && is_blended_linearly(vertex) {
            way += influence_offset(vertex, anchor, at) - influence_offset(index, anchor, at);
        } else {
            let other = model_rows(vertex);
            way += vec3<f32>(dot(other.x - own.x, at), dot(other.y - own.y, at), dot(other.z - own.z, at));
        }
        // The first bit marks the beginning of a run.
        if (entry.x >> 31u) == 0u {
            area += length(cross(last, way));
        }
        last = way;
    }
    return clamp(log(max(area * inverse_rest, 1e-6)), -MAX_AREA_STRAIN, MAX_AREA_STRAIN);
}

// Area strain where automatic wrinkles need it, else 0.
fn wrinkle_strain(index: u32, rest: vec3<f32>) -> f32 {
    if wrinkles.counts.z == 0u {
        return 0.0;
    }
    return area_strain(index, rest);
}

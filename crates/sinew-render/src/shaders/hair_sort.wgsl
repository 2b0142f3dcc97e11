// Strips from the farthest to the nearest: a bitonic sort in one workgroup (K. Batcher, *Sorting Networks and their Applications*, 1968).

@group(1) @binding(0) var<uniform> hair: Hair;
@group(1) @binding(1) var<storage, read> points: array<vec4<f32>>;
@group(1) @binding(2) var<storage, read_write> order: array<u32>;

// As `MAX_SORTED` in hair/detail.rs.
const MAX_SORTED: u32 = 2048u;
const THREADS: u32 = 256u;

var<workgroup> keys: array<u32, MAX_SORTED>;
var<workgroup> ranks: array<u32, MAX_SORTED>;

@compute @workgroup_size(256)
fn sort_strips(@builtin(local_invocation_index) local: u32) {
    let count = hair.counts.x;
    for (var n = local; n < MAX_SORTED; n += THREADS) {
        var key = 0xffffffffu;
        if n < count {
            // Bits of a positive float are in the order of its values.
            let middle = points[n * hair.counts.y + hair.counts.y / 2u].xyz;
            key = ~bitcast<u32>(distance(middle, frame.eye.xyz));
        }
        keys[n] = key;
        ranks[n] = n;
    }
    workgroupBarrier();
    for (var size = 2u; size <= MAX_SORTED; size *= 2u) {
        for (var gap = size / 2u; gap > 0u; gap /= 2u) {
            for (var pair = local; pair < MAX_SORTED / 2u; pair += THREADS) {
                let low = pair / gap * gap * 2u + pair % gap;
                let high = low + gap;
                let is_rising = (low & size) == 0u;
                let a = keys[low];
                let b = keys[high];
                // Strips of equal distance keep the order of their ranks, so that pictures do not flicker.
                let is_after = a > b || (a == b && ranks[low] > ranks[high]);
                if is_after == is_rising {
                    keys[low] = b;
                    keys[high] = a;
                    let rank = ranks[low];
                    ranks[low] = ranks[high];
                    ranks[high] = rank;
                }
            }
            workgroupBarrier();
        }
    }
    for (var n = local; n < count; n += THREADS) {
        order[n] = ranks[n];
    }
}

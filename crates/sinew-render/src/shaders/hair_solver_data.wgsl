// Data of simulated hair that all parts of the solver share. The same layouts as in hair/solver/records.rs.

struct Solver {
    // Number of hairs, points of each, steps of this update, colliders for which each step has room.
    counts: vec4<u32>,
    // Steps per second, drag per second, friction, distance from colliders in metres.
    numbers: vec4<f32>,
    // Gravity in m/s²; w: shelter from wind.
    gravity: vec4<f32>,
    // Velocity of the wind in m/s; w: strength of gusts.
    wind: vec4<f32>,
    // x: share of the way between the last two steps that is shown.
    shown: vec4<f32>,
}

// Point at rest, and the edge from it to the next.
struct RestPoint {
    groomed: vec3<f32>,
    length: f32,
    goal: vec3<f32>,
    tension: f32,
    stiffness: f32,
    damping: f32,
    inverse_pivot: f32,
    beside: f32,
    place: vec4<f32>,
    // Depth of the groom over the point towards +X, +Y, +Z, and towards −X, −Y, −Z.
    cover: vec4<f32>,
    cover_behind: vec4<f32>,
}

// Movement of the skin since rest; place.w is 1 where the hair is taken along.
struct Root {
    rotation: vec4<f32>,
    place: vec4<f32>,
}

struct StepInfo {
    time: f32,
    colliders: u32,
    has_lee: u32,
    padding: u32,
    lee_center: vec4<f32>,
    lee_rows: array<vec4<f32>, 3>,
}

const CAPSULE: u32 = 0u;
const ELLIPSOID: u32 = 1u;

struct Obstacle {
    kind: u32,
    // Number of the first node of a field, metres per unit of its distances, its cell.
    first: u32,
    unit: f32,
    cell: f32,
    counts: vec4<u32>,
    // Capsule: start and radius, end. Ellipsoid: middle, three half axes with their lengths. Field: translation, rotation, first node,
    // smallest and largest corner of its box.
    a: vec4<f32>,
    b: vec4<f32>,
    c: vec4<f32>,
    d: vec4<f32>,
    e: vec4<f32>,
}

@group(0) @binding(0) var<uniform> solver: Solver;
@group(0) @binding(1) var<storage, read> rest: array<RestPoint>;
// Rows of a root per hair: one step before the last of the update before, that step, the steps of this update, the present time.
@group(0) @binding(2) var<storage, read> roots: array<Root>;
@group(0) @binding(3) var<storage, read> steps: array<StepInfo>;
@group(0) @binding(4) var<storage, read> obstacles: array<Obstacle>;
// Distances of the nodes of fields, two in a word.
@group(0) @binding(5) var<storage, read> nodes: array<u32>;
// Sections of one vector per point and hair; neighbouring hairs are neighbours.
@group(0) @binding(6) var<storage, read_write> state: array<vec4<f32>>;
// Position and rotation of each point of each hair.
@group(0) @binding(7) var<storage, read_write> guides: array<vec4<f32>>;

// Sections of the state. NEXT: places after the step; w: a number of the solve for lengths. SCRATCH likewise.
const POINTS: u32 = 0u;
const VELOCITIES: u32 = 1u;
const EARLIER: u32 = 2u;
const NEXT: u32 = 3u;
const SCRATCH: u32 = 4u;

// The hair of this invocation.
var<private> hair: u32;

fn slot(section: u32, point: u32) -> u32 {
    return (section * solver.counts.y + point) * solver.counts.x + hair;
}

fn load(section: u32, point: u32) -> vec3<f32> {
    return state[slot(section, point)].xyz;
}

fn load_number(section: u32, point: u32) -> f32 {
    return state[slot(section, point)].w;
}

fn store(section: u32, point: u32, value: vec3<f32>) {
    state[slot(section, point)] = vec4<f32>(value, 0.0);
}

fn store_with(section: u32, point: u32, value: vec3<f32>, number: f32) {
    state[slot(section, point)] = vec4<f32>(value, number);
}

fn rest_number(point: u32) -> u32 {
    return hair * solver.counts.y + point;
}

fn edge_length(edge: u32) -> f32 {
    return rest[rest_number(edge)].length;
}

fn root_at(row: u32) -> Root {
    return roots[row * solver.counts.x + hair];
}

// `v` rotated by a quaternion.
fn rotated(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    let b = q.xyz;
    return v * (q.w * q.w - dot(b, b)) + b * (dot(v, b) * 2.0) + cross(b, v) * (q.w * 2.0);
}

fn conjugate(q: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(-q.xyz, q.w);
}

// Rotation by `b`, then by `a`.
fn product(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(b.xyz * a.w + a.xyz * b.w + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

// Direction of `v`; `otherwise` where it has no length.
fn direction_or(v: vec3<f32>, otherwise: vec3<f32>) -> vec3<f32> {
    let own = length(v);
    if own > 0.0 {
        return v / own;
    }
    return otherwise;
}

// `turned` and on by the shortest rotation that brings `from` to `now`, as `arc` in crates/sinew/src/math/turn.rs.
fn turned_on(turned: vec4<f32>, start: vec3<f32>, now: vec3<f32>) -> vec4<f32> {
    let lengths = sqrt(dot(start, start) * dot(now, now));
    let about = cross(start, now);
    let w = lengths + dot(start, now);
    let size = sqrt(dot(about, about) + w * w);
    if w > 1e-6 * lengths && size > 0.0 {
        return product(vec4<f32>(about, w) / size, turned);
    }
    return turned;
}

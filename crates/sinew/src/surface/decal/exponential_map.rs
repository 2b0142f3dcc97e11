//! Discrete exponential map (Schmidt, Grimm, Wyvill, *Interactive Decal Compositing with Discrete Exponential
//! Maps*, 2006): vertices get their positions on the plane in the order of their distance from the centre,
//! each from the triangles behind it. Triangles are unfolded into the plane with their true lengths, which is
//! exact on every surface that bends in one direction only.

use super::region::Region;
use glam::{Vec2, Vec3};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Largest difference of two positions of a vertex that are averaged, as a share of an edge of its triangle.
const MAX_DIFFERENCE: f32 = 0.3;

/// Most times that a vertex is placed anew.
const MAX_REOPENED: u8 = 3;

/// Scratch memory of the map.
#[derive(Clone, Debug, Default)]
pub(super) struct ExponentialMap {
    /// Per vertex of the region, and one more: where its triangles begin in `incident`.
    starts: Vec<u32>,
    incident: Vec<u32>,
    estimates: Vec<Estimate>,
    queue: BinaryHeap<Waiting>,
    side: f32,
    center: Vec3,
}

/// Mean of the positions that triangles give a vertex.
#[derive(Clone, Copy, Debug, Default)]
struct Estimate {
    sum: Vec2,
    weight: f32,
    /// Length of the shortest way to the vertex.
    distance: f32,
    /// Whether that way runs straight through the unfolded triangle.
    is_straight: bool,
    is_final: bool,
    /// Number of times that a shorter way was found.
    reopened: u8,
}

/// Vertex in the order of distance from the centre.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Waiting {
    distance: f32,
    vertex: u32,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    /// The nearest vertex is the largest, since the queue gives the largest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.distance.total_cmp(&self.distance).then(other.vertex.cmp(&self.vertex))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Estimate {
    /// Estimate of a vertex whose position is known.
    fn at(position: Vec2) -> Self {
        Self { sum: position, weight: 1.0, distance: position.length(), is_straight: true, ..Self::default() }
    }

    /// Takes a further position into the mean. A straight way counts more than one around a corner; of
    /// positions more than `tolerance` apart, as from both sides of a limb, the nearer one counts. Gives
    /// whether the mean has changed.
    fn take(&mut self, other: &Unfolded, tolerance: f32) -> bool {
        let mean = self.sum / self.weight;
        if self.weight > 0.0 {
            let is_far = mean.distance_squared(other.position) > tolerance * tolerance;
            let is_better = match (other.is_straight, self.is_straight) {
                (true, false) => true,
                (false, true) => return false,
                _ if is_far && other.distance >= self.distance => return false,
                _ => is_far,
            };
            if is_better {
                *self = Self { reopened: self.reopened, ..Self::default() };
            }
        }
        self.distance = if self.weight > 0.0 { self.distance.min(other.distance) } else { other.distance };
        self.is_straight = other.is_straight;
        self.sum += other.position * other.weight;
        self.weight += other.weight;
        true
    }
}

impl ExponentialMap {
    /// Places the vertices of the region. `center` lies on its first triangle, whose plane has the axes `x`
    /// and `y`. `side` is 1 where triangles run counter-clockwise seen from outside, -1 where the pose
    /// mirrors them.
    pub(super) fn place(&mut self, region: &mut Region, center: Vec3, [x, y]: [Vec3; 2], side: f32) {
        self.begin(region, center, side);
        for vertex in region.corners[0] {
            let arm = region.vertices[vertex as usize].position - center;
            let position = Vec2::new(arm.dot(x), arm.dot(y));
            self.estimates[vertex as usize] = Estimate::at(position);
            self.queue.push(Waiting { distance: position.length(), vertex });
        }
        self.place_waiting(region);
    }

    /// Places the vertices after the first `count` from those, which keep their positions.
    pub(super) fn place_after(&mut self, region: &mut Region, count: usize, center: Vec3, side: f32) {
        self.begin(region, center, side);
        for (estimate, vertex) in self.estimates[..count].iter_mut().zip(&region.vertices) {
            *estimate =
                Estimate { is_final: true, reopened: MAX_REOPENED, ..Estimate::at(vertex.map_position) };
        }
        for vertex in 0..count {
            self.place_around(region, vertex as u32);
        }
        self.place_waiting(region);
    }

    fn begin(&mut self, region: &Region, center: Vec3, side: f32) {
        (self.side, self.center) = (side, center);
        self.find_incident(region);
        self.estimates.clear();
        self.estimates.resize(region.vertices.len(), Estimate::default());
        self.queue.clear();
    }

    /// Places the vertices that wait, and those that their triangles lead to.
    fn place_waiting(&mut self, region: &mut Region) {
        while let Some(Waiting { vertex, .. }) = self.queue.pop() {
            let estimate = &mut self.estimates[vertex as usize];
            if estimate.is_final {
                continue;
            }
            estimate.is_final = true;
            region.vertices[vertex as usize].map_position = estimate.sum / estimate.weight;
            self.place_around(region, vertex);
        }
    }

    /// Triangles of every vertex.
    fn find_incident(&mut self, region: &Region) {
        self.starts.clear();
        self.starts.resize(region.vertices.len() + 1, 0);
        for vertex in region.corners.iter().flatten() {
            self.starts[*vertex as usize] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.incident.clear();
        self.incident.resize(end as usize, 0);
        for (triangle, corners) in (0..).zip(&region.corners) {
            for vertex in corners {
                let start = &mut self.starts[*vertex as usize];
                *start -= 1;
                self.incident[*start as usize] = triangle;
            }
        }
    }

    /// Estimates the corners of the triangles of `vertex` that have a further final corner.
    fn place_around(&mut self, region: &Region, vertex: u32) {
        let range = self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize;
        for number in range {
            let corners = region.corners[self.incident[number] as usize];
            let [a, b, c] = [0, 1, 2].map(|n| self.estimates[corners[n] as usize].is_final);
            for apex in 0..3 {
                let (from, to) = ((apex + 1) % 3, (apex + 2) % 3);
                let are_final = [a, b, c][from] && [a, b, c][to];
                if are_final && corners[apex] != vertex {
                    self.estimate(region, [corners[from], corners[to]], corners[apex]);
                }
            }
        }
    }

    /// Estimates the third vertex of a triangle from the two final ones.
    fn estimate(&mut self, region: &Region, [from, to]: [u32; 2], apex: u32) {
        let [a, b, c] = [from, to, apex].map(|v| &region.vertices[v as usize]);
        let Some(mut unfolded) =
            Unfolded::new([a.position, b.position, c.position], [a.map_position, b.map_position], self.side)
        else {
            return;
        };
        let tolerance = MAX_DIFFERENCE * a.position.distance(c.position);
        // No way along the skin is shorter than the one through space: such a position comes from a fold.
        unfolded.is_straight &= unfolded.distance + tolerance >= c.position.distance(self.center);
        let estimate = &mut self.estimates[apex as usize];
        if estimate.is_final {
            // A long triangle may show a shorter way to a vertex that was reached before.
            let is_shorter = unfolded.is_straight && unfolded.distance + tolerance < estimate.distance;
            if !is_shorter || estimate.reopened == MAX_REOPENED {
                return;
            }
            *estimate = Estimate { reopened: estimate.reopened + 1, ..Estimate::default() };
        }
        if estimate.take(&unfolded, tolerance) {
            self.queue.push(Waiting { distance: estimate.distance, vertex: apex });
        }
    }
}

/// Third corner of a triangle, unfolded into the plane.
struct Unfolded {
    position: Vec2,
    weight: f32,
    distance: f32,
    is_straight: bool,
}

impl Unfolded {
    /// Third corner from the positions of the first two; `None` without area.
    fn new([a, b, c]: [Vec3; 3], [from, to]: [Vec2; 2], side: f32) -> Option<Self> {
        let (edge, arm) = (b - a, c - a);
        let length = edge.length();
        let along = edge / length;
        let (s, h) = (arm.dot(along), arm.cross(along).length());
        let direction = (to - from).try_normalize()?;
        if length <= 0.0 || h <= 0.0 {
            return None;
        }
        let middle = (from + to) * 0.5;
        let position = middle + direction * (s - length * 0.5) + direction.perp() * (h * side);
        // The way from the centre crosses the edge if its ends lie on both sides of it, and the centre lies
        // on the other side of the edge: a triangle that is folded back towards the centre shows no way.
        let is_behind = (to - from).perp_dot(from) * side >= 0.0;
        let is_straight = is_behind && position.perp_dot(from) * position.perp_dot(to) <= 0.0;
        let distance = if is_straight {
            position.length()
        } else {
            (from.length() + arm.length()).min(to.length() + (c - b).length())
        };
        Some(Self { position, weight: length * h, distance, is_straight })
    }
}

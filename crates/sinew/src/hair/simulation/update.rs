//! Update of simulated hair: its fixed steps, and what is shown between them.

use super::cohesion::{Cohesion, MAX_PARTED};
use super::contact::{Contact, Obstacles};
use super::finish::Finish;
use super::lanes::{Block, EdgeLanes, each_lane};
use super::obstacle::Obstacle;
use super::path::Path;
use super::show::Show;
use super::simulation::{HairSimulation, Scratch, valid};
use super::solve::Solve;
use super::steps::{DueSteps, RootStep, sound_time};
use super::wind::Lee;
use super::{HairCollider, HairRoot};
use crate::math::Bounds;
use crate::math::simd::LANES;
use crate::stage::Wind;
use glam::{Quat, Vec3};

/// Points of a hair that are looked at together for obstacles near to them.
const STRETCH: usize = 5;

impl HairSimulation {
    /// Moves the hair by `delta` seconds. `roots` says where the skin of every hair is at the end of that
    /// time; a hair without one, or with one that is not finite, stays with its last. `wind` is an
    /// [`EvenWind`](crate::stage::EvenWind) or a function of position and time. `colliders` are those at the
    /// end, too, in the same order as in the update before; those that are not finite are left out. Where
    /// hair cannot stay out of all of them, earlier ones count.
    pub fn update(&mut self, delta: f32, roots: &[HairRoot], wind: &dyn Wind, colliders: &[HairCollider]) {
        self.reserve_colliders(colliders.len());
        let delta = sound_time(delta);
        if self.sleeps_on(roots, wind, colliders) {
            self.time += f64::from(delta);
            return;
        }
        self.look_for_stillness(delta, roots, wind, colliders);
        let due = DueSteps::new(self.active.rate, self.rest_time, delta);
        let steps = if self.is_guide.contains(&true) { due.count() } else { 0 };
        let ratio = Path::ratio(delta, self.delta);
        for n in 0..steps {
            self.step(roots, Path { share: due.until(n), ratio }, wind, colliders);
        }
        self.rest_time = due.rest_time();
        // Without time this frame takes the place of the last one.
        if delta > 0.0 {
            self.delta = delta;
            self.earlier_roots.copy_from_slice(&self.roots);
            std::mem::swap(&mut self.earlier_colliders, &mut self.colliders);
        }
        self.show(roots);
        self.colliders.clear();
        self.colliders.extend_from_slice(colliders);
        self.show_followers(delta);
        self.blend_details(delta);
        self.look_for_rest(delta, roots, wind, colliders);
    }

    /// Reserves the memory of this number of colliders, so that later updates need none.
    fn reserve_colliders(&mut self, count: usize) {
        for colliders in [&mut self.earlier_colliders, &mut self.colliders, &mut self.sleep.colliders] {
            colliders.reserve(count.saturating_sub(colliders.len()));
        }
        self.obstacles.reserve(count.saturating_sub(self.obstacles.len()));
        self.scratch.near.reserve(count.saturating_sub(self.scratch.near.len()));
    }

    /// Takes one step. Roots are on the path from those of the last update to `roots`.
    fn step(&mut self, roots: &[HairRoot], path: Path, wind: &dyn Wind, colliders: &[HairCollider]) {
        self.time += 1.0 / f64::from(self.active.rate);
        self.earlier.copy_from_slice(&self.points);
        self.obstacles.clear();
        let thickness = self.settings.thickness;
        let moved = HairCollider::all_between([&self.earlier_colliders, &self.colliders, colliders], path);
        self.obstacles.extend(moved.map(|collider| Obstacle::new(collider, thickness)));
        let first = self.obstacles.first().filter(|_| self.settings.shelter > 0.0);
        let lee = first.and_then(|obstacle| Lee::of(&obstacle.collider));
        for number in 0..self.hairs.len() {
            if self.is_guide[number] {
                self.move_root(number, roots, path);
            }
        }
        let first = self.is_guide.iter().position(|is_guide| *is_guide).unwrap_or(0);
        if let (Some(volume), Some(root)) = (&mut self.volume, self.stepped.get(first)) {
            let (points, velocities) = (&self.points, &mut self.velocities);
            volume.apply(&self.active, root, &self.hairs, |n| self.is_guide[n], points, velocities);
        }
        for number in 0..self.groups.len() {
            self.solve(number, wind, lee.as_ref());
        }
        self.hold();
        if !self.obstacles.is_empty() {
            self.has_contacts = true;
            for number in 0..self.groups.len() {
                self.collide(number);
            }
            self.hold_after_contacts();
        } else if std::mem::take(&mut self.has_contacts) {
            self.normals.fill(Block::default());
        }
        for group in &self.groups {
            each_lane(&mut Finish {
                rate: self.active.rate,
                share: if self.settings.rest > 0.0 { self.sleep.share() } else { 1.0 },
                group,
                edges: &self.lane_edges[group.blocks()],
                next: &mut self.next[group.blocks()],
                normals: &self.normals[group.blocks()],
                points: &mut self.points,
                velocities: &mut self.velocities,
            });
        }
    }

    /// Draws neighbours together where they are farther apart than they may be.
    fn hold(&mut self) {
        if self.links.is_empty() {
            return;
        }
        for number in 0..self.groups.len() {
            self.parted[number] = [self.hold_group(number, 0.0), 0.0];
        }
        std::mem::swap(&mut self.next, &mut self.drawn);
    }

    /// Draws together the neighbours that contacts have parted by [`MAX_PARTED`] and more.
    fn hold_after_contacts(&mut self) {
        if self.links.is_empty() {
            return;
        }
        for number in 0..self.groups.len() {
            let [most, pushed] = self.parted[number];
            let others = self.linked[number].iter().map(|other| self.parted[*other as usize][1]);
            if most + pushed + others.fold(0.0, f32::max) > MAX_PARTED {
                self.hold_group(number, MAX_PARTED);
            } else {
                let blocks = self.groups[number].blocks();
                self.drawn[blocks.clone()].copy_from_slice(&self.next[blocks]);
            }
        }
        std::mem::swap(&mut self.next, &mut self.drawn);
    }

    /// Draws the hairs of a group to neighbours that are farther than they may be, and by this slack. Returns
    /// by how much the farthest one is, metres.
    fn hold_group(&mut self, number: usize, slack: f32) -> f32 {
        let group = &self.groups[number];
        let mut most = 0.0;
        each_lane(&mut Cohesion {
            group,
            links: &self.links,
            number,
            strength: self.settings.cohesion,
            slack,
            positions: &self.next,
            drawn: &mut self.drawn[group.blocks()],
            excess: &mut self.excess[group.blocks()],
            most: &mut most,
        });
        most
    }

    /// Moves the root of a hair to its position in a step, and the hair with it where it jumps.
    fn move_root(&mut self, number: usize, roots: &[HairRoot], path: Path) {
        let span = &self.hairs[number];
        let first = self.rest[span.first];
        let target = valid(roots.get(number), &self.roots[number]);
        let (from, before) = (&self.roots[number], self.stepped[number]);
        let all = [&self.earlier_roots[number], from, &target];
        let RootStep { root, is_jump } = RootStep::new(all, path, &before, first, self.settings.teleport);
        self.stepped[number] = root;
        self.before[number] = before;
        if is_jump {
            let back = before.rotation.inverse();
            for n in span.range() {
                self.points[n] = root.at(back * (self.points[n] - before.translation));
                self.velocities[n] = root.rotation * (back * self.velocities[n]);
                self.earlier[n] = self.points[n];
            }
            self.before[number] = root;
        }
    }

    /// Solves for the positions of a group at the end of a step, but for cohesion and contacts.
    fn solve(&mut self, number: usize, wind: &dyn Wind, lee: Option<&Lee>) {
        let group = &self.groups[number];
        let roots = group.hairs.map(|hair| (self.before[hair], self.stepped[hair]));
        let rotations = quat_rows(roots.map(|(_, now)| now.rotation));
        let turned = quat_rows(roots.map(|(before, now)| now.rotation * before.rotation.inverse()));
        let mut pinned = [Block::default(); 2];
        for (lane, first) in group.firsts.iter().enumerate() {
            for (n, block) in pinned.iter_mut().enumerate() {
                let position = roots[lane].1.at(self.rest[first + n]);
                (block[0][lane], block[1][lane], block[2][lane]) = position.into();
            }
        }
        let is_calm = !self.fill_air(number, wind, lee);
        let group = &self.groups[number];
        let Scratch { pulls, rows, air, .. } = &mut self.scratch;
        each_lane(&mut Solve {
            settings: &self.active,
            gravity: self.active.gravity(self.gravity),
            group,
            edges: &self.lane_edges[group.blocks()],
            points: &self.points,
            velocities: &self.velocities,
            air: if is_calm { &[] } else { &air[..group.count] },
            rotations: &rotations,
            turned: &turned,
            pinned: &pinned,
            next: &mut self.next[group.blocks()],
            pulls: &mut pulls[..group.count],
            rows: &mut rows[..group.count],
        });
    }

    /// Fills the velocities of the air around a group. Returns `false` where it is still.
    fn fill_air(&mut self, number: usize, wind: &dyn Wind, lee: Option<&Lee>) -> bool {
        let group = &self.groups[number];
        if self.settings.drag == 0.0 {
            return false;
        }
        let last = group.count - 1;
        let ends = |first: usize| {
            [first, first + last].map(|point| {
                let velocity = wind.velocity(self.points[point], self.time);
                if velocity.is_finite() { velocity } else { Vec3::ZERO }
            })
        };
        let winds = group.firsts.map(ends);
        if winds.as_flattened().iter().all(|velocity| *velocity == Vec3::ZERO) {
            return false;
        }
        for (lane, first) in group.firsts.iter().enumerate() {
            let [at_root, at_tip] = winds[lane];
            let rotation = self.stepped[group.hairs[lane]].rotation;
            for (n, air) in self.scratch.air[..group.count].iter_mut().enumerate() {
                let velocity = at_root.lerp(at_tip, n as f32 / last as f32);
                let behind = lee.map_or(1.0, |lee| lee.exposure(self.points[first + n], velocity));
                let cover = self.covers.get(first + n);
                let beneath = cover.map_or(1.0, |cover| cover.exposure(rotation, velocity));
                let velocity = velocity * (1.0 - self.settings.shelter * (1.0 - behind * beneath));
                (air[0][lane], air[1][lane], air[2][lane]) = velocity.into();
            }
        }
        true
    }

    /// Brings a group out of the obstacles.
    fn collide(&mut self, number: usize) {
        let group = &self.groups[number];
        let edges = &self.lane_edges[group.blocks()];
        let next = &mut self.next[group.blocks()];
        let normals = &mut self.normals[group.blocks()];
        let longest = longest(edges);
        let mut pushed = 0.0;
        for first in (2..group.count).step_by(STRETCH) {
            let points = first..(first + STRETCH).min(group.count);
            let bounds = bounds(&next[first - 1..points.end]).grown(longest);
            let near = &mut self.scratch.near;
            near.clear();
            let touched = self.obstacles.iter().enumerate().filter(|(_, obstacle)| obstacle.touches(&bounds));
            near.extend(touched.map(|(number, _)| number as u32));
            each_lane(&mut Contact {
                friction: self.settings.friction,
                group,
                range: points,
                edges,
                obstacles: Obstacles { all: &self.obstacles, near, distance: self.settings.thickness },
                excess: &self.excess[group.blocks()],
                pushed: &mut pushed,
                next,
                normals,
                points: &self.points,
            });
        }
        self.parted[number][1] = pushed.sqrt();
    }

    /// Fills the shown positions of the simulated hairs: between the last two steps as seen from the skin,
    /// and at the skin's present position.
    pub(super) fn show(&mut self, roots: &[HairRoot]) {
        for (number, root) in self.roots.iter_mut().enumerate() {
            *root = valid(roots.get(number), root);
        }
        let share = self.rest_time * self.active.rate;
        for group in &self.groups {
            each_lane(&mut Show {
                group,
                edges: &self.lane_edges[group.blocks()],
                earlier: (&self.earlier, &self.before),
                now: (&self.points, &self.stepped),
                roots: &self.roots,
                share,
                positions: &mut self.next[group.blocks()],
                shown: &mut self.shown,
            });
        }
    }
}

/// A row per coordinate of rotations.
fn quat_rows(rotations: [Quat; LANES]) -> [[f32; LANES]; 4] {
    let all = rotations.map(|rotation| rotation.to_array());
    std::array::from_fn(|n| all.map(|components| components[n]))
}

/// Box around positions.
fn bounds(positions: &[Block]) -> Bounds {
    let (mut min, mut max) = ([[f32::INFINITY; LANES]; 3], [[f32::NEG_INFINITY; LANES]; 3]);
    for block in positions {
        for (axis, row) in block.iter().enumerate() {
            for (lane, value) in row.iter().enumerate() {
                let (least, most) = (&mut min[axis][lane], &mut max[axis][lane]);
                *least = if value < least { *value } else { *least };
                *most = if value > most { *value } else { *most };
            }
        }
    }
    Bounds {
        min: Vec3::from_array(min.map(|row| row.into_iter().fold(f32::INFINITY, f32::min))),
        max: Vec3::from_array(max.map(|row| row.into_iter().fold(f32::NEG_INFINITY, f32::max))),
    }
}

/// Length of the longest edge.
fn longest(edges: &[EdgeLanes]) -> f32 {
    let mut most = [0.0_f32; LANES];
    for edge in edges {
        for (most, length) in most.iter_mut().zip(edge.length) {
            *most = if length > *most { length } else { *most };
        }
    }
    most.into_iter().fold(0.0, f32::max)
}

use super::lengths::exact;
use super::obstacle::Obstacle;
use super::simulation::{HairSimulation, valid};
use super::step::Step;
use super::steps::{DueSteps, RootStep, sound_time};
use super::wind::{Lee, WindField};
use super::{HairCollider, HairRoot};
use glam::Vec3;

impl HairSimulation {
    /// Moves the hair by `delta` seconds. `roots` says where the skin of every hair is at the end of that time; a hair without one, or with one that is not
    /// finite, stays with its last. `wind` is a [`HairWind`](crate::hair::HairWind) or a function of place and time. `colliders` are those at the end, too, in
    /// the same order as in the update before; those that are not finite are left out. Where hair cannot stay out of all of them, earlier ones count.
    pub fn update(
        &mut self,
        delta: f32,
        roots: &[HairRoot],
        wind: &dyn WindField,
        colliders: &[HairCollider],
    ) {
        self.reserve_colliders(colliders.len());
        let delta = sound_time(delta);
        if self.sleeps_on(roots, wind, colliders) {
            self.time += delta;
            return;
        }
        let due = DueSteps::new(self.active.rate, self.rest_time, delta);
        let steps = if self.is_guide.contains(&true) { due.count() } else { 0 };
        for n in 0..steps {
            self.step(roots, due.until(n), wind, colliders);
        }
        self.rest_time = due.rest_time();
        self.show(roots);
        self.colliders.clear();
        self.colliders.extend_from_slice(colliders);
        self.show_followers(delta);
        self.blend_details(delta);
        self.look_for_rest(delta, roots, wind, colliders);
    }

    /// Reserves the memory of this number of colliders, so that later updates need none.
    fn reserve_colliders(&mut self, count: usize) {
        for own in [&mut self.colliders, &mut self.sleep.colliders] {
            own.reserve(count.saturating_sub(own.len()));
        }
        self.obstacles.reserve(count.saturating_sub(self.obstacles.len()));
    }

    /// Takes one step. Roots are at `until` (0..=1) between those of the last update and `roots`.
    fn step(&mut self, roots: &[HairRoot], until: f32, wind: &dyn WindField, colliders: &[HairCollider]) {
        self.time += 1.0 / self.active.rate;
        self.earlier.copy_from_slice(&self.points);
        self.obstacles.clear();
        let thickness = self.settings.thickness;
        let moved = HairCollider::all_between(&self.colliders, colliders, until);
        self.obstacles.extend(moved.map(|own| Obstacle::new(own, thickness)));
        let first = self.obstacles.first().filter(|_| self.settings.shelter > 0.0);
        let lee = first.and_then(|own| Lee::of(&own.collider));
        for number in 0..self.hairs.len() {
            if self.is_guide[number] {
                self.move_root(number, roots, until);
            }
        }
        let first = self.is_guide.iter().position(|is_guide| *is_guide).unwrap_or(0);
        if let (Some(volume), Some(root)) = (&mut self.volume, self.stepped.get(first)) {
            let (points, velocities) = (&self.points, &mut self.velocities);
            volume.apply(&self.active, root, &self.hairs, |n| self.is_guide[n], points, velocities);
        }
        for number in 0..self.hairs.len() {
            if self.is_guide[number] {
                self.step_hair(number, wind, lee.as_ref());
            }
        }
    }

    /// Moves the root of a hair to its place in a step, and the hair with it where it jumps.
    fn move_root(&mut self, number: usize, roots: &[HairRoot], until: f32) {
        let own = &self.hairs[number];
        let first = self.rest[own.first];
        let target = valid(roots.get(number), &self.roots[number]);
        let (from, before) = (&self.roots[number], self.stepped[number]);
        let RootStep { root, is_jump } =
            RootStep::new([from, &target], until, &before, first, self.settings.teleport);
        self.stepped[number] = root;
        self.before[number] = before;
        if is_jump {
            let back = before.rotation.inverse();
            for n in own.range() {
                self.points[n] = root.at(back * (self.points[n] - before.translation));
                self.velocities[n] = root.rotation * (back * self.velocities[n]);
                self.earlier[n] = self.points[n];
            }
            self.before[number] = root;
        }
    }

    /// Takes a step of a hair whose root has moved.
    fn step_hair(&mut self, number: usize, wind: &dyn WindField, lee: Option<&Lee>) {
        let own = &self.hairs[number];
        let range = own.range();
        let (root, before) = (self.stepped[number], self.before[number]);
        let points = &mut self.points[range.clone()];
        let air = &mut self.air[..own.count];
        let last = own.count - 1;
        let [at_root, at_tip] = [points[0], points[last]].map(|place| {
            let own = wind.velocity(place, self.time);
            if own.is_finite() { own } else { Vec3::ZERO }
        });
        let is_calm = self.settings.drag == 0.0 || at_root == Vec3::ZERO && at_tip == Vec3::ZERO;
        if !is_calm {
            for (n, (air, place)) in air.iter_mut().zip(&*points).enumerate() {
                let own = at_root.lerp(at_tip, n as f32 / last as f32);
                let behind = lee.map_or(1.0, |lee| lee.exposure(*place, own));
                let cover = self.covers.get(range.start + n);
                let beneath = cover.map_or(1.0, |cover| cover.exposure(root.rotation, own));
                *air = own * (1.0 - self.settings.shelter * (1.0 - behind * beneath));
            }
        }
        let step = Step {
            settings: &self.active,
            edges: &self.edges[range.clone()],
            obstacles: &self.obstacles,
            air: if is_calm { &[] } else { air },
            turned: root.rotation * before.rotation.inverse(),
            root,
        };
        let pinned = [root.at(self.rest[range.start]), root.at(self.rest[range.start + 1])];
        let velocities = &mut self.velocities[range];
        step.run(points, velocities, &mut self.next[..own.count], &mut self.scratch[..own.count], pinned);
    }

    /// Fills the shown places of the simulated hairs: between the last two steps as seen from the skin, and at the skin's present place.
    pub(super) fn show(&mut self, roots: &[HairRoot]) {
        let share = self.rest_time * self.active.rate;
        for (number, own) in self.hairs.iter().enumerate() {
            let root = valid(roots.get(number), &self.roots[number]);
            self.roots[number] = root;
            if !self.is_guide[number] {
                continue;
            }
            let range = own.range();
            let [earlier, now] = [&self.before[number], &self.stepped[number]]
                .map(|own| (own.rotation.inverse(), own.translation));
            let (from, to) = (&self.earlier[range.clone()], &self.points[range.clone()]);
            let shown = &mut self.shown[range.clone()];
            for ((shown, from), to) in shown.iter_mut().zip(from).zip(to) {
                let rest = (earlier.0 * (*from - earlier.1)).lerp(now.0 * (*to - now.1), share);
                *shown = root.at(rest);
            }
            // Places between two curves are nearer to each other than on them.
            exact(shown, &self.edges[range]);
        }
    }
}

//! The camera of a show: shots, moves between them, and cuts.

use super::performer::Performer;
use sinew::glam::Vec3;
use sinew::math::smooth_damp;
use sinew_render::Camera;
use sinew_setup::{ShotDescription, Show};

/// Time in which the camera follows an actor, seconds.
const FOLLOW: f32 = 0.5;
/// Shot of a show without shots: the first actor from the front.
const WHOLE: (Vec3, Vec3) = (Vec3::new(1.6, 1.5, 4.2), Vec3::new(0.0, 0.9, 0.0));

/// Camera that follows the shots.
#[derive(Clone)]
pub(super) struct CameraMan {
    shots: Vec<Followed>,
    current: usize,
    /// View at the end of the shot before, from the position of the present one: the camera moves on from it.
    from: View,
    now: View,
}

/// Shot with the number of the actor that it follows.
#[derive(Clone)]
struct Followed {
    shot: ShotDescription,
    actor: Option<usize>,
    /// Place of the actor as the camera follows it, with the velocity.
    position: Vec3,
    velocity: Vec3,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct View {
    eye: Vec3,
    target: Vec3,
    /// Radians.
    angle: f32,
}

impl View {
    fn moved(self, by: Vec3) -> Self {
        Self { eye: self.eye + by, target: self.target + by, ..self }
    }

    fn between(self, other: Self, share: f32) -> Self {
        Self {
            eye: self.eye.lerp(other.eye, share),
            target: self.target.lerp(other.target, share),
            angle: self.angle + (other.angle - self.angle) * share,
        }
    }
}

impl Followed {
    /// The view of the shot.
    fn view(&self) -> View {
        let ShotDescription { eye, target, angle, .. } = self.shot;
        View { eye: self.position + eye, target: self.position + target, angle: angle.to_radians() }
    }

    /// Follows the actor for `dt` seconds, or goes to it at once.
    fn follow(&mut self, cast: &[Performer], dt: Option<f32>) {
        let Some(actor) = self.actor else { return };
        let position = Vec3::from(cast[actor].transform.translation);
        let Some(dt) = dt else {
            (self.position, self.velocity) = (position, Vec3::ZERO);
            return;
        };
        for axis in 0..3 {
            let (at, speed) = (self.position[axis], self.velocity[axis]);
            (self.position[axis], self.velocity[axis]) = smooth_damp(at, speed, position[axis], FOLLOW, dt);
        }
    }
}

impl CameraMan {
    pub(super) fn new(show: &Show, cast: &[Performer]) -> Self {
        let (eye, target) = WHOLE;
        let first = &show.cast()[0].name;
        let whole =
            ShotDescription { eye, target, follows: Some(first.clone()), ..ShotDescription::default() };
        let described = &show.description().shots;
        let shots = if described.is_empty() { std::slice::from_ref(&whole) } else { described };
        let shots = shots.iter().map(|shot| {
            let actor = shot.follows.as_ref();
            let actor = actor.and_then(|who| show.cast().iter().position(|member| member.name == *who));
            Followed { shot: shot.clone(), actor, position: Vec3::ZERO, velocity: Vec3::ZERO }
        });
        let mut shots: Vec<Followed> = shots.collect();
        shots[0].follow(cast, None);
        let now = shots[0].view();
        Self { shots, current: 0, from: now, now }
    }

    /// Moves on to `time`.
    pub(super) fn advance(&mut self, time: f64, dt: f32, cast: &[Performer]) {
        while let Some(next) = self.shots.get(self.current + 1)
            && f64::from(next.shot.at) <= time + 1e-6
        {
            self.current += 1;
            let before = self.shots[self.current - 1].clone();
            let shot = &mut self.shots[self.current];
            match shot.actor == before.actor && shot.shot.over > 0.0 {
                // The same actor is followed on.
                true => (shot.position, shot.velocity) = (before.position, before.velocity),
                false => shot.follow(cast, None),
            }
            self.from = self.now.moved(-shot.position);
        }
        let shot = &mut self.shots[self.current];
        shot.follow(cast, Some(dt));
        let share = match shot.shot.over > 0.0 {
            true => ((time - f64::from(shot.shot.at)) as f32 / shot.shot.over).clamp(0.0, 1.0),
            false => 1.0,
        };
        let eased = share * share * (3.0 - 2.0 * share);
        self.now = self.from.moved(shot.position).between(shot.view(), eased);
    }

    /// The camera.
    pub(super) fn camera(&self) -> Camera {
        let View { eye, target, angle } = self.now;
        let mut camera = Camera::look_at(eye, target);
        camera.fov_y = angle;
        camera.with_clip_planes(0.05, 400.0)
    }
}

//! A look on its way from frame to frame.

use crate::math::follow;
use glam::Vec2;
use std::f32::consts::{PI, TAU};

/// What a look remembers from frame to frame: where it is on its way, and to which side it turned for what is behind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LookState {
    /// Angles up and to the left, and how fast they change.
    swing: Option<(Vec2, Vec2)>,
    pub(crate) side: f32,
    /// To which side the body has been asked to turn; 0 where it has not.
    turn: f32,
}

impl LookState {
    /// The turn that the body is asked for, of one that is asked for at all.
    pub(crate) fn turn_to(&mut self, yaw: Option<f32>) -> Option<f32> {
        /// So near to straight behind, in radians, the side is kept, as heads keep theirs.
        const NEAR: f32 = 0.35;
        let Some(yaw) = yaw else {
            self.turn = 0.0;
            return None;
        };
        if yaw.abs() < PI - NEAR {
            self.turn = yaw.signum();
        } else if self.turn == 0.0 {
            // The body turns as the head has begun to.
            self.turn = if self.side == 0.0 { yaw.signum() } else { self.side };
        }
        Some(if yaw * self.turn < 0.0 { yaw + TAU * self.turn } else { yaw })
    }

    /// Goes on towards angles for `dt` seconds.
    pub(crate) fn follow(&mut self, goal: Vec2, asked: Vec2, seconds: f32, dt: f32) -> Vec2 {
        let dt = if dt > 0.0 { dt } else { 0.0 };
        // A side is kept until the target is clearly on the other.
        if asked.y.abs() > 0.1 {
            self.side = asked.y.signum();
        }
        let Some((value, rate)) = self.swing else {
            self.swing = Some((goal, Vec2::ZERO));
            return goal;
        };
        let (x, x_rate) = follow(value.x, rate.x, goal.x, seconds, dt);
        let (y, y_rate) = follow(value.y, rate.y, goal.y, seconds, dt);
        self.swing = Some((Vec2::new(x, y), Vec2::new(x_rate, y_rate)));
        Vec2::new(x, y)
    }
}

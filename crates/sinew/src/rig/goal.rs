use crate::skeleton::Socket;
use glam::{Quat, Vec3};

/// Where a slot of a rig is to reach, or what it is to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IkGoal {
    /// Where.
    pub target: IkTarget,
    /// How the joint is to be turned there, in the world, or in the socket's space where the place is a socket; of looks
    /// nothing.
    pub rotation: Option<Quat>,
    /// A place that elbow or knee are to turn to, in the world, or in the socket's space where the place is a socket; none
    /// leaves it to the limb.
    pub pole: Option<Vec3>,
    /// How much of the way, 0 to 1, once it has taken hold.
    pub weight: f32,
}

/// A place to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum IkTarget {
    /// In the world.
    World(Vec3),
    /// In the model.
    Model(Vec3),
    /// As far from where the joint is animated, in the model: what clips do goes on. Feet on the ground and parts of the rig that
    /// come before count as animation.
    Offset(Vec3),
    /// On a joint, as parts of the rig that come before have posed it: a second hand on what the first one holds.
    Socket(Socket),
}

impl IkGoal {
    /// A place in the world, all the way, turned as it comes.
    pub fn at(place_ws: Vec3) -> Self {
        Self::new(IkTarget::World(place_ws))
    }

    /// A place, all the way, turned as it comes.
    pub fn new(place: IkTarget) -> Self {
        Self { target: place, rotation: None, pole: None, weight: 1.0 }
    }

    /// A socket, all the way, turned as it is.
    pub fn at_socket(socket: Socket) -> Self {
        Self { rotation: Some(Quat::IDENTITY), ..Self::new(IkTarget::Socket(socket)) }
    }

    /// The same goal with a rotation, in the world, or in the socket's space where the place is a socket.
    #[must_use]
    pub fn with_rotation(self, rotation: Quat) -> Self {
        Self { rotation: Some(rotation), ..self }
    }
}

/// What came of a slot's goal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IkReport {
    /// How much the goal holds, 0 to 1.
    pub weight: f32,
    /// How far the joint stays from the goal at full weight: metres; of looks radians.
    pub error: f32,
    /// How far its rotation stays off, in radians.
    pub rotation_error: f32,
    /// Of looks: how far the body would have to turn to its left to see what is outside of the view cone, in radians. It keeps
    /// its side for what wavers straight behind, and is then up to 20 degrees more than half a turn.
    pub turn_request: f32,
}

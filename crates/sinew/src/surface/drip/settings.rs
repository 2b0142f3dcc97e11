/// Behaviour of drops on the skin.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DripSettings {
    /// Most drops at a time.
    pub max_drips: usize,
    /// Speed on vertical skin, m/s. Drops are slower where the skin is less steep, and towards the end of
    /// their way.
    pub speed: f32,
    /// Seconds in which a drop takes on 63 % of a new velocity.
    pub response: f32,
    /// Largest distance from the wound at which drops begin, metres.
    pub spread: f32,
    /// Length of the way over the skin after which a drop has dried, metres: each has a length between a half
    /// and the whole of it.
    pub reach: f32,
    /// Distance between the points of a trail, metres.
    pub trail_spacing: f32,
    /// Largest angle by which a drop leaves the steepest way to either side, radians.
    pub meander: f32,
    /// Seconds after which a drop on the skin has dried.
    pub lifetime: f32,
    /// Seconds after which a falling drop is removed.
    pub fall_time: f32,
}

impl Default for DripSettings {
    /// Blood on a grown-up.
    fn default() -> Self {
        Self {
            max_drips: 64,
            speed: 0.12,
            response: 0.08,
            spread: 0.012,
            reach: 0.5,
            trail_spacing: 0.004,
            meander: 0.5,
            lifetime: 15.0,
            fall_time: 2.0,
        }
    }
}

impl DripSettings {
    /// Settings for a character of this height in metres: all lengths and speeds in proportion to
    /// those of a person of 1.7 m.
    #[must_use]
    pub fn of_height(height: f32) -> Self {
        let scale = height / 1.7;
        let default = Self::default();
        Self {
            speed: default.speed * scale,
            spread: default.spread * scale,
            reach: default.reach * scale,
            trail_spacing: default.trail_spacing * scale,
            ..default
        }
    }

    /// Sets the most drops at a time.
    #[must_use]
    pub const fn with_max_drips(mut self, count: usize) -> Self {
        self.max_drips = count;
        self
    }

    /// Sets the speed on vertical skin, m/s.
    #[must_use]
    pub const fn with_speed(mut self, speed: f32) -> Self {
        self.speed = speed;
        self
    }

    /// Sets the seconds in which a drop takes on 63 % of a new velocity.
    #[must_use]
    pub const fn with_response(mut self, response: f32) -> Self {
        self.response = response;
        self
    }

    /// Sets the largest distance from the wound at which drops begin, metres.
    #[must_use]
    pub const fn with_spread(mut self, spread: f32) -> Self {
        self.spread = spread;
        self
    }

    /// Sets the length of the way after which a drop has dried, metres.
    #[must_use]
    pub const fn with_reach(mut self, reach: f32) -> Self {
        self.reach = reach;
        self
    }

    /// Sets the distance between the points of a trail, metres.
    #[must_use]
    pub const fn with_trail_spacing(mut self, spacing: f32) -> Self {
        self.trail_spacing = spacing;
        self
    }

    /// Sets the largest angle to either side of the steepest way, radians.
    #[must_use]
    pub const fn with_meander(mut self, angle: f32) -> Self {
        self.meander = angle;
        self
    }

    /// Sets the seconds after which a drop on the skin has dried.
    #[must_use]
    pub const fn with_lifetime(mut self, lifetime: f32) -> Self {
        self.lifetime = lifetime;
        self
    }

    /// Sets the seconds after which a falling drop is removed.
    #[must_use]
    pub const fn with_fall_time(mut self, fall_time: f32) -> Self {
        self.fall_time = fall_time;
        self
    }
}

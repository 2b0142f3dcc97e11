//! Rollback as in fighting games over a network: a hit arrives eight frames late, and the game goes back,
//! applies it and plays the frames again.
//!
//! `cargo run --example rollback` prints where the character is with the late hit and with the same hit in
//! time: the same.

use sinew::actor::ActorSnapshot;
use sinew::glam::{Affine3A, Vec3};
use sinew::ragdoll::{Physics, PhysicsSnapshot, Ragdoll};
use sinew::{Actor, FrameInput};
use sinew_rapier::RapierWorld;
use std::error::Error;
use std::sync::Arc;

/// Frames that can be taken back.
const KEPT: usize = 10;
/// Frame of the hit, and by how many frames its message is late.
const HIT: usize = 60;
const LATENESS: usize = 8;
const STEP: f32 = 1.0 / 60.0;

struct Game {
    actor: Actor,
    world: RapierWorld,
    world_from_model: Affine3A,
    frame: usize,
}

/// The state before a frame. Its memory is used again and again.
#[derive(Default)]
struct Saved {
    actor: ActorSnapshot,
    physics: PhysicsSnapshot,
    world_from_model: Affine3A,
}

impl Game {
    fn new() -> Result<Self, Box<dyn Error>> {
        let imported = sinew_import::import_file(concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm"))?;
        let mut actor = Actor::new(Arc::new(imported.character), imported.clips)?;
        actor.play("walk")?;
        actor.set_ragdoll(Some(Arc::new(Ragdoll::fit(actor.character())?)))?;
        let world = RapierWorld::new().with_floor(0.0);
        Ok(Self { actor, world, world_from_model: Affine3A::IDENTITY, frame: 0 })
    }

    /// One frame, in which the character may be hit.
    fn advance(&mut self, is_hit: bool) -> Result<(), Box<dyn Error>> {
        if is_hit {
            let chest = self.actor.character().find_joint("upperChest").ok_or("no chest")?;
            let ragdoll = self.actor.ragdoll_mut().ok_or("no ragdoll")?;
            let part = ragdoll.ragdoll().part_of(chest).ok_or("no part")?;
            ragdoll.start();
            ragdoll.apply_impulse(part, Vec3::new(0.0, 0.0, -120.0), None);
        }
        self.world_from_model = self.actor.advance(STEP).apply_to(self.world_from_model);
        self.actor.resolve(FrameInput::new(STEP, self.world_from_model).with_physics(&mut self.world));
        self.frame += 1;
        Ok(())
    }

    fn save(&self, saved: &mut Saved) -> Result<(), Box<dyn Error>> {
        self.actor.save(&mut saved.actor);
        self.world.save(&mut saved.physics)?;
        saved.world_from_model = self.world_from_model;
        Ok(())
    }

    fn restore(&mut self, saved: &Saved, frame: usize) -> Result<(), Box<dyn Error>> {
        self.actor.restore(&saved.actor)?;
        self.world.restore(&saved.physics)?;
        (self.world_from_model, self.frame) = (saved.world_from_model, frame);
        Ok(())
    }

    fn head(&self) -> Result<Vec3, Box<dyn Error>> {
        let head = self.actor.character().find_joint("head").ok_or("no head")?;
        Ok((self.world_from_model * self.actor.frame().model()[head.index()]).translation.into())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut in_time = Game::new()?;
    for frame in 0..200 {
        in_time.advance(frame == HIT)?;
    }

    let mut game = Game::new()?;
    let mut ring: [Saved; KEPT] = Default::default();
    for frame in 0..200 {
        if frame == HIT + LATENESS {
            // The message has come: back to the frame of the hit, and the frames since once more.
            game.restore(&ring[HIT % KEPT], HIT)?;
            println!("frame {frame}: back to frame {}, head at {:.3}", game.frame, game.head()?);
            while game.frame < frame {
                game.save(&mut ring[game.frame % KEPT])?;
                game.advance(game.frame == HIT)?;
            }
        }
        game.save(&mut ring[frame % KEPT])?;
        game.advance(false)?;
    }
    let [late, expected] = [game.head()?, in_time.head()?];
    println!("frame 200: head at {late:.3}; with the hit in time at {expected:.3}");
    if late != expected {
        return Err("the rollback differs".into());
    }
    Ok(())
}

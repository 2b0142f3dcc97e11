//! Long hair of strips between control hairs, on a character that runs: three moments of it.
//!
//! Control hairs grow from a net of points on the scalp, are simulated, and a patch between each four of them
//! is filled with strips.
//!
//! `cargo run --example control_hairs -- [FILE CLIP OUT.png [HIDDEN MESH…]]`

use sinew::body::EyePair;
use sinew::character::{CharacterParts, Image, Material, MaterialId, Mesh, MeshId, MeshInstance};
use sinew::glam::{Affine3A, Vec3};
use sinew::hair::{
    ControlHair, HairCollider, HairCurve, HairPatch, HairRoot, HairSettings, HairSimulation, RibbonMesh,
    RibbonShape, scatter,
};
use sinew::humanoid::HumanBone;
use sinew::skeleton::Joint;
use sinew::stage::EvenWind;
use sinew::surface::{CharacterSurface, HitFaces, PosedSurface, Ray};
use sinew::{Actor, Bounds, Character, JointId, Skeleton, Transform};
use sinew_import::import_file;
use sinew_render::{Camera, Gpu, Model, ModelInstance, RenderSettings, Renderer, Scene, ViewPreset};
use std::error::Error;
use std::f32::consts::{PI, TAU};
use std::sync::Arc;

const SIZE: [u32; 2] = [480, 480];
const MOMENTS: [f32; 3] = [0.0, 0.5, 2.2];
const DT: f32 = 1.0 / 60.0;
/// Rows of the net from the crown downwards, and points around.
const ROWS: usize = 6;
const COLUMNS: usize = 20;
const POINTS: usize = 16;

/// Head in the pose in which hair is grown.
struct Head {
    joint: JointId,
    center: Vec3,
    /// Half of the distance of the eyes, which all sizes follow.
    unit: f32,
    /// Half axes of the ellipsoid around the scalp, in units.
    axes: Vec3,
}

impl Head {
    fn of(character: &Character) -> Option<Self> {
        let humanoid = character.humanoid()?;
        let eyes = EyePair::of(character.skeleton(), humanoid)?;
        let unit = eyes.distance() * 0.5;
        let middle = (eyes.positions[0] + eyes.positions[1]) * 0.5;
        Some(Self {
            axes: Vec3::new(2.35, 2.9, 2.75),
            joint: humanoid.joint(HumanBone::Head)?,
            center: middle + Vec3::new(0.0, 0.6, -2.2) * unit,
            unit,
        })
    }

    /// Direction of a point of the net: the lowest row is the hairline, high at the forehead and low at the
    /// neck.
    fn direction(&self, row: usize, column: usize) -> Vec3 {
        let around = column as f32 / COLUMNS as f32 * TAU;
        let front = around.cos() * 0.5 + 0.5;
        let lowest = 1.95 - 0.9 * front.powi(2);
        let down = lowest * (row as f32 + 0.15) / (ROWS as f32 - 0.85);
        Vec3::new(around.sin() * down.sin(), down.cos(), around.cos() * down.sin())
    }

    fn middle(&self) -> Vec3 {
        self.center - Vec3::Y * 0.5 * self.unit
    }

    /// Makes the ellipsoid as large as the scalp needs it.
    fn fit(&mut self, posed: &PosedSurface, character: &Character) {
        let cells = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
        let hits = cells.filter_map(|(row, column)| {
            let out = self.direction(row, column);
            posed.nearest_hit(
                character,
                &Ray::new(self.center + out * self.unit * 8.0, -out),
                HitFaces::Front,
            )
        });
        let depth = hits.map(|hit| ((hit.position - self.middle()) / self.unit / self.axes).length());
        self.axes *= depth.fold(0.0, f32::max);
    }

    fn colliders(&self, root: &HairRoot, actor: &Actor) -> Vec<HairCollider> {
        let axes = [Vec3::X * self.axes.x, Vec3::Y * self.axes.y, Vec3::Z * self.axes.z];
        let position = |bone| {
            let joint = actor.character().humanoid()?.joint(bone)?;
            Some(Vec3::from(actor.frame().model()[joint.index()].translation))
        };
        let mut all = vec![HairCollider::Ellipsoid {
            center: root.at(self.middle()),
            axes: axes.map(|axis| root.rotation * axis * self.unit),
        }];
        let mut bar = |from, to, radius: f32| {
            if let (Some(start), Some(end)) = (position(from), position(to)) {
                all.push(HairCollider::Capsule { start, end, radius: radius * self.unit });
            }
        };
        bar(HumanBone::Head, HumanBone::Neck, 1.6);
        bar(HumanBone::LeftUpperArm, HumanBone::RightUpperArm, 1.9);
        bar(HumanBone::Chest, HumanBone::Neck, 3.0);
        all
    }
}

/// Control hairs from the skin of the scalp: out of it, back over the head, and down.
fn grow(
    head: &Head,
    posed: &PosedSurface,
    character: &Character,
    colliders: &[HairCollider],
) -> Option<Vec<ControlHair>> {
    let mut hairs = Vec::new();
    for (row, column) in (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))) {
        let out = head.direction(row, column);
        let ray = Ray::new(head.center + out * head.unit * 8.0, -out);
        let skin = posed.nearest_hit(character, &ray, HitFaces::Front)?;
        let length = head.unit * (9.0 - 0.5 * row as f32);
        let edge = length / (POINTS - 1) as f32;
        let (mut point, mut points) = (skin.position, vec![skin.position]);
        // Back over the head, and to its sides.
        let back = Vec3::new(out.x * 0.7, 0.0, -0.8);
        for n in 1..POINTS {
            // Down where it has left the top of the head.
            let arm = (point - head.center) / head.unit;
            let down = (-arm.z).max(arm.x.abs() - 1.4).clamp(0.1, 1.0);
            let comb = (back * (1.0 - down) + Vec3::NEG_Y * down).normalize();
            let share = n as f32 / 4.0;
            let mut next = point + (skin.normal * (1.0 - share).max(0.0) * 0.5 + comb).normalize() * edge;
            // Around the head and down the back.
            for _ in 0..4 {
                for collider in colliders {
                    next = collider.push(next, 0.003 + 0.002 * (ROWS - row) as f32).unwrap_or(next);
                }
                next = point + (next - point).normalize() * edge;
            }
            points.push(next);
            point = next;
        }
        hairs.push(ControlHair::new(points).ok()?);
    }
    Some(hairs)
}

/// Strips of all patches at the present positions of the control hairs.
fn strips(hair: &HairSimulation, head: &Head, root: &HairRoot) -> RibbonMesh {
    let mut mesh = RibbonMesh::default();
    let shape = RibbonShape { segments: 12, width: 0.14 * head.unit, tip: 0.4 };
    for (row, column) in (0..ROWS - 1).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))) {
        let at = |row: usize, column: usize| (row * COLUMNS + column % COLUMNS) as u32;
        let patch = HairPatch::new([
            at(row, column),
            at(row, column + 1),
            at(row + 1, column),
            at(row + 1, column + 1),
        ]);
        let seed = u64::from(patch.corners[0]);
        for (n, point) in scatter(0.11, seed).into_iter().enumerate() {
            let along = |t| {
                patch.at(point, t, HairCurve::CatmullRom, |hair_number| hair.points(hair_number as usize))
            };
            let outward = (along(0.0) - root.at(head.center)).normalize();
            let angle = ((n as f32 * 0.618).fract() - 0.5) * PI * 0.5;
            mesh.add(&shape, along, outward, angle);
        }
    }
    mesh
}

/// Character of nothing but the strips.
fn strip_character(mesh: &RibbonMesh) -> Result<Character, Box<dyn Error>> {
    let joint = Joint { name: "hair".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    let mut primitive = mesh.primitive();
    primitive.material = Some(MaterialId(0));
    let material = Material {
        base_color: Vec3::new(0.16, 0.06, 0.025).extend(1.0),
        roughness: 0.45,
        metallic: 0.0,
        double_sided: true,
        ..Material::default()
    };
    Ok(Character::new(CharacterParts {
        skeleton: Skeleton::new(vec![joint])?,
        meshes: vec![Mesh { name: "hair".into(), primitives: vec![primitive], ..Mesh::default() }],
        materials: vec![material],
        mesh_instances: vec![MeshInstance {
            node: JointId(0),
            mesh: MeshId(0),
            skin: None,
            weights: Vec::new(),
            skinning: Default::default(),
            visible: true,
        }],
        ..CharacterParts::default()
    })?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |n: usize, default: &'static str| args.get(n).cloned().unwrap_or(default.into());
    let imported = import_file(arg(0, concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm")))?;
    let mut actor = Actor::new(Arc::new(imported.character), imported.clips)?;
    let hidden: Vec<String> = if args.len() > 3 { args[3..].to_vec() } else { vec!["hair".into()] };
    let character = Arc::clone(actor.character());
    for (id, instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
        if hidden.contains(&character.meshes()[instance.mesh].name) {
            actor.meshes_mut().set_visible(id, false);
        }
    }
    actor.update(0.0);
    let mut head = Head::of(&character).ok_or("a humanoid with eyes is needed")?;
    let mut posed = PosedSurface::new(&Arc::new(CharacterSurface::new(&character)));
    actor.frame().pose_surface(&mut posed)?;
    head.fit(&posed, &character);
    let rest: Affine3A = actor.frame().model()[head.joint.index()];
    let grown = head.colliders(&HairRoot::REST, &actor);
    let hairs = grow(&head, &posed, &character, &grown).ok_or("no skin around the head")?;
    let mut hair = HairSimulation::new(&hairs, HairSettings::default())?;

    actor.play(&arg(1, "run"))?;
    actor.update(0.0);
    let root_of = |actor: &Actor| {
        let now = actor.frame().world_from_model() * actor.frame().model()[head.joint.index()];
        HairRoot::of_joint(&rest, &now)
    };
    hair.reset(&vec![root_of(&actor); hairs.len()]);
    // A run without root motion: the air comes towards the character.
    let wind = EvenWind::new(Vec3::NEG_Z * 3.0).with_gusts(0.3);

    let gpu = Gpu::off_screen()?;
    let mut renderer = Renderer::new(&gpu, RenderSettings::default());
    let mut decoder = sinew_import::ImageDecoder::new();
    let model = Model::new(&gpu, &character, &mut |image: &Image| decoder.decode(image).ok())?;
    let mut instance = ModelInstance::new(&gpu, &model);
    let [width, height] = SIZE;
    let mut sheet = vec![0; (width * MOMENTS.len() as u32 * height * 4) as usize];
    let mut seconds = 0.0;
    for (column, moment) in MOMENTS.into_iter().enumerate() {
        while seconds < moment {
            seconds += DT;
            actor.update(DT);
            let root = root_of(&actor);
            hair.update(DT, &vec![root; hairs.len()], &wind, &head.colliders(&root, &actor));
        }
        let root = root_of(&actor);
        let mesh = strips(&hair, &head, &root);
        println!(
            "{seconds:.1} s: {} control hairs, {} triangles of strips",
            hairs.len(),
            mesh.indices.len() / 3
        );
        let strips = Arc::new(strip_character(&mesh)?);
        let strip_model = Model::new(&gpu, &strips, &mut |_: &Image| None)?;
        let mut strip_instance = ModelInstance::new(&gpu, &strip_model);
        let mut strip_actor = Actor::without_clips(Arc::clone(&strips));
        strip_actor.update(0.0);
        strip_instance.update(&gpu, &strip_actor.frame());
        instance.update(&gpu, &actor.frame());
        let middle = root.at(head.center) + Vec3::NEG_Y * head.unit * 2.0;
        let bounds = Bounds::from_points([-1.0, 1.0].map(|n| middle + Vec3::splat(n * head.unit * 5.5)));
        let view = [ViewPreset::Front, ViewPreset::Left, ViewPreset::Back][column % 3];
        let camera = Camera::framing(&bounds, view, width as f32 / height as f32);
        let image =
            renderer.render_to_image(&Scene::new(camera, &[&instance, &strip_instance]), width, height)?;
        let row = width as usize * 4;
        for (y, pixels) in image.rgba.chunks_exact(row).enumerate() {
            let start = (y * MOMENTS.len() + column) * row;
            sheet[start..start + row].copy_from_slice(pixels);
        }
    }
    let out = arg(2, "control_hairs.png");
    let mut encoder = png::Encoder::new(std::fs::File::create(&out)?, width * MOMENTS.len() as u32, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&sheet)?;
    println!("{out}, drawn by {}", gpu.description());
    Ok(())
}

//! Assembly of the parts: texture charts, painting, T-pose, materials.

use crate::output::{Part, PartMaterial};
use crate::paint::{Canvas, Chart, Plan, Unwrapped, colours, eye, pack, unwrap};
use crate::parts::face::Face;
use crate::parts::{brows, eyes, hands, head, hoodie, lashes, mouth, shoes, trousers};
use crate::skeleton::Skeleton;
use crate::surface::Surface;
use crate::weights::{to_t_pose, volumes};
use glam::Vec3;
use sinew::character::{MaterialId, TextureId};

/// Finished meshes, materials and textures.
pub(crate) struct Body {
    /// Meshes in the T-pose.
    pub parts: Vec<Part>,
    /// Materials.
    pub materials: Vec<PartMaterial>,
    /// Named PNG images.
    pub textures: Vec<(&'static str, Vec<u8>)>,
}

/// Makes every part.
pub(crate) fn assemble(skeleton: &Skeleton) -> Result<Body, png::EncodingError> {
    let authored = skeleton.authored();
    let bones = volumes(skeleton);
    let twin = |joint: usize| {
        let name = &skeleton.joints[joint].name;
        match (name.strip_prefix("left"), name.strip_prefix("right")) {
            (Some(stem), _) => skeleton.index(&format!("right{stem}")),
            (_, Some(stem)) => skeleton.index(&format!("left{stem}")),
            _ => joint,
        }
    };
    let pair = |left: &Surface| {
        let mut both = left.clone();
        both.append(&left.mirrored(twin));
        both
    };
    let posed = |name: &str, x: f32| {
        let j = skeleton.index(name);
        authored[j].transform_point3(skeleton.joints[j].at + Vec3::X * x)
    };

    let face = Face::new(skeleton);
    // The parts are independent; each of the largest fields gets a thread.
    let (mut head, mut hand, mut hoodie, mut trousers, mut shoes) = std::thread::scope(|scope| {
        let head = scope.spawn(|| unwrap(&head::make(skeleton, &face, 5400), &head_plan()));
        let hoodie = scope.spawn(|| unwrap(&hoodie::make(skeleton, &bones, 2200), &hoodie_plan(skeleton)));
        let hand = unwrap(&pair(&hands::make(skeleton, &bones, 1040)), &hand_plan(skeleton));
        let trousers = unwrap(&trousers::make(&bones, 1000), &trousers_plan());
        let shoes = unwrap(&pair(&shoes::make(skeleton, &bones, 560)), &shoe_plan());
        (joined(head), hand, joined(hoodie), trousers, shoes)
    });
    let mut lash = unwrap(&pair(&lashes::make(skeleton)), &Plan::boxed(0.3));
    let mut brow = unwrap(&pair(&brows::make(skeleton, &face, 200)), &Plan::boxed(0.4));
    let mut mouth = unwrap(&mouth::make(skeleton, &face), &mouth::plan());

    pack(&mut [&mut head, &mut lash, &mut brow, &mut mouth, &mut hand]);
    pack(&mut [&mut hoodie, &mut trousers, &mut shoes]);
    let nails = hands::nails(skeleton);
    let mut skin = Canvas::new(1024);
    skin.paint(&head.surface, colours::head);
    skin.paint(&lash.surface, colours::lash);
    skin.paint(&brow.surface, colours::brow);
    skin.paint(&mouth.surface, colours::mouth_part);
    skin.paint(&hand.surface, |s| colours::hand(s, &nails));
    skin.bleed();
    let cuffs = [posed("leftLowerArm", 0.194), posed("rightLowerArm", -0.194)];
    let arms = [
        (cuffs[0] - posed("leftLowerArm", 0.0)).normalize(),
        (cuffs[1] - posed("rightLowerArm", 0.0)).normalize(),
    ];
    let mut outfit = Canvas::new(1024);
    outfit.paint(&hoodie.surface, |s| colours::hoodie(s, cuffs, arms));
    outfit.paint(&trousers.surface, colours::trousers);
    outfit.paint(&shoes.surface, colours::shoe);
    outfit.bleed();

    let mut eyes = eyes::make(skeleton, 1.0);
    eyes.append(&eyes::make(skeleton, -1.0));
    let material = |name, texture, roughness, two_sided| PartMaterial {
        name,
        texture: TextureId(texture),
        roughness,
        two_sided,
    };
    let materials = vec![
        material("skin", 0, 0.58, false),
        material("cloth", 1, 0.88, false),
        material("shoes", 1, 0.60, false),
        material("eyes", 2, 0.12, false),
        material("mouth", 0, 0.35, false),
        material("lashes", 0, 0.8, true),
    ];
    let part = |name, material, surface| {
        let mut surface: Surface = surface;
        to_t_pose(&mut surface, &authored);
        Part { name, material: MaterialId(material), surface }
    };
    let done = |u: Unwrapped| u.surface;
    let parts = vec![
        part("head", 0, done(head)),
        part("hands", 0, done(hand)),
        part("eyes", 3, eyes),
        part("lashes", 5, done(lash)),
        part("brows", 0, done(brow)),
        part("mouth", 4, done(mouth)),
        part("hoodie", 1, done(hoodie)),
        part("trousers", 1, done(trousers)),
        part("shoes", 2, done(shoes)),
    ];
    let textures = vec![("skin", skin.png()?), ("outfit", outfit.png()?), ("eye", eye::paint(256).png()?)];
    Ok(Body { parts, materials, textures })
}

fn joined(handle: std::thread::ScopedJoinHandle<'_, Unwrapped>) -> Unwrapped {
    handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn head_plan() -> Plan {
    let axis = Vec3::new(0.0, head::CHIN, -0.005);
    let charts = vec![
        Chart::Round(axis, Vec3::Y, Vec3::Z, 0.082),
        Chart::Round(axis, Vec3::Y, -Vec3::Z, 0.082),
        Chart::Flat(Vec3::X, -Vec3::Z),
        Chart::Flat(Vec3::X, Vec3::Y),
        Chart::Flat(-Vec3::Z, Vec3::Y),
        Chart::Flat(Vec3::Z, Vec3::Y),
        Chart::Flat(Vec3::X, Vec3::Z),
        Chart::Flat(Vec3::X, Vec3::Y),
    ];
    let pick = |p: Vec3, n: Vec3, label: u8| {
        match label {
            head::INSIDE => return 3,
            head::RIM => return 7,
            _ => {}
        }
        let ear = p.x.abs() > 0.0735 && (p.y - head::CHIN - 0.113).abs() < 0.04 && p.z < 0.012;
        if ear {
            return if p.x > 0.0 { 4 } else { 5 };
        }
        if n.y > 0.80 && p.y > head::CHIN + 0.17 {
            return 2;
        }
        if n.y < -0.85 && p.y < head::CHIN + 0.03 {
            return 6;
        }
        usize::from(p.z < -0.02)
    };
    Plan { charts, pick: Box::new(pick), density: 2.2 }
}

fn hand_plan(skeleton: &Skeleton) -> Plan {
    let authored = skeleton.authored();
    let frame = ["leftHand", "rightHand"].map(|n| authored[skeleton.index(n)]);
    let up = frame.map(|f| f.transform_vector3(Vec3::Y));
    let mut charts = Vec::new();
    for f in frame {
        for u in [Vec3::X, -Vec3::X] {
            charts.push(Chart::Flat(f.transform_vector3(u), f.transform_vector3(Vec3::Z)));
        }
    }
    let pick = move |p: Vec3, n: Vec3, _: u8| {
        let side = usize::from(p.x < 0.0);
        side * 2 + usize::from(n.dot(up[side]) < 0.0)
    };
    Plan { charts, pick: Box::new(pick), density: 1.5 }
}

fn hoodie_plan(skeleton: &Skeleton) -> Plan {
    let authored = skeleton.authored();
    let mut charts = vec![
        Chart::Round(Vec3::ZERO, Vec3::Y, Vec3::Z, 0.14),
        Chart::Round(Vec3::ZERO, Vec3::Y, -Vec3::Z, 0.14),
    ];
    for side in ["left", "right"] {
        let at = |n: &str| {
            let j = skeleton.index(&format!("{side}{n}"));
            authored[j].transform_point3(skeleton.joints[j].at)
        };
        let (shoulder, wrist) = (at("UpperArm"), at("Hand"));
        let axis = (wrist - shoulder).normalize();
        let front = (Vec3::Z - axis * axis.z).normalize();
        charts.push(Chart::Round(shoulder, axis, front, 0.052));
        charts.push(Chart::Round(shoulder, axis, -front, 0.052));
    }
    charts.push(Chart::Flat(Vec3::X, Vec3::Y));
    charts.push(Chart::Flat(Vec3::X, -Vec3::Z));
    let middle = authored[skeleton.index("leftLowerArm")].transform_point3(skeleton.at("leftLowerArm")).z;
    let pick = move |p: Vec3, n: Vec3, label: u8| {
        if label == hoodie::STRING {
            return 6;
        }
        if p.x.abs() > 0.195 {
            let side = usize::from(p.x < 0.0);
            return 2 + side * 2 + usize::from(p.z < middle + (p.x.abs() - 0.39).max(0.0) * 0.3);
        }
        if n.y > 0.75 { 7 } else { usize::from(p.z < 0.0) }
    };
    Plan { charts, pick: Box::new(pick), density: 1.0 }
}

/// Charts of a shoe: planar projections, with the back of the tongue separate from the heel behind it.
fn shoe_plan() -> Plan {
    let mut plan = Plan::boxed(1.5);
    plan.charts.push(Chart::Flat(-Vec3::X, Vec3::Y));
    let boxed = plan.pick;
    plan.pick = Box::new(move |p, n, label| {
        let chart = boxed(p, n, label);
        if chart == 5 && p.z > -0.045 { 6 } else { chart }
    });
    plan
}

fn trousers_plan() -> Plan {
    let mut charts = vec![
        Chart::Round(Vec3::ZERO, Vec3::Y, Vec3::Z, 0.13),
        Chart::Round(Vec3::ZERO, Vec3::Y, -Vec3::Z, 0.13),
    ];
    for sign in [1.0f32, -1.0] {
        let at = Vec3::new(0.092 * sign, 0.0, -0.012);
        charts.push(Chart::Round(at, Vec3::Y, Vec3::Z, 0.066));
        charts.push(Chart::Round(at, Vec3::Y, -Vec3::Z, 0.066));
    }
    let pick = |p: Vec3, _: Vec3, _: u8| {
        let back = |z: f32| usize::from(p.z < z);
        if p.y > 0.82 { back(0.0) } else { 2 + 2 * usize::from(p.x < 0.0) + back(-0.012) }
    };
    Plan { charts, pick: Box::new(pick), density: 0.85 }
}

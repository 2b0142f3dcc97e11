//! Hair as cards on real characters: joints that are added, cards that cover the scalp and follow the skin,
//! keys that are those of the simulation, files that come back.

use sinew::character::{Material, MaterialId, MeshInstanceId, Pixels};
use sinew::glam::{Affine3A, Vec3};
use sinew::hair::{Groom, Hair, HairBody, HairLook};
use sinew::skeleton::{Joint, JointId};
use sinew::surface::{CharacterSurface, PosedSurface};
use sinew::{Actor, Character, CharacterParts, FrameInput, Transform};
use sinew_author::hair::{
    AddedCards, CardError, CardMaps, CardMotion, CardSettings, GroomDescription, GroomMaps, HairCards,
    HairMap, HairRegion, HairSkin, HeadShape, generate_groom,
};
use sinew_import::{ExportOptions, Imported, NoFiles, export_glb, import};
use sinew_suite::surface_people;
use std::sync::Arc;

fn built_in() -> Imported {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm");
    import(&std::fs::read(path).unwrap(), &NoFiles).unwrap()
}

fn is_skin(character: &Character) -> impl Fn(MeshInstanceId) -> bool + Copy + '_ {
    |id| {
        let mesh = &character.meshes()[character.mesh_instances()[id].mesh];
        !["hair", "brow", "lash"].iter().any(|word| mesh.name.to_lowercase().contains(word))
    }
}

/// A haircut with fewer strands, to be quick.
fn groom(character: &Character, name: &str) -> (Groom, HairSkin, HeadShape) {
    groom_of(character, name, 4000)
}

/// A haircut with at most this many strands.
fn groom_of(character: &Character, name: &str, most: usize) -> (Groom, HairSkin, HeadShape) {
    let path = format!("{}/data/grooms/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    let mut description = GroomDescription::from_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
    description.layers.iter_mut().for_each(|layer| layer.strands = layer.strands.min(most));
    let surface = Arc::new(CharacterSurface::new(character));
    let skin = HairSkin::new(character, &surface, is_skin(character));
    let head = HeadShape::measure(character, &skin).unwrap();
    let groom = generate_groom(character, &skin, &head, &description, &GroomMaps::new()).unwrap();
    (groom, skin, head)
}

fn add(
    character: &Character,
    groom: &Groom,
    cards: &HairCards,
    motion: CardMotion,
) -> (CharacterParts, AddedCards) {
    let mut parts = character.clone().into_parts();
    let first = parts.materials.len() as u32;
    parts
        .materials
        .extend(groom.layers.iter().map(|_| Material { name: "cards".into(), ..Material::default() }));
    let materials: Vec<MaterialId> = (first..parts.materials.len() as u32).map(MaterialId).collect();
    let added = cards.add_to(&mut parts, &materials, motion).unwrap();
    (parts, added)
}

/// Vertices of all meshes in an actor's pose, model space.
fn posed(actor: &Actor) -> Vec<Vec3> {
    let character = actor.character();
    let surface = Arc::new(CharacterSurface::new(character));
    let mut posed = PosedSurface::new(&surface);
    actor.frame().pose_surface(&mut posed).unwrap();
    surface.parts().iter().flat_map(|part| posed.positions(part).to_vec()).collect()
}

#[test]
fn added_joints_move_no_vertex() {
    let mut people: Vec<(&str, Imported)> = surface_people().into_iter().collect();
    people.push(("built-in", built_in()));
    for (name, imported) in people {
        let before = Arc::new(imported.character);
        let mut parts = before.as_ref().clone().into_parts();
        let count = before.skeleton().len();
        // Joints at several depths, below one another and below the first and the last of the file; one is a
        // root.
        let joint = |name: &str, parent| Joint {
            name: name.to_owned(),
            parent,
            rest: Transform::from_translation(Vec3::new(0.1, 0.2, -0.3)),
            in_scene: true,
        };
        let more = vec![
            joint("a", Some(0)),
            joint("b", Some(count as u32 - 1)),
            joint("c", Some(count as u32 + 1)),
            joint("root", None),
        ];
        let map = parts.append_joints(more).unwrap();
        assert_eq!(map.added().len(), 4, "{name}");
        let after = Arc::new(Character::new(parts).unwrap());
        for old in before.skeleton().joints() {
            assert_eq!(before.skeleton().name(old), after.skeleton().name(map.joint(old)), "{name}");
        }
        assert_eq!(after.skeleton().name(map.added()[2]), "c", "{name}");
        assert_eq!(after.skeleton().parent(map.added()[2]), Some(map.added()[1]), "{name}");
        if let (Some(old), Some(new)) = (before.humanoid(), after.humanoid()) {
            for (bone, joint) in old.named_bones.iter() {
                assert_eq!(new.named_bones.joint(bone), Some(map.joint(joint)), "{name}: {bone:?}");
            }
        }
        let clip = imported.clips.first().cloned();
        let actors = [(before, false), (after, true)].map(|(character, is_new)| {
            let mut actor = match clip.clone() {
                Some(mut clip) => {
                    if is_new {
                        map.remap_clip(&mut clip);
                    }
                    let mut actor = Actor::new(character, vec![clip]).unwrap();
                    actor.play(sinew::ClipId(0)).unwrap();
                    actor
                }
                None => Actor::without_clips(character),
            };
            for _ in 0..5 {
                actor.update(1.0 / 30.0);
            }
            posed(&actor)
        });
        let size = actors[0].iter().map(|at| at.length()).fold(1.0, f32::max);
        let farthest = actors[0].iter().zip(&actors[1]).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(farthest <= 1e-6 * size, "{name}: {farthest}");
    }
}

#[test]
fn damaged_parts_take_no_joints() {
    let mut parts = built_in().character.into_parts();
    let joint = |parent| Joint { name: "x".into(), parent, rest: Transform::IDENTITY, in_scene: true };
    let count = parts.skeleton.len();
    assert!(parts.append_joints(vec![joint(Some(count as u32 + 5))]).is_err());
    assert!(parts.append_joints(vec![joint(Some(count as u32))]).is_err(), "its own parent");
    parts.mesh_instances[0].node = JointId(9999);
    let error = parts.append_joints(vec![joint(None)]).unwrap_err();
    assert_eq!(error.location, "mesh_instances[0].node");
    assert_eq!(parts.skeleton.len(), count, "nothing changed");
}

#[test]
fn removed_instances_take_what_concerns_them_along() {
    let mut parts = built_in().character.into_parts();
    let [meshes, binds] =
        [parts.meshes.len(), parts.expressions.iter().map(|expression| expression.morphs.len()).sum()];
    assert!(binds > 0);
    let map = parts.retain_instances(|id| id.0 != 0);
    assert_eq!(
        (map.instance(MeshInstanceId(0)), map.instance(MeshInstanceId(1))),
        (None, Some(MeshInstanceId(0)))
    );
    assert_eq!(parts.meshes.len(), meshes - 1);
    let left: usize = parts.expressions.iter().map(|expression| expression.morphs.len()).sum();
    assert!(left < binds, "the face is gone");
    Character::new(parts).unwrap();
}

/// Share of points on the scalp that a ray from outside meets a card above.
fn coverage(character: &Character, cards: &[MeshInstanceId], skin: &HairSkin, head: &HeadShape) -> f32 {
    let surface = Arc::new(CharacterSurface::new(character));
    let hair = PosedSurface::in_reference_pose(&surface, character, |id| cards.contains(&id));
    let (mut covered, mut all) = (0.0, 0.0);
    for triangle in skin.triangles().iter().filter(|triangle| skin.is_on_head(triangle)) {
        let middle = triangle.at(Vec3::splat(1.0 / 3.0));
        if HairRegion::Scalp.density(head, middle) < 0.9 {
            continue;
        }
        let ray = sinew::surface::Ray::new(middle + triangle.normal * 0.3, -triangle.normal);
        let hit = hair.nearest_hit(character, &ray, sinew::surface::HitFaces::Both);
        all += triangle.area;
        // A card may lie a little below the skin at its root.
        covered += if hit.is_some_and(|hit| hit.distance < 0.302) { triangle.area } else { 0.0 };
    }
    covered / all
}

#[test]
fn cards_cover_the_scalp_and_come_back_from_a_file() {
    let imported = built_in();
    let character = &imported.character;
    for name in ["bob", "short", "long", "ponytail"] {
        let (groom, skin, head) = groom(character, name);
        let cards = HairCards::new(&groom, character, &CardSettings::default()).unwrap();
        let (parts, added) = add(character, &groom, &cards, CardMotion::Springs);
        let made = Character::new(parts).unwrap();
        let share = coverage(&made, &added.instances, &skin, &head);
        println!(
            "{name}: {} cards, {} vertices, {share:.3} of the scalp",
            cards.card_count(),
            cards.vertex_count()
        );
        // A ponytail shows some skin at its hairline.
        let least = if name == "ponytail" { 0.97 } else { 0.99 };
        assert!(share > least, "{name}: {share}");
        let clips: Vec<_> = imported.clips.iter().take(1).cloned().collect();
        let file = export_glb(&made, &clips, &ExportOptions::default().with_vrm(true)).unwrap();
        let back = import(&file.bytes, &NoFiles).unwrap();
        let springs = |character: &Character| {
            let bones = character.spring_bones().springs.iter().map(|spring| spring.joints.len());
            bones.collect::<Vec<_>>()
        };
        assert_eq!(springs(&back.character), springs(&made), "{name}");
        assert_eq!(springs(&made).len(), character.spring_bones().springs.len() + cards.chains().len());
        assert!(!back.character.spring_bones().colliders.is_empty());
        let [here, there] = [&made, &back.character].map(|character| character.reference_bounds());
        assert!(here.min.distance(there.min) < 1e-4 && here.max.distance(there.max) < 1e-4, "{name}");
    }
}

/// Baked joints lie on the simulated guides, and the cards follow.
#[test]
fn keys_are_those_of_the_simulation() {
    let imported = built_in();
    let character = Arc::new(imported.character);
    let (groom, ..) = groom(&character, "long");
    let cards = HairCards::new(&groom, &character, &CardSettings::default().with_chains(32, 6)).unwrap();
    let (parts, added) = add(&character, &groom, &cards, CardMotion::Keys);
    let made = Character::new(parts).unwrap();
    assert_eq!(made.spring_bones().springs.len(), character.spring_bones().springs.len());
    let run = imported.clips.iter().position(|clip| clip.name.to_lowercase().contains("run")).unwrap();
    let mut actor = Actor::new(character.clone(), imported.clips.clone()).unwrap();
    actor.play(sinew::ClipId(run as u32)).unwrap();
    let body = Arc::new(HairBody::measure(&character, is_skin(&character)));
    actor.set_hair(Some(Arc::new(Hair::new(groom.clone(), Arc::clone(&body))))).unwrap();
    let world_from_model =
        Affine3A::from_rotation_y(0.7) * Affine3A::from_translation(Vec3::new(1.0, 0.0, -2.0));
    let (mut farthest, mut swing, mut bent) = (0.0f32, 0.0f32, 0.0f32);
    for frame in 0..40 {
        actor.advance(1.0 / 30.0);
        actor.resolve(FrameInput::new(1.0 / 30.0, world_from_model));
        let (hair, model) = (actor.hair().unwrap(), actor.frame().model().to_vec());
        let world: Vec<Affine3A> = model.iter().map(|joint| world_from_model * *joint).collect();
        let mut local = Vec::new();
        cards.local_transforms(|layer| hair.pose(layer), &world, &mut local);
        assert_eq!(local.len(), cards.joint_count());
        let mut next = local.iter();
        for chain in cards.chains() {
            let guide = hair.pose(chain.layer).guide(chain.guide);
            let mut at = world[chain.anchor.index()];
            let mut joints = Vec::new();
            for _ in &chain.positions {
                at *= next.next().unwrap().to_affine();
                joints.push(Vec3::from(at.translation));
            }
            // Each point of the guide is as near to the chain as bones of that length allow; joints lie on
            // the guide's lines.
            for joint in &joints {
                let lines =
                    guide.windows(2).map(|pair| to_line(*joint, pair[0].position(), pair[1].position()));
                farthest = farthest.max(lines.fold(f32::INFINITY, f32::min));
            }
            for point in guide {
                let lines = joints.windows(2).map(|pair| to_line(point.position(), pair[0], pair[1]));
                bent = bent.max(lines.fold(f32::INFINITY, f32::min));
            }
            if frame > 10 {
                let rest = *chain.positions.last().unwrap();
                let rigid = world[chain.anchor.index()].transform_point3(
                    character.reference_model()[chain.anchor.index()].inverse().transform_point3(rest),
                );
                swing = swing.max(rigid.distance(joints[joints.len() - 1]));
            }
        }
    }
    println!(
        "joints {farthest:.2e} m from the guides; guides up to {bent:.4} m from the chains; tips swing \
         {swing:.3} m"
    );
    assert!(farthest < 2e-5, "{farthest}");
    assert!(swing > 0.02, "the hair moves: {swing}");
    // Bones are 8 cm long, and the tips swing by half a metre.
    assert!(bent < 0.045, "{bent}");
    assert_eq!(added.chains.iter().map(Vec::len).sum::<usize>(), cards.joint_count());
}

fn to_line(at: Vec3, from: Vec3, to: Vec3) -> f32 {
    let way = to - from;
    let share = ((at - from).dot(way) / way.length_squared().max(1e-12)).clamp(0.0, 1.0);
    at.distance(from + way * share)
}

/// Roots stay with the head, whatever the chains do.
#[test]
fn roots_stay_on_the_skin() {
    let character = built_in().character;
    let (groom, ..) = groom(&character, "bob");
    let cards = HairCards::new(&groom, &character, &CardSettings::default()).unwrap();
    let (parts, added) = add(&character, &groom, &cards, CardMotion::Keys);
    let mut turned = parts.clone();
    let mut rest = turned.skeleton.rest().to_vec();
    let reference = parts.skeleton.reference().to_vec();
    for chain in &added.chains {
        rest[chain[0].index()].rotation *= sinew::glam::Quat::from_rotation_x(0.5);
    }
    turned.skeleton.set_rest(rest);
    let [still, moved] = [parts, turned].map(|mut parts| {
        let _ = parts.skeleton.set_reference(reference.clone(), sinew::skeleton::ReferenceOrigin::RestPose);
        posed(&Actor::without_clips(Arc::new(Character::new(parts).unwrap())))
    });
    let first = still.len() - cards.vertex_count();
    let row = |n: usize| still[first + n].distance(moved[first + n]);
    let roots = (0..cards.card_count()).map(|card| row(card * 33)).fold(0.0, f32::max);
    let tips = (0..cards.card_count()).map(|card| row(card * 33 + 31)).fold(0.0, f32::max);
    assert!(roots < 1e-5, "{roots}");
    assert!(tips > 0.01, "{tips}");
}

#[test]
fn layers_without_physics_are_rigid() {
    let character = built_in().character;
    let (groom, ..) = groom(&character, "brows");
    let cards = HairCards::new(&groom, &character, &CardSettings::default()).unwrap();
    assert!(cards.chains().is_empty());
    let (parts, added) = add(&character, &groom, &cards, CardMotion::Springs);
    let made = Character::new(parts).unwrap();
    assert_eq!(made.spring_bones().springs.len(), character.spring_bones().springs.len());
    assert_eq!(added.instances.len(), 1);
}

#[test]
fn settings_out_of_range_are_errors() {
    let character = built_in().character;
    let (groom, ..) = groom(&character, "short");
    let fine = CardSettings::default();
    let bad = [
        fine.with_cards(0),
        fine.with_cards(usize::MAX),
        fine.with_segments(0),
        fine.with_segments(1000),
        fine.with_across(0),
        fine.with_across(9),
        fine.with_tiles(0),
        fine.with_tiles(65),
        fine.with_texture([32, 512]),
        fine.with_texture([512, 8192]),
        fine.with_chains(0, 5),
        fine.with_chains(65, 5),
        fine.with_chains(8, 2),
        fine.with_chains(8, 9),
        fine.with_width(Some(f32::NAN)),
        fine.with_width(Some(0.0)),
        fine.with_width(Some(f32::INFINITY)),
    ];
    for settings in bad {
        let error = HairCards::new(&groom, &character, &settings).unwrap_err();
        assert!(matches!(error, CardError::Setting { .. }), "{settings:?}: {error}");
    }
    let error = HairCards::new(&Groom::default(), &character, &fine).unwrap_err();
    assert_eq!(error, CardError::Empty);
    let one = HairCards::new(
        &groom,
        &character,
        &fine.with_cards(1).with_chains(1, 3).with_segments(1).with_across(1).with_cap(false),
    )
    .unwrap();
    assert_eq!((one.card_count(), one.vertex_count(), one.chains().len()), (1, 4, 1));
    let mut parts = character.into_parts();
    let error = one.add_to(&mut parts, &[], CardMotion::Keys).unwrap_err();
    assert_eq!(error, CardError::Materials { materials: 0, layers: 1 });
    // A character that lacks the joints.
    let mut empty = CharacterParts::default();
    assert!(matches!(
        one.add_to(&mut empty, &[MaterialId(0)], CardMotion::Keys),
        Err(CardError::Character(_))
    ));
    let wide = CardSettings::default().with_width(Some(0.02));
    let character = built_in().character;
    assert_eq!(HairCards::new(&groom, &character, &wide).unwrap().card_count(), 600);
}

/// Share of a row of texels that strands cover by more than a third.
fn covered(maps: &CardMaps, row: usize) -> f32 {
    let width = maps.base_color.width as usize;
    let alpha = |x: usize| maps.base_color.rgba[(row * width + x) * 4 + 3];
    (0..width).filter(|x| alpha(*x) > 85).count() as f32 / width as f32
}

#[test]
fn textures_show_the_strands_of_the_groom() {
    let character = built_in().character;
    let (mut groom, ..) = groom_of(&character, "bob", 28_000);
    let red = HairLook::default()
        .with_root_color(Vec3::new(0.5, 0.02, 0.02))
        .with_tip_color(Vec3::new(0.02, 0.02, 0.5));
    groom.layers[0].look = red.with_width(groom.layers[0].look.width);
    let settings = CardSettings::default();
    let cards = HairCards::new(&groom, &character, &settings).unwrap();
    let again = HairCards::new(&groom, &character, &settings).unwrap();
    let maps = cards.maps(0).unwrap();
    assert_eq!(Some(maps), again.maps(0), "the same for the same groom");
    let (width, height) = (maps.base_color.width as usize, maps.base_color.height as usize);
    assert!(width <= 2048 && height <= 1024);
    for other in [&maps.normal, &maps.flow, &maps.depth] {
        assert_eq!((other.width as usize, other.height as usize), (width, height));
    }
    // The rows of strands, an empty band, and those of caps, without gaps at the bottom.
    let row = |share: f32| covered(maps, (height as f32 * share) as usize);
    println!("covered: {} {} {} {}", row(0.1), row(0.4), row(0.78), row(0.99));
    // Tiles are as different as cards are: from the densest hair to loose strands.
    assert!(row(0.1) > 0.2 && row(0.1) > row(0.78));
    let tile_row = |tile: usize| {
        let columns = tile * width / 16..(tile + 1) * width / 16;
        let alpha = |x: usize| maps.base_color.rgba[(height / 5 * width + x) * 4 + 3];
        columns.filter(|x| alpha(*x) > 85).count() * 16
    };
    let densest = (0..16).map(tile_row).max().unwrap();
    println!("densest: {densest} of {width}");
    assert!(densest as f32 > 0.35 * width as f32, "{densest} of {width}");
    assert!(row(0.83) == 0.0 && row(0.84) == 0.0 && row(0.99) == 1.0);
    // Roots are red and tips are blue, also between the strands, whose colour smaller versions mix in. The baby hair of the
    // hairline ends where the rest begins.
    let pixel = |x: usize, share: f32| {
        &maps.base_color.rgba[((height as f32 * share) as usize * width + x) * 4..][..3]
    };
    let red = (0..width).filter(|x| pixel(*x, 0.05)[0] > pixel(*x, 0.05)[2]).count();
    assert!(red * 10 > width * 9, "{red} of {width}");
    assert!((0..width).all(|x| pixel(x, 0.75)[0] < pixel(x, 0.75)[2]));
    // Tiles do not touch.
    for edge in 1..16 {
        let x = edge * width / 16;
        assert!(
            (0..height / 16 * 13).all(|y| maps.base_color.rgba[(y * width + x) * 4 + 3] == 0),
            "tile {edge}"
        );
    }
    // Strands run down, but for some of the hairline: highlights are long across them.
    let across = |n: usize| maps.flow.rgba[n * 4];
    let covered = (0..width * height / 2).filter(|n| maps.base_color.rgba[n * 4 + 3] > 200);
    let (sum, count) = covered.fold((0.0, 0.0), |(sum, count), n| (sum + f32::from(across(n)), count + 1.0));
    assert!(sum / count > 215.0, "{}", sum / count);
}

/// Strands with gaps between them give cards with gaps, and many strands give cards without.
#[test]
fn loose_strands_stay_loose() {
    let character = built_in().character;
    let coverage = |strands: usize| {
        let path = format!("{}/data/grooms/long.ron", env!("CARGO_MANIFEST_DIR"));
        let mut description = GroomDescription::from_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
        description.layers[0].strands = strands;
        let surface = Arc::new(CharacterSurface::new(&character));
        let skin = HairSkin::new(&character, &surface, is_skin(&character));
        let head = HeadShape::measure(&character, &skin).unwrap();
        let groom = generate_groom(&character, &skin, &head, &description, &GroomMaps::new()).unwrap();
        let cards = HairCards::new(&groom, &character, &CardSettings::default()).unwrap();
        covered(cards.maps(0).unwrap(), cards.maps(0).unwrap().base_color.height as usize * 4 / 10)
    };
    let (loose, dense) = (coverage(800), coverage(16_000));
    println!("{loose:.2} of loose strands, {dense:.2} of dense ones");
    assert!(loose < 0.2 && dense > loose * 3.0, "{loose} {dense}");
}

/// A map of colours comes to the strands, and with them to the vertices of cards.
#[test]
fn colours_follow_a_map() {
    let character = built_in().character;
    let surface = Arc::new(CharacterSurface::new(&character));
    let skin = HairSkin::new(&character, &surface, is_skin(&character));
    let head = HeadShape::measure(&character, &skin).unwrap();
    let path = format!("{}/data/grooms/short.ron", env!("CARGO_MANIFEST_DIR"));
    let mut description = GroomDescription::from_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
    description.layers[0].strands = 2000;
    description.layers[0].color_map = Some("dyed.png".to_owned());
    let missing = generate_groom(&character, &skin, &head, &description, &GroomMaps::new()).unwrap_err();
    assert!(missing.to_string().contains("color_map"), "{missing}");
    let green = Pixels { width: 1, height: 1, rgba: vec![0, 200, 0, 255] };
    let maps = GroomMaps::from([("dyed.png".to_owned(), HairMap::of_image(&green).unwrap())]);
    let groom = generate_groom(&character, &skin, &head, &description, &maps).unwrap();
    let tints = groom.layers[0].strands.tints();
    assert!(
        tints.len() == groom.layers[0].strands.strands().len()
            && tints.iter().all(|tint| *tint == [0, 200, 0])
    );
    let cards = HairCards::new(&groom, &character, &CardSettings::default()).unwrap();
    let (parts, added) = add(&character, &groom, &cards, CardMotion::Keys);
    let mesh = parts.mesh_instances[added.instances[0].index()].mesh;
    let colors = &parts.meshes[mesh.index()].primitives[0].colors;
    assert!(colors.iter().all(|color| color.x == 0.0 && color.y > 0.1 && color.z == 0.0));
}

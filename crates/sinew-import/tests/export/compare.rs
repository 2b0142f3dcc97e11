//! Comparison of two characters: their parts, and the positions of their vertices in animated poses.

use sinew::character::{
    Image, Material, Mesh, MeshId, MeshInstance, MeshInstanceId, NormalMapSpace, Primitive, Skin, Texture,
};
use sinew::clip::JointTrack;
use sinew::glam::{Vec3, Vec4};
use sinew::skinning::SkinnedVertices;
use sinew::{Actor, Bounds, Character, ClipId, JointId, RawClip, Skeleton, WrapMode};
use sinew_import::{ExportOptions, Exported, Imported, NoFiles, export_glb, import};
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Imports a file of the test assets.
pub(crate) fn open(path: &Path) -> Imported {
    import(&fs::read(path).unwrap(), &crate::assets::files_beside(path))
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// All valid files of the test assets.
pub(crate) fn files() -> Option<Vec<PathBuf>> {
    let root = crate::assets::root()?;
    let mut found = crate::assets::all_models(&root);
    // Inputs of open faults are no valid files.
    let faults = ["pictures", "reports"].map(|name| root.join(name));
    found.retain(|path| !faults.iter().any(|folder| path.starts_with(folder)));
    let x = [
        "tiny/tiny.x",
        "assimp/Testwuson.X",
        "assimp/anim_test.x",
        "assimp/test.x",
        "assimp/test_cube_binary.x",
    ];
    found.extend(x.map(|name| root.join("x").join(name)));
    found.push(root.join("x/assimp/kwxport_test_cubewithvcolors.x"));
    let mut folders = vec![root.join("fbx")];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let (below, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
        folders.extend(below);
        found.extend(files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "fbx")));
    }
    Some(found)
}

/// Exports a character and imports the result.
pub(crate) fn export_and_import(
    character: &Character,
    clips: &[RawClip],
    options: &ExportOptions,
) -> (Exported, Imported) {
    let exported = export_glb(character, clips, options).unwrap();
    let back = import(&exported.bytes, &NoFiles).unwrap();
    (exported, back)
}

/// Collected differences.
#[derive(Default)]
pub(crate) struct Differences(pub(crate) Vec<String>);

impl Differences {
    fn same<T: PartialEq + Debug>(&mut self, location: &str, ours: &T, theirs: &T) {
        if ours != theirs {
            let mut text = format!("{location}: {ours:?} is not {theirs:?}");
            text.truncate(text.char_indices().nth(300).map_or(text.len(), |(at, _)| at));
            self.0.push(text);
        }
    }

    fn near(
        &mut self,
        location: &str,
        slack: f32,
        ours: impl Iterator<Item = f32>,
        theirs: impl Iterator<Item = f32>,
    ) {
        let (ours, theirs): (Vec<f32>, Vec<f32>) = (ours.collect(), theirs.collect());
        self.same(&format!("{location}, count"), &ours.len(), &theirs.len());
        let off = ours.iter().zip(&theirs).map(|(a, b)| (a - b).abs() / a.abs().max(1.0)).fold(0.0, f32::max);
        if off.is_nan() || off > slack {
            self.0.push(format!("{location}: off by {off:e}"));
        }
    }

    /// Compares the parts of the characters value by value.
    pub(crate) fn structure(&mut self, a: &Character, b: &Character) {
        let (s, t) = (a.skeleton(), b.skeleton());
        // Springs with a virtual end get an end node.
        let ends = a.spring_bones().springs.iter().filter(|spring| spring.tail.is_some()).count();
        self.same("nodes", &(s.len() + ends), &t.len());
        for n in 0..s.len() {
            let (j, k) = (s.by_file_index(n).unwrap(), t.by_file_index(n).unwrap());
            let location = format!("node {n}");
            let above = |s: &Skeleton, j| s.parent(j).map(|p| s.file_index(p));
            self.same(&location, &(s.name(j), above(s, j)), &(t.name(k), above(t, k)));
            self.same(&format!("{location} in scene"), &s.in_scene(j), &t.in_scene(k));
            self.same(&format!("{location} rest"), &s.rest()[j.index()], &t.rest()[k.index()]);
        }
        // Joints are compared by file index: additional nodes change the order of joints.
        let skins = |c: &Character| -> Vec<_> {
            let one = |s: &Skin| {
                (s.name.clone(), by_file_index(c, s.joints.iter().copied()), s.inverse_binds.clone())
            };
            c.skins().iter().map(one).collect()
        };
        self.same("skins", &skins(a), &skins(b));
        self.same("instances", &instances_by_source(a), &instances_by_source(b));
        self.same("meshes", &a.meshes().len(), &b.meshes().len());
        for (m, (a, b)) in a.meshes().iter().zip(b.meshes()).enumerate() {
            self.mesh(&format!("mesh {m}"), a, b);
        }
        self.same("materials", &a.materials().len(), &b.materials().len());
        for (m, (a, b)) in a.materials().iter().zip(b.materials()).enumerate() {
            self.same(&format!("material {m}"), &without_unused_factors(a), b);
        }
        self.same("textures", &a.textures().len(), &b.textures().len());
        for (n, (a, b)) in a.textures().iter().zip(b.textures()).enumerate() {
            self.same::<Texture>(&format!("texture {n}"), a, b);
        }
        self.same("images", &a.images().len(), &b.images().len());
        for (n, (a, b)) in a.images().iter().zip(b.images()).enumerate() {
            self.same::<Image>(&format!("image {n}"), a, b);
        }
    }

    fn mesh(&mut self, location: &str, a: &Mesh, b: &Mesh) {
        self.same(location, &(&a.name, &a.morph_names), &(&b.name, &b.morph_names));
        self.same(&format!("{location} primitives"), &a.primitives.len(), &b.primitives.len());
        for (p, (a, b)) in a.primitives.iter().zip(&b.primitives).enumerate() {
            self.primitive(&format!("{location} primitive {p}"), a, b);
        }
    }

    fn primitive(&mut self, location: &str, a: &Primitive, b: &Primitive) {
        let at = |what: &str| format!("{location} {what}");
        self.same(&at("material and topology"), &(a.material, a.topology), &(b.material, b.topology));
        self.same(&at("positions"), &a.positions, &b.positions);
        self.same(&at("indices"), &a.indices, &b.indices);
        self.same(&at("source vertices"), &a.file_vertices, &b.file_vertices);
        self.same(&at("count of source vertices"), &a.file_vertex_count, &b.file_vertex_count);
        let flat = |v: &[Vec3]| v.iter().flat_map(|v| v.to_array()).collect::<Vec<_>>().into_iter();
        self.near(&at("normals"), 1e-6, flat(&a.normals), flat(&b.normals));
        let flat4 = |v: &[Vec4]| v.iter().flat_map(|v| v.to_array()).collect::<Vec<_>>().into_iter();
        // Generated tangents are generated again, from normals that are rounded differently.
        self.near(&at("tangents"), 1e-5, flat4(&a.tangents), flat4(&b.tangents));
        self.same(&at("texture coordinates"), &a.uvs, &b.uvs);
        self.same(&at("colours"), &a.colors, &b.colors);
        self.same(&at("morph targets"), &a.morph_targets, &b.morph_targets);
        let weights = |p: &Primitive| p.influences.as_ref().map(|i| i.weights().to_vec()).unwrap_or_default();
        self.near(&at("weights"), 1e-6, weights(a).into_iter(), weights(b).into_iter());
        let joints = |p: &Primitive| p.influences.as_ref().map(|i| i.joints().to_vec());
        self.same(&at("joints"), &joints(a), &joints(b));
    }

    /// Compares the keys of clips bitwise, in any order of tracks.
    pub(crate) fn clips(&mut self, ours: &Imported, theirs: &Imported) {
        let number = |i: &Imported, t: &JointTrack| i.character.skeleton().file_index(t.joint);
        self.same("clips", &ours.clips.len(), &theirs.clips.len());
        for (c, (a, b)) in ours.clips.iter().zip(&theirs.clips).enumerate() {
            let location = format!("clip {c}");
            self.same(&location, &a.name, &b.name);
            self.same(&format!("{location} joints"), &a.joints.len(), &b.joints.len());
            for a in &a.joints {
                let node = number(ours, a);
                let other = b.joints.iter().find(|b| number(theirs, b) == node);
                let keys = |t: &JointTrack| (t.translation.clone(), t.rotation.clone(), t.scale.clone());
                self.same(&format!("{location} node {node}"), &Some(keys(a)), &other.map(keys));
            }
            self.same(&format!("{location} morphs"), &a.morphs, &b.morphs);
        }
    }
}

/// File indices of joints.
fn by_file_index(character: &Character, joints: impl Iterator<Item = JointId>) -> Vec<usize> {
    joints.map(|joint| character.skeleton().file_index(joint)).collect()
}

/// Mesh instances with file indices as nodes.
fn instances_by_source(character: &Character) -> Vec<MeshInstance> {
    let one = |instance: &MeshInstance| {
        let node = JointId(character.skeleton().file_index(instance.node) as u32);
        MeshInstance { node, ..instance.clone() }
    };
    character.mesh_instances().iter().map(one).collect()
}

/// Material without the factors of missing textures.
fn without_unused_factors(material: &Material) -> Material {
    let mut material = material.clone();
    if material.normal_texture.is_none() {
        material.normal_scale = 1.0;
        material.normal_space = NormalMapSpace::Tangent;
    }
    if material.occlusion_texture.is_none() {
        material.occlusion_strength = 1.0;
    }
    material
}

/// Distances between two characters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Apart {
    /// Largest distance of a vertex, relative to the size of the first character.
    pub(crate) vertices: f32,
    /// Largest distance of a node's origin, in metres.
    pub(crate) nodes: f32,
    /// Largest distance of a vertex, in metres.
    pub(crate) metres: f32,
    pub(crate) poses: usize,
    pub(crate) location: String,
}

/// Compares the rest pose and five poses of every clip. Vertices are matched by file index if the numbers of
/// vertices are equal, else by order.
pub(crate) fn apart(a: &Imported, b: &Imported) -> Apart {
    apart_in(a, b, vec![(None, 0.0)])
}

/// [`apart`] without the rest pose.
pub(crate) fn clips_apart(a: &Imported, b: &Imported) -> Apart {
    apart_in(a, b, Vec::new())
}

/// [`apart`] in `poses`, numbers of clips and times, and five poses of every clip.
fn apart_in(a: &Imported, b: &Imported, mut poses: Vec<(Option<usize>, f32)>) -> Apart {
    let actor = |i: &Imported| {
        let clips = i.clips.clone();
        let mut actor = Actor::new(Arc::new(i.character.clone()), clips).unwrap();
        actor.set_constraints_enabled(false);
        actor
    };
    let size = |i: &Imported| {
        let nodes = Bounds::from_points(i.character.rest_model().iter().map(|m| Vec3::from(m.translation)));
        i.character.rest_bounds().union(nodes).size().max_element().max(1e-6)
    };
    let (mut ours, mut theirs, size) = (actor(a), actor(b), size(a));
    let mut apart = Apart::default();
    for (c, clip) in a.clips.iter().enumerate().filter(|(_, c)| c.track_count() > 0) {
        poses.extend([0.0, 0.21, 0.5, 0.83, 1.0].map(|share| (Some(c), share * clip.end())));
    }
    let played = |c: usize| a.clips[..c].iter().filter(|c| c.joints.len() + c.morphs.len() > 0).count();
    for (clip, time) in poses {
        for (actor, clip) in [(&mut ours, clip), (&mut theirs, clip.map(played))] {
            match clip {
                Some(clip) if clip < actor.clips().len() => {
                    actor.play(ClipId(clip as u32)).unwrap().wrap(WrapMode::Clamp).seek(f64::from(time));
                }
                _ => actor.stop(),
            }
            actor.update(0.0);
        }
        apart.poses += 1;
        compare_pose(&ours, &theirs, size, &mut apart, &format!("clip {clip:?} at {time} s"));
    }
    apart
}

fn compare_pose(ours: &Actor, theirs: &Actor, size: f32, apart: &mut Apart, location: &str) {
    let (f, g) = (ours.frame(), theirs.frame());
    for joint in ours.character().skeleton().joints() {
        let number = ours.character().skeleton().file_index(joint);
        let other = theirs.character().skeleton().by_file_index(number).unwrap();
        let distance = f.model()[joint.index()].translation.distance(g.model()[other.index()].translation);
        apart.nodes = apart.nodes.max(distance);
    }
    let (mut v, mut w) = (SkinnedVertices::default(), SkinnedVertices::default());
    assert_eq!(ours.character().mesh_instances().len(), theirs.character().mesh_instances().len());
    // Quantized meshes may have additional nodes, which changes the order of instances.
    let mut open: Vec<MeshInstanceId> = theirs.character().mesh_instance_ids().collect();
    for (i, instance) in ours.character().mesh_instance_ids().zip(ours.character().mesh_instances()) {
        let theirs_of = |&k: &MeshInstanceId| theirs.character().mesh_instances()[k].mesh;
        let name = |actor: &Actor, mesh: MeshId| actor.character().meshes()[mesh].name.clone();
        let same = open.iter().position(|k| theirs_of(k) == instance.mesh).or_else(|| {
            // A mesh that is used with several skins may be exported several times.
            open.iter().position(|k| name(theirs, theirs_of(k)) == name(ours, instance.mesh))
        });
        let k = open.remove(same.expect("an instance of the same mesh"));
        for p in 0..ours.character().meshes()[instance.mesh].primitives.len() {
            f.skin_vertices(i, p, &mut v);
            g.skin_vertices(k, p, &mut w);
            let of = |actor: &Actor, mesh: MeshId| {
                let mesh = &actor.character().meshes()[mesh];
                (mesh.shares_file_vertices, mesh.primitives[p].clone())
            };
            let ((shared, ours), (_, theirs)) = (of(ours, instance.mesh), of(theirs, theirs_of(&k)));
            let by_source = !shared && ours.file_vertex_count == theirs.file_vertex_count;
            let mut drawn = vec![None; theirs.file_vertex_count.max(theirs.positions.len())];
            for (n, &source) in theirs.file_vertices.iter().enumerate() {
                drawn[if by_source { source as usize } else { n }] = Some(w.positions[n]);
            }
            for (n, (position, &source)) in v.positions.iter().zip(&ours.file_vertices).enumerate() {
                let other = drawn[if by_source { source as usize } else { n }];
                let distance = other.map_or(f32::INFINITY, |other| position.distance(other));
                if distance.total_cmp(&apart.metres).is_gt() {
                    apart.metres = distance;
                    apart.vertices = distance / size;
                    apart.location = format!("{location}, instance {}, primitive {p}, vertex {n}", i.0);
                }
            }
        }
    }
}

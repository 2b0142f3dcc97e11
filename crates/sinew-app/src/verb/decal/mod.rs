//! `sinew decal`: marks on the posed skin.

mod aim;
mod answer;
mod bake;
mod image;
mod look;
mod marks;
mod meshes;
mod painter;
mod slot;
mod values;

use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::export::{self, OutputFormat, export_files};
use crate::asset::size::body_scale;
use crate::asset::source::{self, Loaded};
use crate::batch::{BatchVerb, ItemFiles};
use crate::drawing::view_direction::{ViewDirection, front};
use crate::encode::Kind;
use crate::options::camera::CameraOptions;
use crate::options::frames::FrameOptions;
use crate::options::hide::HideOptions;
use crate::options::light::LightOptions;
use crate::options::number::size;
use crate::options::playback::PlaybackOptions;
use crate::player::scene_player::ScenePlayer;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::file_name;
use crate::report::message::message;
use crate::report::output;
use crate::report::output::extension;
use crate::report::whole_file::write_files;
use crate::verb::render::{CLOSE_UP_RADII, CloseUp, Focus, Render, moments};
use aim::{Aim, AimOptions, cover, exit_radius};
use answer::Answer;
use clap::Args;
use look::Look;
use marks::{Mark, Marks, describe, is_at_rest, still_drips};
use meshes::add_to;
use sinew::Actor;
use sinew::character::Pixels;
use sinew::glam::Vec2;
use sinew::surface::{
    CharacterSurface, DEFAULT_DECAL_OFFSET, Decal, DecalBlend, DecalPlacer, DecalSettings, DecalShape,
    MAX_DECAL_RADIUS, MIN_DECAL_ASPECT, MIN_DECAL_RADIUS, PosedSurface,
};
use sinew_author::surface::HeightImage;
use sinew_setup::{BuiltInLook, DecalLookDescription, DripsDescription, MarkedDecals};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use values::{Map, aspect, degrees, drip_rate, look, offset, radius, strength};

/// Put a mark on the posed skin of a character, which moves with it.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew decal --on chest --look blood -o decal.png\n  \
    sinew decal hero.glb --on leftUpperArm@90 --radius 0.06 --image wound.png -o wound.png\n  \
    sinew decal hero.glb --clip Run --time 0.3 --ray 0,1.2,3,0,0,-1 --radius 0.05 --json\n  \
    sinew decal hero.glb --on chest --image tattoo.png -o tattooed.glb\n  \
    sinew decal hero.glb --on chest --clip Run -o runs.gif\n  \
    sinew decal hero.glb --on \"left elbow\" --on face --clip Run --contact-sheet=8 -o run.png\n  \
    sinew decal hero.glb --on chest --exit --look blood -o shot.png\n  \
    sinew decal hero.glb --on chest --image tattoo.png --bake -o painted.glb\n  \
    sinew decal hero.glb --on chest --look blood --drips --clip Run -o bleeds.gif\n  \
    sinew decal hero.glb --on chest --look blood --drips -o marks.ron\n  \
    sinew decal hero.glb --decals marks.ron --clip Run -o bleeds.gif\n\n\
    The ray meets the character as it stands at --time of --clip, else at rest; the decal is placed on that pose and moves with the\n\
    skin from then on. Positions are in model space: metres, +Y up, facing +Z. A picture shows the decals from nearby, along\n\
    their normals, in the first moment of a clip called idle where the file has one and the place is given \
    by --on; --view and the other camera options show the whole character, as do animations. A .glb, .gltf \
    or .vrm holds the character with the\n\
    decals as skinned meshes, or with --bake painted into its textures.")]
pub(crate) struct PlaceDecal {
    /// Character file, or FILE#C for its clip C; default: the built-in character
    file: Option<PathBuf>,
    #[command(flatten)]
    aim: AimOptions,
    /// Radius in metres (default: 0.05 on a character of 1.7 m, in proportion to its height)
    #[arg(long, value_name = "R", value_parser = radius, allow_negative_numbers = true)]
    radius: Option<f32>,
    /// Also mark where the ray leaves the body for the last time, with this radius in metres (default: twice
    /// --radius)
    #[arg(long, value_name = "R", num_args = 0..=1, require_equals = true, value_parser = radius)]
    exit: Option<Option<f32>>,
    /// Texture coordinates: exp lies on the skin without stretch on bent parts, plane is projected along the
    /// normal
    #[arg(long, value_enum, value_name = "MAP", default_value = "exp")]
    map: Map,
    /// Width over height: the decal is the whole image, with its corners at the radius (default: that of an
    /// --image that is not square, else a disc)
    #[arg(long, value_name = "F", value_parser = aspect, allow_negative_numbers = true)]
    aspect: Option<f32>,
    /// Angle of the image in degrees, counter-clockwise; at 0 its top points upwards
    #[arg(
        long, value_name = "DEG", default_value = "0", value_parser = degrees, allow_negative_numbers = true,
    )]
    rotate: f32,
    /// Look that comes with Sinew
    #[arg(long, value_name = "LOOK", default_value = "checks", value_parser = look())]
    look: BuiltInLook,
    /// Image with alpha (PNG, JPEG, WebP …) in place of that of the look
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// Normal map of the decal, in tangent space
    #[arg(long, value_name = "FILE")]
    normal_map: Option<PathBuf>,
    /// Distance of the decal meshes from the skin, in millimetres on a person of 1.7 m, in proportion to the
    /// height on others, 0 to 20: without one, other programs draw decals and skin in stripes. Each decal that
    /// lies over others is one more away
    #[arg(
        long, value_name = "MM", default_value_t = DEFAULT_DECAL_OFFSET * 1e3, value_parser = offset,
        allow_negative_numbers = true, conflicts_with = "bake",
    )]
    offset: f32,
    /// Grey image of heights, white high, in place of a normal map
    #[arg(long, value_name = "FILE", conflicts_with = "normal_map")]
    height: Option<PathBuf>,
    /// Height of white over black of --height in millimetres; below 0 white is low
    #[arg(
        long, value_name = "MM", default_value = "1", value_parser = strength, requires = "height",
        allow_negative_numbers = true,
    )]
    strength: f32,
    /// Paint the decals into the textures of the character instead of adding meshes
    #[arg(long)]
    bake: bool,
    /// Width and height of a texture that --bake makes where a material has none, and the largest to which it
    /// enlarges one of which decals get few texels
    #[arg(
        long, value_name = "N", default_value = "1024",
        value_parser = clap::value_parser!(u32).range(16..=8192), requires = "bake",
    )]
    texels: u32,
    /// Let drops run from the marks of --on and --ray in pictures and animations, RATE per second for 3 seconds
    /// (default: 2.5); a picture shows them after --time seconds
    #[arg(
        long, value_name = "RATE", num_args = 0..=1, require_equals = true, default_missing_value = "2.5",
        value_parser = drip_rate, conflicts_with = "bake",
    )]
    drips: Option<f32>,
    /// Most decals at a time, with those of trails; the oldest leave first (default: that of the text of
    /// --decals, else 256)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max: Option<u32>,
    /// Print JSON: the hit, the decal cut to its outline, its stretch, and the time that placing it took; a
    /// list for several decals
    #[arg(long)]
    json: bool,
    /// Output: a picture or animation, a character: .glb, .gltf or .vrm, or a text of the marks: .ron
    #[arg(short, long, value_name = "OUT", required_unless_present = "json")]
    output: Option<PathBuf>,
    #[command(flatten)]
    playback: PlaybackOptions,
    #[command(flatten)]
    hidden: HideOptions,
    /// Show N moments of the clip in one picture, each decal in a row, from nearby unless a camera option is
    /// given (default: 5)
    #[arg(
        long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "5",
        value_parser = moments, conflicts_with = "seconds"
    )]
    contact_sheet: Option<u32>,
    #[command(flatten)]
    frames: FrameOptions,
    /// Size in pixels (default: 1280x720, for .gif and .apng 640x360, for each of several decals 480x480, for
    /// a moment of a contact sheet 180x180)
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    #[command(flatten)]
    view: CameraOptions,
    #[command(flatten)]
    light: LightOptions,
}

/// Default radius on a human of 1.7 m, metres.
const DEFAULT_RADIUS: f32 = 0.05;

/// Kind of an output file.
enum Output {
    Picture(Kind),
    Character,
    /// Text of the marks.
    Text,
}

impl BatchVerb for PlaceDecal {
    const NAME: &'static str = "decal";
    const INPUT: &'static str = "file";

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.file = files.input;
        self.output = Some(files.output);
    }

    fn ending(&self) -> &'static str {
        "png"
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl PlaceDecal {
    pub(crate) fn run(mut self) -> Outcome {
        let kind = self.output_kind()?;
        let argument = FileAndClip::parse(self.file.as_deref());
        self.playback.clip = self.playback.clip.or(argument.clip);
        let mut file = source::open(argument.file.as_deref(), &self.playback.input)?;
        let name = file.name.clone();
        diagnostic::print_losses(&name, &file.imported.report);
        // Rays are given in the pose at rest, and so are places in data, files and texts.
        let is_still = matches!(&kind, Some(Output::Picture(kind)) if !kind.is_animated()) && !self.json;
        let is_free = !self.aim.has_rays() && self.aim.marks.is_none() && self.playback.graph.is_none();
        if is_still && is_free && self.contact_sheet.is_none() {
            self.playback.clip = self.playback.clip.or_else(|| clip_choice::idle(&file));
        }
        let mut player = ScenePlayer::new(file.clone(), &self.playback)?;
        player.seek(self.playback.time.unwrap_or(0.0));
        self.hidden.apply(&mut player.actor, &name)?;
        let character = player.actor.character().clone();
        let surface = Arc::new(CharacterSurface::new(&character));
        let radius = self.radius(&player.actor);
        let mut marks = Marks::new(self.look(radius)?);
        let answers = self.add_marks(&mut marks, &player, &surface, &name)?;
        if let Some(path) = &self.aim.marks {
            marks.read(path, &character)?;
        }
        let mut run = None;
        match &kind {
            Some(Output::Text) => {}
            Some(Output::Picture(_)) if marks.marks.iter().any(|mark| mark.drips.is_some()) => {
                run = Some(marks.for_actor(&character, self.max)?);
            }
            _ => {
                still_drips(&marks.marks).iter().for_each(|message| message!("sinew: {name}: {message}"));
                if self.bake {
                    self.paint(&mut file, &marks, &surface)?;
                } else {
                    add_to(&mut file, &marks, &surface, self.offset * 1e-3 * body_scale(&player.actor))?;
                }
            }
        }
        let code = match (kind, self.output.clone()) {
            (Some(Output::Picture(kind)), Some(output)) => {
                self.draw(kind, output, (&marks.marks, run), &player, file)?
            }
            (Some(Output::Character), Some(output)) => self.write(&output, &file)?,
            (Some(Output::Text), Some(output)) => self.write_text(&output, marks)?,
            _ => ExitCode::SUCCESS,
        };
        if !self.json {
            answers.iter().for_each(|(name, answer)| message!("{name}: {}", answer.line()));
        } else if let [(_, answer)] = &answers[..] {
            output::print_json(answer)?;
        } else {
            output::print_json(&answers.iter().map(|(_, answer)| answer).collect::<Vec<_>>())?;
        }
        Ok(code)
    }

    /// Adds the marks of the options; gives their names and answers.
    fn add_marks(
        &self,
        marks: &mut Marks,
        player: &ScenePlayer,
        surface: &Arc<CharacterSurface>,
        name: &str,
    ) -> Result<Vec<(String, Answer)>, Failure> {
        let (actor, mut posed) = (&player.actor, PosedSurface::new(surface));
        actor.frame().pose_surface(&mut posed).map_err(|error| Failure::input(name, error))?;
        let radius = self.radius(actor);
        let exit = self.exit.map(|exit| exit_radius(exit, radius));
        let shape = self.shape(&marks.looks[0].color);
        let mut answers = Vec::new();
        for aim in self.aim.aims(actor, &posed, name, (radius, exit))? {
            if let Some(cover) = cover(actor, &posed, &aim) {
                message!("sinew: {name}: {}: {cover}", aim.name);
            }
            let (decal, seconds) = self.place(&posed, &aim, shape)?;
            let answer = Answer::new(actor.character(), &aim.hit, &decal, &posed, seconds);
            let look = self.look_name();
            let mut description =
                describe(&aim, &decal, &look, is_at_rest(actor), (actor.character(), &posed));
            let drips = self.drips.map(|rate| DripsDescription { rate, ..DripsDescription::default() });
            description.drips = drips;
            answers.push((aim.name.clone(), answer));
            marks.marks.push(Mark { name: aim.name, decal, look: 0, drips, description });
        }
        Ok(answers)
    }

    /// Draws the marks from nearby, or the whole character. `run` are the same marks as decals of an actor, from
    /// which drops run.
    fn draw(
        &self,
        kind: Kind,
        output: PathBuf,
        (marks, run): (&[Mark], Option<MarkedDecals>),
        player: &ScenePlayer,
        file: Loaded,
    ) -> Outcome {
        let is_close = !kind.is_animated() && !self.view.any();
        let (mut view, mut focus, mut close_ups) = (self.view, None, Vec::new());
        match marks {
            [mark] if is_close && self.contact_sheet.is_none() => {
                let point = player.actor.frame().surface(&mark.point());
                let toward = player.world_transform().transform_vector3(point.normal);
                let front = front(&file.imported.character);
                view = view.from(ViewDirection::towards(toward).turned(-front));
                let center = player.world_transform().transform_point3(point.position);
                focus = Some(Focus { center, radius: mark.radius() * CLOSE_UP_RADII });
            }
            _ if is_close => {
                let all = marks.iter().map(|mark| CloseUp {
                    name: mark.name.clone(),
                    point: mark.point(),
                    radius: mark.radius(),
                });
                close_ups = all.collect();
            }
            _ => {}
        }
        Render::of(output, self.playback.clone(), view, focus)
            .with_frames(self.frames)
            .with_size(self.size)
            .with_light(self.light.clone())
            .with_hidden(self.hidden.clone())
            .with_contact_sheet(self.contact_sheet)
            .with_close_ups(close_ups)
            .with_decals(run)
            .draw(file, kind)
    }

    fn output_kind(&self) -> Result<Option<Output>, Failure> {
        let Some(output) = &self.output else { return Ok(None) };
        let read = [
            self.file.as_ref(),
            self.image.as_ref(),
            self.normal_map.as_ref(),
            self.aim.marks.as_ref(),
            self.height.as_ref(),
        ];
        if read.into_iter().flatten().any(|read| output::is_same(read, output)) {
            return Err(Failure::Call(format!("-o {}: this is an input file", output.display())));
        }
        match extension(output).as_str() {
            "glb" | "gltf" | "vrm" if self.contact_sheet.is_some() => {
                Err(Failure::Call("--contact-sheet is one picture: write .png, .jpg or .webp".into()))
            }
            "ron" => Ok(Some(Output::Text)),
            "glb" | "gltf" | "vrm" => OutputFormat::of_character(output).map(|_| Some(Output::Character)),
            _ => Kind::of(output).map(|kind| Some(Output::Picture(kind))),
        }
    }

    /// Radius of the options, else in proportion to the height of the actor.
    fn radius(&self, actor: &Actor) -> f32 {
        let default = || (DEFAULT_RADIUS * body_scale(actor)).clamp(MIN_DECAL_RADIUS, MAX_DECAL_RADIUS);
        self.radius.unwrap_or_else(default)
    }

    /// Look of the options. An image of the user's own does not get the normal map of the look.
    fn look(&self, radius: f32) -> Result<Look, Failure> {
        let mut look = Look::built_in(self.look);
        if let Some(image) = &self.image {
            (look.name, look.color, look.normal) = (self.look_name(), image::read(image)?, None);
            look.blend = DecalBlend::Alpha;
        }
        if let Some(normal) = &self.normal_map {
            look.normal = Some(image::read(normal)?);
        }
        if let Some(path) = &self.height {
            let heights = image::read_plain(path)?;
            let size = Vec2::new(1.0, heights.height as f32 / heights.width.max(1) as f32) * (radius * 2.0);
            let normals = HeightImage::new(&heights, self.strength * 1e-3, size).normal_pixels();
            look.normal = Some(normals.map_err(|error| Failure::input(path.display(), error))?);
        }
        Ok(look)
    }

    /// Name of the look: that of the image file, else that of the built-in one.
    fn look_name(&self) -> String {
        let stem = self.image.as_deref().and_then(Path::file_stem);
        stem.map_or_else(|| self.look.name().to_owned(), |stem| file_name::text(Path::new(stem)))
    }

    /// Paints the marks into the character's textures.
    fn paint(
        &self,
        file: &mut Loaded,
        Marks { marks, looks, .. }: &Marks,
        surface: &CharacterSurface,
    ) -> Result<(), Failure> {
        let paints: Vec<_> = marks.iter().map(|mark| looks[mark.look].paint(&mark.decal)).collect();
        let names: Vec<&str> = marks.iter().map(|mark| mark.name.as_str()).collect();
        bake::paint(file, surface, &paints, &names, self.texels)
    }

    /// Outline by `--aspect`; without it that of an image of the user's own that is not square.
    fn shape(&self, image: &Pixels) -> DecalShape {
        let ratio = image.width as f32 / image.height.max(1) as f32;
        let image_aspect = (self.image.is_some() && image.width != image.height).then_some(ratio);
        let aspect = self.aspect.or(image_aspect);
        aspect.map_or(DecalShape::Disc, |aspect| DecalShape::Rectangle {
            aspect: aspect.clamp(MIN_DECAL_ASPECT, 1.0 / MIN_DECAL_ASPECT),
        })
    }

    /// Places the decal; also gives the seconds that it took.
    fn place(
        &self,
        posed: &PosedSurface,
        Aim { name, hit, radius, .. }: &Aim,
        shape: DecalShape,
    ) -> Result<(Decal, f64), Failure> {
        let settings = DecalSettings::new(*radius)
            .with_map(self.map.into())
            .with_shape(shape)
            .with_rotation(self.rotate.to_radians());
        let mut placer = DecalPlacer::new();
        let failed = |error| Failure::Input(format!("{name}: {error}"));
        // The first call gets the memory; the second is measured.
        let mut decal = placer.place(posed, &hit.point, &settings).map_err(failed)?;
        let start = Instant::now();
        placer.place_into(posed, &hit.point, &settings, &mut decal).map_err(failed)?;
        Ok((decal, start.elapsed().as_secs_f64()))
    }

    fn write(&self, output: &Path, file: &Loaded) -> Outcome {
        let (character, clips) = (&file.imported.character, &file.imported.clips);
        let options = export::options_of(file);
        let (files, exported) =
            export_files(output, &file.name, character, clips, options, &self.playback.input)?;
        write_files(&files)?;
        diagnostic::print_diagnostics(&output.display().to_string(), &exported);
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the marks as text.
    fn write_text(&self, output: &Path, marks: Marks) -> Outcome {
        let Marks { marks, mut description, .. } = marks;
        let path = |path: &PathBuf| path_beside(path, output);
        let is_own = self.image.is_some() || self.normal_map.is_some() || self.height.is_some();
        if is_own && self.aim.any() {
            let look = DecalLookDescription {
                color: self.image.as_ref().map_or_else(String::new, path),
                normal: self.normal_map.as_ref().map(path),
                height: self.height.as_ref().map(path),
                strength: self.strength,
                roughness: self.look.roughness(),
                metallic: self.look.metallic(),
                ..DecalLookDescription::default()
            };
            if look.color.is_empty() {
                let message = "--normal-map and --height in a text of marks need an --image beside them";
                return Err(Failure::Call(message.into()));
            }
            description.looks.insert(self.look_name(), look);
        }
        description.max = self.max.unwrap_or(description.max);
        description.marks = marks.into_iter().map(|mark| mark.description).collect();
        let text = description.to_ron().map_err(|error| Failure::Machine(error.to_string()))?;
        write_files(&[(output.to_owned(), text.into_bytes())])?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Path of an image as a text beside it names it: relative where it lies in the folder of the text or below.
fn path_beside(image: &Path, text: &Path) -> String {
    let folder = text.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let [image_path, folder] = [image, folder].map(|path| path.canonicalize().unwrap_or(path.to_owned()));
    let path = image_path.strip_prefix(&folder).unwrap_or(&image_path);
    path.to_string_lossy().replace('\\', "/")
}

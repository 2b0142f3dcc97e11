//! `sinew decal`: marks on the posed skin.

mod aim;
mod answer;
mod bake;
mod body_point;
mod image;
mod meshes;
mod values;

use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::decal_looks::BuiltInLook;
use crate::asset::export::{self, OutputFormat, export_files};
use crate::asset::size::body_scale;
use crate::asset::source::{self, Loaded};
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
use crate::report::message::message;
use crate::report::output;
use crate::report::output::extension;
use crate::report::whole_file::write_files;
use crate::verb::render::{CLOSE_UP_RADII, CloseUp, Focus, Render, moments};
use aim::{Aim, AimOptions, cover, exit_radius};
use answer::Answer;
use clap::Args;
use meshes::add_to;
use sinew::character::Pixels;
use sinew::surface::{
    CharacterSurface, Decal, DecalBlend, DecalPlacer, DecalSettings, DecalShape, MAX_DECAL_RADIUS,
    MIN_DECAL_ASPECT, MIN_DECAL_RADIUS, PosedSurface,
};
use sinew_author::surface::DecalPaint;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use values::{Map, aspect, degrees, radius};

/// Put a mark on the posed skin of a character, which moves with it.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew decal --on chest --look blood -o decal.png\n  \
    sinew decal hero.glb --on leftUpperArm@90 --radius 0.06 --image wound.png -o wound.png\n  \
    sinew decal hero.glb --clip Run --time 0.3 --ray 0,1.2,3,0,0,-1 --radius 0.05 --json\n  \
    sinew decal hero.glb --on chest --image tattoo.png -o tattooed.glb\n  \
    sinew decal hero.glb --on chest --clip Run -o runs.gif\n  \
    sinew decal hero.glb --on \"left elbow\" --on face --clip Run --contact-sheet=8 -o run.png\n  \
    sinew decal hero.glb --on chest --exit --look blood -o shot.png\n  \
    sinew decal hero.glb --on chest --image tattoo.png --bake -o painted.glb\n\n\
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
    #[arg(long, value_enum, value_name = "LOOK", default_value = "checks")]
    look: BuiltInLook,
    /// Image with alpha (PNG, JPEG, WebP …) in place of that of the look
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// Normal map of the decal, in tangent space
    #[arg(long, value_name = "FILE")]
    normal_map: Option<PathBuf>,
    /// Paint the decals into the textures of the character instead of adding meshes
    #[arg(long)]
    bake: bool,
    /// Width and height of a texture that --bake makes where a material has none
    #[arg(
        long, value_name = "N", default_value = "1024",
        value_parser = clap::value_parser!(u32).range(16..=8192), requires = "bake",
    )]
    texels: u32,
    /// Print JSON: the hit, the decal cut to its outline, its stretch, and the time that placing it took; a
    /// list for several decals
    #[arg(long)]
    json: bool,
    /// Output: a picture or animation, or a character: .glb, .gltf or .vrm
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
}

impl PlaceDecal {
    pub(crate) fn run(mut self) -> Outcome {
        let kind = self.output_kind()?;
        let argument = FileAndClip::parse(self.file.as_deref());
        self.playback.clip = self.playback.clip.or(argument.clip);
        let mut file = source::open(argument.file.as_deref(), &self.playback.input)?;
        let name = file.name.clone();
        diagnostic::print_losses(&name, &file.imported.report);
        // Rays are given in the pose at rest, and so are places in data and files.
        let is_still = matches!(&kind, Some(Output::Picture(kind)) if !kind.is_animated()) && !self.json;
        if is_still && !self.aim.has_rays() && self.contact_sheet.is_none() && self.playback.graph.is_none() {
            self.playback.clip = self.playback.clip.or_else(|| clip_choice::idle(&file));
        }
        let images = self.images()?;
        let mut player = ScenePlayer::new(file.clone(), &self.playback)?;
        player.seek(self.playback.time.unwrap_or(0.0));
        self.hidden.apply(&mut player.actor, &name)?;
        let surface = Arc::new(CharacterSurface::new(&file.imported.character));
        let mut posed = PosedSurface::new(&surface);
        player.actor.frame().pose_surface(&mut posed).map_err(|error| Failure::input(&name, error))?;
        let radius = self.radius.unwrap_or_else(|| {
            (DEFAULT_RADIUS * body_scale(&player.actor)).clamp(MIN_DECAL_RADIUS, MAX_DECAL_RADIUS)
        });
        let exit = self.exit.map(|exit| exit_radius(exit, radius));
        let aims = self.aim.aims(&player.actor, &posed, &name, (radius, exit))?;
        let (mut decals, mut answers) = (Vec::new(), Vec::new());
        let shape = self.shape(&images.0);
        for aim in &aims {
            if let Some(cover) = cover(&player.actor, &posed, aim) {
                message!("sinew: {name}: {}: {cover}", aim.name);
            }
            let (decal, seconds) = self.place(&posed, aim, shape)?;
            answers.push(Answer::new(&file.imported.character, &aim.hit, &decal, &posed, seconds));
            decals.push(decal);
        }
        if self.bake {
            self.paint(&mut file, &decals, &surface, &images)?;
        } else {
            add_to(&mut file, &decals, &surface, images, self.look)?;
        }
        let code = match (kind, self.output.clone()) {
            (Some(Output::Picture(kind)), Some(output)) => self.draw(kind, output, &aims, &player, file)?,
            (Some(Output::Character), Some(output)) => self.write(&output, &file)?,
            _ => ExitCode::SUCCESS,
        };
        if !self.json {
            aims.iter().zip(&answers).for_each(|(aim, answer)| message!("{}: {}", aim.name, answer.line()));
        } else if let [answer] = &answers[..] {
            output::print_json(answer)?;
        } else {
            output::print_json(&answers)?;
        }
        Ok(code)
    }

    /// Draws the decals from nearby, or the whole character.
    fn draw(&self, kind: Kind, output: PathBuf, aims: &[Aim], player: &ScenePlayer, file: Loaded) -> Outcome {
        let is_close = !kind.is_animated() && !self.view.any();
        let (mut view, mut focus, mut close_ups) = (self.view, None, Vec::new());
        match aims {
            [aim] if is_close && self.contact_sheet.is_none() => {
                let toward = player.world_transform().transform_vector3(aim.hit.normal);
                let front = front(&file.imported.character);
                view = view.from(ViewDirection::towards(toward).turned(-front));
                let center = player.world_transform().transform_point3(aim.hit.position);
                focus = Some(Focus { center, radius: aim.radius * CLOSE_UP_RADII });
            }
            _ if is_close => {
                let all = aims.iter().map(|aim| CloseUp {
                    name: aim.name.clone(),
                    point: aim.hit.point,
                    radius: aim.radius,
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
            .draw(file, kind)
    }

    fn output_kind(&self) -> Result<Option<Output>, Failure> {
        let Some(output) = &self.output else { return Ok(None) };
        let read = [self.file.as_ref(), self.image.as_ref(), self.normal_map.as_ref()];
        if read.into_iter().flatten().any(|read| output::is_same(read, output)) {
            return Err(Failure::Call(format!("-o {}: this is an input file", output.display())));
        }
        match extension(output).as_str() {
            "glb" | "gltf" | "vrm" if self.contact_sheet.is_some() => {
                Err(Failure::Call("--contact-sheet is one picture: write .png, .jpg or .webp".into()))
            }
            "glb" | "gltf" | "vrm" => OutputFormat::of_character(output).map(|_| Some(Output::Character)),
            _ => Kind::of(output).map(|kind| Some(Output::Picture(kind))),
        }
    }

    /// Colour image and normal map. An image of the user's own does not get the normal map of the look.
    fn images(&self) -> Result<(Pixels, Option<Pixels>), Failure> {
        let color = self.image.as_deref().map_or_else(|| Ok(self.look.image()), image::read)?;
        let normal = self.normal_map.as_deref().map(image::read).transpose()?;
        Ok((color, normal.or_else(|| self.look.normal().filter(|_| self.image.is_none()))))
    }

    /// Paints the decals into the character's textures.
    fn paint(
        &self,
        file: &mut Loaded,
        decals: &[Decal],
        surface: &CharacterSurface,
        (color, normal): &(Pixels, Option<Pixels>),
    ) -> Result<(), Failure> {
        let blend = if self.image.is_some() { DecalBlend::Alpha } else { self.look.blend() };
        let paint = |decal| {
            let paint = DecalPaint::new(decal, color)
                .with_surface(self.look.roughness(), self.look.metallic())
                .with_blend(blend);
            match normal {
                Some(normal) => paint.with_normal(normal),
                None => paint,
            }
        };
        let paints: Vec<_> = decals.iter().map(paint).collect();
        bake::paint(file, surface, &paints, self.texels)
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
        Aim { name, hit, radius }: &Aim,
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

    fn write(&self, output: &std::path::Path, file: &Loaded) -> Outcome {
        let (character, clips) = (&file.imported.character, &file.imported.clips);
        let options = export::options_of(file);
        let (files, exported) =
            export_files(output, &file.name, character, clips, options, &self.playback.input)?;
        write_files(&files)?;
        diagnostic::print_diagnostics(&output.display().to_string(), &exported);
        Ok(ExitCode::SUCCESS)
    }
}

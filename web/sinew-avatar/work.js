// The worker of an avatar: it imports, animates and draws, so that the page never waits. The page shows the finished
// pictures, which come as ImageBitmaps.

import { PageFiles, coded, counted, fetched } from "./files.js";
import { haircut } from "./haircuts.js";
import { uploadImages } from "./images.js";

/** Times in a row that a lost device is opened again before the avatar gives up, and milliseconds after which a device lasts. */
const MAX_REOPENED = 5;
const LASTS = 10_000;
/** Seconds that a frame goes on by at most; a page that was busy for longer falls behind. */
const MAX_LAG = 0.5;
/** Largest width and height of a picture, whose drawing takes twenty times its bytes. */
const MAX_SIDE = 4096;
/** Milliseconds until a device that could not be opened is tried again. */
const RETRY = 500;

/** The build of the module: its functions, and the address of its bytes. */
let build;
let view;
/** @type {OffscreenCanvas} */
let canvas;
/** Whether the page asked for WebGL2. */
let webgl = false;
const files = new PageFiles();
/** Motions by the address or name that the page gave, so that each file is read once. */
const motions = new Map();
let running = false;
let last = 0;
let reopened = 0;
let reopenedAt = 0;
/** Text of the loss of a device that is not open again; undefined while it is there. */
let lost;
/** The last error of the device, which is reported once. */
let reported = "";
/** Pictures that the page has not shown yet. */
let unshown = 0;
/** Settles when the page has been given the last picture. */
let showing = Promise.resolve();
/** Whether a motion that ends played at the last frame, and its number. */
let wasPlaying = false;
let motionSerial = 0;
/** Performance time, since the time origin of all threads, at which the speech began; undefined without one. */
let speech;

const calls = {
  async open({ width, height, renderer }) {
    await build.init({ module_or_path: await module(build.address) });
    webgl = renderer === "webgl2";
    view = await build.AvatarView.open(newCanvas(width, height), webgl);
    // Browsers name no WebGPU device.
    return { device: view.device().replace(/^, /, "") };
  },

  async load({ source, idle }) {
    motions.clear();
    const file = await files.open(source, progress("character"));
    view.load(file, (path) => files.read(path));
    if (idle && view.needs_idle()) {
      const [clip] = await addMotions({ source: idle });
      view.play_idle(clip);
    }
    await upload();
    return JSON.parse(view.describe());
  },

  async show({ view: shot }) {
    if (shot === "portrait") view.show_portrait();
    else if (shot === "body") view.show_body();
    else view.show_from(Float32Array.from(shot.eye), Float32Array.from(shot.target), shot.fov ?? 0.52);
    redraw();
    return camera();
  },

  camera,

  background({ background, ground, environment }) {
    if (background === "sky") view.show_sky();
    else if (background !== undefined) view.set_background(background === "transparent" ? undefined : linear(background));
    if (ground !== undefined) view.set_ground(ground);
    if (environment !== undefined) view.set_environment(environment ?? undefined);
    redraw();
  },

  resize({ width, height }) {
    view.resize(width, height);
    redraw();
  },

  run({ on }) {
    const starts = on && !running;
    running = on;
    if (starts) {
      last = 0;
      requestAnimationFrame(tick);
    }
  },

  async play({ motion, loop, fade, speed }) {
    const [clip] = await addMotions(motion);
    view.play(clip, loop, fade, speed);
    const seconds = view.motion_seconds(clip);
    if (!loop) {
      if (wasPlaying) post({ event: "motionend", serial: motionSerial });
      wasPlaying = true;
      motionSerial += 1;
    }
    return { seconds, serial: motionSerial };
  },

  async add({ source }) {
    const added = await addMotions({ source });
    const { motions } = JSON.parse(view.describe());
    return { added: Array.from(added, (clip) => motions[clip]), motions };
  },

  stop: ({ fade }) => view.stop(fade),
  state: () => JSON.parse(view.state()),

  /** The page has shown a picture. */
  shown() {
    unshown = 0;
  },

  travels: ({ on }) => view.set_travels(on),

  set({ name, value }) {
    typeof value === "boolean" ? view.set_flag(name, value) : view.set_number(name, value);
  },

  emotion: ({ name, intensity, seconds }) => view.set_emotion(name ?? "", intensity, seconds),
  expression: ({ name, weight }) => view.set_expression(name, weight ?? undefined),

  lookAt({ target, pointer }) {
    pointer ? view.look_at_picture(pointer[0], pointer[1]) : view.look_at(Float32Array.from(target ?? []));
  },

  speak({ frames, at }) {
    view.speak(frames);
    speech = at;
  },

  stopSpeech() {
    speech = undefined;
    view.stop_speech();
  },

  visemes: ({ weights }) => view.set_visemes(weights),
  wear: ({ outfit }) => view.wear(outfit ?? undefined),
  hold: ({ item, on }) => view.hold(item, on),

  async hair({ hair }) {
    const url = hair.name === undefined ? hair.url : haircut(hair.name);
    files.goHome();
    const text = hair.text ?? (await (await fetched(new URL(url))).text());
    try {
      if (view.set_hair(text)) await upload();
    } catch (error) {
      view.drop_staged();
      throw error;
    }
    redraw();
  },

  fall: ({ impulse }) => view.fall(Float32Array.from(impulse)),
  getUp: () => view.get_up(),

  async picture({ width, height, type, quality }) {
    const size = [canvas.width, canvas.height];
    const largest = Math.min(view.max_image_side(), MAX_SIDE);
    if (Math.max(width ?? 1, height ?? 1) > largest) {
      throw coded("size", `a picture of ${width} × ${height} pixels is too large; the largest side is ${largest}`);
    }
    const draws = () => {
      view.resize(width ?? size[0], height ?? size[1]);
      view.frame(0);
      return lossOf();
    };
    try {
      const loss = draws();
      lost ??= loss;
      if (lost !== undefined) {
        await restore();
        draws();
      }
      // The picture is taken at once; the canvas may change while it is encoded.
      return canvas.convertToBlob({ type, quality });
    } finally {
      view.resize(size[0], size[1]);
    }
  },

  /** One frame at a time, for tests and films. */
  async step({ seconds }) {
    const loss = draw(seconds);
    lost ??= loss;
    await restore();
    await showing;
  },

  loseDevice() {
    const gl = context();
    if (gl === undefined) view.lose_device();
    else gl.getExtension("WEBGL_lose_context").loseContext();
  },
};

/** Response with the bytes of the module. A clone is counted: browsers cache compiled code for the original response only. */
async function module(address) {
  const response = await fetch(address).catch((error) => {
    throw coded("module", `${address.href}: ${error.message}`);
  });
  if (!response.ok) throw coded("module", `${address.href}: HTTP ${response.status} ${response.statusText}`.trim());
  count(response.clone(), progress("module"));
  return response;
}

async function count(response, progress) {
  try {
    for await (const _ of counted(response, progress));
  } catch {
    // The module itself fails to load then.
  }
}

/** Function that tells the page how far a part is. */
function progress(part) {
  return (loaded, total) => post({ event: "progress", loaded, total, part });
}

/** Uploads the character: its images, then the rest. */
async function upload() {
  await uploadImages(view);
  view.upload();
}

function newCanvas(width, height) {
  canvas = new OffscreenCanvas(width, height);
  canvas.addEventListener("webglcontextlost", () => lose("the WebGL context was lost"), { once: true });
  return canvas;
}

/** The context of the canvas where WebGL2 draws; undefined with WebGPU. */
function context() {
  return view.is_webgl() ? canvas.getContext("webgl2") : undefined;
}

/** Opens a lost device again after the present call; the next ones wait until it is open. */
function lose(reason) {
  if (lost !== undefined) return;
  lost = reason;
  turn = turn.then(restore);
}

/** Opens the device again if it is lost; the character stays as it is. Calls do so in their turn. */
async function restore() {
  if (lost === undefined) return;
  if (performance.now() - reopenedAt > LASTS) reopened = 0;
  // It stays lost then, and nothing is drawn.
  if (reopened >= MAX_REOPENED) return;
  reopened += 1;
  reopenedAt = performance.now();
  post({ event: "devicelost", message: lost });
  try {
    await view.reopen(newCanvas(canvas.width, canvas.height), webgl);
    await upload();
    lost = undefined;
    post({ event: "devicerestored" });
    unshown = 0;
    if (!running) draw(0);
  } catch (error) {
    post({ event: "error", error: described(error) });
    await new Promise((resolve) => setTimeout(resolve, RETRY));
    return restore();
  }
}

/** The loss of the device; undefined while it is there. Its other errors are reported, each once. */
function lossOf() {
  const error = view.device_error();
  if (error.includes("lost")) return error;
  if (error && error !== reported) post({ event: "error", error: { message: error, code: "no-device" } });
  reported = error || reported;
}

/** Numbers of a motion of the character, or of those of a file. */
async function addMotions({ clip, name, source }) {
  if (clip !== undefined) return [clip];
  if (name !== undefined) return [view.find_motion(name)];
  const known = motions.get(source);
  if (known) return known;
  const [address, clipName] = typeof source === "string" ? split(source) : [source, undefined];
  const added = view.add_motions(await files.add(address));
  const named = clipName === undefined ? added : [added.find((clip) => nameOf(clip) === clipName) ?? view.find_motion(clipName)];
  if (typeof source === "string") motions.set(source, named);
  return named;
}

function nameOf(clip) {
  return JSON.parse(view.describe()).motions[clip].name;
}

/** Address of a file and the name of a clip in it. */
function split(address) {
  const url = new URL(address);
  const name = url.hash ? decodeURIComponent(url.hash.slice(1)) : undefined;
  url.hash = "";
  return [url.href, name];
}

function camera() {
  const [ex, ey, ez, tx, ty, tz, fov] = view.camera();
  return { eye: [ex, ey, ez], target: [tx, ty, tz], fov };
}

/** Linear colour with alpha of `#rrggbb` or `#rrggbbaa`. */
function linear(color) {
  const match = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(color);
  if (!match) throw coded("background", `expected "transparent", "sky" or "#rrggbb", got ${JSON.stringify(color)}`);
  const byte = (at) => parseInt(match[1].slice(at, at + 2), 16) / 255;
  const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return Float32Array.of(channel(byte(0)), channel(byte(2)), channel(byte(4)), parseInt(match[2] ?? "ff", 16) / 255);
}

function tick(now) {
  if (!running) return;
  requestAnimationFrame(tick);
  // A device that is slow would fall behind by pictures that wait for it, and so would the mouth.
  if (unshown > 0 || lost !== undefined) return;
  const dt = last === 0 ? 0 : Math.min((now - last) / 1000, MAX_LAG);
  last = now;
  const loss = draw(dt);
  if (loss !== undefined) lose(loss);
}

function redraw() {
  if (running || !view || lost !== undefined) return;
  const loss = draw(0);
  if (loss !== undefined) lose(loss);
}

/** Draws and shows the next picture, or returns the loss of the device. */
function draw(dt) {
  if (speech !== undefined) view.seek_speech((performance.timeOrigin + performance.now() - speech) / 1000);
  view.frame(dt);
  const loss = lossOf();
  if (loss === undefined) show();
  return loss;
}

/** Hands the picture to the page, with what happened in it. */
function show() {
  const bitmap = canvas.transferToImageBitmap();
  const drawn = fence();
  unshown += 1;
  showing = showing.then(async () => {
    await drawn;
    post({ bitmap }, [bitmap]);
  });
  for (const line of view.events().split("\n").filter(Boolean)) {
    const [name, data] = line.split("\t");
    post({ event: "clipevent", name, data });
  }
  if (wasPlaying && !view.is_playing()) {
    wasPlaying = false;
    post({ event: "motionend", serial: motionSerial });
  }
  return showing;
}

/** Settles when WebGL has drawn all that it was asked for: a page that is given a picture before would wait for it. */
async function fence() {
  const gl = context();
  if (gl === undefined) return;
  const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  while (sync && !gl.isContextLost() && gl.getSyncParameter(sync, gl.SYNC_STATUS) !== gl.SIGNALED) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  gl.deleteSync(sync);
}

function post(message, transfer = []) {
  self.postMessage(message, transfer);
}

function described(error) {
  // Those of the browser have numbers.
  const code = typeof error?.code === "string" ? error.code : "internal";
  return { message: error?.message ?? String(error), code };
}

/** Calls one after the other: a motion that is loaded does not overtake the next call. */
let turn = Promise.resolve();

/** Does what the page asks, by a build of the module. */
export function work(init, AvatarView, address) {
  build = { init, AvatarView, address };
  self.onmessage = receive;
}

function receive({ data: { id, call, args } }) {
  const run = async () => {
    try {
      const value = await calls[call](args ?? {});
      if (id !== undefined) post({ id, value });
    } catch (error) {
      if (id !== undefined) post({ id, error: described(error) });
    }
  };
  // Pointers, visemes and the switch of the loop do not wait for files, but for a device that is lost.
  const waits = lost !== undefined || !["lookAt", "visemes", "run", "shown", "stopSpeech"].includes(call);
  if (waits) turn = turn.then(run);
  else run();
}

// A character that talks, looks and moves on a canvas, whatever build of the module its worker loads.

import { LipSync, VisemeTimeline, align, analyze, fromPhones, fromWords } from "./lipsync/lipsync.js";

/** Error of an avatar: `code` names its kind, the message is that of the `sinew` command. */
export class AvatarError extends Error {
  constructor(message, code) {
    super(message);
    this.name = "AvatarError";
    this.code = code;
  }
}

/**
 * A character on a canvas.
 *
 * Events: `progress` (`loaded`, `total`, `part`), `frame`, `motionend`, `clipevent` (`name`, `data`), `speechstart`, `speechend`,
 * `devicelost`, `devicerestored`, `error` (`error`).
 */
export class Avatar extends EventTarget {
  #canvas;
  #context;
  #worker;
  #waiting = new Map();
  #next = 1;
  #isVisible = true;
  #observers = [];
  #listeners = new AbortController();
  #audio;
  #speech;
  #ends = new Map();
  #disposed = false;

  /** Loads a character into a canvas. */
  static async load(canvas, source, options = {}) {
    const avatar = new this(canvas);
    const { onProgress } = options;
    if (onProgress) avatar.addEventListener("progress", ({ loaded, total, part }) => onProgress(loaded, total, part));
    try {
      await avatar.#open(source, options);
    } catch (error) {
      avatar.dispose();
      throw error;
    }
    return avatar;
  }

  /** Use {@link Avatar.load}. */
  constructor(canvas) {
    super();
    if (!(canvas instanceof HTMLCanvasElement)) throw new AvatarError(`expected a canvas, got ${canvas}`, "canvas");
    this.#canvas = canvas;
    this.#context = canvas.getContext("bitmaprenderer");
    if (!this.#context) throw new AvatarError("the canvas is in use already; expected one without another context", "canvas");
    this.#worker = this.constructor.newWorker();
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(new AvatarError(`the worker failed: ${event.message ?? "it does not load"}`, "worker"));
    };
  }

  async #open(source, options) {
    if (options.view !== undefined) checkShot(options.view);
    fixSize(this.#canvas);
    this.#audio = options.audioContext;
    const own = new URL("./idle.vrma", import.meta.url).href;
    const idle = options.idle === false ? undefined : address(options.idle ?? own);
    const { device } = await this.#call("open", { ...this.#pixels(), renderer: options.renderer });
    this.device = device;
    await this.#call("load", { source: address(source), idle }).then((description) => Object.assign(this, description));
    await this.#call("background", {
      background: options.background,
      ground: options.ground,
      environment: options.environment,
    });
    await this.camera(options.view ?? "portrait");
    if (options.lookAt !== undefined) await this.lookAt(options.lookAt);
    this.#paused = options.paused === true;
    this.#observe();
    this.#run();
  }

  /** Plays a motion of the character, of {@link motions} or by its name, or that of a file (`.vrma`, BVH, glTF, `FILE#clip`): once, or as a loop. */
  async play(motion, { loop = false, fade = 0.25, speed = 1 } = {}) {
    finite({ fade, speed });
    const isOwn = typeof motion === "string" && (this.motions.some(({ name }) => name === motion) || !/[./]/.test(motion));
    const isListed = Number.isInteger(motion?.clip);
    const chosen = isListed ? { clip: motion.clip } : isOwn ? { name: motion } : { source: address(motion) };
    const played = await this.#call("play", { motion: chosen, loop, fade, speed });
    const finished = loop ? new Promise(() => {}) : new Promise((resolve) => this.#ends.set(played.serial, resolve));
    return { seconds: played.seconds, finished };
  }

  /** Adds the motions of a file, and returns them for {@link play}. */
  async add(source) {
    const { added, motions } = await this.#call("add", { source: address(source) });
    this.motions = motions;
    return added;
  }

  /** Present state of the character. */
  state() {
    return this.#call("state");
  }

  /** Ends the motion that plays: what played before goes on; after a loop the graph, the idle motion or the first one. */
  async stop(fade = 0.25) {
    finite({ fade });
    return this.#call("stop", { fade });
  }

  /** Sets whether motions carry the character away from where it stands. */
  travels(on) {
    return this.#call("travels", { on });
  }

  /** Sets a number, a boolean or a trigger of the animation graph. */
  async set(name, value = true) {
    if (typeof value !== "boolean") finite({ [name]: value });
    return this.#call("set", { name, value });
  }

  /** Shows an emotion, of 0 to 1; without a name a neutral face. */
  async emotion(name, intensity = 1, seconds = 0.4) {
    finite({ intensity, seconds });
    return this.#call("emotion", { name, intensity, seconds });
  }

  /** Sets the weight of an expression of the file; `null` gives it back to what animates it. */
  async expression(name, weight) {
    if (weight !== null) finite({ weight });
    return this.#call("expression", { name, weight });
  }

  /** Looks at the pointer, at a point of the world, or with `null` where the motion looks. */
  async lookAt(target) {
    if (target !== "pointer" && target !== null) point("target", target);
    this.#pointer?.abort();
    if (target !== "pointer") return this.#call("lookAt", { target });
    this.#pointer = new AbortController();
    const look = ({ clientX, clientY }) => {
      const { left, top, width, height } = this.#canvas.getBoundingClientRect();
      const pointer = [((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2];
      this.#send("lookAt", { pointer });
    };
    addEventListener("pointermove", look, { signal: this.#pointer.signal, passive: true });
  }
  #pointer;

  /**
   * Speaks: an address or a file of sound, an `AudioBuffer`, `{ audio, text }`, `{ audio, phones }`, `{ audio, words }`,
   * or live a `MediaStream` or an `AudioNode`. Resolves when the sound has ended; live, when it has begun.
   */
  async speak(source) {
    const { audio, text, phones, words } = source?.audio === undefined ? { audio: source } : source;
    if (!audio || ["text", "phones", "words"].some((name) => Object.hasOwn(audio, name))) {
      throw new AvatarError("expected a sound, or { audio, text }, { audio, phones } or { audio, words }", "argument");
    }
    this.hush();
    const context = this.audioContext;
    if (isLive(source)) return this.#listen(source, context);
    // Another call or `hush` takes its turn away while the sound is decoded and analysed.
    const speech = { stop() {} };
    this.#speech = speech;
    const buffer = await decoded(audio, context);
    const timeline =
      phones !== undefined ? await fromPhones(phones, buffer.duration)
      : words !== undefined ? await fromWords(words, buffer.duration)
      : text !== undefined ? await align(text, buffer)
      : await analyze(buffer);
    if (this.#speech === speech) await this.#speakTimeline(timeline, buffer, context, speech);
  }

  async #speakTimeline(timeline, buffer, context, speech) {
    const sound = context.createBufferSource();
    sound.buffer = buffer;
    sound.connect(this.output);
    if (context.state !== "running") await context.resume();
    if (this.#speech !== speech) return;
    // The worker follows the clock, however late it takes the call: the sound does not wait for it.
    sound.start(context.currentTime + 0.03);
    speech.stop = () => sound.stop();
    const at = performance.timeOrigin + performance.now() + 30 + 1000 * (context.outputLatency || 0);
    try {
      await this.#call("speak", { frames: timeline.frames, at });
    } catch (error) {
      sound.stop();
      throw error;
    }
    this.dispatchEvent(Object.assign(new Event("speechstart"), { timeline }));
    await new Promise((resolve) => {
      sound.onended = resolve;
      speech.end = resolve;
    });
    if (this.#speech === speech || this.#speech === undefined) this.#send("stopSpeech");
    if (this.#speech === speech) this.#speech = undefined;
    this.dispatchEvent(new Event("speechend"));
  }

  async #listen(source, context) {
    const speech = { stop() {} };
    this.#speech = speech;
    if (context.state !== "running") await context.resume();
    const isStream = typeof MediaStream !== "undefined" && source instanceof MediaStream;
    const lips = await LipSync.create(context, { delayed: !isStream });
    if (this.#speech !== speech) return lips.close();
    const node = isStream ? context.createMediaStreamSource(source) : source;
    node.connect(lips.node);
    if (!isStream) lips.node.connect(this.output);
    const show = () => this.#send("visemes", { weights: lips.mouth.visemes });
    lips.addEventListener("visemes", show);
    speech.stop = () => {
      node.disconnect(lips.node);
      lips.close();
      lips.removeEventListener("visemes", show);
      this.#send("visemes", { weights: Float32Array.from({ length: 15 }, (_, n) => Number(n === 0)) });
      this.dispatchEvent(new Event("speechend"));
    };
    this.dispatchEvent(new Event("speechstart"));
  }

  /** Stops speaking and listening. */
  hush() {
    const speech = this.#speech;
    this.#speech = undefined;
    speech?.stop();
    speech?.end?.();
  }

  /** The context of all sound; made at its first use. */
  get audioContext() {
    this.#audio ??= new AudioContext();
    return this.#audio;
  }

  /** Node that speech is played through: connect it elsewhere to change where it is heard. */
  get output() {
    if (this.#output === undefined) {
      this.#output = this.audioContext.createGain();
      this.#output.connect(this.audioContext.destination);
    }
    return this.#output;
  }
  #output;

  /** Shows `"portrait"`, `"body"`, or what a camera `{ eye, target, fov }` sees. Without an argument: the camera. */
  async camera(shot) {
    if (shot !== undefined) checkShot(shot);
    return shot === undefined ? this.#call("camera") : this.#call("show", { view: shot });
  }

  /** Changes background (`"transparent"`, `"sky"`, `"#rrggbb"`), ground and environment. */
  async scene({ background, ground, environment } = {}) {
    return this.#call("background", { background, ground, environment });
  }

  /** Puts on an outfit of the set-up; `null` takes all off. */
  wear(outfit) {
    return this.#call("wear", { outfit });
  }

  /** Holds an item of the set-up, or puts it away. */
  hold(item, on = true) {
    return this.#call("hold", { item, on });
  }

  /** Grows hair: a haircut that comes along, such as `"bob"`, the address of a `.ron`, or its text; `null` for its own. */
  async hair(hair) {
    if (hair !== null && typeof hair !== "string" && !(hair instanceof URL)) {
      throw new AvatarError("expected the name of a haircut, an address, a text, or null", "argument");
    }
    hair = hair === null ? null : String(hair);
    if (hair === null) return this.#call("hair", { hair: { text: "" } });
    if (hair.includes("(")) return this.#call("hair", { hair: { text: hair } });
    const isName = /^[a-z]+$/.test(hair);
    return this.#call("hair", { hair: isName ? { name: hair } : { url: address(hair) } });
  }

  /** Lets the character fall, pushed by an impulse in newton-seconds. */
  async fall(impulse = [0, 0, -60]) {
    point("impulse", impulse);
    return this.#call("fall", { impulse });
  }

  /** Gets a character up that lies still: false where it cannot, or still falls. */
  getUp() {
    return this.#call("getUp");
  }

  /** A picture of the character as it is, of the size of the canvas or another one. */
  async toBlob({ width, height, type = "image/png", quality } = {}) {
    for (const side of [width, height]) {
      if (side !== undefined && !(Number.isInteger(side) && side > 0)) {
        throw new AvatarError(`expected a whole number of pixels, got ${side}`, "argument");
      }
    }
    // One side alone keeps the shape of the canvas.
    const { width: across, height: down } = this.#pixels();
    if (height === undefined && width !== undefined) height = Math.max(1, Math.round((width * down) / across));
    if (width === undefined && height !== undefined) width = Math.max(1, Math.round((height * across) / down));
    return this.#call("picture", { width, height, type, quality });
  }

  /** Stops the clock, or starts it again. A hidden avatar stops by itself. */
  pause(on = true) {
    this.#paused = on;
    this.#run();
  }
  #paused = false;

  /** Goes on by `seconds` and draws, while it is paused. */
  async step(seconds) {
    finite({ seconds });
    return this.#call("step", { seconds });
  }

  /** Loses the graphics device, as a driver that crashes does: for tests of a page. */
  loseDevice() {
    return this.#call("loseDevice");
  }

  /** Stops, and frees everything. The canvas can be used again. */
  dispose() {
    if (this.#disposed) return;
    this.hush();
    this.#disposed = true;
    this.#listeners.abort();
    this.#pointer?.abort();
    this.#observers.forEach((observer) => observer.disconnect());
    this.#worker.terminate();
    this.#context.transferFromImageBitmap(null);
    this.#output?.disconnect();
    this.#fail(new AvatarError("the avatar is disposed", "disposed"));
  }

  #pixels() {
    const scale = globalThis.devicePixelRatio ?? 1;
    const size = (side) => Math.max(1, Math.round(side * scale));
    return { width: size(this.#canvas.clientWidth), height: size(this.#canvas.clientHeight) };
  }

  /** Follows size, scale and visibility of the canvas. */
  #observe() {
    const resize = new ResizeObserver(([entry]) => {
      const [exact] = entry.devicePixelContentBoxSize ?? [];
      const size = exact ? { width: exact.inlineSize, height: exact.blockSize } : this.#pixels();
      if (size.width > 0 && size.height > 0) this.#send("resize", size);
    });
    try {
      resize.observe(this.#canvas, { box: "device-pixel-content-box" });
    } catch {
      resize.observe(this.#canvas);
    }
    const seen = new IntersectionObserver(([entry]) => {
      this.#isVisible = entry.isIntersecting;
      this.#run();
    });
    seen.observe(this.#canvas);
    this.#observers.push(resize, seen);
    document.addEventListener("visibilitychange", () => this.#run(), { signal: this.#listeners.signal });
  }

  #run() {
    this.#send("run", { on: this.#isVisible && !document.hidden && !this.#paused });
  }

  #send(call, args) {
    if (!this.#disposed) this.#worker.postMessage({ call, args });
  }

  #call(call, args) {
    if (this.#disposed) return Promise.reject(new AvatarError("the avatar is disposed", "disposed"));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, call, args });
    });
  }

  #receive({ id, value, error, bitmap, event, ...rest }) {
    if (bitmap) {
      if (this.#disposed) return bitmap.close();
      this.#context.transferFromImageBitmap(bitmap);
      // With the next frame of the page, which comes when this picture is on its way to the screen.
      if (document.hidden) this.#send("shown");
      else requestAnimationFrame(() => this.#send("shown"));
      this.dispatchEvent(new Event("frame"));
    } else if (event) {
      if (event === "motionend") this.#ended(rest.serial);
      if (error) rest.error = new AvatarError(error.message, error.code);
      this.dispatchEvent(Object.assign(new Event(event), rest));
    } else {
      const { resolve, reject } = this.#waiting.get(id) ?? {};
      this.#waiting.delete(id);
      error ? reject?.(new AvatarError(error.message, error.code)) : resolve?.(value);
    }
  }

  #ended(serial) {
    this.#ends.get(serial)?.();
    this.#ends.delete(serial);
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Refuses numbers that are none. */
function finite(numbers) {
  for (const [name, number] of Object.entries(numbers)) {
    if (!Number.isFinite(number)) throw new AvatarError(`${name}: expected a finite number, got ${number}`, "argument");
  }
}

/** Refuses what is no point. */
function point(name, value) {
  const numbers = Array.isArray(value) || ArrayBuffer.isView(value) ? [...value] : [];
  if (numbers.length !== 3 || !numbers.every(Number.isFinite)) {
    throw new AvatarError(`${name}: expected three finite numbers, got ${JSON.stringify(value)}`, "argument");
  }
}

/** Refuses what is no shot of a camera. */
function checkShot(shot) {
  if (shot === "portrait" || shot === "body") return;
  if (typeof shot !== "object" || shot === null) {
    throw new AvatarError(`expected "portrait", "body" or { eye, target, fov }, got ${JSON.stringify(shot)}`, "argument");
  }
  point("eye", shot.eye);
  point("target", shot.target);
  if (shot.fov !== undefined) finite({ fov: shot.fov });
}

/** Address or files as the worker takes them. */
function address(source) {
  if (typeof source === "string" || source instanceof URL) return new URL(source, document.baseURI).href;
  if (source instanceof File) return { files: [[source.name, source]], main: source.name };
  if (ArrayBuffer.isView(source)) source = new Blob([source]);
  if (source instanceof Blob || source instanceof ArrayBuffer) return { files: [["character", source]], main: "character" };
  if (source?.files !== undefined) {
    const files = [...source.files].map((file) => [file.webkitRelativePath || file.name, file]);
    return { files, main: source.main ?? files[0]?.[0] };
  }
  throw new AvatarError("expected an address, a File, a Blob, an ArrayBuffer or { files, main }", "source");
}

function isLive(source) {
  return (
    (typeof MediaStream !== "undefined" && source instanceof MediaStream) ||
    (typeof AudioNode !== "undefined" && source instanceof AudioNode)
  );
}

async function decoded(audio, context) {
  if (audio instanceof AudioBuffer) return audio;
  if (audio?.samples !== undefined) {
    const buffer = context.createBuffer(1, Math.max(1, audio.samples.length), audio.rate);
    buffer.copyToChannel(Float32Array.from(audio.samples), 0);
    return buffer;
  }
  const isBytes = audio instanceof Blob || audio instanceof ArrayBuffer;
  const response = isBytes ? new Response(audio) : await fetch(new URL(audio, document.baseURI));
  if (!response.ok) throw new AvatarError(`${audio}: HTTP ${response.status}`, "unreadable");
  try {
    return await context.decodeAudioData(await response.arrayBuffer());
  } catch (error) {
    throw new AvatarError(`the sound cannot be decoded: ${error.message}`, "sound");
  }
}

/** A canvas without a size in CSS has that of its attributes, which pictures would change: it is fixed. */
function fixSize(canvas) {
  const { clientWidth, clientHeight, width } = canvas;
  canvas.width = width + 1;
  const follows = canvas.clientWidth !== clientWidth;
  canvas.width = width;
  if (follows) Object.assign(canvas.style, { width: `${clientWidth}px`, height: `${clientHeight}px` });
}

export { VisemeTimeline };

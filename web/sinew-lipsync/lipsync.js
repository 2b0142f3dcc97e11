// Lip-sync: sound to visemes, live or whole, and the shapes of faces that they move.

import { FRAME, LiveEngine, RATE } from "./worklet.js";

export { LiveEngine };

/** The 15 visemes, in the order of all weights. */
export const VISEMES = ["sil", "PP", "FF", "TH", "DD", "kk", "CH", "SS", "nn", "RR", "aa", "E", "I", "O", "U"];
/** VRM's expressions of the mouth. */
export const VRM = ["aa", "ih", "ou", "ee", "oh"];
/** ARKit's blend shapes that speech moves. */
export const ARKIT = [
  "jawOpen", "mouthClose", "mouthFunnel", "mouthPucker", "mouthStretchLeft", "mouthStretchRight", "mouthPressLeft",
  "mouthPressRight", "mouthRollLower", "mouthRollUpper", "mouthUpperUpLeft", "mouthUpperUpRight", "mouthLowerDownLeft",
  "mouthLowerDownRight",
];
const SHAPES = VRM.length + ARKIT.length;
const REST = Float32Array.from({ length: FRAME }, (_, n) => (n === 0 ? 1 : 0));

/** The mouth at one time. */
export class Mouth {
  #table;

  constructor(table = new Float32Array(15 * SHAPES)) {
    this.#table = table;
    /** Weights of {@link VISEMES}, with the sum 1. */
    this.visemes = REST.slice(0, 15);
    /** Opening of the lips, 0 to 1. */
    this.openness = 0;
    /** Weights of {@link VRM}. */
    this.vrm = Object.fromEntries(VRM.map((name) => [name, 0]));
    /** Weights of {@link ARKIT}. */
    this.arkit = Object.fromEntries(ARKIT.map((name) => [name, 0]));
  }

  /** Takes a mixture of two frames. */
  set(a, b, share) {
    for (let n = 0; n < 15; n++) this.visemes[n] = a[n] + (b[n] - a[n]) * share;
    this.openness = a[15] + (b[15] - a[15]) * share;
    for (let shape = 0; shape < SHAPES; shape++) {
      let weight = 0;
      for (let n = 0; n < 15; n++) weight += this.visemes[n] * this.#table[n * SHAPES + shape];
      if (shape < VRM.length) this.vrm[VRM[shape]] = weight;
      else this.arkit[ARKIT[shape - VRM.length]] = weight;
    }
    return this;
  }
}

/** Visemes of a whole sound: a frame every 10 ms. */
export class VisemeTimeline {
  #mouth;

  constructor({ frames, table, duration, score, phones, words }) {
    /** 15 weights and the opening of the lips per frame. */
    this.frames = frames;
    this.duration = duration;
    this.score = score;
    this.phones = phones;
    this.words = words;
    this.#mouth = new Mouth(table);
  }

  /** The mouth at a time in seconds, in an object that the next call overwrites; at rest before and after the sound. */
  at(seconds) {
    const count = this.frames.length / FRAME;
    const frame = (n) => (n >= 0 && n < count ? this.frames.subarray(n * FRAME, (n + 1) * FRAME) : REST);
    const at = Number.isFinite(seconds) ? seconds * RATE : -1;
    const first = Math.floor(at);
    return this.#mouth.set(frame(first), frame(first + 1), at - first);
  }
}

/** Live lip-sync of everything that is connected to its node. */
export class LipSync extends EventTarget {
  #frames = new Float32Array(FRAME * 64);
  #mouth;
  #count = 0;
  #start = 0;
  #source;

  /** Makes the node of a context, which is running or not. */
  static async create(context, { lookAhead = 60, delayed = true } = {}) {
    const [bytes] = await Promise.all([moduleBytes(), addWorklet(context)]);
    const node = new AudioWorkletNode(context, "sinew-lipsync", {
      numberOfInputs: 1,
      numberOfOutputs: 1,
      outputChannelCount: [1],
      processorOptions: { bytes, lookAhead },
    });
    return new Promise((resolve, reject) => {
      node.port.onmessage = ({ data }) => {
        if (data.error === undefined) resolve(new LipSync(node, data, delayed));
        else reject(new Error(`the lip-sync does not start: ${data.error}`));
      };
    });
  }

  /** Lip-sync of a stream, such as that of a microphone, which is not played. */
  static async fromStream(stream, options = {}) {
    const context = options.context ?? new AudioContext();
    const lips = await LipSync.create(context, { delayed: false, ...options });
    lips.#source = context.createMediaStreamSource(stream);
    lips.#source.connect(lips.node);
    return lips;
  }

  /** Lip-sync of an `<audio>` or `<video>`, which is heard later by the latency, in time with the mouth. */
  static async fromElement(element, options = {}) {
    const context = options.context ?? new AudioContext();
    const lips = await LipSync.create(context, options);
    lips.#source = context.createMediaElementSource(element);
    lips.#source.connect(lips.node).connect(context.destination);
    element.addEventListener("play", () => context.resume());
    return lips;
  }

  constructor(node, { table, latency, start }, delayed) {
    super();
    this.node = node;
    this.context = node.context;
    this.latency = latency;
    this.delayed = delayed;
    this.#start = start;
    this.#mouth = new Mouth(table);
    node.port.onmessage = ({ data: { first, count, buffer } }) => {
      const frames = new Float32Array(buffer, 0, count * FRAME);
      for (let n = 0; n < count; n++) {
        this.#frames.set(frames.subarray(n * FRAME, (n + 1) * FRAME), ((first + n) % 64) * FRAME);
      }
      this.#count = first + count;
      node.port.postMessage({ buffer }, [buffer]);
      this.dispatchEvent(new Event("visemes"));
    };
  }

  /**
   * The mouth now, in an object that the next call overwrites: that of the sound which is heard at the output of the
   * node, or without a delay the newest one.
   */
  get mouth() {
    const newest = this.#count - 1;
    const heard = this.context.currentTime - (this.context.outputLatency || 0) - this.latency - this.#start;
    const at = this.delayed ? Math.min(newest, Math.max(heard * RATE, newest - 62)) : newest;
    if (!(at >= 0)) return this.#mouth.set(REST, REST, 0);
    const first = Math.floor(at);
    const frame = (n) => this.#frames.subarray((n % 64) * FRAME, ((n % 64) + 1) * FRAME);
    return this.#mouth.set(frame(first), frame(Math.min(first + 1, newest)), at - first);
  }

  /** Stops, and frees the node. */
  close() {
    this.#source?.disconnect();
    this.node.port.postMessage({ close: true });
    this.node.disconnect();
  }
}

/** Visemes of a whole sound. */
export async function analyze(audio) {
  const { samples, rate } = mono(audio);
  return new VisemeTimeline(await offline("analyze", [samples, rate]));
}

/** Visemes of a sound whose text is known, with its words and phones. The second module is loaded at the first call. */
export async function align(text, audio) {
  const { samples, rate } = mono(audio);
  return new VisemeTimeline(await offline("align", [text, samples, rate]));
}

/** Visemes of phones with their times in seconds: `{ phone, start, end }` in ARPABET, IPA, X-SAMPA or espeak's letters. */
export async function fromPhones(phones, duration = 0) {
  return new VisemeTimeline(await offline("times", ["phones", spans(phones, "phone"), duration]));
}

/** Visemes of words with their times in seconds: `{ word, start, end }`. */
export async function fromWords(words, duration = 0) {
  return new VisemeTimeline(await offline("times", ["words", spans(words, "word"), duration]));
}

function spans(list, name) {
  return list.map((one, index) => {
    const label = one[name] ?? one.label;
    if (typeof label !== "string" || !(one.start >= 0) || !(one.end >= one.start)) {
      throw new TypeError(`${name} ${index}: expected { ${name}: string, start: seconds, end: seconds }`);
    }
    return { start: one.start, end: one.end, label: label.replace(/[\t\n\r]/g, " ") };
  });
}

/** Samples of one channel of an `AudioBuffer` or of `{ samples, rate }`. */
function mono(audio) {
  if (audio.samples) return { samples: Float32Array.from(audio.samples), rate: audio.rate };
  const samples = new Float32Array(audio.length);
  for (let channel = 0; channel < audio.numberOfChannels; channel++) {
    const data = audio.getChannelData(channel);
    for (let n = 0; n < samples.length; n++) samples[n] += data[n] / audio.numberOfChannels;
  }
  return { samples, rate: audio.sampleRate };
}

let bytes;
/** Bytes of the module of live sound, fetched once. */
function moduleBytes() {
  bytes ??= fetch(new URL("./live.wasm", import.meta.url)).then((response) => {
    if (!response.ok) throw new Error(`live.wasm: HTTP ${response.status}`);
    return response.arrayBuffer();
  });
  bytes.catch(() => (bytes = undefined));
  return bytes;
}

const contexts = new WeakMap();
function addWorklet(context) {
  let added = contexts.get(context);
  if (!added) {
    added = context.audioWorklet.addModule(new URL("./worklet.js", import.meta.url));
    added.catch(() => contexts.delete(context));
    contexts.set(context, added);
  }
  return added;
}

let worker;
let next = 0;
const waiting = new Map();
function offline(call, args) {
  if (!worker) {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, value, error } }) => {
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      error === undefined ? resolve(value) : reject(new Error(error));
    };
    worker.onerror = () => {
      for (const { reject } of waiting.values()) reject(new Error("the worker of sinew-lipsync does not load"));
      waiting.clear();
      worker = undefined;
    };
  }
  const id = next++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, call, args });
  });
}

// Whole sounds, texts and times to visemes, without the browser: in a worker of a page, or in Node.js.

import { FRAME } from "./worklet.js";

/** Whole sounds and texts to frames. `load` returns the bytes of a module by name: `live.wasm` or `align.wasm`. */
export class OfflineEngine {
  #load;
  #instances = new Map();

  constructor(load) {
    this.#load = load;
  }

  #instance(name) {
    const known = this.#instances.get(name);
    if (known) return known;
    const made = Promise.resolve(this.#load(name))
      .then((bytes) => WebAssembly.instantiate(bytes))
      .then(({ instance }) => instance.exports);
    made.catch(() => this.#instances.delete(name));
    this.#instances.set(name, made);
    return made;
  }

  /** Frames of a sound, one channel. */
  async analyze(samples, rate) {
    const wasm = await this.#instance("live.wasm");
    floats(wasm, wasm.whole_input(samples.length), samples.length).set(samples);
    const count = wasm.whole_analyze(rate);
    if (count === 0 && samples.length > 0) throw new RangeError(`expected 8000 to 192000 Hz, got ${rate}`);
    const { frames, table } = { frames: floats(wasm, wasm.whole_output(), count * FRAME).slice(), table: table_of(wasm) };
    return { frames, table, duration: samples.length / rate, score: 1, phones: [], words: [] };
  }

  /** Frames of a text in a sound, with its words and phones. */
  async align(text, samples, rate) {
    const live = await this.#instance("live.wasm");
    floats(live, live.whole_input(samples.length), samples.length).set(samples);
    const length = live.whole_hear(rate);
    if (length === 0) throw new RangeError(`expected 8000 to 192000 Hz, got ${rate}`);
    const heard = new Uint8Array(live.memory.buffer, live.whole_heard(), length).slice();
    const wasm = await this.#instance("align.wasm");
    write(wasm, heard);
    if (wasm.align_emissions_read() === 0) throw new Error("the modules are not of the same version");
    write(wasm, new TextEncoder().encode(latin(text)));
    return answer(wasm, wasm.align_text(), table_of(live), samples.length / rate);
  }

  /** Frames of phones or words, whose times are known. */
  async times(kind, spans, duration) {
    const live = await this.#instance("live.wasm");
    const wasm = await this.#instance("align.wasm");
    const line = ({ start, end, label }) => `${start}\t${end}\t${kind === "words" ? latin(label) : label}`;
    write(wasm, new TextEncoder().encode(spans.map(line).join("\n")));
    const made = kind === "words" ? wasm.align_words(duration) : wasm.align_phones(duration);
    return answer(wasm, made, table_of(live), duration);
  }
}

function floats(wasm, address, count) {
  return new Float32Array(wasm.memory.buffer, address, count);
}

function table_of(wasm) {
  return floats(wasm, wasm.shape_table(), 15 * wasm.shape_count()).slice();
}

function write(wasm, bytes) {
  // The space first: the memory may move as it grows.
  const address = wasm.align_bytes(bytes.length);
  new Uint8Array(wasm.memory.buffer, address, bytes.length).set(bytes);
}

/** The text with accents dropped, which the dictionary has not. */
function latin(text) {
  return text.normalize("NFKD").replace(/\p{Mn}/gu, "");
}

function answer(wasm, made, table, duration) {
  const length = wasm.align_text_length();
  const text = new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.align_text_output(), length));
  if (made === 0) throw new Error(text);
  const [score, ...lines] = text.trimEnd().split("\n");
  const spans = lines.map((line) => line.split("\t"));
  const of = (kind) =>
    spans.filter(([one]) => one === kind).map(([, start, end, label]) => ({ start: +start, end: +end, label }));
  const count = wasm.align_frame_count();
  const frames = floats(wasm, wasm.align_frames(), count * FRAME).slice();
  duration = Math.max(duration, count / 100);
  return { frames, table, duration, score: Number(score), phones: of("phone"), words: of("word") };
}

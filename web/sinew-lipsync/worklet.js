// Live lip-sync: the engine, and the processor that runs it in an AudioWorklet. The file imports nothing, so that a
// worklet can load it however a page is bundled.

/** Numbers per frame: 15 weights of visemes and the opening of the lips. */
export const FRAME = 16;
/** Frames per second. */
export const RATE = 100;

/** Live sound of any rate to frames of visemes. Every engine has an instance of the module. */
export class LiveEngine {
  #wasm;
  #input;
  #memory;

  /**
   * @param {WebAssembly.Module} module `live.wasm`
   * @param {number} rate samples per second
   * @param {0 | 30 | 60} lookAhead milliseconds
   */
  constructor(module, rate, lookAhead = 60) {
    this.#wasm = new WebAssembly.Instance(module).exports;
    if (this.#wasm.live_open(Math.round(rate), lookAhead) === 0) {
      throw new RangeError(`expected 8000 to 192000 Hz and a look-ahead of 0, 30 or 60 ms; got ${rate} and ${lookAhead}`);
    }
    this.capacity = this.#wasm.live_capacity();
    this.latency = this.#wasm.live_latency();
  }

  /** Weights of the mouth shapes for each viseme: a row of VRM's aa, ih, ou, ee, oh and ARKit's 14 for each. */
  get table() {
    const { shape_table, shape_count, memory } = this.#wasm;
    return new Float32Array(memory.buffer, shape_table(), 15 * shape_count()).slice();
  }

  /**
   * Takes samples, any number. Calls `out` with frames that are complete, in order, in an array that is overwritten by
   * the next call.
   * @param {Float32Array} samples
   * @param {(frames: Float32Array) => void} out
   */
  push(samples, out) {
    for (let at = 0; at < samples.length; at += this.capacity) {
      const count = Math.min(this.capacity, samples.length - at);
      if (this.#memory !== this.#wasm.memory.buffer) {
        this.#memory = this.#wasm.memory.buffer;
        this.#input = new Float32Array(this.#memory, this.#wasm.live_input(), this.capacity);
      }
      this.#input.set(count === samples.length ? samples : samples.subarray(at, at + count));
      this.#hand(this.#wasm.live_push(count), out);
    }
  }

  /** Ends the sound: calls `out` with the frames that are still missing. */
  finish(out) {
    this.#hand(this.#wasm.live_finish(), out);
  }

  #hand(count, out) {
    if (count > 0) out(new Float32Array(this.#wasm.memory.buffer, this.#wasm.live_output(), count * FRAME));
  }
}

if (typeof registerProcessor === "function") {
  /** Hears its input, passes it on later by the latency, and posts frames. */
  class LipSyncProcessor extends AudioWorkletProcessor {
    #engine;
    /** Sound that is passed on later. */
    #delay;
    #at = 0;
    /** Frames since the start. */
    #count = 0;
    /** Buffers that the page has given back. */
    #pool = [];
    #open = true;
    #mono = new Float32Array(128);
    #post = (frames) => {
      let buffer = this.#pool.pop();
      if (buffer === undefined || buffer.byteLength < frames.byteLength) buffer = new ArrayBuffer(frames.byteLength);
      new Float32Array(buffer).set(frames);
      this.port.postMessage({ first: this.#count, count: frames.length / FRAME, buffer }, [buffer]);
      this.#count += frames.length / FRAME;
    };

    constructor({ processorOptions: { bytes, lookAhead } }) {
      super();
      try {
        this.#engine = new LiveEngine(new WebAssembly.Module(bytes), sampleRate, lookAhead);
      } catch (error) {
        this.port.postMessage({ error: String(error?.message ?? error) });
        throw error;
      }
      this.#delay = new Float32Array(Math.round(this.#engine.latency * sampleRate) + 1);
      this.port.onmessage = ({ data }) => {
        if (data.close) this.#open = false;
        else if (this.#pool.length < 8) this.#pool.push(data.buffer);
      };
      this.port.postMessage({ table: this.#engine.table, latency: this.#engine.latency, start: currentTime });
    }

    process([input], [output]) {
      const length = output[0].length;
      if (this.#mono.length !== length) this.#mono = new Float32Array(length);
      const mono = this.#mono.fill(0);
      for (const channel of input) for (let n = 0; n < length; n++) mono[n] += channel[n] / input.length;
      this.#engine.push(mono, this.#post);
      for (let n = 0; n < length; n++) {
        this.#delay[this.#at] = mono[n];
        this.#at = (this.#at + 1) % this.#delay.length;
        for (const channel of output) channel[n] = this.#delay[this.#at];
      }
      return this.#open;
    }
  }
  registerProcessor("sinew-lipsync", LipSyncProcessor);
}

// Types of sinew-lipsync.

/** A viseme: one of 15 mouth shapes (Oculus' names). */
export type Viseme =
  | "sil" | "PP" | "FF" | "TH" | "DD" | "kk" | "CH" | "SS" | "nn" | "RR" | "aa" | "E" | "I" | "O" | "U";
/** A mouth expression of VRM. */
export type VrmMouth = "aa" | "ih" | "ou" | "ee" | "oh";
/** A blend shape of ARKit that speech moves. */
export type ArkitMouth =
  | "jawOpen" | "mouthClose" | "mouthFunnel" | "mouthPucker" | "mouthStretchLeft" | "mouthStretchRight"
  | "mouthPressLeft" | "mouthPressRight" | "mouthRollLower" | "mouthRollUpper" | "mouthUpperUpLeft"
  | "mouthUpperUpRight" | "mouthLowerDownLeft" | "mouthLowerDownRight";

/** The visemes, in the order of all weights. */
export const VISEMES: readonly Viseme[];
/** VRM's mouth expressions, in the order of {@link Mouth.vrm}. */
export const VRM: readonly VrmMouth[];
/** ARKit's blend shapes, in the order of {@link Mouth.arkit}. */
export const ARKIT: readonly ArkitMouth[];

/** The mouth at one time. All weights are 0 to 1. */
export interface Mouth {
  /** Weights of {@link VISEMES}, with the sum 1. */
  readonly visemes: Float32Array;
  /** Opening of the lips: 0 closed, 1 widest. */
  readonly openness: number;
  /** Weights for VRM's `expressionManager`. */
  readonly vrm: Readonly<Record<VrmMouth, number>>;
  /** Weights for ARKit's blend shapes. */
  readonly arkit: Readonly<Record<ArkitMouth, number>>;
}

/** Milliseconds by which the network hears ahead: more is more accurate, above all for p, b and m. */
export type LookAhead = 0 | 30 | 60;

export interface LipSyncOptions {
  /** Default 60. */
  lookAhead?: LookAhead;
  /**
   * Whether {@link LipSync.mouth} is that of the sound at the output of the node, which comes out later by
   * {@link LipSync.latency}; otherwise it is the newest one. Default true; false for {@link LipSync.fromStream}.
   */
  delayed?: boolean;
}

/** Live lip-sync of everything that is connected to its {@link node}. Fires `visemes` about every 10 ms. */
export class LipSync extends EventTarget {
  private constructor();
  /** Makes the node of a context. */
  static create(context: BaseAudioContext, options?: LipSyncOptions): Promise<LipSync>;
  /** Lip-sync of a stream, such as a microphone's, which is not played. */
  static fromStream(stream: MediaStream, options?: LipSyncOptions & { context?: AudioContext }): Promise<LipSync>;
  /** Lip-sync of an `<audio>` or `<video>`, which is heard later by the latency, in time with the mouth. */
  static fromElement(
    element: HTMLMediaElement,
    options?: LipSyncOptions & { context?: AudioContext },
  ): Promise<LipSync>;
  /** Node that hears its input and passes it on, later by {@link latency}. */
  readonly node: AudioWorkletNode;
  readonly context: BaseAudioContext;
  /** Seconds from a sound to its mouth: 0.0125 and the look-ahead, and 0.005 for the change of rate. */
  readonly latency: number;
  /** The mouth now. The object is overwritten by the next call. */
  readonly mouth: Mouth;
  /** Stops, and frees the node. */
  close(): void;
}

/** Span of a phone or word, in seconds. */
export interface Span {
  start: number;
  end: number;
  label: string;
}

/** Visemes of a whole sound. */
export class VisemeTimeline {
  private constructor();
  /** A frame every 10 ms: weights of the 15 visemes, then the opening of the lips. */
  readonly frames: Float32Array;
  /** Seconds. */
  readonly duration: number;
  /** How well a text fits its sound: 0.2 to 1.5 for a recording of it, below -0.5 for another text. */
  readonly score: number;
  /** Phones in ARPABET, where they are known. */
  readonly phones: readonly Span[];
  /** Words, where they are known. */
  readonly words: readonly Span[];
  /** The mouth at a time in seconds. The object is overwritten by the next call. */
  at(seconds: number): Mouth;
}

/** Sound: decoded, or samples of one channel with their rate in Hz. */
export type Sound = AudioBuffer | { samples: Float32Array | number[]; rate: number };

/** Visemes of a whole sound: steadier and closer than live. */
export function analyze(sound: Sound): Promise<VisemeTimeline>;
/** Visemes of a sound whose English text is known. Loads `align.wasm` at the first call. */
export function align(text: string, sound: Sound): Promise<VisemeTimeline>;
/** Visemes of phones in ARPABET, IPA, X-SAMPA, TIMIT's or espeak's letters. Loads `align.wasm` at the first call. */
export function fromPhones(
  phones: ReadonlyArray<{ phone: string; start: number; end: number }>,
  duration?: number,
): Promise<VisemeTimeline>;
/** Visemes of English words, whose phones a dictionary knows. Loads `align.wasm` at the first call. */
export function fromWords(
  words: ReadonlyArray<{ word: string; start: number; end: number }>,
  duration?: number,
): Promise<VisemeTimeline>;

/** The engine without an AudioWorklet, for chunks of samples of any size: in workers and in Node.js. */
export class LiveEngine {
  /** `module` is `live.wasm`. */
  constructor(module: WebAssembly.Module, rate: number, lookAhead?: LookAhead);
  /** Seconds. */
  readonly latency: number;
  /** Takes samples, and calls `out` with the frames that are complete: 16 numbers each, overwritten by the next call. */
  push(samples: Float32Array, out: (frames: Float32Array) => void): void;
  /** Ends the sound: calls `out` with the frames that are missing, and starts again. */
  finish(out: (frames: Float32Array) => void): void;
}

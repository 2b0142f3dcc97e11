// Types of sinew-avatar.

import type { VisemeTimeline } from "./lipsync/lipsync.js";

export type { VisemeTimeline };

/** Error of an avatar: `code` names its kind, such as `truncated`; the message is that of the `sinew` command. */
export class AvatarError extends Error {
  readonly code: string;
}

/**
 * Character or motion: an address, a file, or files that name each other, of which `main` is opened. VRM 0.x and 1.0,
 * glTF and GLB, BVH, DirectX .x, set-ups (`.ron`), and FBX with `sinew-avatar/fbx`.
 */
export type Source =
  | string
  | URL
  | File
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | { files: Iterable<File>; main?: string };

/** A point in metres: +X to the character's left, +Y up, +Z in front of it. */
export type Point = readonly [number, number, number];

/** Camera: `fov` is the vertical field of view in radians. */
export interface CameraShot {
  eye: Point;
  target: Point;
  fov?: number;
}

export interface SceneOptions {
  /** Default `"transparent"`. */
  background?: "transparent" | "sky" | `#${string}`;
  /** Ground with shadows; default false. */
  ground?: boolean;
  /** Built-in environment that lights the character; `null` for plain daylight. */
  environment?: "studio" | "overcast" | "sunset" | "night" | (string & {}) | null;
}

export interface AvatarOptions extends SceneOptions {
  /** WebGPU where there is one, else WebGL2; `"webgl2"` for that alone. */
  renderer?: "auto" | "webgl2";
  /** What the picture shows; default `"portrait"`: head and shoulders. */
  view?: "portrait" | "body" | CameraShot;
  /** Motion of a humanoid that has none of its own; `false` for none. */
  idle?: Source | false;
  /** Where it looks; default where its motion does. */
  lookAt?: "pointer" | Point | null;
  /** Context of all sound; default a new one at the first use. */
  audioContext?: AudioContext;
  /** Whether the clock stands still at first; default false. */
  paused?: boolean;
  /** Called while the module and then the character are fetched, with bytes. */
  onProgress?: (loaded: number, total: number, part: "module" | "character") => void;
}

/** Sound that is spoken. */
export type Speech = Source | AudioBuffer | { samples: Float32Array | number[]; rate: number };

export interface Motion {
  /** Number of the clip. */
  readonly clip: number;
  /** Name of the clip. */
  readonly name: string;
  /** Duration. */
  readonly seconds: number;
}

export interface GraphParameter {
  readonly name: string;
  readonly kind: "number" | "integer" | "boolean" | "trigger";
  readonly value: number | boolean;
}

/** What a character does. */
export interface AvatarState {
  /** Motion that plays; `null` for a graph or none. `time` in seconds from its start. */
  readonly motion: (Motion & { readonly time: number; readonly speed: number; readonly loop: boolean }) | null;
  /** What moves the body: `"blocked"` for one that could not get up. */
  readonly body: "standing" | "falling" | "lying" | "gettingUp" | "blocked";
  /** Values of the parameters of the animation graph. */
  readonly parameters: Readonly<Record<string, number | boolean>>;
  readonly outfit: string | null;
}

export interface PlayingMotion {
  readonly seconds: number;
  /** Settles when a motion that plays once has ended, or another took its place; never for a loop. */
  readonly finished: Promise<void>;
}

interface AvatarEvents {
  progress: Event & { loaded: number; total: number; part: "module" | "character" };
  frame: Event;
  motionend: Event;
  /** An event of a clip, such as a footstep. */
  clipevent: Event & { name: string; data: string };
  speechstart: Event & { timeline?: VisemeTimeline };
  speechend: Event;
  devicelost: Event & { message: string };
  devicerestored: Event;
  error: Event & { error: AvatarError };
}

/** A character on a canvas. It blinks, moves its eyes, and idles by itself. */
export class Avatar extends EventTarget {
  private constructor();
  /**
   * Loads a character into a canvas, which must not have another context. The work is done in a worker. Rejects with an
   * {@link AvatarError}.
   */
  static load(canvas: HTMLCanvasElement, source: Source, options?: AvatarOptions): Promise<Avatar>;

  /** Name of the graphics device. */
  readonly device: string;
  readonly motions: readonly Motion[];
  /** Names for {@link emotion}. */
  readonly emotions: readonly string[];
  /** Names for {@link expression}. */
  readonly expressions: readonly string[];
  /** Parameters of the animation graph, with their initial values, for {@link set}. */
  readonly parameters: readonly GraphParameter[];
  /** Names for {@link hold}. */
  readonly items: readonly string[];
  /** Names for {@link wear}. */
  readonly outfits: readonly string[];
  /** What is missing or notable about the files. */
  readonly findings: readonly string[];
  /** Whether the mouth moves. */
  readonly speaks: boolean;
  /** Whether it can {@link fall}. */
  readonly falls: boolean;
  readonly isHumanoid: boolean;
  readonly triangles: number;

  /**
   * Plays a motion of {@link motions} or by its name, or of a file (`wave.vrma`, `run.bvh`, `moves.glb#jump`), retargeted: once, after
   * which what played before goes on, or as a loop.
   */
  play(motion: Source | Motion, options?: { loop?: boolean; fade?: number; speed?: number }): Promise<PlayingMotion>;
  /** Adds the motions of a file, retargeted, and returns them for {@link play}. */
  add(file: Source): Promise<Motion[]>;
  /** Present state of the character. */
  state(): Promise<AvatarState>;
  /** Ends the motion that plays: what played before goes on; after a loop the graph, the idle motion or the first one. */
  stop(fade?: number): Promise<void>;
  /** Sets whether motions carry the character away. */
  travels(on: boolean): Promise<void>;
  /** Sets a number, a boolean or a trigger of the animation graph. */
  set(parameter: string, value?: number | boolean): Promise<void>;

  /**
   * Speaks a sound, alone or with its English text or the times of its phones or words in seconds; or live a stream or a node.
   * Settles when the sound has ended; live, when listening has begun.
   */
  speak(
    speech:
      | Speech
      | MediaStream
      | AudioNode
      | { audio: Speech; text: string }
      | { audio: Speech; phones: ReadonlyArray<{ phone: string; start: number; end: number }> }
      | { audio: Speech; words: ReadonlyArray<{ word: string; start: number; end: number }> },
  ): Promise<void>;
  /** Stops speaking and listening. */
  hush(): void;
  readonly audioContext: AudioContext;
  /** Node that speech is played through. */
  readonly output: AudioNode;

  /** Shows an emotion of 0 to 1 within `seconds`; without a name a neutral face. */
  emotion(name?: string | null, intensity?: number, seconds?: number): Promise<void>;
  /** Sets the weight of an expression of the file; `null` gives it back to what animates it. */
  expression(name: string, weight: number | null): Promise<void>;
  /** Looks at the pointer, at a point, or with `null` where the motion looks. */
  lookAt(target: "pointer" | Point | null): Promise<void>;

  /** Shows head and shoulders, all of the character, or what a camera sees. */
  camera(shot: "portrait" | "body" | CameraShot): Promise<Required<CameraShot>>;
  /** The camera. */
  camera(): Promise<Required<CameraShot>>;
  /** Changes background, ground and light. */
  scene(options: SceneOptions): Promise<void>;

  /** Puts on an outfit of the set-up; `null` takes all off. */
  wear(outfit: string | null): Promise<void>;
  /** Holds an item of the set-up, or puts it away. */
  hold(item: string, on?: boolean): Promise<void>;
  /**
   * Grows hair: a haircut that comes along (`"bob"`), the address of a `.ron`, or its text; `null` for its own. With WebGL2 it is
   * made of cards, and the file of the character is read again.
   */
  hair(hair: string | null): Promise<void>;
  /** Lets the character fall, pushed by an impulse in newton-seconds. */
  fall(impulse?: Point): Promise<void>;
  /** Gets a character up that lies still. False where it cannot, or still falls. */
  getUp(): Promise<boolean>;

  /**
   * A picture of the character as it is, in pixels, 4096 on a side at most; of the size of the canvas where none is given, and of
   * its shape where one side is given.
   */
  toBlob(options?: { width?: number; height?: number; type?: string; quality?: number }): Promise<Blob>;
  /** Stops the clock, or starts it again. A hidden avatar stops by itself. */
  pause(on?: boolean): void;
  /** Goes on by `seconds`, 60 at most, and draws, while it is paused. */
  step(seconds: number): Promise<void>;
  /** Loses the graphics device, as a driver that crashes does: for tests. */
  loseDevice(): Promise<void>;
  /** Stops, and frees everything. The canvas can be used again. */
  dispose(): void;

  addEventListener<K extends keyof AvatarEvents>(type: K, listener: (event: AvatarEvents[K]) => void): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
  removeEventListener<K extends keyof AvatarEvents>(type: K, listener: (event: AvatarEvents[K]) => void): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
}

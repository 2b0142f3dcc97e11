// The character on the canvas, with the settings that stay when another one is opened.

import { Avatar } from "./build.js";
import { hideLoading, showLoading, showProgress } from "./loading.js";

/**
 * Holder of the avatar.
 *
 * Events: `opened`, after another character was opened; `paused`, when the clock was stopped or started; `shot` (`view`),
 * when the camera moved; `frame`; `speechstart` (`timeline`); `message` (`text`); `failed` (`error`).
 */
export class Stage extends EventTarget {
  #canvas;
  #renderer;
  #settings = { view: "body", background: "transparent", ground: false, environment: null, lookAt: "pointer" };
  #opening = 0;

  /** Character on the canvas; undefined before the first one. */
  avatar;
  /** Address or files that the character came from. */
  source;
  /** Name of the character. */
  title = "";
  /** Whether the clock stands. */
  isPaused = false;

  constructor(canvas, renderer) {
    super();
    this.#canvas = canvas;
    this.#renderer = renderer;
  }

  /** The view that characters are opened with: `"portrait"` or `"body"`. */
  get view() {
    return this.#settings.view;
  }

  /** Opens a character in place of the present one, which stays where that fails. */
  async open(source, title) {
    const opening = ++this.#opening;
    const isLast = () => opening === this.#opening;
    const before = this.avatar;
    before?.pause();
    showLoading(`Loading ${title}…`);
    const onProgress = (loaded, total, part) => isLast() && showProgress(part === "module" ? "the viewer" : title, loaded, total);
    let avatar;
    try {
      avatar = await Avatar.load(this.#canvas, source, { ...this.#settings, renderer: this.#renderer, onProgress });
    } catch (error) {
      if (isLast()) this.#resume();
      throw error;
    }
    if (!isLast()) {
      avatar.dispose();
      return;
    }
    before?.dispose();
    Object.assign(this, { avatar, source, title, isPaused: false });
    hideLoading();
    this.#listen(avatar);
    this.dispatchEvent(new Event("opened"));
    this.dispatchEvent(new Event("paused"));
  }

  /** Opens the same character again, as it was in its file. */
  reload() {
    return this.open(this.source, this.title);
  }

  /** Goes on with the present character after another one failed to open. */
  #resume() {
    hideLoading();
    this.avatar?.pause(this.isPaused);
    this.avatar?.step(0);
  }

  #listen(avatar) {
    const tell = (type, more) => this.dispatchEvent(Object.assign(new Event(type), more));
    avatar.addEventListener("speechstart", ({ timeline }) => tell("speechstart", { timeline }));
    avatar.addEventListener("error", ({ error }) => tell("failed", { error }));
    avatar.addEventListener("devicelost", ({ message }) => tell("message", { text: `The graphics device was lost: ${message}` }));
    avatar.addEventListener("devicerestored", () => tell("message", { text: "The graphics device is back." }));
    avatar.addEventListener("frame", () => tell("frame"));
  }

  /** Stops the clock, or starts it again. */
  pause(on) {
    this.isPaused = on;
    this.avatar?.pause(on);
    this.dispatchEvent(new Event("paused"));
  }

  /** Changes background, ground or environment, for later characters too. */
  async scene(changes) {
    Object.assign(this.#settings, changes);
    await this.avatar?.scene(changes);
  }

  /** Shows `"portrait"` or `"body"`, for later characters too. */
  async show(view) {
    this.#settings.view = view;
    await this.avatar?.camera(view);
    this.dispatchEvent(Object.assign(new Event("shot"), { view }));
  }

  /** Moves the camera by a function that makes a camera of the present one. */
  async moveCamera(change) {
    const { avatar } = this;
    if (!avatar) return;
    await avatar.camera(change(await avatar.camera()));
    this.dispatchEvent(Object.assign(new Event("shot"), { view: "orbit" }));
  }

  /** Looks at the pointer, or with `null` where the motion looks, for later characters too. */
  async lookAt(target) {
    this.#settings.lookAt = target;
    await this.avatar?.lookAt(target);
  }
}

// Panel of clips: those of the file, and motions that were added.

import { byId, element, filePicker, slider } from "../elements.js";
import { attempt, notify } from "../notices.js";
import { pathOf } from "../recognize.js";

/** Clips of the character; they play once or as loops. */
export class ClipsPanel {
  #stage;
  #speed = 1;
  /** Rows of the list: `{ name, seconds, motion, label, button }`. */
  #clips = [];
  /** Motions of dropped files, which every character plays. */
  #added = [];
  #playing;

  constructor(stage) {
    this.#stage = stage;
    byId("pause").addEventListener("click", () => stage.pause(!stage.isPaused));
    byId("stop").addEventListener("click", () => this.stop());
    byId("travels").addEventListener("change", ({ target }) => attempt(() => stage.avatar.travels(target.checked)));
    byId("loop").addEventListener("change", () => this.#playing && this.#play(this.#playing));
    const speed = { label: "Speed", min: 0.1, max: 2, step: 0.05, value: 1, event: "change" };
    const onChange = (value) => {
      this.#speed = value;
      if (this.#playing) this.#play(this.#playing);
    };
    byId("speed").append(slider({ ...speed, onChange }).row);
    filePicker(byId("add-motion"), byId("motion-files"), (files) => this.add(files));
    stage.addEventListener("opened", () => this.#fill());
    stage.addEventListener("paused", () => (byId("pause").textContent = stage.isPaused ? "Play" : "Pause"));
  }

  /** Adds motions of files, and plays the first one. `all` are the files that they may name. */
  async add(files, all = files) {
    const clips = files.map((file) => addedClip(file, all));
    this.#added.push(...clips);
    this.#fill();
    await this.#play(clips[0]);
  }

  /** Lists motions of files without playing them. */
  list(files) {
    this.#added.push(...files.map((file) => addedClip(file, files)));
    this.#fill();
  }

  /** Plays the clip that is `count` places further down the list. */
  playOther(count) {
    const { length } = this.#clips;
    if (length === 0) return;
    const from = this.#playing ? this.#clips.indexOf(this.#playing) : count > 0 ? -1 : 0;
    this.#play(this.#clips[(from + count + length) % length]);
  }

  /** Ends the clip that plays. */
  async stop() {
    await attempt(() => this.#stage.avatar?.stop());
    this.#mark(undefined);
  }

  /** Lists the clips of the character that was opened. */
  #fill() {
    const { avatar } = this.#stage;
    const ofFile = (avatar?.motions ?? []).map(({ name, seconds }) => ({ name, seconds, motion: name }));
    this.#clips = [...ofFile, ...this.#added];
    for (const clip of this.#clips) {
      const button = element("button", { type: "button", ariaPressed: "false" });
      button.append(element("span", { textContent: clip.name || "(without a name)" }), element("span", { className: "seconds" }));
      button.addEventListener("click", () => this.#play(clip));
      clip.button = button;
      showSeconds(clip);
    }
    byId("clips").replaceChildren(...this.#clips.map(({ button }) => element("li", {}, button)));
    byId("clips").hidden = this.#clips.length === 0;
    byId("no-clips").hidden = this.#clips.length > 0;
    this.#mark(undefined);
    if (byId("travels").checked) attempt(() => avatar?.travels(true));
  }

  async #play(clip) {
    const { avatar } = this.#stage;
    if (!avatar) return notify("Open a character first.");
    const loop = byId("loop").checked;
    if (this.#stage.isPaused) this.#stage.pause(false);
    const played = await attempt(() => playClip(avatar, clip, { loop, speed: this.#speed }));
    if (!played || avatar !== this.#stage.avatar) return;
    clip.seconds = played.seconds;
    showSeconds(clip);
    this.#mark(clip);
    // A loop does not finish.
    played.finished.then(() => this.#playing === clip && this.#mark(undefined));
  }

  #mark(clip) {
    this.#playing = clip;
    for (const one of this.#clips) one.button.ariaPressed = String(one === clip);
    clip?.button.scrollIntoView({ block: "nearest" });
  }
}

function showSeconds({ button, seconds }) {
  button.lastChild.textContent = seconds === undefined ? "" : `${seconds.toFixed(2)} s`;
}

/** Row of a file. A file alone gets an address, by which the avatar knows that it has read it. */
function addedClip(file, all) {
  const name = pathOf(file);
  const motion = all.length > 1 && /\.gltf$/i.test(name) ? { files: all, main: name } : URL.createObjectURL(file);
  return { name: file.name, motion };
}

async function playClip(avatar, clip, options) {
  try {
    return await avatar.play(clip.motion, options);
  } catch (error) {
    // The address of a dropped file ends with a number in place of its name.
    if (typeof clip.motion === "string") error.message = error.message.replaceAll(clip.motion.split("/").pop(), clip.name);
    throw error;
  }
}

// What the page does with files and addresses: it opens characters, plays motions, speaks sounds, grows haircuts.

import { READS_FBX } from "./build.js";
import { attempt, clearNotices, notify } from "./notices.js";
import { pathOf, recognize } from "./recognize.js";

/** Opens what is dropped, chosen or named. */
export class Opener {
  #stage;
  #clips;
  #speech;
  #hair;

  constructor(stage, { clips, speech, hair }) {
    this.#stage = stage;
    this.#clips = clips;
    this.#speech = speech;
    this.#hair = hair;
  }

  /** Opens the character of an address. */
  async openAddress(address) {
    clearNotices();
    const name = decodeURIComponent(new URL(address, document.baseURI).pathname.split("/").pop());
    await attempt(() => this.#stage.open(address, name));
  }

  /** Opens files: a character with its files, or what the present character plays, speaks or wears. */
  async openFiles(files) {
    clearNotices();
    const { kind, main, motions, sounds, haircuts, texts } = await recognize(files);
    if (kind === "fbx" && !READS_FBX) return notifyAboutFbx(main.name);
    if (main) return this.#openCharacter(files, main, motions);
    if (motions.length > 0) return this.#clips.add(motions, files);
    if (sounds.length > 0) return this.#speech.speak(sounds[0], (await texts[0]?.text())?.trim());
    if (haircuts.length > 0) return this.#hair.wearFile(haircuts[0]);
    const names = files.map((file) => file.name).join(", ");
    return notify(
      `${names}: nothing that the viewer opens. It opens .vrm .glb .gltf ${READS_FBX ? ".fbx " : ""}.x and set-ups (.ron), plays .vrma and .bvh, ` +
        "speaks sounds, and grows haircuts (.ron).",
      "error",
    );
  }

  async #openCharacter(files, main, motions) {
    await attempt(async () => {
      await this.#stage.open({ files, main: pathOf(main) }, main.name);
      if (motions.length > 0) this.#clips.list(motions);
    });
  }
}

function notifyAboutFbx(name) {
  const output = name.replace(/\.fbx$/i, ".glb");
  notify(
    `${name}: this build does not read FBX. The command “sinew convert ${quoted(name)} -o ${quoted(output)}” makes a GLB ` +
      "file of it, which opens here.",
    "error",
  );
}

const quoted = (name) => (/^[\w.-]+$/.test(name) ? name : `"${name}"`);

// What files are: a character with its files, motions, a sound, a haircut.

import { READS_FBX } from "./build.js";

const SOUNDS = ["wav", "mp3", "flac", "ogg", "oga", "opus", "m4a", "aac", "webm"];
const MOTIONS = ["vrma", "bvh"];
/** Kinds of characters, the preferred one first. */
const CHARACTERS = ["setup", "vrm", "glb", "gltf", "x", "fbx"];
/** First four bytes of a GLB file as a number. */
const GLB_MAGIC = 0x46546c67;

/** Path of a file within its folder. */
export const pathOf = (file) => file.webkitRelativePath || file.name;

/** Ending of a file name in lower case, without the dot. */
export const endingOf = (name) => name.split(".").pop().toLowerCase();

/**
 * Sorts files by what the viewer does with them: `main` is the file of a character, `kind` its kind, undefined without
 * one; `motions`, `sounds`, `haircuts` and `texts` are lists of files.
 */
export async function recognize(files) {
  const kinds = await Promise.all(files.map(kindOf));
  const filesOf = (kind) => files.filter((_, index) => kinds[index] === kind);
  const kind = CHARACTERS.find((one) => kinds.includes(one));
  const [main] = filesOf(kind).sort((a, b) => depth(a) - depth(b) || pathOf(a).localeCompare(pathOf(b)));
  return {
    kind,
    main,
    motions: filesOf("motion"),
    sounds: filesOf("sound"),
    haircuts: filesOf("haircut"),
    texts: filesOf("text"),
  };
}

const depth = (file) => pathOf(file).split("/").length;

async function kindOf(file) {
  const ending = endingOf(file.name);
  if (MOTIONS.includes(ending)) return "motion";
  if (SOUNDS.includes(ending) || file.type.startsWith("audio/")) return "sound";
  if (ending === "ron") return kindOfRon(await file.text());
  if (ending === "txt") return "text";
  if (ending === "glb" || ending === "gltf") return (await isMotion(file)) ? "motion" : ending;
  if (ending === "fbx" && READS_FBX) return (await isFbxMotion(file)) ? "motion" : "fbx";
  return CHARACTERS.includes(ending) ? ending : "other";
}

/** A set-up names its model, a haircut has layers of strands; shows, graphs and tables are other texts. */
function kindOfRon(text) {
  const has = (pattern) => pattern.test(text);
  if (has(/\bmodel\s*:/) && !has(/\bcast\s*:/)) return "setup";
  return has(/\blayers\s*:\s*\[/) && has(/\b(comb|strands)\s*:/) ? "haircut" : "other";
}

/** True for glTF with animations and no meshes. A broken file is none: its error is shown when it is opened. */
async function isMotion(file) {
  try {
    const { meshes = [], animations = [] } = JSON.parse(await gltfText(file));
    return meshes.length === 0 && animations.length > 0;
  } catch {
    return false;
  }
}

/** True for FBX without the vertices of any mesh, text or binary. */
async function isFbxMotion(file) {
  return !new TextDecoder("latin1").decode(await file.arrayBuffer()).includes("Vertices");
}

/** Text of a glTF file: the first chunk of a GLB file. */
async function gltfText(file) {
  const header = new DataView(await file.slice(0, 20).arrayBuffer());
  if (header.byteLength < 20 || header.getUint32(0, true) !== GLB_MAGIC) return file.text();
  return file.slice(20, 20 + header.getUint32(12, true)).text();
}

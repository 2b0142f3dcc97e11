// The viewer: makes the stage, the panels and what opens files, and opens the first character.

import { READS_FBX } from "./build.js";
import { listenToDrops } from "./drop.js";
import { byId, filePicker } from "./elements.js";
import { Gestures } from "./gestures.js";
import { listenToKeys } from "./keys.js";
import { notify, notifyError } from "./notices.js";
import { Opener } from "./opener.js";
import { ClipsPanel } from "./panels/clips.js";
import { ExpressionsPanel } from "./panels/expressions.js";
import { FindingsPanel } from "./panels/findings.js";
import { HairPanel } from "./panels/hair.js";
import { ParametersPanel } from "./panels/parameters.js";
import { RagdollPanel } from "./panels/ragdoll.js";
import { SpeechPanel } from "./panels/speech.js";
import { ViewPanel } from "./panels/view.js";
import { WardrobePanel } from "./panels/wardrobe.js";
import { Stage } from "./stage.js";
import { showStatistics } from "./statistics.js";

const BUILT_IN = "characters/sinew.vrm";

/** `?file=ADDRESS` opens an address, `?renderer=webgl2` draws with WebGL 2 in place of WebGPU. */
const query = new URLSearchParams(location.search);
const canvas = byId("canvas");
const stage = new Stage(canvas, query.get("renderer") ?? undefined);

const clips = new ClipsPanel(stage);
const speech = new SpeechPanel(stage);
const hair = new HairPanel(stage);
for (const Panel of [ExpressionsPanel, FindingsPanel, ParametersPanel, RagdollPanel, WardrobePanel]) new Panel(stage);
new ViewPanel(stage, canvas);
listenToKeys(stage, clips, new Gestures(stage, canvas));
showStatistics(stage);
stage.addEventListener("failed", ({ error }) => notifyError(error));
stage.addEventListener("message", ({ text }) => notify(text));

for (const part of document.querySelectorAll("[data-fbx]")) part.hidden = !READS_FBX;

const opener = new Opener(stage, { clips, speech, hair });
const openFiles = (files) => opener.openFiles(files);
filePicker(byId("open-files"), byId("files"), openFiles);
filePicker(byId("open-folder"), byId("folder"), openFiles);
listenToDrops(openFiles);

const examples = byId("examples");
examples.addEventListener("change", () => opener.openAddress(examples.value));
stage.addEventListener("opened", () => {
  const { source, title } = stage;
  byId("panels").inert = false;
  byId("title").textContent = title;
  document.title = `${title} – Sinew viewer`;
  examples.value = typeof source === "string" ? source : "";
});

opener.openAddress(query.get("file") ?? BUILT_IN);

// Keys of the page: those of the `sinew` command's viewer, as far as the page has what they do.

import { orbit, zoom } from "./camera.js";
import { byId } from "./elements.js";
import { attempt } from "./notices.js";

/** Angle of a press of an arrow key, radians. */
const TURN = 0.1;
/** Duration of a step while the clock stands, seconds. */
const STEP = 1 / 30;

/** Listens to the keys. */
export function listenToKeys(stage, clips, gestures) {
  const turn = (azimuth, elevation) => gestures.move((camera) => orbit(camera, azimuth, elevation));
  const nearer = (factor) => gestures.move((camera) => zoom(camera, factor));
  const actions = {
    " ": () => stage.pause(!stage.isPaused),
    ArrowRight: () => stage.isPaused && attempt(() => stage.avatar?.step(STEP)),
    PageUp: () => clips.playOther(-1),
    PageDown: () => clips.playOther(1),
    0: () => clips.stop(),
    f: () => attempt(() => stage.show("body")),
    g: () => byId("ground").click(),
    t: () => byId("travels").click(),
    "+": () => nearer(0.9),
    "=": () => nearer(0.9),
    "-": () => nearer(1.1),
    "Shift+ArrowLeft": () => turn(-TURN, 0),
    "Shift+ArrowRight": () => turn(TURN, 0),
    "Shift+ArrowUp": () => turn(0, TURN),
    "Shift+ArrowDown": () => turn(0, -TURN),
  };
  addEventListener("keydown", (event) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event;
    if (ctrlKey || altKey || metaKey || isUsedBy(target, key)) return;
    const name = shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key.length === 1 ? key.toLowerCase() : key;
    const action = actions[name];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** True where an element takes the key itself: texts and lists all of them, sliders and chips those that move them. */
function isUsedBy(target, key) {
  if (target.matches?.("textarea, select, input[type=color]")) return true;
  if (target.matches?.("input")) return key === " " || key.startsWith("Arrow") || key.startsWith("Page");
  return key === " " && target.matches?.("button, summary, a");
}

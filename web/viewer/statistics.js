// The line of numbers below the picture: renderer, frames per second, triangles.

import { byId } from "./elements.js";

/** Shows the numbers of a stage, once a second. */
export function showStatistics(stage) {
  let frames = 0;
  let last = performance.now();
  stage.addEventListener("frame", () => (frames += 1));
  setInterval(() => {
    const now = performance.now();
    const rate = (1000 * frames) / (now - last);
    [frames, last] = [0, now];
    const { avatar } = stage;
    if (!avatar) return;
    const speed = stage.isPaused ? "paused" : `${Math.round(rate)} frames per second`;
    const triangles = `${avatar.triangles.toLocaleString("en")} triangles`;
    // Browsers keep the name of the device to themselves with WebGPU.
    const device = avatar.device.replace(/^, /, "");
    byId("statistics").textContent = [device, speed, triangles].join(" · ");
  }, 1000);
}

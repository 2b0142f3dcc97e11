// The package: an avatar of every format but FBX.

import { Avatar as Core } from "./core.js";

export { AvatarError, VisemeTimeline } from "./core.js";

/** A character on a canvas. */
export class Avatar extends Core {
  static newWorker() {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  }
}

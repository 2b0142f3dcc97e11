// Mouse, wheel and fingers on the picture: they move the camera.

import { orbit, pan, zoom } from "./camera.js";
import { attempt } from "./notices.js";

/** Angle of a drag over the height of the picture, radians. */
const ORBIT_PER_HEIGHT = 4;
/** Change of the logarithm of the distance per pixel of the wheel. */
const ZOOM_PER_PIXEL = 0.0012;
/** Pixels of a line or a page, the other units of wheels. */
const WHEEL_UNITS = [1, 16, 400];

/** Moves the camera of a stage by gestures on an element. */
export class Gestures {
  #stage;
  #element;
  /** Last position of each pointer that is down. */
  #pointers = new Map();
  #changes = [];
  #isMoving = false;

  constructor(stage, element) {
    this.#stage = stage;
    this.#element = element;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, (event) => this.#up(event));
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Moves the camera; changes that come while one is under way are made together. */
  async move(change) {
    this.#changes.push(change);
    if (this.#isMoving) return;
    this.#isMoving = true;
    while (this.#changes.length > 0) {
      const changes = this.#changes.splice(0);
      await attempt(() => this.#stage.moveCamera((camera) => changes.reduce((moved, next) => next(moved), camera)));
    }
    this.#isMoving = false;
  }

  #down(event) {
    this.#element.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  #up(event) {
    this.#pointers.delete(event.pointerId);
  }

  #drag({ pointerId, clientX, clientY, buttons, shiftKey }) {
    const last = this.#pointers.get(pointerId);
    if (!last) return;
    const height = this.#element.clientHeight;
    const [right, up] = [(clientX - last[0]) / height, (last[1] - clientY) / height];
    const spread = this.#spread();
    this.#pointers.set(pointerId, [clientX, clientY]);
    const fingers = this.#pointers.size;
    if (fingers > 1) {
      const factor = spread / this.#spread();
      // Each finger moves its share of the picture.
      this.move((camera) => pan(zoom(camera, factor), right / fingers, up / fingers));
    } else if (buttons & 6 || shiftKey) {
      this.move((camera) => pan(camera, right, up));
    } else {
      this.move((camera) => orbit(camera, -right * ORBIT_PER_HEIGHT, -up * ORBIT_PER_HEIGHT));
    }
  }

  /** Distance of the first two pointers, pixels. */
  #spread() {
    const [a, b] = [...this.#pointers.values()];
    return b ? Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1])) : 1;
  }

  #wheel(event) {
    event.preventDefault();
    const pixels = event.deltaY * WHEEL_UNITS[event.deltaMode];
    this.move((camera) => zoom(camera, Math.exp(pixels * ZOOM_PER_PIXEL)));
  }
}

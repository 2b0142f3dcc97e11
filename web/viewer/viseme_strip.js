// The strip of bars that shows the visemes of a sound while it is heard.

import { VISEMES } from "./sinew-avatar/lipsync/lipsync.js";
import { element } from "./elements.js";

/** Bars of the 15 visemes. */
export class VisemeStrip {
  #list;
  #bars;
  #frame;

  constructor(list) {
    this.#list = list;
    this.#bars = VISEMES.map(() => element("span"));
    list.append(...VISEMES.map((name, index) => element("li", {}, this.#bars[index], name)));
    list.hidden = true;
  }

  /** Shows the visemes of a timeline that begins now. */
  play(timeline, context) {
    this.stop();
    this.#list.hidden = false;
    const begin = context.currentTime;
    const show = () => {
      const { visemes } = timeline.at(context.currentTime - begin);
      visemes.forEach((weight, index) => (this.#bars[index].style.transform = `scaleY(${weight.toFixed(3)})`));
      this.#frame = requestAnimationFrame(show);
    };
    show();
  }

  /** Hides the bars. */
  stop() {
    cancelAnimationFrame(this.#frame);
    this.#list.hidden = true;
  }
}

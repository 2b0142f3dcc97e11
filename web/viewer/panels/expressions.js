// Panel of expressions: an emotion with its intensity, and the weights of the file's expressions.

import { byId, chips, slider } from "../elements.js";
import { attempt } from "../notices.js";

/** Emotions and expressions of the character. */
export class ExpressionsPanel {
  #stage;
  #emotion = "";
  #intensity = 1;
  #sliders = [];

  constructor(stage) {
    this.#stage = stage;
    const onChange = (value) => {
      this.#intensity = value;
      if (this.#emotion) this.#show(0.1);
    };
    byId("intensity").append(slider({ label: "Intensity", value: 1, onChange }).row);
    byId("reset-weights").addEventListener("click", () => this.#reset());
    stage.addEventListener("opened", () => this.#fill());
  }

  #fill() {
    const { emotions, expressions } = this.#stage.avatar;
    byId("expressions-panel").hidden = emotions.length + expressions.length === 0;
    byId("emotions-group").hidden = emotions.length === 0;
    byId("weights-panel").hidden = expressions.length === 0;
    this.#emotion = "";
    const options = [["", "none"], ...emotions.map((name) => [name, name])];
    chips(byId("emotions"), "emotion", options, "", (name) => {
      this.#emotion = name;
      this.#show(0.4);
    });
    this.#sliders = expressions.map((name) => {
      const onChange = (weight) => attempt(() => this.#stage.avatar.expression(name, weight));
      return { name, ...slider({ label: name, value: 0, onChange }) };
    });
    byId("weights").replaceChildren(...this.#sliders.map(({ row }) => row));
  }

  #show(seconds) {
    attempt(() => this.#stage.avatar.emotion(this.#emotion || undefined, this.#intensity, seconds));
  }

  /** Gives all expressions back to what animates them. */
  #reset() {
    for (const { name, setValue } of this.#sliders) {
      setValue(0);
      attempt(() => this.#stage.avatar.expression(name, null));
    }
  }
}

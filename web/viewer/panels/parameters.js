// Panel of the parameters of the animation graph: sliders for numbers, buttons for booleans and triggers.

import { byId, element, slider } from "../elements.js";
import { attempt } from "../notices.js";

/** Range of the sliders: speeds of two steps and amounts of -1 to 1 are usual. */
const RANGE = { min: -2, max: 5, step: 0.05 };

/** Parameters of the graph. */
export class ParametersPanel {
  constructor(stage) {
    stage.addEventListener("opened", async () => {
      const { avatar } = stage;
      byId("parameters-panel").hidden = avatar.parameters.length === 0;
      byId("parameters").replaceChildren();
      for (const name of avatar.parameters) {
        const row = (await isFlag(avatar, name)) ? flagRow(avatar, name) : numberRow(avatar, name);
        if (avatar !== stage.avatar) return;
        byId("parameters").append(row);
      }
    });
  }
}

/** True for a boolean or a trigger: numbers refuse the value of one. */
async function isFlag(avatar, name) {
  try {
    await avatar.set(name, false);
    return true;
  } catch {
    return false;
  }
}

function numberRow(avatar, name) {
  const onChange = (value) => attempt(() => avatar.set(name, value));
  return slider({ label: name, ...RANGE, value: 0, onChange }).row;
}

function flagRow(avatar, name) {
  const button = (textContent, value) => {
    const made = element("button", { type: "button", textContent, ariaLabel: `${name}: ${textContent}` });
    made.addEventListener("click", () => attempt(() => avatar.set(name, value)));
    return made;
  };
  return element("div", { className: "flag" }, element("span", { textContent: name }), button("On", true), button("Off", false));
}

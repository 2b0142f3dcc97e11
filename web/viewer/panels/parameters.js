// Panel of the parameters of the animation graph: sliders for numbers, buttons for booleans and triggers.

import { byId, element, slider } from "../elements.js";
import { attempt } from "../notices.js";

/** Range of the sliders: speeds of two steps and amounts of -1 to 1 are usual. */
const RANGE = { min: -2, max: 5, step: 0.05 };

/** Parameters of the graph. */
export class ParametersPanel {
  constructor(stage) {
    stage.addEventListener("opened", () => {
      const { avatar } = stage;
      byId("parameters-panel").hidden = avatar.parameters.length === 0;
      byId("parameters").replaceChildren();
      const rowOf = { number: numberRow, integer: integerRow, boolean: flagRow, trigger: triggerRow };
      byId("parameters").append(...avatar.parameters.map((parameter) => rowOf[parameter.kind](avatar, parameter)));
    });
  }
}

function numberRow(avatar, { name, value }, step = RANGE.step) {
  const onChange = (value) => attempt(() => avatar.set(name, value));
  const [min, max] = [Math.min(RANGE.min, value), Math.max(RANGE.max, value)];
  return slider({ label: name, min, max, step, value, onChange }).row;
}

const integerRow = (avatar, parameter) => numberRow(avatar, parameter, 1);

function flagRow(avatar, { name }) {
  return buttonsRow(avatar, name, [["On", true], ["Off", false]]);
}

function triggerRow(avatar, { name }) {
  return buttonsRow(avatar, name, [["Fire", true]]);
}

function buttonsRow(avatar, name, values) {
  const button = ([textContent, value]) => {
    const made = element("button", { type: "button", textContent, ariaLabel: `${name}: ${textContent}` });
    made.addEventListener("click", () => attempt(() => avatar.set(name, value)));
    return made;
  };
  return element("div", { className: "flag" }, element("span", { textContent: name }), ...values.map(button));
}

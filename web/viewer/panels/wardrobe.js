// Panel of what a set-up puts on its character: outfits, and items for the hands.

import { byId, chips, element } from "../elements.js";
import { attempt } from "../notices.js";

/** Outfits and items of the set-up. */
export class WardrobePanel {
  constructor(stage) {
    stage.addEventListener("opened", () => {
      const { outfits, items } = stage.avatar;
      byId("wardrobe-panel").hidden = outfits.length + items.length === 0;
      byId("wardrobe-panel").open = true;
      byId("outfits-group").hidden = outfits.length === 0;
      byId("items-group").hidden = items.length === 0;
      const options = [...outfits.map((name) => [name, name]), ["", "none"]];
      chips(byId("outfits"), "outfit", options, undefined, (name) => attempt(() => stage.avatar.wear(name || null)));
      byId("items").replaceChildren(...items.map((name) => itemBox(stage, name)));
    });
  }
}

function itemBox(stage, name) {
  const input = element("input", { type: "checkbox" });
  input.addEventListener("change", async () => {
    const isDone = await attempt(async () => {
      await stage.avatar.hold(name, input.checked);
      return true;
    });
    if (!isDone) input.checked = !input.checked;
  });
  return element("label", { className: "inline" }, input, ` ${name}`);
}

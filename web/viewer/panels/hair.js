// Panel of hair: haircuts that come with the package, and those of files.

import { byId, chips, chooseChip } from "../elements.js";
import { attempt, notify } from "../notices.js";

/** Haircuts of the package. */
const HAIRCUTS = [
  "short", "bob", "long", "fringe", "swept", "ponytail", "bun", "braid", "afro", "beard", "moustache", "brows", "lashes",
  "fur",
];

/** Grows haircuts on the head of the character. */
export class HairPanel {
  #stage;
  /** The haircut that the character wears; "" is its own hair. */
  #worn = "";

  constructor(stage) {
    this.#stage = stage;
    const options = [["", "its own"], ...HAIRCUTS.map((name) => [name, name])];
    chips(byId("haircuts"), "haircut", options, "", (name) => this.#wear(name, name || null));
    stage.addEventListener("opened", () => {
      byId("hair-panel").hidden = !stage.avatar.isHumanoid;
      this.#show("");
    });
  }

  /** Grows the haircut of a file. */
  async wearFile(file) {
    const { avatar } = this.#stage;
    if (!avatar) return notify("Open a character first.");
    byId("hair-panel").open = true;
    const address = URL.createObjectURL(file);
    await this.#wear(file.name, address);
    URL.revokeObjectURL(address);
  }

  async #wear(name, hair) {
    const { avatar } = this.#stage;
    byId("hair-state").textContent = name ? `Growing ${name}…` : "";
    const isWorn = await attempt(async () => {
      await avatar.hair(hair);
      return true;
    });
    if (avatar === this.#stage.avatar) this.#show(isWorn ? name : this.#worn);
  }

  #show(name) {
    this.#worn = name;
    chooseChip(byId("haircuts"), name);
    byId("hair-state").textContent = name && !HAIRCUTS.includes(name) ? `Wears ${name}` : "";
  }
}

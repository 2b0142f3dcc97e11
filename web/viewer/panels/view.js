// Panel of the view: camera, background, light, and pictures to keep.

import { byId, chips, chooseChip, element } from "../elements.js";
import { attempt } from "../notices.js";

const SHOTS = [["portrait", "Portrait"], ["body", "Whole body"], ["orbit", "Orbit"]];

/** What the picture shows, and how. */
export class ViewPanel {
  #stage;

  constructor(stage, canvas) {
    this.#stage = stage;
    // Orbit starts at the present camera.
    const choose = (shot) => attempt(() => (shot === "orbit" ? stage.moveCamera((camera) => camera) : stage.show(shot)));
    chips(byId("shots"), "shot", SHOTS, "body", choose);
    stage.addEventListener("shot", ({ view }) => chooseChip(byId("shots"), view));
    stage.addEventListener("opened", () => chooseChip(byId("shots"), stage.view));

    const showBackground = () => {
      const kind = byId("background").value;
      byId("background-color").hidden = kind !== "color";
      canvas.classList.toggle("checker", kind === "checker");
      const colors = { color: byId("background-color").value, sky: "sky" };
      attempt(() => stage.scene({ background: colors[kind] ?? "transparent" }));
    };
    byId("background").addEventListener("change", showBackground);
    byId("background-color").addEventListener("input", showBackground);
    const environment = ({ target }) => attempt(() => stage.scene({ environment: target.value || null }));
    byId("environment").addEventListener("change", environment);
    byId("ground").addEventListener("change", ({ target }) => attempt(() => stage.scene({ ground: target.checked })));
    byId("look-at").addEventListener("change", ({ target }) => {
      attempt(() => stage.lookAt(target.checked ? "pointer" : null));
    });
    byId("save-picture").addEventListener("click", () => attempt(() => this.#save()));
  }

  async #save() {
    const picture = await this.#stage.avatar?.toBlob();
    if (!picture) return;
    const href = URL.createObjectURL(picture);
    const name = this.#stage.title.replace(/\.\w+$/, "").replaceAll(/[^\p{L}\p{N} _-]/gu, "_");
    element("a", { href, download: `${name}.png` }).click();
    // The download has begun by then.
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  }
}

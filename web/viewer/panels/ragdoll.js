// Panel of the ragdoll: pushes the character over, and lets it get up.

import { byId } from "../elements.js";
import { attempt } from "../notices.js";

/** Pushes from four sides. */
export class RagdollPanel {
  constructor(stage) {
    for (const button of document.querySelectorAll("#pushes [data-impulse]")) {
      const impulse = button.dataset.impulse.split(" ").map(Number);
      button.addEventListener("click", () => {
        byId("get-up").disabled = false;
        byId("ragdoll-state").textContent = "";
        attempt(() => stage.avatar.fall(impulse));
      });
    }
    byId("get-up").addEventListener("click", () => attempt(() => getUp(stage)));
    byId("reload").addEventListener("click", () => attempt(() => stage.reload()));
    stage.addEventListener("opened", () => {
      byId("pushes").disabled = !stage.avatar.falls;
      byId("no-ragdoll").hidden = stage.avatar.falls;
      byId("get-up").disabled = true;
      byId("ragdoll-state").textContent = "";
    });
  }
}

async function getUp(stage) {
  const getsUp = await stage.avatar.getUp();
  byId("get-up").disabled = getsUp;
  byId("ragdoll-state").textContent = getsUp
    ? ""
    : "It still moves, or has no clip to get up with, such as “get_up_front”. Try again when it lies still.";
}

// Panel of findings: what the importer noticed in the file.

import { byId, element } from "../elements.js";

/** Lists the findings of the file. */
export class FindingsPanel {
  constructor(stage) {
    stage.addEventListener("opened", () => {
      const { findings } = stage.avatar;
      const panel = byId("findings-panel");
      panel.hidden = findings.length === 0;
      panel.firstElementChild.textContent = `Findings in the file (${findings.length})`;
      byId("findings").replaceChildren(...findings.map((text) => element("li", { textContent: text })));
    });
  }
}

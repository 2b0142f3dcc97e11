// Drops on the page: a hint while files are over it, and the files of the drop.

import { filesOfDrop } from "./dropped_files.js";
import { byId } from "./elements.js";
import { attempt } from "./notices.js";

/** Takes drops of files; `onFiles` is called with them. */
export function listenToDrops(onFiles) {
  const hint = byId("drop-hint");
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    hint.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    // Leaving the window; elements within it are left for others.
    if (event.relatedTarget === null) hint.hidden = true;
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    hint.hidden = true;
    attempt(async () => {
      const files = await filesOfDrop(event.dataTransfer);
      if (files.length > 0) await onFiles(files);
    });
  });
}

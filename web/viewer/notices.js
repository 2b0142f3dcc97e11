// Messages over the picture: errors with their codes, and hints.

import { byId, element } from "./elements.js";

/** Most messages at the same time; the oldest goes. */
const MAX_NOTICES = 4;

/** Shows a text in a line that can be dismissed. `kind` is "error" or "info". */
export function notify(text, kind = "info") {
  const list = byId("notices");
  const close = element("button", { type: "button", textContent: "✕", ariaLabel: "Dismiss" });
  const line = element("div", { className: `notice ${kind}` }, element("p", { textContent: text }), close);
  close.addEventListener("click", () => line.remove());
  list.append(line);
  while (list.children.length > MAX_NOTICES) list.firstChild.remove();
}

/** Shows an error with its code. */
export function notifyError(error) {
  const message = error?.message ?? String(error);
  const code = error?.code;
  // Messages of files end with their code already.
  const isShown = typeof code !== "string" || message.endsWith(`[${code}]`);
  notify(isShown ? message : `${message} [${code}]`, "error");
}

/** Runs an action, and shows its error. Returns the result, or undefined after an error. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    // A character that was replaced meanwhile answers no more.
    if (error?.code !== "disposed") notifyError(error);
    return undefined;
  }
}

/** Removes all messages. */
export function clearNotices() {
  byId("notices").replaceChildren();
}

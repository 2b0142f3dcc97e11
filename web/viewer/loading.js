// The bar that shows how far a character is loaded.

import { byId } from "./elements.js";

/** Shows a text and a bar without a length. */
export function showLoading(text) {
  byId("loading-text").textContent = text;
  byId("loading-bar").removeAttribute("value");
  byId("loading").hidden = false;
}

/** Shows how many bytes are loaded. */
export function showProgress(title, loaded, total) {
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const isWhole = loaded >= total;
  const text = isWhole ? `Preparing ${title}…` : `Loading ${title}: ${megabytes(loaded)} of ${megabytes(total)} MB`;
  showLoading(text);
  if (!isWhole) byId("loading-bar").value = loaded / total;
}

/** Hides the bar. */
export function hideLoading() {
  byId("loading").hidden = true;
}

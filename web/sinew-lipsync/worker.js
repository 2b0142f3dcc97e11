// The worker of whole sounds, so that the page does not wait.

import { OfflineEngine } from "./offline.js";

const urls = {
  "live.wasm": new URL("./live.wasm", import.meta.url),
  "align.wasm": new URL("./align.wasm", import.meta.url),
};
const engine = new OfflineEngine(async (name) => {
  const response = await fetch(urls[name]);
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return response.arrayBuffer();
});

self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    const value = await engine[call](...args);
    self.postMessage({ id, value }, [value.frames.buffer]);
  } catch (error) {
    self.postMessage({ id, error: error?.message ?? String(error) });
  }
};

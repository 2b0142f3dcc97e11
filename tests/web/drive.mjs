// One session of Chromium without a window: node drive.mjs PLAN.json. Writes results beside the plan.
//
// The plan: { mode, packages, data, assets, modules, chromium, samples, rate, text }.

import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { viewer } from "./viewer.mjs";

const plan = JSON.parse(fs.readFileSync(process.argv[2]));
const out = path.dirname(process.argv[2]);
const here = path.dirname(fileURLToPath(import.meta.url));
const puppeteer = createRequire(path.join(plan.modules, "node_modules/"))("puppeteer-core");

const roots = { packages: plan.packages, data: plan.data, assets: plan.assets, out, "": here };
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const server = http.createServer((request, response) => {
  const parts = decodeURIComponent(new URL(request.url, "http://x").pathname).split("/").slice(1);
  const root = roots[parts[0]] === undefined ? here : roots[parts.shift()];
  const file = path.join(root, ...parts);
  fs.readFile(file, (error, bytes) => {
    if (error) return response.writeHead(404).end();
    const type = types[path.extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "content-length": bytes.length }).end(bytes);
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}`;

const browser = await puppeteer.launch({
  executablePath: plan.chromium,
  headless: true,
  protocolTimeout: 120_000,
  ignoreDefaultArgs: ["--disable-gpu"],
  // Software for both: ANGLE on Mesa for WebGL2, SwiftShader for WebGPU.
  args: [
    "--no-sandbox", "--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist", "--enable-unsafe-webgpu",
    "--use-webgpu-adapter=swiftshader", "--autoplay-policy=no-user-gesture-required", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
  ],
});
const results = { console: [], times: {} };
const page = await browser.newPage();
page.on("console", (message) => results.console.push(`${message.type()}: ${message.text()}`.slice(0, 2000)));
page.on("pageerror", (error) => results.console.push(`pageerror: ${error}`));
await page.goto(`${address}/page.html${plan.mode === "webgl2" ? "?renderer=webgl2" : ""}`);
await page.waitForFunction("window.ready", { timeout: 60_000 });

/** Calls a step of the page, and keeps its pictures as files. */
async function step(name, call, ...args) {
  const start = performance.now();
  let value;
  try {
    value = await page.evaluate((call, args) => window.steps[call](...args), call, args);
  } catch (error) {
    value = { failed: String(error) };
  }
  results.times[name] = Math.round(performance.now() - start);
  keep(name, value);
  results[name] = value;
}

/** Keeps the pictures of a step as files. */
function keep(name, value) {
  for (const key of ["picture", "still", "open", "before", "after"]) {
    if (typeof value?.[key] !== "string") continue;
    const file = `${name.replaceAll(/[^a-z0-9]+/gi, "_")}_${key}.png`;
    fs.writeFileSync(path.join(out, file), Buffer.from(value[key], "base64"));
    value[key] = file;
  }
}

/** Memory of all processes of the browser after garbage collection, in bytes. */
async function memory() {
  const session = await page.createCDPSession();
  await session.send("HeapProfiler.collectGarbage");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { processInfo } = await (await browser.target().createCDPSession()).send("SystemInfo.getProcessInfo");
  const resident = processInfo.map(({ id }) => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${id}/status`, "utf8"))[1]) * 1024;
    } catch {
      return 0;
    }
  });
  return { heap: usedSize, resident: resident.reduce((a, b) => a + b, 0), workers: page.workers().length };
}

for (const file of plan.avatars) await step(file, "picture", file, "body", plan.size);
for (const file of plan.broken) await step(file, "error", file);
await step("motion", "motion", plan.avatars[0], "/assets/vrm/idle_loop.vrma", 0.5, plan.size);
await step("lost", "lost", plan.avatars[0]);
// What does not depend on the device is done once: SwiftShader, which draws for WebGPU, is slow.
if (plan.mode === "webgl2") {
  await step("speaks", "speaks", "/data/sinew.vrm", plan.samples, plan.rate);
  await step("live", "live", plan.samples, plan.rate);
  await step("engine", "engine", plan.samples, plan.rate, 1000);
  await step("engine48", "engine", plan.samples, 48_000, 777);
  await step("whole", "whole", plan.samples, plan.rate);
  await step("text", "text", plan.text, plan.samples, plan.rate);
  await step("spoken times", "times");
  await step("warm", "cycles", plan.avatars[0], 3);
  await step("small", "small", plan.avatars[0], plan.size);
  await step("fbx", "fbx", plan.fbx);
  await step("hair", "hair", "/data/sinew.vrm", "/assets/vrm/idle_loop.vrma");
  await step("large", "large", "/out/large.vrm");
  results.before = await memory();
  await step("cycles", "cycles", plan.avatars[0], 20);
  results.after = await memory();
  results.viewer = await viewer(browser, `${address}/packages/viewer`, plan);
  keep("viewer", results.viewer);
}
fs.writeFileSync(path.join(out, "results.json"), JSON.stringify(results));
await browser.close();
server.close();

// A session with the viewer page: characters, motions and a broken file are opened as a user does.

import path from "node:path";

/** Milliseconds that a step may take. */
const PATIENCE = 60_000;

/** What a page of the viewer shows and asks for; `address` is that of the folder that has it. */
export async function viewer(browser, address, { assets, avatars, broken }) {
  const page = await browser.newPage();
  await page.setViewport({ width: 900, height: 600 });
  const [errors, requests] = [[], []];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
  await page.goto(`${address}/index.html?renderer=webgl2`);
  const shows = (name) =>
    page.waitForFunction((name) => document.getElementById("title").textContent === name, { timeout: PATIENCE }, name);
  const open = async (file) => (await page.$("#files")).uploadFile(path.join(assets, file));

  await shows("sinew.vrm");
  const panels = await page.$$eval("#panels > details:not([hidden]) > summary", (all) => all.map((one) => one.textContent));
  const clips = await page.$$eval("#clips button", (all) => all.length);
  const emotions = await page.$$eval("#emotions input", (all) => all.length);

  const file = avatars[0].replace("/assets/", "");
  await open(file);
  await shows(path.basename(file));
  await open("vrm/idle_loop.vrma");
  await page.waitForSelector("#clips button[aria-pressed=true]", { timeout: PATIENCE });
  const playing = await page.$eval("#clips button[aria-pressed=true]", (one) => one.firstChild.textContent);
  const moves = () => /\b[1-9]\d* frames/.test(document.getElementById("statistics").textContent);
  await page.waitForFunction(moves, { timeout: PATIENCE });
  const picture = await page.screenshot({ encoding: "base64", clip: await (await page.$("#canvas")).boundingBox() });

  await open(broken[0].replace("/assets/", ""));
  await page.waitForSelector(".notice.error", { timeout: PATIENCE });
  const notice = await page.$eval(".notice.error p", (one) => one.textContent);
  const title = await page.$eval("#title", (one) => one.textContent);
  await page.close();
  return { panels, clips, emotions, playing, picture, notice, title, errors, requests };
}

// Steps of a session: drive.mjs calls them in the browser.

import { Avatar } from "/packages/sinew-avatar/avatar.js";
import { LipSync, LiveEngine, align, analyze, fromPhones, fromWords } from "/packages/sinew-lipsync/lipsync.js";

const renderer = new URLSearchParams(location.search).get("renderer") ?? "auto";

async function base64(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

function canvas(size = 200) {
  const made = document.createElement("canvas");
  Object.assign(made.style, { width: `${size}px`, height: `${size}px` });
  document.body.append(made);
  return made;
}

async function loaded(source, options = {}) {
  const target = canvas();
  const avatar = await Avatar.load(target, source, { renderer, view: "body", paused: true, ...options });
  avatar.target = target;
  return avatar;
}

function closed(avatar) {
  avatar.dispose();
  avatar.target.remove();
}

window.steps = {
  /** Picture and camera of a character as it stands when it is loaded. */
  async picture(source, view, size) {
    const avatar = await loaded(source, { view });
    const errors = [];
    avatar.addEventListener("error", ({ error }) => errors.push(error.message));
    const picture = await base64(await avatar.toBlob({ width: size, height: size }));
    const { eye, target, fov } = await avatar.camera();
    const { device, motions, emotions, expressions, speaks } = avatar;
    closed(avatar);
    return { picture, camera: [...eye, ...target, fov], device, motions, emotions, expressions, speaks, errors };
  },

  /** A motion of another file, in the middle. */
  async motion(source, motion, seconds, size) {
    const avatar = await loaded(source);
    const { seconds: duration, finished } = await avatar.play(motion, { fade: 0 });
    let ended = false;
    finished.then(() => (ended = true));
    for (let at = 0; at < seconds - 1e-6; at += 0.05) await avatar.step(0.05);
    const picture = await base64(await avatar.toBlob({ width: size, height: size }));
    const before = ended;
    await avatar.stop(0);
    await avatar.step(0.05);
    await new Promise((resolve) => setTimeout(resolve));
    closed(avatar);
    return { picture, duration, ended: [before, ended] };
  },

  /** Visemes of a sound that plays through the node in an OfflineAudioContext. */
  async live(samples, rate) {
    const context = new OfflineAudioContext(1, samples.length, rate);
    const buffer = context.createBuffer(1, samples.length, rate);
    buffer.copyToChannel(Float32Array.from(samples), 0);
    const sound = new AudioBufferSourceNode(context, { buffer });
    const lips = await LipSync.create(context, { lookAhead: 60 });
    const frames = [];
    const onmessage = lips.node.port.onmessage;
    lips.node.port.onmessage = (event) => {
      frames.push(...new Float32Array(event.data.buffer, 0, event.data.count * 16));
      onmessage(event);
    };
    sound.connect(lips.node).connect(context.destination);
    sound.start();
    const rendered = (await context.startRendering()).getChannelData(0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const delay = Math.round(lips.latency * rate);
    let difference = 0;
    for (let n = 0; n + delay < rendered.length; n++) {
      difference = Math.max(difference, Math.abs(rendered[n + delay] - samples[n]));
    }
    const { vrm, arkit } = lips.mouth;
    return { frames, latency: lips.latency, delayed: difference, shapes: { vrm, arkit } };
  },

  /** The engine without an AudioWorklet, by chunks of a size. */
  async engine(samples, rate, chunk) {
    const module = await WebAssembly.compile(await (await fetch("/packages/sinew-lipsync/live.wasm")).arrayBuffer());
    const engine = new LiveEngine(module, rate);
    const frames = [];
    const take = (made) => frames.push(...made);
    const all = Float32Array.from(samples);
    for (let at = 0; at < all.length; at += chunk) engine.push(all.subarray(at, at + chunk), take);
    engine.finish(take);
    return frames;
  },

  async whole(samples, rate) {
    return [...(await analyze({ samples, rate })).frames];
  },

  async text(text, samples, rate) {
    const { frames, words, phones, score } = await align(text, { samples, rate });
    return { frames: [...frames], words, phones, score };
  },

  async times() {
    const phones = await fromPhones([{ phone: "M", start: 0.1, end: 0.2 }, { phone: "AA1", start: 0.2, end: 0.4 }], 0.5);
    const words = await fromWords([{ word: "map", start: 0.1, end: 0.4 }], 0.5);
    const closed = phones.at(0.15).visemes[1];
    const wrong = await fromPhones([{ phone: "M", start: 1, end: 0.5 }]).catch((error) => error.message);
    return { closed, open: phones.at(0.3).vrm.aa, words: words.phones.map(({ label }) => label), wrong };
  },

  /** A spoken sound moves the mouth, and ends. */
  async speaks(source, samples, rate) {
    const avatar = await loaded(source, { view: "portrait", paused: false });
    const still = await base64(await avatar.toBlob({ width: 200, height: 200 }));
    const events = [];
    for (const name of ["speechstart", "speechend"]) avatar.addEventListener(name, () => events.push(name));
    const done = avatar.speak({ audio: { samples, rate }, phones: [{ phone: "AA1", start: 0, end: samples.length / rate }] });
    await new Promise((resolve) => avatar.addEventListener("speechstart", resolve));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const open = await base64(await avatar.toBlob({ width: 200, height: 200 }));
    await done;
    closed(avatar);
    return { still, open, events };
  },

  /** Text and code of an error. */
  async error(source) {
    try {
      closed(await loaded(source));
      return {};
    } catch ({ name, code, message }) {
      document.querySelectorAll("canvas").forEach((one) => one.remove());
      return { name, code, message };
    }
  },

  /** A device that is lost, and the picture before and after. */
  async lost(source) {
    const avatar = await loaded(source);
    const size = { width: 200, height: 200 };
    const before = await base64(await avatar.toBlob(size));
    const restored = new Promise((resolve) => avatar.addEventListener("devicerestored", resolve));
    await avatar.loseDevice();
    // The loss shows in one of the next frames.
    let isRestored = false;
    restored.then(() => (isRestored = true));
    while (!isRestored) {
      await avatar.step(0);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const after = await base64(await avatar.toBlob(size));
    closed(avatar);
    return { before, after };
  },

  /** The small build: the same picture, and what it leaves out. */
  async small(source, size) {
    const { Avatar: Small } = await import("/packages/sinew-avatar/small/avatar.js");
    const target = canvas();
    const avatar = await Small.load(target, source, { renderer, view: "body", paused: true });
    const picture = await base64(await avatar.toBlob({ width: size, height: size }));
    const refused = [await avatar.fall().catch(({ code }) => code), await avatar.hair("bob").catch(({ code }) => code)];
    avatar.dispose();
    const setup = await Small.load(target, "/data/hero/hero.ron", { renderer }).catch(({ code, message }) => [code, message]);
    target.remove();
    return { picture, falls: avatar.falls, refused, setup };
  },

  /** Hair on a character that goes on with what it does. */
  async hair(source, motion) {
    const avatar = await loaded(source, { view: "portrait" });
    const size = { width: 200, height: 200 };
    const [added] = await avatar.add(motion);
    await avatar.play(added, { loop: true, fade: 0, speed: 0 });
    // Eyes that stay open in all pictures.
    await avatar.expression("blink", 0);
    await avatar.lookAt([0, 1.5, 3]);
    await avatar.step(0.1);
    const before = await base64(await avatar.toBlob(size));
    // It moves on meanwhile.
    avatar.pause(false);
    await avatar.hair("bob");
    avatar.pause();
    const state = await avatar.state();
    const open = await base64(await avatar.toBlob(size));
    const code = (error) => error.code;
    const wrong = [
      await avatar.hair("(layers: [])").catch(code), await avatar.play(added, { speed: NaN }).catch(code),
      await avatar.step(-Infinity).catch(code), await avatar.toBlob({ width: 1e9 }).catch(code),
      await avatar.camera("face").catch(code), await avatar.speak({ text: "hello" }).catch(code),
    ];
    // A device that is lost meanwhile.
    const restored = new Promise((resolve) => avatar.addEventListener("devicerestored", resolve));
    const own = avatar.hair(null);
    await avatar.loseDevice();
    await own;
    await restored;
    const after = await base64(await avatar.toBlob(size));
    closed(avatar);
    return { before, open, after, state, added, wrong };
  },

  /** The build with FBX, where there is one. */
  async fbx(source) {
    const build = await import("/packages/sinew-avatar/fbx/avatar.js").catch(() => undefined);
    if (build === undefined) return {};
    const target = canvas();
    const avatar = await build.Avatar.load(target, source, { renderer, view: "body", paused: true });
    const picture = await base64(await avatar.toBlob({ width: 200, height: 200 }));
    const { triangles, motions } = avatar;
    avatar.dispose();
    target.remove();
    return { picture, triangles, motions };
  },

  /** A large file: the longest task of the page while it loads, in milliseconds, and what was said of its progress. */
  async large(source) {
    let longest = 0;
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    tasks.observe({ type: "longtask" });
    const parts = {};
    const avatar = await loaded(source, { onProgress: (loaded, total, part) => (parts[part] = [loaded, total]) });
    const picture = await base64(await avatar.toBlob({ width: 200, height: 200 }));
    closed(avatar);
    tasks.disconnect();
    return { picture, longest, parts };
  },

  /** Loads and disposals on one canvas. */
  async cycles(source, count) {
    const target = canvas(64);
    for (let n = 0; n < count; n++) (await Avatar.load(target, source, { renderer, paused: true })).dispose();
    target.remove();
  },
};
window.ready = true;

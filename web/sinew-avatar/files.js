// Files of a character: fetched from addresses, or given by the page.

/** Reads the files that a character or a motion names, without waiting, as only a worker may. */
export class PageFiles {
  /** Files of the character, and of what was opened last: `given` by path, and the `base` of other paths, if there is one. */
  #character = { given: new Map() };
  #current = this.#character;

  /**
   * Opens the source of a character, and returns the path of its main file.
   * @param {string | { files: Array<[string, Blob | ArrayBuffer]>, main: string }} source
   */
  async open(source, progress) {
    const main = await this.add(source, progress);
    this.#character = this.#current;
    return main;
  }

  /** Reads the files of the character from now on, not those of the motion that was added last. */
  goHome() {
    this.#current = this.#character;
  }

  /** Opens the source of a motion, and returns the path of its main file. What it names is beside it. */
  async add(source, progress = () => {}) {
    if (typeof source !== "string") {
      this.#current = { given: new Map(source.files) };
      return source.main;
    }
    const url = new URL(source);
    const path = decodeURIComponent(url.pathname.split("/").pop()) || "file";
    // Nothing is beside the address of a Blob.
    const base = url.protocol === "blob:" ? undefined : new URL(".", url);
    this.#current = { given: new Map([[path, await fetched(url, progress)]]), base };
    return path;
  }

  /** Bytes of a path. A file that can be fetched again is handed out once, so that it is not kept twice. */
  read(path) {
    const { given, base } = this.#current;
    const file = given.get(path) ?? this.#inAnyCase(path);
    if (file !== undefined) {
      if (base !== undefined) given.delete(path);
      return new Uint8Array(file instanceof Blob ? new FileReaderSync().readAsArrayBuffer(file) : file);
    }
    if (base === undefined) throw new Error(`there is no ${JSON.stringify(path)} among the files`);
    const request = new XMLHttpRequest();
    request.open("GET", new URL(path.split("/").map(encodeURIComponent).join("/"), base), false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`HTTP ${request.status} ${request.statusText}`.trim());
    return new Uint8Array(request.response);
  }

  /** File whose path, or else whose name, is the same but for letter case. */
  #inAnyCase(path) {
    const [low, name] = [path.toLowerCase(), path.split("/").pop().toLowerCase()];
    const entries = [...this.#current.given];
    const found =
      entries.find(([one]) => one.toLowerCase() === low) ??
      entries.find(([one]) => one.split("/").pop().toLowerCase() === name);
    return found?.[1];
  }
}

/** Fetches a file, and calls `progress` with the bytes so far and in all. */
export async function fetched(url, progress = () => {}) {
  if (url.protocol === "data:") return dataOf(url);
  const name = decodeURIComponent(url.pathname.split("/").pop());
  let response;
  try {
    response = await fetch(url);
  } catch (error) {
    throw coded("unreadable", `${name}: ${error.message}`);
  }
  if (!response.ok) throw coded("unreadable", `${name}: HTTP ${response.status} ${response.statusText}`.trim());
  const parts = [];
  for await (const part of counted(response, progress)) parts.push(part);
  return new Blob(parts);
}

/** Bytes of a `data:` address, which bundlers make of small files and security policies do not let a page fetch. */
function dataOf({ pathname }) {
  const [kind, data] = [pathname.slice(0, pathname.indexOf(",")), pathname.slice(pathname.indexOf(",") + 1)];
  const text = decodeURIComponent(data);
  return new Blob([kind.endsWith(";base64") ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : text]);
}

/** Parts of the body of a response; calls `progress` with the bytes so far and in all, as they come. */
export async function* counted(response, progress) {
  const total = Number(response.headers.get("content-length")) || 0;
  let loaded = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    loaded += value.length;
    // A compressed answer names its compressed length.
    progress(loaded, Math.max(total, loaded));
    yield value;
  }
}

export function coded(code, message) {
  return Object.assign(new Error(message), { code });
}

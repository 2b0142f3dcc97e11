// Files of a character: fetched from addresses, or given by the page.

/** Reads the files that a character file names, without waiting, as only a worker may. */
export class PageFiles {
  /** Files that the page gave, by path. */
  #given = new Map();
  /** Address that paths are relative to; undefined for files that the page gave. */
  #base;
  /** That of the character. */
  #home;

  /**
   * Opens the source of a character, and returns the path of its main file.
   * @param {string | { files: Array<[string, Blob | ArrayBuffer]>, main: string }} source
   */
  async open(source, progress) {
    this.#given.clear();
    this.#base = undefined;
    const main = await this.add(source, progress);
    this.#home = this.#base;
    return main;
  }

  /** Reads the files of the character again, not those of the motion that was added last. */
  goHome() {
    this.#base = this.#home;
  }

  /** Adds a file, and returns its path. What it names is beside it. */
  async add(source, progress = () => {}) {
    if (typeof source !== "string") {
      for (const [path, file] of source.files) this.#given.set(path, file);
      return source.main;
    }
    const url = new URL(source);
    // Nothing is beside the address of a Blob.
    this.#base = url.protocol === "blob:" ? undefined : new URL(".", url);
    const path = decodeURIComponent(url.pathname.split("/").pop()) || "file";
    this.#given.set(path, await fetched(url, progress));
    return path;
  }

  /** Bytes of a path. A fetched file is handed out once, so that it is not kept twice. */
  read(path) {
    const given = this.#given.get(path) ?? this.#inAnyCase(path);
    if (given !== undefined) {
      if (this.#base !== undefined) this.#given.delete(path);
      return new Uint8Array(given instanceof Blob ? new FileReaderSync().readAsArrayBuffer(given) : given);
    }
    if (this.#base === undefined) throw new Error(`there is no ${JSON.stringify(path)} among the files`);
    const request = new XMLHttpRequest();
    request.open("GET", new URL(path.split("/").map(encodeURIComponent).join("/"), this.#base), false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`HTTP ${request.status} ${request.statusText}`.trim());
    return new Uint8Array(request.response);
  }

  /** File whose path, or else whose name, is the same but for letter case. */
  #inAnyCase(path) {
    const [low, name] = [path.toLowerCase(), path.split("/").pop().toLowerCase()];
    const entries = [...this.#given];
    const found =
      entries.find(([one]) => one.toLowerCase() === low) ??
      entries.find(([one]) => one.split("/").pop().toLowerCase() === name);
    return found?.[1];
  }
}

/** Fetches a file, and calls `progress` with the bytes so far and in all. */
export async function fetched(url, progress = () => {}) {
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

// Files of a drop, with those of its folders.

/** All files of a drop, in folders too; each has its path in `webkitRelativePath`. */
export async function filesOfDrop(transfer) {
  // Entries have to be taken before the first wait: the drop is empty afterwards.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...transfer.files];
  const lists = await Promise.all(entries.map((entry) => filesOfEntry(entry)));
  return lists.flat();
}

async function filesOfEntry(entry) {
  if (entry.isFile) return [await fileOfEntry(entry)];
  const reader = entry.createReader();
  const files = [];
  // A reader returns a part of the folder at each call, and nothing at the end.
  for (;;) {
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const one of entries) files.push(...(await filesOfEntry(one)));
  }
}

async function fileOfEntry(entry) {
  const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
  // Files of a drop lack the path that those of a folder dialog have.
  return Object.defineProperty(file, "webkitRelativePath", { value: entry.fullPath.replace(/^\//, "") });
}

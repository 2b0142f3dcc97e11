// Haircuts that come with the package. Bundlers find the files by these addresses.

import { coded } from "./files.js";

const HAIRCUTS = {
  afro: new URL("./hair/afro.ron", import.meta.url),
  beard: new URL("./hair/beard.ron", import.meta.url),
  bob: new URL("./hair/bob.ron", import.meta.url),
  braid: new URL("./hair/braid.ron", import.meta.url),
  brows: new URL("./hair/brows.ron", import.meta.url),
  bun: new URL("./hair/bun.ron", import.meta.url),
  fringe: new URL("./hair/fringe.ron", import.meta.url),
  fur: new URL("./hair/fur.ron", import.meta.url),
  lashes: new URL("./hair/lashes.ron", import.meta.url),
  long: new URL("./hair/long.ron", import.meta.url),
  moustache: new URL("./hair/moustache.ron", import.meta.url),
  ponytail: new URL("./hair/ponytail.ron", import.meta.url),
  short: new URL("./hair/short.ron", import.meta.url),
  swept: new URL("./hair/swept.ron", import.meta.url),
};

/** Address of a haircut. */
export function haircut(name) {
  if (!Object.hasOwn(HAIRCUTS, name)) {
    throw coded("hair", `no haircut called ${JSON.stringify(name)}; there are ${Object.keys(HAIRCUTS).join(", ")}`);
  }
  return HAIRCUTS[name];
}

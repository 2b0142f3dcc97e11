// The worker with this build of the module.

import init, { AvatarView } from "./sinew_avatar.js";
import { work } from "../work.js";

work(init, AvatarView, new URL("./sinew_avatar_bg.wasm", import.meta.url));

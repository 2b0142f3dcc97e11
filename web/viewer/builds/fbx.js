// The build of sinew-avatar that the page uses: every format.

export { Avatar } from "./sinew-avatar/fbx/avatar.js";
export const READS_FBX = true;

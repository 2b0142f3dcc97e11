// The build of sinew-avatar that the page uses: every format but FBX.

export { Avatar } from "./sinew-avatar/avatar.js";
export const READS_FBX = false;

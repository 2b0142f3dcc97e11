// Movements of a camera `{ eye, target, fov }`.

/** Steepest angle of the camera above and below the target, radians. */
const MAX_ELEVATION = 1.5;
/** Least and largest distance from eye to target, metres. */
const DISTANCES = [0.05, 200];

/** Turns the eye around the target by angles in radians: to the right, and upwards. */
export function orbit({ eye, target, fov }, azimuth, elevation) {
  const [x, y, z] = offset(eye, target);
  const distance = Math.hypot(x, y, z);
  const longitude = Math.atan2(x, z) + azimuth;
  const latitude = clamp(Math.asin(y / distance) + elevation, -MAX_ELEVATION, MAX_ELEVATION);
  const level = Math.cos(latitude) * distance;
  const turned = [Math.sin(longitude) * level, Math.sin(latitude) * distance, Math.cos(longitude) * level];
  return { eye: sum(target, turned), target, fov };
}

/** Changes the distance from eye to target by a factor. */
export function zoom({ eye, target, fov }, factor) {
  const away = offset(eye, target);
  const distance = Math.hypot(...away);
  const scale = clamp(distance * factor, ...DISTANCES) / distance;
  return { eye: sum(target, away.map((value) => value * scale)), target, fov };
}

/** Moves the picture to the right and upwards, by heights of the picture. */
export function pan({ eye, target, fov }, right, up) {
  const [x, y, z] = offset(eye, target);
  const distance = Math.hypot(x, y, z);
  const level = Math.hypot(x, z);
  const height = 2 * distance * Math.tan(fov / 2);
  const rightward = [z / level, 0, -x / level];
  const upward = [(-x / distance) * (y / level), level / distance, (-z / distance) * (y / level)];
  const move = rightward.map((value, axis) => -height * (value * right + upward[axis] * up));
  return { eye: sum(eye, move), target: sum(target, move), fov };
}

const offset = (eye, target) => eye.map((value, axis) => value - target[axis]);
const sum = (a, b) => a.map((value, axis) => value + b[axis]);
const clamp = (value, min, max) => Math.min(Math.max(value, min), max);

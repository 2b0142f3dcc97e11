// Images of a character, decoded by the browser.

/** Pixels as the file has them: no profile is applied, and colours are not multiplied by alpha. */
const AS_STORED = { premultiplyAlpha: "none", colorSpaceConversion: "none" };
/** Rows that are looked through at a time. */
const ROWS = 256;

/**
 * Decodes the images of the character and uploads them, one after the other: the next one is decoded meanwhile. The module
 * itself decodes what the browser does not.
 */
export async function uploadImages(view) {
  const count = view.gather_images();
  const side = view.max_image_side();
  const decode = (n) => (n < count ? decoded(view.image_bytes(n), side) : undefined);
  for (let n = 0, next = decode(0); n < count; n += 1) {
    const bitmap = await next;
    next = decode(n + 1);
    try {
      if (bitmap) view.put_image(n, bitmap, view.image_blends(n) && hasAlpha(bitmap));
    } catch (error) {
      (await next)?.close();
      throw error;
    } finally {
      bitmap?.close();
    }
  }
}

/** Bitmap of an image, no larger than `side`; undefined where the browser cannot decode it. */
async function decoded(bytes, side) {
  try {
    const bitmap = await createImageBitmap(new Blob([bytes]), AS_STORED);
    const scale = side / Math.max(bitmap.width, bitmap.height);
    if (scale >= 1) return bitmap;
    const size = (pixels) => Math.max(1, Math.floor(pixels * scale));
    const options = { ...AS_STORED, resizeWidth: size(bitmap.width), resizeHeight: size(bitmap.height) };
    const smaller = await createImageBitmap(bitmap, options);
    bitmap.close();
    return smaller;
  } catch {
    return undefined;
  }
}

/** Whether any pixel has alpha below 1. */
function hasAlpha(bitmap) {
  const { width, height } = bitmap;
  const strip = new OffscreenCanvas(width, Math.min(ROWS, height));
  const context = strip.getContext("2d", { willReadFrequently: true });
  for (let top = 0; top < height; top += ROWS) {
    const rows = Math.min(ROWS, height - top);
    context.clearRect(0, 0, width, rows);
    context.drawImage(bitmap, 0, top, width, rows, 0, 0, width, rows);
    const { data } = context.getImageData(0, 0, width, rows);
    for (let at = 3; at < data.length; at += 4) if (data[at] < 255) return true;
  }
  return false;
}

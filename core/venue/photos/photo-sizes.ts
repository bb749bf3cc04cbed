/** Defines the sizes of a room's photo and the address of each. Safe in a browser. */

/** Widths in pixels for a phone, a tablet and a desktop. */
const PHOTO_WIDTHS = [480, 960, 1600] as const;

/** The stored sizes of a photo of this width, the smallest first: it is never enlarged. */
export const widthsOf = (width: number): number[] => PHOTO_WIDTHS.filter((size) => size <= width);

/** The smallest width that is accepted. */
export const MIN_PHOTO_WIDTH = PHOTO_WIDTHS[0];

/** The permanent address of one size and format of it. */
export const photoPath = (photoId: string, width: number, format: "avif" | "webp" | "jpg"): string =>
  `/photos/${photoId}/${width}.${format}`;

/** The address for callers that need only one: the largest size, in the format that every program reads. */
export const photoUrl = ({ photoId, width }: { photoId: string; width: number }): string =>
  photoPath(photoId, widthsOf(width).at(-1) ?? MIN_PHOTO_WIDTH, "jpg");

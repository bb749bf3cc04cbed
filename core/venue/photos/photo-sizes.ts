/** Owns in which sizes a room's photo is kept, and where each is found. Safe in a browser. */

/** Pixels across: a phone's, a tablet's, a desk's. */
const PHOTO_WIDTHS = [480, 960, 1600] as const;

/** The sizes that a photo of this width is kept in, the smallest first: it is never drawn larger than it was taken. */
export const widthsOf = (width: number): number[] => PHOTO_WIDTHS.filter((size) => size <= width);

/** The least that is taken. */
export const MIN_PHOTO_WIDTH = PHOTO_WIDTHS[0];

/** Where one size and format of it is served, for good. */
export const photoPath = (photoId: string, width: number, format: "avif" | "webp" | "jpg"): string =>
  `/photos/${photoId}/${width}.${format}`;

/** The address for whoever asks for one only: its largest size, in the format that everything reads. */
export const photoUrl = ({ photoId, width }: { photoId: string; width: number }): string =>
  photoPath(photoId, widthsOf(width).at(-1) ?? MIN_PHOTO_WIDTH, "jpg");

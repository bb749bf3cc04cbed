/**
 * Prepares an uploaded photo: decodes it safely, turns it upright, and writes it again in the web's sizes and formats,
 * without its metadata.
 */
import sharp, { type Metadata, type Sharp } from "sharp";
import { MIN_PHOTO_WIDTH, widthsOf } from "../../venue/photos/photo-sizes.ts";
import {
  PHOTO_FORMATS,
  type PhotoFile,
  type PhotoFormat,
  type PreparedPhoto,
} from "../../venue/photos/stored-photos.ts";

/** The pixels of a photo of 8,000 by 8,000: more than cameras take, and decoded it still fits in memory. */
const MOST_PIXELS = 64_000_000;
/** The largest ratio of the longer side to the shorter one. */
const MOST_STRETCHED = 4;
const SECONDS = 30;

/** Photos are processed one at a time: pixels take much memory, and a processor must remain free for page requests. */
const MOST_WAITING = 4;

/** Thrown if the queue of photos is full. The photo was not looked at; in a few seconds there is room again. */
export class PhotosBusy extends Error {
  override name = "PhotosBusy";
}

/** Either the photo to serve, or why it cannot be used, in a text for the person who uploaded it. */
export type PhotoResult = { ok: true; photo: PreparedPhoto } | { ok: false; words: string };

type Kind = "photo" | "logo";

const wrongType = (kind: Kind) => `The ${kind} must be a JPEG, PNG, WebP or AVIF picture`;
const unreadable = (kind: Kind) => `The ${kind} cannot be read. Save it as a JPEG and try again`;
const tooLarge = (kind: Kind) =>
  `The ${kind} has too many pixels: at most ${MOST_PIXELS / 1_000_000} million`;

// All other formats that the library could open (SVG with its scripts, PDF, its own formats) are blocked, whatever type it detects.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});
sharp.concurrency(1);
sharp.cache(false);

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Converts an upload to the files for the web: upright, in sRGB, the first frame of an animation, without its metadata
 * (which may contain the place where it was taken). @throws PhotosBusy
 */
export const preparePhoto = (upload: Uint8Array): Promise<PhotoResult> => inLine(upload, "photo", prepare);

async function inLine(
  upload: Uint8Array,
  kind: Kind,
  prepareNow: (open: () => Sharp) => Promise<PhotoResult>,
): Promise<PhotoResult> {
  if (!isPhoto(upload)) return { ok: false, words: wrongType(kind) };
  if (waiting > MOST_WAITING) throw new PhotosBusy("Too many photos are being prepared");
  waiting += 1;
  const mine = last
    .then(() => readable(upload, kind, prepareNow))
    .finally(() => {
      waiting -= 1;
    });
  last = mine.catch(() => undefined);
  return await mine;
}

async function prepare(open: () => Sharp): Promise<PhotoResult> {
  const words = refusalOf(await open().metadata());
  if (words !== null) return { ok: false, words };
  return { ok: true, photo: await inEverySize(open) };
}

/** What `read` makes of the upload, or why it cannot be read. */
async function readable(
  upload: Uint8Array,
  kind: Kind,
  read: (open: () => Sharp) => Promise<PhotoResult>,
): Promise<PhotoResult> {
  const open = (): Sharp =>
    // `pages` is one by default: of an animation, only the first frame is read.
    sharp(upload, { failOn: "error", limitInputPixels: MOST_PIXELS, sequentialRead: true });
  try {
    return await read(open);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { ok: false, words: /pixel limit/i.test(error.message) ? tooLarge(kind) : unreadable(kind) };
  }
}

/** The box into which a logo is fitted: twice the largest that any page shows. */
const LOGO_BOX = { width: 640, height: 192 };
const LEAST_LOGO = 64;

/** Converts an upload to a logo in one size, which keeps what is transparent in WebP and is on white in JPEG. @throws PhotosBusy */
export const prepareLogo = (upload: Uint8Array): Promise<PhotoResult> =>
  inLine(upload, "logo", prepareLogoNow);

async function prepareLogoNow(open: () => Sharp): Promise<PhotoResult> {
  const { width: across, height: down } = await open().metadata();
  if (across * down > MOST_PIXELS) return { ok: false, words: tooLarge("logo") };
  if (Math.min(across, down) < LEAST_LOGO)
    return { ok: false, words: `The logo must be at least ${LEAST_LOGO} pixels on each side` };
  const { data, info } = await open()
    .rotate()
    .resize({ ...LOGO_BOX, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const logo = () => sharp(data, { raw: { width, height, channels } });
  const files: PhotoFile[] = [
    { width, format: "webp", bytes: await ENCODERS.webp(logo()).toBuffer() },
    {
      width,
      format: "jpg",
      bytes: await ENCODERS.jpg(logo().flatten({ background: "#ffffff" })).toBuffer(),
    },
  ];
  return { ok: true, photo: { width, height, files } };
}

/** Null if the photo can be used. */
function refusalOf({ format, width, height, orientation = 1 }: Metadata): string | null {
  if (format === undefined || !["jpeg", "png", "webp", "heif", "avif"].includes(format))
    return wrongType("photo");
  if (width * height > MOST_PIXELS) return tooLarge("photo");
  // From orientation 5 on, width and height are swapped.
  const [across, down] = orientation >= 5 ? [height, width] : [width, height];
  if (across < MIN_PHOTO_WIDTH) return `The photo must be at least ${MIN_PHOTO_WIDTH} pixels wide`;
  return Math.max(across / down, down / across) > MOST_STRETCHED
    ? `The photo must not be more than ${MOST_STRETCHED} times as long on one side as on the other`
    : null;
}

async function inEverySize(open: () => Sharp): Promise<PreparedPhoto> {
  // The photo is decoded once and scaled to the largest size; the smaller sizes are made from that.
  const [most = MIN_PHOTO_WIDTH] = widthsOf(Number.MAX_SAFE_INTEGER).toReversed();
  const { data, info } = await open()
    .rotate()
    .resize({ width: most, withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const files: PhotoFile[] = [];
  const sizes = widthsOf(width);
  for (const size of sizes) {
    for (const format of PHOTO_FORMATS) {
      const scaled = sharp(data, { raw: { width, height, channels } }).resize({ width: size });
      const bytes = await ENCODERS[format](scaled).timeout({ seconds: SECONDS }).toBuffer();
      files.push({ width: size, format, bytes });
    }
  }
  const shown = sizes.at(-1) ?? MIN_PHOTO_WIDTH;
  return { width: shown, height: Math.round((height * shown) / width), files };
}

/** The quality is sharp enough for a room and the file small enough for a phone. */
const ENCODERS: Record<PhotoFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 52, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 74, effort: 4 }),
  jpg: (picture) => picture.jpeg({ quality: 76, mozjpeg: true }),
};

/** Detected by the first bytes, whatever the file is called. */
function isPhoto(bytes: Uint8Array): boolean {
  const starts = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64));
  const text = starts.toString("latin1");
  return (
    text.startsWith("\xff\xd8\xff") ||
    text.startsWith("\x89PNG\r\n\x1a\n") ||
    (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") ||
    (text.slice(4, 8) === "ftyp" && /avif|avis/.test(text.slice(8)))
  );
}

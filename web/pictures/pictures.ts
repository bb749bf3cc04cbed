/**
 * Makes the pictures that are shown outside of the site (beside shared links, on home
 * screens, in tabs), as PNG because nothing else is accepted there.
 */
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { PRESSED_ROOMS } from "../posters/motifs.ts";
import { printPoster } from "../posters/poster.ts";

const FAVICON = readFileSync(new URL("../public/favicon.svg", import.meta.url));
/** The favicon's background, and the side of its view box. */
const PAPER = "#f4f3ea";
const FAVICON_SIDE = 32;

/** The size that sites ask for when they show a link; `bff/pages` declares the same size. */
const SHARED = { width: 1200, height: 630 };

/** Launchers cut such an icon to their own shape; the middle four fifths are always visible. */
const MASKABLE_SHARE = 0.72;

/** The venue's own picture is the poster of the most requested room. */
const HOUSE_POSTER = "rehearsal-room";

/** The pictures by the file's name in the built web. */
export async function printPictures(): Promise<Map<string, Buffer>> {
  const shared = PRESSED_ROOMS.map(
    async (slug) => [`shared/${slug}.png`, await sharedPicture(slug)] as const,
  );
  const icons = [180, 192, 512].map(async (side) => [iconPath(side), await icon(side)] as const);
  return new Map([
    ...(await Promise.all([...shared, ...icons])),
    ["shared/hub.png", await sharedPicture(HOUSE_POSTER)],
    ["icon-maskable-512.png", await icon(512, MASKABLE_SHARE)],
    ["favicon.ico", tabIcon(await icon(32), 32)],
  ]);
}

const iconPath = (side: number): string => (side === 180 ? "apple-touch-icon.png" : `icon-${side}.png`);

/** The poster's middle across the whole width; the motifs keep their essential parts there. */
function sharedPicture(slug: string): Promise<Buffer> {
  return sharp(Buffer.from(printPoster(slug, 1)), { density: 144 })
    .resize({ ...SHARED, fit: "cover" })
    .png({ palette: true, colors: 32, effort: 7 })
    .toBuffer();
}

/** `side` in pixels; `share` is the part of it that the mark takes. */
async function icon(side: number, share = 1): Promise<Buffer> {
  const mark = Math.round(side * share);
  const around = Math.floor((side - mark) / 2);
  return sharp(FAVICON, { density: (72 * mark) / FAVICON_SIDE })
    .resize(mark, mark)
    .extend({
      top: around,
      left: around,
      right: side - mark - around,
      bottom: side - mark - around,
      background: PAPER,
    })
    .flatten({ background: PAPER })
    .png({ palette: true })
    .toBuffer();
}

/** An ICO file of one picture: its header, a directory of one entry, and the unchanged PNG. */
function tabIcon(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // icons
  head.writeUInt16LE(1, 4); // one of them
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

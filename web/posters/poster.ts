/** Prints posters: two inks on paper, multiplied and a little out of register, as a self-contained SVG below 6 kB (decision 151). */
import { inksOf } from "../../core/venue/rooms/inks.ts";
import { halftone, motifOf } from "./motifs.ts";
import { seeded } from "./seed.ts";

/** The poster itself and three more views of the same motif for the room's gallery. */
export const VARIANTS = [1, 2, 3, 4] as const;
export type Variant = (typeof VARIANTS)[number];

const PAPER = "#f4f3ea";
const SHEET = "M-400-500h1600v2000h-1600z";

/** How each view shows the motif: `swap` prints it with the inks exchanged. */
const VIEWS: Record<Variant, { transform: string; swap: boolean }> = {
  1: { transform: "", swap: false },
  2: { transform: "translate(-330 -430) scale(1.75)", swap: true },
  3: { transform: "rotate(-90 400 500) translate(-60 -75) scale(1.15)", swap: false },
  4: { transform: "translate(150 190) scale(.62) rotate(8 400 500)", swap: true },
};

/** The file of a view: `/rooms/classroom.svg`, `/rooms/classroom-2.svg`, … */
export function posterPath(slug: string, variant: Variant): string {
  return `rooms/${slug}${variant === 1 ? "" : `-${variant}`}.svg`;
}

/** Prints one view of a room's poster. The layers slide into register once, unless the visitor prefers reduced motion. */
export function printPoster(slug: string, variant: Variant): string {
  const chance = seeded(`${slug}/${variant}`);
  const inks = inksOf(slug);
  const { transform, swap } = VIEWS[variant];
  const [first, second] = swap ? [inks.second, inks.first] : [inks.first, inks.second];
  const motif = motifOf(slug, chance);
  const off = { x: 5 + Math.round(chance() * 4), y: -4 - Math.round(chance() * 4) };
  const view = transform && ` transform="${transform}"`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000" viewBox="0 0 800 1000">',
    "<style>.a,.b{mix-blend-mode:multiply}@media(prefers-reduced-motion:no-preference){.b{animation:r .24s cubic-bezier(.2,.9,.3,1)}",
    `@keyframes r{from{transform:translate(${off.x * 4}px,${off.y * 5}px)}}}</style>`,
    `<path fill="${PAPER}" d="M0 0h800v1000H0z"/>`,
    `<clipPath id="c"><path d="${motif.holes}"/></clipPath>`,
    `<g class="a" color="${first.hex}" fill="${first.hex}"><g${view}>`,
    `<path fill-rule="evenodd" d="${SHEET}${motif.holes}"/><g clip-path="url(#c)">${halftone(motif.shade)}</g></g></g>`,
    `<g class="b"><g color="${second.hex}" fill="${second.hex}" transform="translate(${off.x} ${off.y})"><g${view}>${motif.marks}</g></g></g>`,
    `<path d="${specks(chance)}" stroke="${PAPER}" stroke-width="4" stroke-linecap="round"/>`,
    "</svg>",
  ].join("");
}

/** Dust on the drum: small places without ink. */
function specks(chance: () => number): string {
  return Array.from(
    { length: 26 },
    () => `M${Math.round(chance() * 800)} ${Math.round(chance() * 1000)}h${Math.round(chance() * 3)}`,
  ).join("");
}

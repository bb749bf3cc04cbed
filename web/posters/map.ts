/** Prints the map of the streets around the venue: ink on paper like a poster, as a self-contained SVG (decision 227). */

import type { PlanItem } from "../../core/venue/rooms/floor-plan.ts";
import { VENUE_INKS } from "../../core/venue/rooms/inks.ts";
import { MAP_SIZE, readMap } from "../../core/venue/venue-map.ts";

const PAPER = "#f4f3ea";
const DARK = "#14151f";
const TYPE = 3.4;

/** The SVG; an empty text if the lines make no map. */
export function printMap(lines: readonly string[]): string {
  const map = readMap(lines);
  if (map === null) return "";
  const { width, height } = MAP_SIZE;
  const { first, second } = VENUE_INKS;
  const box = ({ x, y, width: w, depth: h }: PlanItem, fill: string) =>
    `<path fill="${fill}" d="M${x} ${y}h${w}v${h}h${-w}z"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 10}" height="${height * 10}" viewBox="0 0 ${width} ${height}">`,
    `<style>text{font:600 ${TYPE}px "Instrument Sans",Arial,sans-serif;fill:${DARK};text-anchor:middle;dominant-baseline:central;paint-order:stroke;stroke:${PAPER};stroke-width:1}.s{font-weight:400;stroke:none}</style>`,
    `<path fill="${second.hex}" d="M0 0h${width}v${height}H0z"/>`,
    ...map.streets.map((street) => box(street, PAPER)),
    ...map.streets.map(streetName),
    ...map.places.map((place) => box(place, DARK)),
    box(map.venue, first.hex),
    ...map.places.map(placeName),
    venueName(map.venue, first.text),
    "</svg>",
  ].join("");
}

/** Along the street from its left or upper end. */
function streetName({ what, x, y, width, depth }: PlanItem): string {
  const length = what.length * TYPE * 0.5;
  if (width >= depth) {
    return `<text class="s" x="${x + Math.min(length / 2 + 3, width / 2)}" y="${y + depth / 2}">${escaped(what)}</text>`;
  }
  const at = { x: x + width / 2, y: y + Math.min(length / 2 + 2, depth / 2) };
  return `<text class="s" transform="translate(${at.x} ${at.y}) rotate(-90)">${escaped(what)}</text>`;
}

/** On the venue itself where it is wide enough. */
function venueName(venue: PlanItem, color: string): string {
  const { what, x, y, width, depth } = venue;
  if (what.length * TYPE * 0.54 > width - 1 || depth < TYPE) return placeName(venue);
  return `<text style="fill:${color};stroke:none" x="${x + width / 2}" y="${y + depth / 2}">${escaped(what)}</text>`;
}

/** Below the place, or above it at the lower edge; always within the map. */
function placeName({ what, x, y, width, depth }: PlanItem): string {
  const half = (what.length * TYPE * 0.54) / 2;
  const middle = Math.min(Math.max(x + width / 2, half + 1), MAP_SIZE.width - half - 1);
  const below = y + depth + TYPE * 0.8;
  const at = below + TYPE / 2 > MAP_SIZE.height ? y - TYPE * 0.8 : below;
  return `<text x="${middle}" y="${at}">${escaped(what)}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * Computes the third color: two inks printed over one another multiply, and the color of the text on it follows
 * (decision 151). Safe in a browser.
 */
import type { Ink, RoomInks } from "./inks.ts";

const channelsOf = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** WCAG's relative luminance of a `#rrggbb`. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** A room's two inks over one another, with the text color that has more contrast. */
export function overprint({ first, second }: RoomInks): Ink {
  const over = channelsOf(second.hex);
  const hex = channelsOf(first.hex)
    .map((value, at) => Math.round((value * (over[at] ?? 255)) / 255))
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("");
  const text = contrast(`#${hex}`, "#ffffff") >= contrast(`#${hex}`, "#14151f") ? "#ffffff" : "#14151f";
  return { hex: `#${hex}`, text };
}

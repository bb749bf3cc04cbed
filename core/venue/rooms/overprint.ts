/**
 * Computes the third color: two inks printed over one another multiply, and the color of the text on it follows
 * (decision 151). Safe in a browser.
 */
import { combined, contrastOf } from "../look/contrast.ts";
import type { Ink, RoomInks } from "./inks.ts";

/** A room's two inks over one another, with the text color that has more contrast. */
export function overprint({ first, second }: RoomInks): Ink {
  const hex = combined(first.hex, second.hex, (one, other) => (one * other) / 255);
  const text = contrastOf(hex, "#ffffff") >= contrastOf(hex, "#14151f") ? "#ffffff" : "#14151f";
  return { hex, text };
}

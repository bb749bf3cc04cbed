/** Mixes the tint of a room's ink that marks free time; the full ink means chosen (decision 154). */
import type { Ink } from "../../../../core/venue/rooms/inks.ts";

/** A light print of the ink on the sheet of either theme; text on it keeps the page's color. */
export const tintOf = (ink: Ink): string => `color-mix(in srgb, ${ink.hex} 22%, var(--color-sheet))`;

/** Between tint and full ink, for a bar that is too thin to show the tint. */
export const halfTintOf = (ink: Ink): string => `color-mix(in srgb, ${ink.hex} 60%, var(--color-sheet))`;

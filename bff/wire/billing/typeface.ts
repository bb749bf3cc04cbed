/** Loads the typeface of printed documents, and makes texts printable in it. */
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import { currencyCode } from "../../../core/venue/currency.ts";

/** Inter: Latin, Greek and Cyrillic in one design, with figures of one width. */
const REGULAR = "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf";
const BOLD = "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf";

interface Typeface {
  /** The files: a document finds the font that it has opened by its path. */
  regular: string;
  bold: string;
  /** The text without what the typeface cannot show. */
  printable(text: string): string;
}

let loaded: Promise<Typeface> | undefined;

/** Loaded with the first document, not at every start of a process. */
export function typeface(): Promise<Typeface> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Typeface> {
  const { resolve } = createRequire(import.meta.url);
  const [regular, bold] = [resolve(REGULAR), resolve(BOLD)];
  const { open } = await import("fontkit");
  const font = await open(regular);
  if ("fonts" in font) throw new Error(`${regular} holds more than one font`);
  return { regular, bold, printable: (text) => printableIn(font, text) };
}

/** Control characters (except the line feed), invisible formatting and halves of characters. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

/** An empty box says that a character is missing, and can be copied, unlike a glyph that has no character. */
const MISSING = "\u25a1";

function printableIn(font: Pick<Font, "hasGlyphForCodePoint">, text: string): string {
  const has = (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  const shown = (character: string): string => {
    if (character === "\n" || has(character)) return character;
    if (/\p{Sc}/u.test(character)) return `${currencyCode().toUpperCase()}\u00a0`;
    // A ligature, a figure in a circle or a letter of full width has plain letters too.
    const plain = Array.from(character.normalize("NFKC"));
    return plain.every(has) ? plain.join("") : MISSING;
  };
  const lines = text.normalize("NFC").replace(/\r\n?/g, "\n").replaceAll("\t", " ").replace(INVISIBLE, "");
  return Array.from(lines, shown).join("").trim();
}

/** Owns what a letter is made of; its text and its HTML are written from the same pieces, so that both say the same. */
import type { PostalInks } from "./inks.ts";

export type Block =
  | { kind: "words"; text: string }
  /** The booking as a perforated slip. */
  | { kind: "ticket"; room: string; inks: PostalInks; rows: readonly Row[] }
  | { kind: "facts"; rows: readonly Row[] }
  | { kind: "button"; label: string; url: string }
  /** What somebody typed, with its line ends. */
  | { kind: "quote"; text: string }
  | { kind: "small"; text: string };

export type Row = readonly [label: string, value: string];

export interface Letter {
  subject: string;
  heading: string;
  /** What mail programs show beside the subject. */
  preview: string;
  blocks: readonly Block[];
}

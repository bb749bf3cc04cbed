/** Defines the mail content and its plain text; the HTML is made from the same content, so that both say the same. */

import type { RoomInks } from "../../../core/venue/rooms/inks.ts";
import type { VenueDetails } from "../../../core/venue/settings.ts";

export type ContentBlock =
  | { kind: "words"; text: string }
  | { kind: "heading"; text: string }
  /** The booking as a ticket with a perforated edge. */
  | { kind: "ticket"; room: string; inks: RoomInks; rows: readonly ContentRow[] }
  /** Dates of a series on one ticket, with what holds for all of them below. */
  | { kind: "dates"; title: string; inks: RoomInks; dates: readonly DateLine[]; rows: readonly ContentRow[] }
  /** Lines of an invoice or a credit note, with its sums below; `more` says how many further lines it has. */
  | {
      kind: "lines";
      title: string;
      lines: readonly MailLine[];
      more: string | null;
      rows: readonly ContentRow[];
    }
  | { kind: "facts"; rows: readonly ContentRow[] }
  | { kind: "button"; label: string; url: string }
  /** Secondary links in one row. */
  | { kind: "links"; links: readonly { label: string; url: string }[] }
  /** Text that a person typed, with its line ends. */
  | { kind: "quote"; text: string }
  | { kind: "small"; text: string };

export type ContentRow = readonly [label: string, value: string];

/** A date of a series: `day` with weekday and year, `amount` with its currency. */
export interface DateLine {
  day: string;
  hours: string;
  /** Null if all dates are in the room that the ticket names. */
  room: string | null;
  amount: string;
  bookingId: number;
  /** Where and when it was before; null if it has not moved. */
  before: string | null;
}

/** A line of an invoice; `amount` with its currency. */
export interface MailLine {
  text: string;
  amount: string;
  bookingId: number;
}

export interface MailContent {
  subject: string;
  heading: string;
  /** What mail programs show beside the subject. */
  preview: string;
  blocks: readonly ContentBlock[];
}

export const paragraph = (text: string): ContentBlock => ({ kind: "words", text });
export const small = (text: string): ContentBlock => ({ kind: "small", text });
export const button = (label: string, url: string): ContentBlock => ({ kind: "button", label, url });

export function textOf(letter: MailContent, { name, address, phone, email, url }: VenueDetails): string {
  const foot = `${name} · ${address.street}, ${address.city}\n${phone} · ${email}\n${url}`;
  return `${[letter.heading, ...letter.blocks.map(blockText), `-- \n${foot}`].join("\n\n")}\n`;
}

function blockText(block: ContentBlock): string {
  switch (block.kind) {
    case "words":
    case "small":
      return block.text;
    case "heading":
      return block.text.toUpperCase();
    case "links":
      return block.links.map(({ label, url }) => `${label}:\n${url}`).join("\n");
    case "ticket":
      return `${block.room}\n${rowsText(block.rows)}`;
    case "dates":
      return [block.title, ...block.dates.map(dateText), rowsText(block.rows)].join("\n");
    case "lines": {
      const lines = block.lines.map(
        ({ text, amount, bookingId }) => `${text} (booking ${bookingId}): ${amount}`,
      );
      return [block.title, ...lines, ...(block.more === null ? [] : [block.more]), rowsText(block.rows)].join(
        "\n",
      );
    }
    case "facts":
      return rowsText(block.rows);
    case "button":
      return `${block.label}:\n${block.url}`;
    case "quote":
      return block.text.replace(/^/gm, "> ");
    default:
      return block satisfies never;
  }
}

function dateText({ day, hours, room, amount, bookingId, before }: DateLine): string {
  const when = [day, hours, ...(room === null ? [] : [room])].join(", ");
  const line = `${when}: ${amount} (booking ${bookingId})`;
  return before === null ? line : `${line}\n  was ${before}`;
}

function rowsText(rows: readonly ContentRow[]): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join("\n");
}

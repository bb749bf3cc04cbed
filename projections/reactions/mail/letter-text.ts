/** Owns a letter as plain text. */
import type { House } from "../../../core/venue/house.ts";
import type { Block, Letter, Row } from "./letter.ts";

export function textOf(letter: Letter, house: House): string {
  const foot = `${house.name} · ${house.street}, ${house.city}\n${house.phone} · ${house.email}\n${house.url}`;
  return `${[letter.heading, ...letter.blocks.map(blockText), `-- \n${foot}`].join("\n\n")}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "words":
    case "small":
      return block.text;
    case "ticket":
      return `${block.room}\n${rowsText(block.rows)}`;
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

function rowsText(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join("\n");
}

/** The pieces of the documentation page that all of its parts use: tables, and text with code in it. */
import { html } from "hono/html";

export type Html = ReturnType<typeof html>;
export type Cell = Html | string | number;

export const row = (cells: readonly Cell[], id?: string): Html =>
  html`<tr${id && html` id="${id}"`}>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;

export const table = (heads: readonly string[], rows: readonly Html[]): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${heads.join(", ")}"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;

/** Text with `code` in backticks, and two blanks before a line's end for a break. */
export const prose = (text = ""): Html =>
  html`${text.split(/(`[^`]+`| {2}\n)/).map((part) => {
    if (part === "  \n") return html`<br>`;
    return /^`.+`$/.test(part) ? html`<code>${part.slice(1, -1)}</code>` : part;
  })}`;

/** A block of code that can be scrolled by keyboard. */
export const codeBlock = (label: string, text: string): Html =>
  html`<figure><figcaption>${label}</figcaption><pre tabindex="0" aria-label="${label}"><code>${text}</code></pre></figure>`;

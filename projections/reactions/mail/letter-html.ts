/** Owns a letter as HTML in the look of the site: tables and inline styles, as mail programs want them, readable where they turn colours dark. */
import type { House } from "../../../core/venue/house.ts";
import { HOUSE_INKS, overprint, type PostalInks } from "./inks.ts";
import type { Block, Letter, Row } from "./letter.ts";

const SANS = "font-family:'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif";
const POSTER =
  "font-family:'Bricolage Grotesque','Arial Narrow','Helvetica Neue',Arial,sans-serif;font-weight:800;line-height:1.05";
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** Light colours stand inline; programs that know dark mode take these instead. */
const DARK_STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground { background: #101118 !important; }
    .sheet { background: #191b25 !important; }
    .ink { color: #eef0ec !important; }
    .muted { color: #a9adb6 !important; }
    .rule { border-color: #747985 !important; }
    .link { color: #9db0ff !important; }
    .button { background: #9db0ff !important; color: #101118 !important; }
  }`;

export function htmlOf(letter: Letter, house: House): string {
  const ticket = letter.blocks.find((block) => block.kind === "ticket");
  const inks = ticket?.inks ?? HOUSE_INKS;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(letter.subject)}</title>
<style>${DARK_STYLE}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#eceeea;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(letter.preview)}</div>
<table ${TABLE} class="ground" style="background:#eceeea"><tr><td align="center" style="padding:28px 12px">
<table ${TABLE} style="max-width:560px;text-align:left">
<tr><td class="ink" style="${POSTER};font-size:20px;color:#14151f;padding:0 4px 12px">
<a class="ink" href="${escapeHtml(house.url)}" style="color:#14151f;text-decoration:none">${escapeHtml(house.name)}</a></td></tr>
<tr><td>${register(inks)}</td></tr>
<tr><td class="sheet" style="background:#f8f9f5;padding:28px 24px 32px">
<h1 class="ink" style="${POSTER};font-size:30px;color:#14151f;margin:0 0 20px">${escapeHtml(letter.heading)}</h1>
${letter.blocks.map(blockHtml).join("\n")}
</td></tr>
<tr><td class="muted" style="${SANS};font-size:13px;line-height:1.6;color:#55585f;padding:16px 4px">
${escapeHtml(house.name)}, ${escapeHtml(house.street)}, ${escapeHtml(house.city)}<br>
${escapeHtml(house.phone)} · <a class="link" href="mailto:${escapeHtml(house.email)}" style="color:#2340c4">${escapeHtml(house.email)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** Two inks and the third where they overlap, a little out of register. */
function register({ first, second }: PostalInks): string {
  const stripe = (color: string, width: string): string =>
    `<td width="${width}" height="10" bgcolor="${color}" style="background:${color};font-size:0;line-height:0">&nbsp;</td>`;
  const third = overprint(first, second);
  return `<table ${TABLE}><tr>${stripe(first, "58%")}${stripe(third, "11%")}${stripe(second, "31%")}</tr></table>`;
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case "words":
      return paragraph(block.text);
    case "small":
      return `<p class="muted" style="${SANS};font-size:14px;line-height:1.55;color:#55585f;margin:0 0 14px">${lines(block.text)}</p>`;
    case "ticket":
      return `<table ${TABLE} class="rule" style="border:1px solid #7c8087;margin:4px 0 22px">
<tr><td bgcolor="${block.inks.first}" style="${POSTER};font-size:24px;background:${block.inks.first};color:${block.inks.text};padding:14px 16px">${escapeHtml(block.room)}</td></tr>
<tr><td class="rule" style="border-top:2px dashed #7c8087;padding:10px 16px 12px">${rowsHtml(block.rows)}</td></tr>
</table>`;
    case "facts":
      return `<div style="margin:4px 0 22px">${rowsHtml(block.rows)}</div>`;
    case "button":
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 22px"><tr>
<td class="button" bgcolor="#2340c4" style="background:#2340c4"><a class="button" href="${escapeHtml(block.url)}" style="${SANS};display:inline-block;font-size:16px;font-weight:600;color:#ffffff;background:#2340c4;text-decoration:none;padding:13px 22px">${escapeHtml(block.label)}</a></td>
</tr></table>`;
    case "quote":
      return `<table ${TABLE} style="margin:4px 0 22px"><tr><td class="rule ink" style="${SANS};border-left:4px solid #7c8087;font-size:16px;line-height:1.55;color:#14151f;padding:2px 0 2px 14px">${lines(block.text)}</td></tr></table>`;
    default:
      return block satisfies never;
  }
}

const paragraph = (text: string): string =>
  `<p class="ink" style="${SANS};font-size:16px;line-height:1.55;color:#14151f;margin:0 0 16px">${lines(text)}</p>`;

const rowsHtml = (rows: readonly Row[]): string =>
  `<table ${TABLE}>${rows
    .map(
      ([label, value]) =>
        `<tr><td class="muted" valign="top" width="34%" style="${SANS};font-size:14px;line-height:1.5;color:#55585f;padding:4px 12px 4px 0">${escapeHtml(label)}</td><td class="ink" valign="top" style="${SANS};font-size:16px;line-height:1.5;font-variant-numeric:tabular-nums;color:#14151f;padding:4px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`,
    )
    .join("")}</table>`;

const lines = (text: string): string => escapeHtml(text).replace(/\r\n|\r|\n/g, "<br>");

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as text, in an element or a quoted attribute, whatever somebody typed. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

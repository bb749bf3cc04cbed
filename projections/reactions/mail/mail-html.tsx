/** @jsxImportSource hono/jsx */
/** Renders a mail as HTML in the look of the site: tables and inline styles, as mail programs need them, readable in dark mode too. */

import type { JSX, PropsWithChildren } from "hono/jsx";
import { type RoomInks, VENUE_INKS } from "../../../core/venue/rooms/inks.ts";
import { overprint } from "../../../core/venue/rooms/overprint.ts";
import type { VenueDetails } from "../../../core/venue/settings.ts";
import type { ContentBlock, ContentRow, DateLine, MailContent, MailLine } from "./mail-content.ts";

const SANS = "font-family:'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif";
const POSTER =
  "font-family:'Bricolage Grotesque','Arial Narrow','Helvetica Neue',Arial,sans-serif;font-weight:800;line-height:1.05";
const TABLE = { role: "presentation", width: "100%", cellpadding: "0", cellspacing: "0", border: 0 } as const;

/** Light colors are inline; mail programs with a dark mode use these instead. */
const DARK_STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground { background: #101118 !important; }
    .sheet { background: #191b25 !important; }
    .ink { color: #eef0ec !important; }
    .muted { color: #a9adb6 !important; }
    .rule { border-color: #747985 !important; }
    .link { color: #9db0ff !important; }
    .frame { border-color: #eef0ec !important; }
    .button { background: #9db0ff !important; color: #101118 !important; }
  }`;

/** Text that a person typed stays text: JSX escapes it. */
export function htmlOf(letter: MailContent, venue: VenueDetails): string {
  const inks =
    letter.blocks.find((block) => block.kind === "ticket" || block.kind === "dates")?.inks ?? VENUE_INKS;
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{letter.subject}</title>
        <style>{DARK_STYLE}</style>
      </head>
      <body class="ground" style="margin:0;padding:0;background:#eceeea;-webkit-text-size-adjust:100%">
        <div style="display:none;max-height:0;overflow:hidden">{letter.preview}</div>
        <table {...TABLE} class="ground" style="background:#eceeea">
          <Cell align="center" style="padding:28px 12px">
            <table {...TABLE} style="max-width:560px;text-align:left">
              <Cell class="ink" style={`${POSTER};font-size:20px;color:#14151f;padding:0 4px 12px`}>
                <a class="ink" href={venue.url} style="color:#14151f;text-decoration:none">
                  {venue.name}
                </a>
              </Cell>
              <Cell class="sheet frame" style="background:#f8f9f5;border:2px solid #14151f;padding:0">
                <Poster inks={inks} heading={letter.heading} />
                <table {...TABLE}>
                  <Cell style="padding:26px 22px 30px">{letter.blocks.map(blockHtml)}</Cell>
                </table>
              </Cell>
              <Cell
                class="muted"
                style={`${SANS};font-size:13px;line-height:1.6;color:#55585f;padding:16px 4px`}
              >
                {venue.name}, {venue.address.street}, {venue.address.city}
                <br />
                {venue.phone} ·{" "}
                <a class="link" href={`mailto:${venue.email}`} style="color:#2340c4">
                  {venue.email}
                </a>
              </Cell>
            </table>
          </Cell>
        </table>
      </body>
    </html>
  );
  return `<!doctype html>\n${page}\n`;
}

/** A table row with one cell. */
const Cell = (cell: JSX.IntrinsicElements["td"]) => (
  <tr>
    <td {...cell} />
  </tr>
);

/** The mail's heading, printed on the room's first ink with the second ink over its edge. */
function Poster({ inks, heading }: { inks: RoomInks; heading: string }) {
  const { hex, text } = inks.first;
  return (
    <table {...TABLE}>
      <Cell bgcolor={hex} style={`background:${hex};padding:34px 22px 26px`}>
        <h1 style={`${POSTER};font-size:42px;letter-spacing:-0.5px;color:${text};margin:0`}>{heading}</h1>
      </Cell>
      <Cell style="padding:0">
        <InkStripes inks={inks} />
      </Cell>
    </table>
  );
}

/** Two inks and the third color where they overlap, slightly out of register. */
function InkStripes({ inks }: { inks: RoomInks }) {
  const stripe = (hex: string, width: string) => (
    <td width={width} height="14" bgcolor={hex} style={`background:${hex};font-size:0;line-height:0`}>
      &nbsp;
    </td>
  );
  return (
    <table {...TABLE}>
      <tr>
        {stripe(inks.second.hex, "31%")}
        {stripe(overprint(inks).hex, "11%")}
        {stripe(inks.first.hex, "58%")}
      </tr>
    </table>
  );
}

const APART = "margin:4px 0 22px";

function blockHtml(block: ContentBlock) {
  switch (block.kind) {
    case "words":
      return (
        <p class="ink" style={`${SANS};font-size:16px;line-height:1.55;color:#14151f;margin:0 0 16px`}>
          {linesOf(block.text)}
        </p>
      );
    case "small":
      return (
        <p class="muted" style={`${SANS};font-size:14px;line-height:1.55;color:#55585f;margin:0 0 14px`}>
          {linesOf(block.text)}
        </p>
      );
    case "heading":
      return (
        <h2 class="ink" style={`${POSTER};font-size:22px;color:#14151f;margin:28px 0 10px`}>
          {block.text}
        </h2>
      );
    case "links":
      return (
        <p style={`${SANS};font-size:16px;line-height:1.8;margin:0 0 12px`}>
          {block.links.map(({ label, url }, at) => (
            <>
              {at > 0 && (
                <span class="muted" style="color:#55585f">
                  {"  ·  "}
                </span>
              )}
              <a class="link" href={url} style="color:#2340c4;font-weight:600">
                {label}
              </a>
            </>
          ))}
        </p>
      );
    case "ticket":
      return <Ticket title={block.room} inks={block.inks} rows={block.rows} />;
    case "dates":
      return (
        <Ticket title={block.title} inks={block.inks} rows={block.rows}>
          {datesHtml(block.dates)}
        </Ticket>
      );
    case "lines":
      return (
        <Ticket title={block.title} inks={VENUE_INKS} rows={block.rows}>
          {linesHtml(block.lines, block.more)}
        </Ticket>
      );
    case "facts":
      return <div style={APART}>{rowsHtml(block.rows)}</div>;
    case "button": {
      const link = `${SANS};display:inline-block;font-size:16px;font-weight:600;color:#ffffff;background:#2340c4;text-decoration:none;padding:13px 22px`;
      return (
        <table {...TABLE} width={undefined} style={APART}>
          <Cell class="button" bgcolor="#2340c4" style="background:#2340c4">
            <a class="button" href={block.url} style={link}>
              {block.label}
            </a>
          </Cell>
        </table>
      );
    }
    case "quote": {
      const quote = `${SANS};border-left:4px solid #7c8087;font-size:16px;line-height:1.55;color:#14151f;padding:2px 0 2px 14px`;
      return (
        <table {...TABLE} style={APART}>
          <Cell class="rule ink" style={quote}>
            {linesOf(block.text)}
          </Cell>
        </table>
      );
    }
    default:
      return block satisfies never;
  }
}

/** A list, if there is one, and what holds for all of it, each below a perforated edge. */
function Ticket({
  title,
  inks,
  rows,
  children,
}: PropsWithChildren<{ title: string; inks: RoomInks; rows: readonly ContentRow[] }>) {
  // The second ink; the first is that of the poster above.
  const { hex, text } = inks.second;
  const heading = `${POSTER};font-size:26px;background:${hex};color:${text};padding:14px 16px`;
  const part = { class: "frame", style: "border-top:2px dashed #14151f;padding:10px 16px 12px" };
  return (
    <table {...TABLE} class="frame" style={`border:2px solid #14151f;${APART}`}>
      <Cell bgcolor={hex} style={heading}>
        {title}
      </Cell>
      {children && <Cell {...part}>{children}</Cell>}
      <Cell {...part}>{rowsHtml(rows)}</Cell>
    </table>
  );
}

const LABEL = `${SANS};font-size:14px;line-height:1.5;color:#55585f;padding:4px 12px 4px 0`;
const VALUE = `${SANS};font-size:16px;line-height:1.5;font-variant-numeric:tabular-nums;color:#14151f;padding:4px 0;word-break:break-word`;

const rowsHtml = (rows: readonly ContentRow[]) => (
  <table {...TABLE}>
    {rows.map(([label, value]) => (
      <tr key={label}>
        <td class="muted" valign="top" width="34%" style={LABEL}>
          {label}
        </td>
        <td class="ink" valign="top" style={VALUE}>
          {value}
        </td>
      </tr>
    ))}
  </table>
);

const DAY = `${SANS};font-size:16px;font-weight:600;line-height:1.4;color:#14151f`;
const LINE = `${SANS};font-size:14px;line-height:1.45`;
const DETAIL = `${LINE};color:#55585f`;
const TABULAR = "font-variant-numeric:tabular-nums;white-space:nowrap";

/** A date takes two lines, so that twelve of them fit a phone: the day with its amount, and below the hours with the booking's number. */
const datesHtml = (dates: readonly DateLine[]) => (
  <table {...TABLE}>
    {dates.map(({ day, hours, room, amount, bookingId, before }, at) => (
      <ListRow key={bookingId} isFirst={at === 0} amount={amount} bookingId={bookingId}>
        <div class="ink" style={DAY}>
          {day}
        </div>
        {[hours, room, before === null ? null : `was ${before}`].map(
          (detail) =>
            detail !== null && (
              <div class="muted" style={DETAIL}>
                {detail}
              </div>
            ),
        )}
      </ListRow>
    ))}
  </table>
);

const linesHtml = (lines: readonly MailLine[], more: string | null) => (
  <table {...TABLE}>
    {lines.map(({ text, amount, bookingId }, at) => (
      <ListRow key={bookingId} isFirst={at === 0} amount={amount} bookingId={bookingId}>
        <div class="ink" style={`${LINE};color:#14151f`}>
          {text}
        </div>
      </ListRow>
    ))}
    {more !== null && (
      <tr>
        <td class="rule muted" colspan={2} style={`${BETWEEN}padding:7px 0;${DETAIL}`}>
          {more}
        </td>
      </tr>
    )}
  </table>
);

const BETWEEN = "border-top:1px solid #c9ccc6;";

/** What is told of one booking, beside its amount and its number. */
function ListRow({
  isFirst,
  amount,
  bookingId,
  children,
}: PropsWithChildren<{ isFirst: boolean; amount: string; bookingId: number }>) {
  const edge = isFirst ? "" : BETWEEN;
  return (
    <tr>
      <td class="rule" valign="top" style={`${edge}padding:7px 12px 7px 0`}>
        {children}
      </td>
      <td class="rule" valign="top" align="right" style={`${edge}padding:7px 0`}>
        <div class="ink" style={`${DAY};${TABULAR}`}>
          {amount}
        </div>
        <div class="muted" style={`${DETAIL};${TABULAR}`}>
          No. {bookingId}
        </div>
      </td>
    </tr>
  );
}

/** Text with its line ends. */
const linesOf = (text: string) =>
  text.split(/\r\n|\r|\n/).map((line, at) => (at === 0 ? line : [<br key={line} />, line]));

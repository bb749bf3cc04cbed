/** Writes what a venue copies into its own site: the element, a frame, or a plain link (decision 313). Pure. */

interface Snippet {
  name: string;
  /** When it is the right one. */
  hint: string;
  /** Whether it works only on sites of `EMBED_ORIGINS`. */
  onlyNamed: boolean;
  text: string;
}

/** `base`: where visitors reach us, without a slash at its end. */
/** Those that work come first. `base`: where visitors reach us, without a slash at its end; `named`: whether `EMBED_ORIGINS` names a site. */
export function snippetsOf(
  base: string,
  { slug, name }: { slug: string; name: string },
  named: boolean,
): Snippet[] {
  const calendars = [
    {
      name: "The calendar",
      hint: "For pages that allow a script. Put the script once on a page, and an element for each room.",
      onlyNamed: true,
      text: `<script src="${base}/embed.js" async></script>\n<hub-booking room="${slug}"></hub-booking>`,
    },
    {
      name: "The calendar in a frame",
      hint: "For site builders that allow frames only.",
      onlyNamed: true,
      text: `<iframe src="${base}/embed/${slug}" title="Book ${escaped(name)}" width="100%" height="900" style="border: 0"></iframe>`,
    },
  ];
  const link = {
    name: "A plain link",
    hint: named
      ? "Works everywhere. Add ?back= and your page's address, and visitors can return to it."
      : "Works on every site, now.",
    onlyNamed: false,
    text: `<a href="${base}/room/${slug}">Book ${escaped(name)}</a>`,
  };
  return named ? [...calendars, link] : [link, ...calendars];
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The custom properties by which a site changes the element's look, and what each is for. */
export const PROPERTIES: readonly (readonly [name: string, what: string])[] = [
  ["--hub-accent", "buttons, links, chosen and free hours"],
  ["--hub-on-accent", "text on the accent"],
  ["--hub-background", "the ground"],
  ["--hub-text", "text"],
  ["--hub-muted", "text of less weight"],
  ["--hub-line", "lines, and the hatching of taken hours"],
  ["--hub-control", "the edges of buttons and fields"],
  ["--hub-danger", "warnings"],
  ["--hub-font", "the font; by default that of the page"],
  ["--hub-radius", "the roundness of corners"],
  ["--hub-padding", "the space inside of the edge"],
];

/** Owns where in a document of the built web a page's own words, scripts, first look and data stand. */

/** What a page puts into the document, each as markup but the data. */
export interface PageParts {
  /** Title and metadata. */
  words: string;
  /** Paths of the scripts that it needs at once. */
  scripts?: readonly string[];
  /** Whatever else is to be fetched early. */
  head?: string;
  root?: string;
  /** The page can be seen before its scripts are there: what is seen comes first. */
  drawn?: boolean;
  /** Each as JSON text. */
  data?: readonly { id: string; json: string }[];
}

const WORDS = /<!--words-->[\s\S]*?<!--\/words-->/;
const MODULE = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
const HEAD_END = "</head>";
const BODY_END = "</body>";
const ROOT = '<div id="root"></div>';

/**
 * What a drawn page ends with: its scripts are asked for, all at once, after it was painted for the first time. Before that they would
 * share the line with what is seen, and on a phone be read before it is shown. A tab in the background paints nothing, and waits for nothing.
 */
export const AFTER_PAINT =
  '<script>(()=>{let l=[...document.querySelectorAll("link[data-later]")],g=()=>{for(let k of l)k.rel="modulepreload";import(l[0].href)};' +
  "document.hidden?g():requestAnimationFrame(()=>setTimeout(g))})()</script>";

const later = (path: string): string => `<link data-later crossorigin href="${path}">`;
const atOnce = (path: string): string => `<link rel="modulepreload" crossorigin href="${path}">`;

/** Reads the document once; throws where it has no place for what a page says. */
export function documentOf(html: string): (parts: PageParts) => string {
  const words = WORDS.exec(html);
  const headEnd = html.indexOf(HEAD_END);
  if (!words || headEnd < words.index)
    throw new Error("The built web's document has no place for a page's words");
  const beforeWords = html.slice(0, words.index);
  const afterWords = html.slice(words.index + words[0].length, headEnd);
  const [body = "", afterBody = ""] = html.slice(headEnd + HEAD_END.length).split(BODY_END);
  const [beforeRoot = "", afterRoot] = body.split(ROOT);
  return ({ words, scripts = [], head = "", root = "", drawn = false, data = [] }) =>
    [
      beforeWords,
      words,
      // A picture that is seen at once comes before the scripts.
      head,
      drawn ? afterWords.replace(MODULE, (_, path: string) => later(path)) : afterWords,
      ...scripts.map(drawn ? later : atOnce),
      HEAD_END,
      beforeRoot,
      // Home has its root filled by the build.
      ...(afterRoot === undefined ? [] : [`<div id="root">${root && firstLook(root)}</div>`, afterRoot]),
      ...data.map(dataElement),
      drawn ? AFTER_PAINT : "",
      BODY_END,
      afterBody,
    ].join("");
}

/** It is to be seen: what is pressed in it would be lost with it, and nobody is to hear the same page twice. */
const firstLook = (root: string): string =>
  `<div inert aria-hidden="true" style="display:contents">${root}</div>`;

/** Not run by any browser, so that the pages' policy allows it. Whatever a text says, nothing in it ends the element. */
const dataElement = ({ id, json }: { id: string; json: string }): string =>
  `<script type="application/json" id="${id}">${json.replaceAll("<", "\\u003c")}</script>`;

/** Puts a page's title, scripts, drawn content and data into the document of the built web. */

/** What a page puts into the document; all of it is markup, except the data. */
export interface PageParts {
  /** Title and metadata. */
  metadata: string;
  /** Paths of the scripts that it needs at once. */
  scripts?: readonly string[];
  /** Links to anything else that the browser should fetch early. */
  head?: string;
  root?: string;
  /** What the page says first in a browser without scripts. */
  noScript?: string;
  /** The page is visible before its scripts arrive: they are loaded after the first paint. */
  drawn?: boolean;
  /** Each as JSON text. */
  data?: readonly { id: string; json: string }[];
}

const WORDS = /<!--words-->[\s\S]*?<!--\/words-->/;
const MODULE = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
const HEAD_END = "</head>";
const BODY_END = "</body>";
const ROOT = '<div id="root"></div>';
const NO_SCRIPT = "<!--no-script--><!--/no-script-->";

/**
 * The end of a drawn page: a script that loads the page's scripts after the first paint. Earlier they would compete with the visible
 * content for bandwidth, and a phone would parse them before it shows the page. They come eight at a time, since forty at once keep a slow
 * phone busy for a tenth of a second. A tab in the background never paints, so it begins at once.
 */
export const AFTER_PAINT =
  '<script>(()=>{let r=document.querySelector("[data-first-look]");if(r){r.inert=true;r.ariaHidden="true"}let l=[...document.querySelectorAll("link[data-later]")],g=(n=0)=>{for(let k of l.slice(n,n+8))k.rel="modulepreload";if(!n)import(l[0].href);if(l[n+8])setTimeout(g,0,n+8)};' +
  "document.hidden?g():requestAnimationFrame(()=>setTimeout(g))})()</script>";

const later = (path: string): string => `<link data-later crossorigin href="${path}">`;
const atOnce = (path: string): string => `<link rel="modulepreload" crossorigin href="${path}">`;

/** Parses the document once; throws if it has no place for a page's title and metadata. */
export function documentOf(html: string): (parts: PageParts) => string {
  const words = WORDS.exec(html);
  const headEnd = html.indexOf(HEAD_END);
  if (!words || headEnd < words.index)
    throw new Error("The built web's document has no place for a page's words");
  const beforeWords = html.slice(0, words.index);
  const afterWords = html.slice(words.index + words[0].length, headEnd);
  const [body = "", afterBody = ""] = html.slice(headEnd + HEAD_END.length).split(BODY_END);
  const [start = "", afterNotice = ""] = body.includes(NO_SCRIPT) ? body.split(NO_SCRIPT) : ["", body];
  const [beforeRoot = "", afterRoot] = afterNotice.split(ROOT);
  return ({ metadata, scripts = [], head = "", root = "", noScript = "", drawn = false, data = [] }) =>
    [
      beforeWords,
      metadata,
      // Pictures that are visible at once come before the scripts.
      head,
      drawn ? afterWords.replace(MODULE, (_, path: string) => later(path)) : afterWords,
      ...scripts.map(drawn ? later : atOnce),
      HEAD_END,
      start,
      noScript,
      beforeRoot,
      // The build has already filled the root of the home page.
      ...(afterRoot === undefined ? [] : [`<div id="root">${root && firstLook(root)}</div>`, afterRoot]),
      ...data.map(dataElement),
      drawn ? AFTER_PAINT : "",
      BODY_END,
      afterBody,
    ].join("");
}

/**
 * Where scripts run, the drawn content is only visible (`AFTER_PAINT`): input would be lost when the script replaces it, and a screen reader
 * must not read the page twice. Without scripts it is the page.
 */
const firstLook = (root: string): string => `<div data-first-look style="display:contents">${root}</div>`;

/** No browser runs it, so the pages' policy allows it. No text in it can end the element. */
const dataElement = ({ id, json }: { id: string; json: string }): string =>
  `<script type="application/json" id="${id}">${json.replaceAll("<", "\\u003c")}</script>`;

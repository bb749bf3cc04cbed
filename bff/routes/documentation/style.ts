/** The style of the API's documentation page: the venue's colors, light and dark with the system. */

export const documentationStyle = `
:root { color-scheme: light dark; --ground: #eceeea; --sheet: #f6f7f4; --code: #e6e9e3; --ink: #14151f; --muted: #55585f; --action: #2340c4; --edge: #c9ccc7;
  --get: #0a6b4b; --post: #2340c4; --delete: #b3123b; scroll-padding-top: 1rem; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #101118; --sheet: #181a23; --code: #0c0d13; --ink: #eef0ec; --muted: #a9adb5; --action: #9db0ff; --edge: #343742; --get: #6fd6ae; --post: #9db0ff; --delete: #ff9db0; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 6rem; max-width: 80rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: clamp(2rem, 6vw, 3.25rem); line-height: 1.05; letter-spacing: -0.02em; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.4rem; line-height: 1.2; margin: 0 0 0.75rem; }
h2.tag { margin: 2.5rem 0 0.75rem; }
h3 { font-size: 1.1rem; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h4 { font-size: 0.95rem; margin: 1.25rem 0 0.4rem; color: var(--muted); }
p { max-width: 46rem; margin: 0 0 0.75rem; }
.lead { font-size: 1.1rem; }
a { color: var(--action); }
a.anchor { color: inherit; text-decoration: none; }
a.anchor:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--action); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--sheet); padding: 0.5rem 1rem; z-index: 1; }
nav { font-size: 0.92rem; margin: 1.5rem 0; }
nav h2 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { padding: 0.2rem 0; }
nav li code { display: block; color: var(--muted); font-size: 0.8rem; }
nav a { display: inline-block; min-height: 1.5rem; }
nav details.contents { margin: 0; }
nav .contents > summary { font-weight: 700; padding: 0.5rem 0; }
@media (max-width: 59.99rem) { nav { border: 1px solid var(--edge); border-radius: 6px; padding: 0.25rem 1rem; } }
@media (min-width: 60rem) {
  .columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 2rem; align-items: start; }
  nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; margin: 0; padding: 0.25rem 1rem 2rem 0.25rem; }
  /* There is room beside the text: the contents are always open. Browsers that cannot do so keep the button. */
  @supports selector(::details-content) {
    nav .contents::details-content { content-visibility: visible; block-size: auto; }
    nav .contents > summary { display: none; }
  }
}
code { overflow-wrap: anywhere; font: 0.9em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
section { background: var(--sheet); border: 1px solid var(--edge); border-radius: 6px; padding: 1.25rem; margin: 0 0 1rem; scroll-margin-top: 1rem; }
section:target { border-color: var(--action); }
.method { display: inline-block; min-width: 3.5rem; font-weight: 700; }
.method.get { color: var(--get); }
.method.post, .method.patch, .method.put { color: var(--post); }
.method.delete { color: var(--delete); }
.callers { color: var(--muted); font-size: 0.92rem; }
.mark { border: 1px solid currentColor; border-radius: 4px; padding: 0 0.35rem; font-size: 0.8rem; color: var(--delete); }
abbr { text-decoration: none; color: var(--delete); }
figure { margin: 0.5rem 0 0.75rem; }
figcaption { color: var(--muted); font-size: 0.85rem; margin-bottom: 0.2rem; }
pre { margin: 0; padding: 0.75rem 1rem; background: var(--code); border: 1px solid var(--edge); border-radius: 6px; overflow: auto; max-height: 28rem; }
pre code { font-size: 0.85rem; overflow-wrap: normal; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--edge); }
td:first-child code { overflow-wrap: normal; }
td:last-child { min-width: 12rem; }
th { color: var(--muted); font-weight: 600; }
/* On a phone a row is a paragraph: its name, its type beside it, its meaning below. */
@media (max-width: 39.99rem) {
  table, tbody, tr, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: 0.5rem 0; border-bottom: 1px solid var(--edge); }
  td { display: inline; padding: 0; border: 0; }
  td + td { margin-left: 0.6rem; color: var(--muted); }
  td:last-child { display: block; margin-left: 0; color: inherit; }
}
tr:target { background: color-mix(in srgb, var(--action) 18%, transparent); }
.answer { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); padding: 0.4rem 0; border-bottom: 1px solid var(--edge); font-size: 0.92rem; }
.status { font-weight: 700; font-variant-numeric: tabular-nums; }
details { margin-top: 0.5rem; }
summary { cursor: pointer; color: var(--action); padding: 0.25rem 0; }
`;

/** The style of the API's documentation page: the venue's colors, light and dark with the system. */

export const documentationStyle = `
:root { color-scheme: light dark; --ground: #eceeea; --sheet: #f6f7f4; --ink: #14151f; --muted: #55585f; --action: #2340c4; --edge: #c9ccc7;
  --get: #0a6b4b; --post: #2340c4; --delete: #b3123b; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #101118; --sheet: #181a23; --ink: #eef0ec; --muted: #a9adb5; --action: #9db0ff; --edge: #343742; --get: #6fd6ae; --post: #9db0ff; --delete: #ff9db0; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 6rem; max-width: 62rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: clamp(2rem, 6vw, 3.25rem); line-height: 1.05; letter-spacing: -0.02em; margin: 0 0 0.5rem; }
h2 { font-size: 1.5rem; margin: 2.5rem 0 0.75rem; }
h3 { font-size: 1.1rem; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h4 { font-size: 0.85rem; margin: 1.25rem 0 0.4rem; color: var(--muted); text-transform: uppercase; letter-spacing: 0.06em; }
.lead { font-size: 1.1rem; max-width: 46rem; }
a { color: var(--action); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--action); outline-offset: 2px; }
nav h2 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
nav ul { margin: 0; padding-left: 1.1rem; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; font: 0.9em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
section { background: var(--sheet); border: 1px solid var(--edge); border-radius: 6px; padding: 1.25rem; margin: 0 0 1rem; scroll-margin-top: 1rem; }
.method { display: inline-block; min-width: 3.5rem; font-weight: 700; }
.method.get { color: var(--get); }
.method.post, .method.patch { color: var(--post); }
.method.delete { color: var(--delete); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--edge); }
th { color: var(--muted); font-weight: 600; }
tr:target { background: color-mix(in srgb, var(--action) 18%, transparent); }
.answer { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); padding: 0.4rem 0; border-bottom: 1px solid var(--edge); font-size: 0.92rem; }
.status { font-weight: 700; font-variant-numeric: tabular-nums; }
summary { cursor: pointer; color: var(--action); }
`;

/**
 * Runs `make lighthouse`: Lighthouse's lab figures for the pages where a visitor starts, on a separate product with an empty data folder.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type LaunchedChrome, launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { chromiumPath } from "../../core/testing/chromium.ts";
import { median } from "./core/measure.ts";
import { startProgram, stopProgram } from "./servers/programs.ts";

const PAGES = { home: "/", find: "/find", room: "/room/rehearsal-room" };

/** Lighthouse's own presets; its default is a mid-range phone on a slow connection. */
const LABS = { mobile: undefined, desktop: desktopConfig };

type Lab = keyof typeof LABS;

const SCORES = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Figures {
  /** Each from 0 to 100. */
  scores: Record<(typeof SCORES)[number], number>;
  /** In milliseconds. */
  lcp: number;
  tbt: number;
  cls: number;
  /** The names of the audits that failed. */
  failed: string[];
}

const AIMS = { performance: 95, accessibility: 100, "best-practices": 95, seo: 100 };
const MOST_CLS = 0.02;
/** Only for the phone; a desktop is always quicker. */
const MOST_LCP_MS = 1_800;

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    page: { type: "string" },
    lab: { type: "string" },
    audits: { type: "boolean", default: false },
  },
});

const dataDir = mkdtempSync(join(tmpdir(), "hub-lighthouse-"));
const port = await freePort();
const product = await startProgram(
  "dist/product.js",
  {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: "lighthouse-only",
    LOG_LEVEL: "warn",
  },
  [],
);
const origin = `http://localhost:${port}`;
const path = chromiumPath();
const chrome = await launch({
  ...(path === undefined ? {} : { chromePath: path }),
  chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  process.exitCode = (await measureAll()) ? 0 : 1;
} finally {
  chrome.kill();
  await stopProgram(product);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Prints a line for each page and lab; answers whether every target is met. */
async function measureAll(): Promise<boolean> {
  const load = () => loadavg()[0]?.toFixed(2);
  print(`load average ${load()} before, median of ${options.runs} runs`);
  print(row(["", "perf", "a11y", "best", "seo", "LCP ms", "CLS", "TBT ms", "load", ""]));
  let reached = true;
  for (const [page, path] of Object.entries(PAGES)) {
    if (options.page !== undefined && options.page !== page) continue;
    if ((await fetch(origin + path)).status === 404) {
      print(row([page, "this page does not exist"]));
      continue;
    }
    for (const lab of ["mobile", "desktop"] satisfies Lab[]) {
      if (options.lab !== undefined && options.lab !== lab) continue;
      const runs: Figures[] = [];
      for (let run = 0; run < Number(options.runs); run++)
        runs.push(await measure(chrome, origin + path, lab));
      const { scores, lcp, cls, tbt, failed } = middle(runs);
      const missed = missedAims(lab, { scores, lcp, cls });
      if (missed.length > 0) reached = false;
      print(
        row([
          `${page}, ${lab}`,
          ...SCORES.map((score) => String(Math.round(scores[score]))),
          String(Math.round(lcp)),
          cls.toFixed(3),
          String(Math.round(tbt)),
          load() ?? "",
          missed.length === 0 ? "" : `missed: ${missed.join(", ")}`,
        ]),
      );
      if (failed.length > 0 && (missed.length > 0 || options.audits)) print(`    ${failed.join("\n    ")}`);
    }
  }
  return reached;
}

/** `tries` is needed because on a busy machine the browser sometimes ends a run without its trace. */
async function measure({ port }: LaunchedChrome, url: string, lab: Lab, tries = 3): Promise<Figures> {
  const result = await lighthouse(url, { port, output: "json", logLevel: "error" }, LABS[lab]);
  if (!result) throw new Error(`Lighthouse returned nothing for ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError && tries > 1) return measure(chrome, url, lab, tries - 1);
  if (runtimeError) throw new Error(runtimeError.message);
  const score = (name: string) => (categories[name]?.score ?? 0) * 100;
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
    },
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
    failed: Object.values(audits)
      .filter(
        ({ score: passed, scoreDisplayMode: mode }) =>
          passed !== null && passed < 0.9 && mode !== "informative",
      )
      .map(({ id, displayValue, title }) => `${id}: ${displayValue ?? title}`),
  };
}

/** The median of each figure, with the audits that failed in any run. */
function middle(runs: readonly Figures[]): Figures {
  const of = (figure: (run: Figures) => number) => median(runs.map(figure));
  return {
    scores: {
      performance: of(({ scores }) => scores.performance),
      accessibility: of(({ scores }) => scores.accessibility),
      "best-practices": of(({ scores }) => scores["best-practices"]),
      seo: of(({ scores }) => scores.seo),
    },
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
    cls: of(({ cls }) => cls),
    failed: [...new Set(runs.flatMap(({ failed }) => failed))],
  };
}

function missedAims(lab: Lab, { scores, lcp, cls }: Pick<Figures, "scores" | "lcp" | "cls">): string[] {
  const missed: string[] = SCORES.filter((score) => Math.round(scores[score]) < AIMS[score]).map(
    (score) => `${score} ${AIMS[score]}`,
  );
  if (lab === "mobile" && !(lcp <= MOST_LCP_MS)) missed.push(`LCP ${MOST_LCP_MS}`);
  if (!(cls <= MOST_CLS)) missed.push(`CLS ${MOST_CLS}`);
  return missed;
}

function row([name = "", ...cells]: readonly string[]): string {
  return name.padEnd(16) + cells.map((cell) => (cell.length > 8 ? `  ${cell}` : cell.padStart(8))).join("");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}

/** Owns `make pictures`: the screens shown in the README and in docs/screens, taken of a product of its own, phone and desk, light and dark. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import PostalMime from "postal-mime";
import sharp from "sharp";
import { startProgram, stopProgram } from "../../bff/bench/programs.ts";
import { chromiumPath } from "../../core/testing/chromium.ts";
import { acceptTerms, CARDS, chooseDay, chooseSlot, fillPerson, payWith } from "./journey.ts";

const OUT = "docs/screens";
const PORT = 4_395;
const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };
const THEMES = ["light", "dark"] as const;

/** Of a palette, so that all of them together weigh little in the repository. */
async function save(picture: Buffer, name: string): Promise<void> {
  await sharp(picture)
    .png({ palette: true, quality: 85, effort: 8 })
    .toFile(join(OUT, `${name}.png`));
}

const dataDir = mkdtempSync(join(tmpdir(), "hub-pictures-"));
const product = await startProgram("dist/product.js", {
  PORT: String(PORT),
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: "pictures-only",
  LOG_LEVEL: "warn",
});
const executablePath = chromiumPath();
const browser = await chromium.launch({
  args: ["--no-sandbox"],
  ...(executablePath ? { executablePath } : {}),
});
try {
  mkdirSync(OUT, { recursive: true });
  let hour = 10;
  for (const theme of THEMES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await visit(browser, { name: `${size}-${theme}`, theme, viewport, hour });
      hour += 3;
    }
  }
} finally {
  await browser.close();
  await stopProgram(product);
  rmSync(dataDir, { recursive: true, force: true });
}

interface Visit {
  name: string;
  theme: (typeof THEMES)[number];
  viewport: { width: number; height: number };
  /** Of the visit, 9 to 20 on the venue's clock: each books hours of its own. */
  hour: number;
}

/** One visitor, from home to the confirmation and its mail. */
async function visit(by: Browser, { name, theme, viewport, hour }: Visit): Promise<void> {
  const context = await by.newContext({
    baseURL: product.origin.replace("127.0.0.1", "localhost"),
    colorScheme: theme,
    viewport,
    reducedMotion: "reduce",
    timezoneId: "America/New_York",
  });
  const page = await context.newPage();
  const take = async (what: string, fullPage = false) => {
    await page.waitForLoadState("networkidle");
    await save(await page.screenshot({ fullPage }), `${what}-${name}`);
  };
  await page.goto("/");
  await take("home");
  await page.goto("/find?start=18&hours=3&people=6");
  await take("find");
  await page.goto("/room/rehearsal-room");
  await chooseDay(page);
  await chooseSlot(page, hour);
  await settle(page);
  await take("room");
  await fillPerson(page, `pictures-${name}@example.test`);
  await acceptTerms(page);
  await page.getByRole("button", { name: "Book this room" }).click();
  await page.getByLabel("Card number").waitFor();
  await settle(page);
  await take("payment");
  await payWith(page, CARDS.declined);
  await page.getByLabel("Card number").and(page.locator("[aria-invalid=true]")).waitFor();
  await settle(page);
  await take("decline");
  await payWith(page, CARDS.good);
  await page.getByRole("heading", { name: "Booking Confirmed!" }).waitFor();
  await settle(page);
  await take("confirmation", true);
  await page.setContent(await mailTo(`pictures-${name}@example.test`, "confirmed"));
  await take("mail", true);
  await context.close();
}

/** Toasts have had their say. */
async function settle(page: Page): Promise<void> {
  const close = page.locator("[data-toasts]").getByRole("button", { name: "Close" });
  await close.click({ timeout: 3_000 }).catch(() => undefined);
  await close.waitFor({ state: "hidden" });
}

/** The HTML of a mail that the product wrote to its outbox. */
async function mailTo(email: string, about: string): Promise<string> {
  const outbox = join(dataDir, "outbox");
  for (let tries = 0; tries < 100; tries++) {
    for (const file of readdirSync(outbox)) {
      const mail = await PostalMime.parse(readFileSync(join(outbox, file)));
      const isIt = mail.to?.some(({ address }) => address === email) && mail.subject?.includes(about);
      if (isIt && mail.html) return mail.html;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no mail about ${about} came to ${email}`);
}

/** Runs `make pictures`: takes the screens for the README and docs/screens from a separate product, phone and desktop, light and dark. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import PostalMime from "postal-mime";
import sharp from "sharp";
import { chromiumPath } from "../../core/testing/chromium.ts";
import { isClosedDay } from "../../core/venue/time/opening-hours.ts";
import { addDays, instantAt, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { startProgram, stopProgram } from "../../trials/bench/servers/programs.ts";
import { acceptTerms, CARDS, chooseDay, chooseSlot, fillPerson, payWith } from "./journey.ts";
import { staffSession } from "./staff-journey.ts";

const OUT = "docs/screens";
const PORT = 4_395;
const ADMIN = { username: "admin", password: "pictures-only" };
const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };
const THEMES = ["light", "dark"] as const;

/** Room, from, to (venue-local hours), first name, last name, people, payment. */
const DAY_ON_THE_BOARD = [
  [1, 10, 13, "Wendy", "Carlos", 3, "desk"],
  [1, 15, 19, "Holly", "Herndon", 5, "link"],
  [2, 9, 12, "Ella", "Baker", 60, "desk"],
  [2, 18, 22, "Pina", "Bausch", 80, "desk"],
  [3, 11, 13, "Agnes", "Varda", 6, "free"],
  [4, 14, 18, "Peter", "Brook", 22, "desk"],
  [5, 9, 11, "Suzanne", "Ciani", 4, "link"],
  [5, 12, 14, "Alice", "Coltrane", 5, "desk"],
  [5, 16, 20, "Merce", "Cunningham", 9, "desk"],
  [6, 13, 15, "Ursula", "Le Guin", 8, "desk"],
  [7, 10, 12, "Maria", "Montessori", 18, "desk"],
  [7, 17, 19, "Paulo", "Freire", 20, "free"],
] as const;

/** Saves with a palette, so that all pictures together take little space in the repository. */
async function save(picture: Buffer, name: string): Promise<void> {
  await sharp(picture)
    .png({ palette: true, quality: 85, effort: 8 })
    .toFile(join(OUT, `${name}.png`));
}

const dataDir = mkdtempSync(join(tmpdir(), "hub-pictures-"));
const product = await startProgram("dist/product.js", {
  PORT: String(PORT),
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: ADMIN.password,
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
  await boardDay(browser);
} finally {
  await browser.close();
  await stopProgram(product);
  rmSync(dataDir, { recursive: true, force: true });
}

interface Visit {
  name: string;
  theme: (typeof THEMES)[number];
  viewport: { width: number; height: number };
  /** The venue-local hour of the visit, 9 to 20: each visit books hours of its own. */
  hour: number;
}

/** One visitor goes from home to the confirmation and its mail. */
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
  await page.getByRole("button", { name: /continue to payment/i }).click();
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

/** The board of a full day with a closure, as staff see it. */
async function boardDay(by: Browser): Promise<void> {
  const origin = product.origin.replace("127.0.0.1", "localhost");
  let day = addDays(venueDayOf(new Date(), "America/New_York"), 40);
  while (isClosedDay(day)) day = addDays(day, 1);
  for (const [size, theme] of [
    ["desk", "light"],
    ["phone", "dark"],
  ] as const) {
    const context = await by.newContext({
      baseURL: origin,
      colorScheme: theme,
      viewport: SIZES[size],
      reducedMotion: "reduce",
    });
    const login = await context.request.post("/api/auth/login", { data: ADMIN });
    const headers = { authorization: `Bearer ${(await login.json()).token}` };
    const post = (path: string, data: object) => context.request.post(path, { headers, data });
    if (size === "desk") {
      const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
      for (const [roomId, from, to, firstName, lastName, attendees, payment] of DAY_ON_THE_BOARD) {
        const booked = await post("/api/staff/bookings", {
          roomId,
          firstName,
          lastName,
          email: `${firstName}@example.test`.toLowerCase(),
          phone: "212 555 0178",
          startDate: day,
          startTime: clock(from),
          endTime: clock(to),
          eventType: "Meeting",
          attendees,
          payment,
          ...(payment === "free" ? { priceReason: "A friend of the venue" } : {}),
        });
        if (!booked.ok()) throw new Error(await booked.text());
      }
      const instant = (hour: number) => instantAt(day, hour, "America/New_York").toISOString();
      const closed = await post("/api/blocks", {
        roomIds: [3],
        startTime: instant(15),
        endTime: instant(22),
        reason: "Closed for maintenance",
        public: true,
      });
      if (!closed.ok()) throw new Error(await closed.text());
    }
    const page = await context.newPage();
    await staffSession(page, ADMIN);
    await page.goto(`/admin/board?day=${day}`);
    await page.getByRole("grid").waitFor();
    await page.waitForLoadState("networkidle");
    await save(await page.screenshot(), `board-${size}-${theme}`);
    await context.close();
  }
}

/** Closes the toasts. */
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

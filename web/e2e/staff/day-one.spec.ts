/** The journey from an empty data folder to the first paid booking of a venue of its own, and a search for words of the sample. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import sharp from "sharp";
import {
  acceptTerms,
  chooseDay,
  chooseSlot,
  expectAccessible,
  expectNoSidewaysScroll,
  fillPerson,
  payWith,
} from "../journey.ts";
import { type APIRequestContext, expect, outboxOf, type Page, test } from "../product.ts";
import { asAdmin, expectToast, staffSession } from "../staff-journey.ts";

test.describe.configure({ mode: "serial" });
test.use({ actionTimeout: 10_000 });

const ROOMS = ["Live Room", "Drum Room", "Vocal Booth", "Attic"];

/** A person needs some three seconds for a field or a press: fifteen minutes are 300 of them. */
const MOST_ACTS = 300;

/** What only the sample says. A dollar sign counts where an amount follows. */
const SAMPLE =
  /the hub\b|thehub|brooklyn|grattan|bogart|morgan ave|555-0142|new york|greeting-card|print shop|print our own|\bseven rooms\b|recording studio|black box|auditorium|media production|\$\d|\bUSD\b|\bdollars?\b/gi;

let acts = 0;
const press = async (page: Page, name: string | RegExp, role: "button" | "link" | "tab" = "button") => {
  acts += 1;
  await page.getByRole(role, { name }).click();
};
const fill = async (page: Page, label: string, text: string) => {
  acts += 1;
  await page.getByLabel(label, { exact: true }).fill(text);
};

const step = (page: Page, title: string) =>
  page
    .getByRole("region", { name: "Make it your own" })
    .getByRole("listitem")
    .filter({ has: page.locator(`[aria-label$=": ${title}"]`) });

async function openStep(page: Page, title: string) {
  acts += 1;
  await step(page, title).locator("summary").click();
  return step(page, title);
}

async function callDone(page: Page, title: string): Promise<void> {
  await press(page, `Call It Done: ${title}`);
  await expect(page.getByRole("button", { name: `Open Again: ${title}` })).toBeVisible();
}

test("an owner makes the venue their own from its checklist, and visitors see it within a second", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const visitor = await browser.newPage();
  await visitor.goto("/");
  await visitor.getByText("Sample", { exact: true }).click();
  await expect(visitor.getByText(/^Sample venue:/)).toBeVisible();

  await page.goto("/login");
  await fill(page, "Username", "admin");
  await fill(page, "Password", "journeys-only");
  await press(page, /^(Log|Sign) ?in$/i);
  await expect(page.getByText("Make this venue your own.")).toBeVisible();
  await press(page, "Set Up", "link");
  await expect(page.getByRole("heading", { name: "Make it your own" })).toBeVisible();
  await expect(step(page, "Name and contact")).toContainText("Still the sample: name, address, phone");

  const form = page.getByRole("form", { name: "Venue settings" });
  await fill(page, "Name", "Camden Sound");
  await fill(page, "Phone", "020 7946 0958");
  await fill(page, "Street", "12 Chalk Farm Road");
  await fill(page, "City, state and ZIP code", "London NW1 8AA");
  await fill(page, "Email", "desk@camdensound.example");
  await fill(page, "Directions", "Two minutes from Chalk Farm station");
  await form.getByLabel("Map").fill("");
  for (let link = 3; link > 0; link--) await press(page, `Remove social link ${link}`);

  // A color without contrast is told at once, with the nearest that has it.
  await form.getByLabel("Buttons and links", { exact: true }).fill("#ff9d5c");
  await expect(form.getByText(/#ff9d5c has a contrast of 1\.\d on the light ground/)).toBeVisible();
  await fill(page, "Buttons and links", "#8a1c4a");
  await fill(page, "First sheet", "#ff9d5c");

  await fill(page, "Headline of the front page", "Loud rooms, kind prices.");
  await fill(page, "About: title", "A railway arch with good ears");
  await form.getByLabel("About: text").fill("Built in 2019.\n\nBands, choirs and podcasters book here.");
  await form.getByLabel("Guidelines for a visit").fill("Come ten minutes early\nNo food at the desk");
  await press(page, "Add a question");
  await form.getByLabel("Question", { exact: true }).fill("Is there parking?");
  await form.getByLabel("Answer", { exact: true }).fill("For one van, at the gate.");
  acts += 5;
  for (const label of ["Terms of Service", "Privacy Policy"]) {
    await page
      .locator("div", { has: page.getByLabel(label, { exact: true }) })
      .getByRole("button", { name: "Begin with the usual text" })
      .first()
      .click();
    acts += 1;
  }
  await press(page, "Save from today on");
  await expect(page.getByText("Settings Saved", { exact: true })).toBeVisible();
  await visitor.reload();
  await expect(visitor).toHaveTitle("Camden Sound · Loud rooms, kind prices.");
  await expect(visitor.getByRole("heading", { name: "A railway arch with good ears" })).toBeVisible();

  // The logo: SVG is refused.
  const look = await openStep(page, "Logo and colors");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"/>');
  await look
    .getByLabel("Logo", { exact: true })
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: svg });
  await expect(page.getByText("The logo must be a JPEG, PNG, WebP or AVIF picture").first()).toBeVisible();
  const png = await sharp({ create: { width: 480, height: 160, channels: 4, background: "#8a1c4a" } })
    .png()
    .toBuffer();
  await look
    .getByLabel("Logo", { exact: true })
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: png });
  await expect(look.getByAltText("The logo as visitors see it")).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("link", { name: "Camden Sound, home" }).locator("img")).toBeVisible();

  const money = await openStep(page, "Currency, hours and terms");
  await expect(money).toContainText("Europe/London");
  await money.getByRole("combobox", { name: "Currency" }).selectOption("gbp");
  await press(page, "Save Currency");
  await expectToast(page, "Currency Saved", "Amounts look like £1,234.50 from now on.");
  await visitor.reload();
  await expect(visitor.getByText(/from £\d/).first()).toBeVisible();

  await openStep(page, "Rooms");
  await press(page, "Retire the Sample's Rooms");
  await press(page, "Retire");
  await expect(step(page, "Rooms")).toContainText("Visitors see no room yet");
  await visitor.reload();
  await expect(visitor.getByText(/The rooms are not listed here yet/)).toBeVisible();

  const mail = await openStep(page, "Mail");
  await mail.getByLabel("Send a test mail to").fill("owner@camdensound.example");
  await press(page, "Send Test Mail");
  await expect(mail.getByText(/No mail server is configured/)).toBeVisible();
  await expect(mail.getByText("SPF:")).toBeVisible();
  await openStep(page, "Card payments");
  await press(page, "Try the Keys");
  await expect(page.getByText("The simulated provider answers. No card is charged.")).toBeVisible();
  for (const title of ["Name and contact", "Words", "Terms and privacy"]) await openStep(page, title);
  for (const title of [
    "Name and contact",
    "Logo and colors",
    "Words",
    "Terms and privacy",
    "Currency, hours and terms",
    "Rooms",
    "Mail",
    "Card payments",
  ])
    await callDone(page, title);
  await expectAccessible(page);
  await expect(page.getByText("1 step left.", { exact: false })).toBeVisible();

  for (const name of ROOMS) {
    await page.goto("/admin?tab=rooms&edit=0");
    const room = page.getByRole("form", { name: "New room" });
    await room.getByLabel("Name", { exact: true }).fill(name);
    await room.getByLabel("Description").fill(`${name}: thick walls, a warm floor and its own entrance.`);
    await room.getByLabel("Capacity").fill("6");
    await room.getByLabel("Hourly rate, £").fill("18.50");
    await room.getByLabel("Half day, 4 hours, £").fill("60");
    await room.getByLabel("Full day, 8 hours, £").fill("110");
    await room.getByRole("button", { name: "Add Room" }).click();
    acts += 8;
    await expect(page.getByRole("form", { name: `Edit ${name}` })).toBeVisible();
  }
  expect(acts).toBeLessThan(MOST_ACTS);
  await visitor.reload();
  await expect(visitor.getByText(/sample/i)).toHaveCount(0);
  await expect(visitor.getByRole("heading", { name: "Attic" })).toBeVisible();
  for (const width of [390, 1280]) {
    await visitor.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await visitor.emulateMedia({ colorScheme });
      await expectAccessible(visitor);
    }
    await expectNoSidewaysScroll(visitor);
  }
});

test("the first visitor books and pays in pounds, and then the currency stays", async ({ page, request }) => {
  await page.goto("/room/live-room");
  await chooseDay(page);
  await chooseSlot(page, 11);
  await fillPerson(page, "first@example.test");
  await acceptTerms(page);
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await expect(page.getByRole("heading", { name: "Pay the downpayment" })).toBeVisible();
  await payWith(page, "4242 4242 4242 4242");
  await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
  await expect(page.getByText(/£18\.50/).first()).toBeVisible();
  const headers = await asAdmin(request);
  const currency = { currency: "usd", moneyStyle: "en-US" };
  const refused = await request.put("/api/house/currency", { headers, data: currency });
  expect(refused.status()).toBe(409);
  expect((await refused.json()).code).toBe("CurrencyFixed");
  const rewritten = { currency: "gbp", moneyStyle: "de-DE" };
  expect((await request.put("/api/house/currency", { headers, data: rewritten })).ok()).toBe(true);
});

async function textsOf(page: Page, request: APIRequestContext, outbox: string): Promise<[string, string][]> {
  const headers = await asAdmin(request);
  const found: [string, string][] = [];
  const files = [
    ...["/", "/help", "/terms", "/privacy", "/cancellation", "/find", "/user-auth", "/login", "/feedback"],
    ...["/room/live-room", "/booking/live-room", "/nothing-here", "/manifest.webmanifest", "/sitemap.xml"],
    ...["/robots.txt", "/map.svg", "/api/house", "/api/rooms", "/api/openapi.json", "/api/docs"],
  ];
  for (const path of files) found.push([path, await (await request.get(path)).text()]);
  for (const path of ["/api/takings.csv?from=2026-01-01&to=2028-01-01", "/api/staff/bookings"]) {
    found.push([path, await (await request.get(path, { headers })).text()]);
  }
  // As the browser shows them, after their scripts have run.
  for (const path of [
    "/",
    "/help",
    "/terms",
    "/privacy",
    "/cancellation",
    "/find",
    "/room/attic",
    "/user-auth",
    "/login",
  ]) {
    await page.goto(path, { waitUntil: "networkidle" });
    found.push([`${path} in the browser`, `${await page.title()} ${await page.locator("body").innerText()}`]);
  }
  // The rooms tab and the analytics of this day still name the rooms that were retired today.
  await staffSession(page);
  for (const path of ["/admin", "/admin/board", "/admin/takings", "/admin/receipt/1"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    found.push([`${path} for staff`, `${await page.title()} ${await page.locator("body").innerText()}`]);
  }
  for (const name of await readdir(outbox)) {
    const raw = await readFile(join(outbox, name));
    const { subject = "", text = "", html = "", from, attachments } = await PostalMime.parse(raw);
    const parts = attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString("utf8"));
    found.push([`mail "${subject}"`, [subject, JSON.stringify(from), text, html, ...parts].join("\n")]);
  }
  return found;
}

test("no page, mail or file says a word of the sample", async ({ page, request, baseURL }) => {
  const outbox = outboxOf(baseURL);
  await expect.poll(async () => (await readdir(outbox)).length).toBeGreaterThanOrEqual(2);
  const texts = await textsOf(page, request, outbox);
  expect(texts.filter(([name]) => name.startsWith("mail")).length).toBeGreaterThanOrEqual(2);
  const said = texts.flatMap(([name, text]) => {
    const words = [...text.replace(/<style>[\s\S]*?<\/style>/g, "").matchAll(SAMPLE)].map(
      ([word], _at) => word,
    );
    return words.length > 0 ? [`${name}: ${[...new Set(words)].join(", ")}`] : [];
  });
  expect(said).toEqual([]);
  const mails = texts.filter(([name]) => name.startsWith("mail"));
  for (const [, text] of mails) expect(text).toContain("Camden Sound");
});

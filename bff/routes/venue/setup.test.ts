/** Checks the setup of a venue over HTTP: steps, currency, logo, sample rooms, and the trials of mail and payments. */
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import { bookingRequest, testMeta } from "../../../core/testing/test-core.ts";
import { FIRST_CURRENCY, setCurrency as ofProcess } from "../../../core/venue/currency.ts";
import { setCurrency } from "../../../core/venue/handle.ts";
import { instantAt } from "../../../core/venue/time/venue-time.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  token = await world.logIn((await world.hire("manager")).username);
}, 60_000);
afterAll(async () => {
  await world.close();
  ofProcess(FIRST_CURRENCY);
});

const call = (method: string, path: string, body?: unknown) => world.call(path, { method, token, body });
const setup = async () => (await call("GET", "/api/staff/setup")).body;
const venue = async () => (await world.call("/api/house")).body;

describe("a step", () => {
  it("names what is still the sample until it is called done, and can be opened again", async () => {
    const policies = async () =>
      (await setup()).steps.find(({ step }: { step: string }) => step === "policies");
    expect(await policies()).toEqual({ step: "policies", done: false, sample: ["terms", "privacy"] });
    const done = { step: "policies", done: true };
    expect((await call("PUT", "/api/staff/setup/step", done)).status).toBe(200);
    expect((await call("PUT", "/api/staff/setup/step", done)).status).toBe(200);
    expect(await policies()).toEqual({ step: "policies", done: true, sample: [] });
    expect((await venue()).sample).not.toContain("terms");
    await call("PUT", "/api/staff/setup/step", { ...done, done: false });
    expect((await venue()).sample).toContain("terms");
    const wrong = await call("PUT", "/api/staff/setup/step", { step: "garden", done: "yes" });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: "step" }, { path: "done" }] } });
  });

  it("is for managers", async () => {
    const desk = await world.logIn((await world.hire("staff")).username);
    expect((await world.call("/api/staff/setup", { token: desk })).status).toBe(403);
  });
});

describe("the venue's own words", () => {
  it("are refused with the field at fault, and are read by everyone at once", async () => {
    const refused = await call("PATCH", "/api/house", {
      colors: { action: "#ff9d5c", poster: "yellow" },
      termsText: "You pay {all}.",
      headline: "One\nTwo",
      about: { title: "", text: "x" },
    });
    const paths = refused.body.errors.map(({ path }: { path: string }) => path);
    expect(paths.toSorted()).toEqual([
      "about.title",
      "colors.action",
      "colors.poster",
      "headline",
      "termsText",
    ]);
    const words = { headline: "Loud rooms", questions: [{ question: "Parking?", answer: "One van." }] };
    expect((await call("PATCH", "/api/house", words)).status).toBe(200);
    expect(await venue()).toMatchObject(words);
    await call("PATCH", "/api/house", { headline: "", questions: null });
    expect(await venue()).toMatchObject({ headline: "", questions: null });
  });
});

describe("the logo", () => {
  const send = (bytes: Buffer | string, type = "image/png") => {
    const raw = new FormData();
    raw.set("logo", new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], "logo", { type }));
    return world.call("/api/house/logo", { method: "POST", token, raw });
  };
  const fetched = (path: string) => fetch(`http://127.0.0.1:${world.port}${path}`);

  it("is written again in its box, keeps what is transparent, and replaces the one before", async () => {
    const png = await sharp({ create: { width: 1280, height: 640, channels: 4, background: "#8a1c4a80" } })
      .withExif({ IFD0: { Artist: "Someone" } })
      .png()
      .toBuffer();
    expect((await send(png)).status).toBe(200);
    const first = (await venue()).logo;
    expect(first).toMatchObject({ width: 384, height: 192 });
    const written = Buffer.from(await (await fetched(first.url)).arrayBuffer());
    const { format, hasAlpha, exif } = await sharp(written).metadata();
    expect({ format, hasAlpha, exif }).toEqual({ format: "webp", hasAlpha: true, exif: undefined });
    expect((await fetched(first.url.replace(/webp$/, "jpg"))).status).toBe(200);
    expect((await send(png)).status).toBe(200);
    expect((await fetched(first.url)).status).toBe(404);
    expect((await call("DELETE", "/api/house/logo")).status).toBe(200);
    expect((await venue()).logo).toBeNull();
  });

  it("may have far more bytes than a text, up to 10 MB", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const created = { width: 600, height: 400, channels: 3, background: "#888", noise } as const;
    const png = await sharp({ create: created }).png().toBuffer();
    expect(png.length).toBeGreaterThan(300_000);
    expect((await send(png)).status).toBe(200);
    expect((await call("DELETE", "/api/house/logo")).status).toBe(200);
    expect(await send("x".repeat(11 * 1024 * 1024))).toMatchObject({
      status: 413,
      body: { errors: [{ path: "logo", message: "The logo is larger than 10 MB" }] },
    });
  });

  it.each([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', /must be a JPEG/],
    ["nothing", "", /must be a JPEG/],
    ["a broken picture", `\x89PNG\r\n\x1a\n${"x".repeat(60)}`, /must be a JPEG|cannot be read/],
  ])("is refused if it is %s", async (_what, bytes, words) => {
    const { status, body } = await send(Buffer.from(bytes, "latin1"));
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: "logo", message: expect.stringMatching(words) }]);
    expect((await venue()).logo).toBeNull();
  });
});

describe("the trials", () => {
  it("send a mail to an address and say what its domain lacks", async () => {
    const { status, body } = await call("POST", "/api/staff/setup/mail-trial", { to: "owner@example.test" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      sentTo: "owner@example.test",
      checks: [{ name: "SPF" }, { name: "DMARC" }, {}],
    });
    expect((await call("POST", "/api/staff/setup/mail-trial", { to: "owner" })).status).toBe(400);
  }, 15_000);

  it("ask the payment provider with its keys", async () => {
    expect(await call("POST", "/api/staff/setup/payment-trial")).toMatchObject({
      status: 200,
      body: { success: true, simulated: true, error: null },
    });
  });
});

// Last, because it books.
describe("the currency", () => {
  afterEach(() => ofProcess(FIRST_CURRENCY));

  it("applies at once to every amount, and is fixed by the first booking, but not its way of writing", async () => {
    const set = (currency: string, moneyStyle = "en-US") =>
      call("PUT", "/api/house/currency", { currency, moneyStyle });
    expect(await set("zzz")).toMatchObject({ status: 400, body: { errors: [{ path: "currency" }] } });
    expect((await set("gbp", "xx-XX")).body.errors).toMatchObject([{ path: "moneyStyle" }]);
    expect((await set("gbp")).body.currency).toMatchObject({ currency: "gbp", fixed: false });
    expect(await venue()).toMatchObject({ currency: "gbp", moneyStyle: "en-US" });

    expect((await set("jpy")).status).toBe(200);
    const room = {
      name: "Tatami",
      description: "Quiet.",
      capacity: 4,
      halfDayRate: "3000",
      fullDayRate: "5000",
    };
    expect((await call("POST", "/api/rooms", { ...room, hourlyRate: "950.50" })).body.errors).toMatchObject([
      { path: "hourlyRate", message: expect.stringMatching(/whole amount/) },
    ]);
    await set("gbp");

    const startsAt = instantAt("2027-01-14", 10, world.core.timeZone);
    const booked = await requestBooking(
      world.core,
      bookingRequest(world.core, { roomId: 2, startsAt }),
      testMeta,
    );
    expect(booked.ok).toBe(true);
    expect(await set("eur")).toMatchObject({ status: 409, body: { code: "CurrencyFixed" } });
    expect((await set("gbp", "de-DE")).status).toBe(200);
    expect((await setup()).currency).toMatchObject({ currency: "gbp", moneyStyle: "de-DE", fixed: true });
  });
});

describe("a first booking and a change of the currency at once", () => {
  it("never leave a booking at the price of another currency", async () => {
    for (let round = 0; round < 3; round++) {
      const other = await startStaffWorld();
      try {
        const startsAt = instantAt("2027-01-14", 10, other.core.timeZone);
        const [booked, changed] = await Promise.all([
          requestBooking(other.core, bookingRequest(other.core, { roomId: 2, startsAt }), testMeta),
          setCurrency(other.core, { currency: "gbp", moneyStyle: "en-US" }, { meta: testMeta }),
        ]);
        expect(booked.ok).toBe(true);
        const [order] = await other.sql<{ first: string }[]>`
          select type as first from events where type in ('BookingRequested', 'HouseCurrencySet')
          order by epoch, xid, position limit 1`;
        // A change that comes first is allowed; one that comes second is refused.
        expect(order?.first).toBe(changed.ok ? "HouseCurrencySet" : "BookingRequested");
      } finally {
        await other.close();
      }
    }
  }, 60_000);
});

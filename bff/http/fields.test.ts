import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startVisitorWorld, type VisitorWorld } from "../testing/visitor-fixture.ts";

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

const message = (changes: Record<string, unknown> = {}) => ({
  firstName: "Ada",
  lastName: "Byron",
  email: "ada@example.test",
  phone: "+1 212 555 0100",
  interestedRoom: "classroom",
  message: "May we bring a harp?",
  ...changes,
});

const ABSENT = Symbol("absent");
const NUL = "a\u0000b";
const LONE_SURROGATE = "a\ud800b";

/** Every way in which a field can be wrong; `missing` ones are answered with the words for missing information. */
const text = (max: number) => ({
  missing: [ABSENT, null, "", "  "],
  wrong: [5, ["x"], {}, NUL, LONE_SURROGATE, "x".repeat(max + 1)],
});

const BOOKING_FIELDS: Record<string, { missing: unknown[]; wrong: unknown[] }> = {
  roomId: { missing: [ABSENT, null], wrong: ["5", 0, -1, 1.5, 2 ** 31, true] },
  firstName: text(200),
  lastName: text(200),
  email: {
    missing: [ABSENT, null, "", " "],
    wrong: [5, "unknown", "a@b", NUL, "a@b.co\u0000", `${"x".repeat(250)}@example.test`],
  },
  phone: { missing: [ABSENT, null, "", " "], wrong: [5, "12", "call me", NUL, "1".repeat(41)] },
  startDate: {
    missing: [ABSENT, null, ""],
    wrong: [5, "15.12.2026", "2026-02-30", "2026-12-15T09:00:00Z", NUL],
  },
  startTime: { ...text(40), wrong: [...text(40).wrong, "nine", "25:00", "9:60", "13:00 PM", "09:30"] },
  endTime: { ...text(40), wrong: [...text(40).wrong, "eleven", "11:15", "09:00", "08:00"] },
  eventType: text(60),
  attendees: { missing: [], wrong: ["two", 0, -1, 1.5, 10_000] },
  specialRequirements: { missing: [], wrong: [5, NUL, LONE_SURROGATE, "x".repeat(2_001)] },
  engineerRequired: { missing: [null], wrong: ["yes", 1, true] },
  bookingDuration: { missing: [null, ""], wrong: ["weekly", 5] },
  hourCount: { missing: [], wrong: ["2", 1.5, 3, 0, -2] },
  totalAmount: { missing: [ABSENT, null], wrong: ["free", "80.001", "79.99", -80, true] },
  downpaymentAmount: { missing: [ABSENT, null], wrong: ["half", "39.00", 41, []] },
  remainingAmount: { missing: [ABSENT, null], wrong: ["rest", "0", {}] },
  terms: { missing: [ABSENT, null], wrong: [false, "true", 1] },
};

const CONTACT_FIELDS: Record<string, { missing: unknown[]; wrong: unknown[] }> = {
  firstName: text(200),
  lastName: text(200),
  email: { missing: [ABSENT, null, ""], wrong: [5, "unknown", NUL] },
  phone: { missing: [], wrong: [5, "12", "call me", NUL] },
  interestedRoom: { missing: [], wrong: [5, "ballroom", NUL] },
  message: text(5_000),
};

function withField(body: Record<string, unknown>, field: string, value: unknown): Record<string, unknown> {
  const { [field]: _, ...rest } = body;
  return value === ABSENT ? rest : { ...rest, [field]: value };
}

const shown = (value: unknown): string => {
  const json = value === ABSENT ? "absent" : JSON.stringify(value);
  return json.length > 40 ? `${json.slice(0, 30)}… (${json.length})` : json;
};

const cases = (fields: typeof BOOKING_FIELDS) =>
  Object.entries(fields).flatMap(([field, { missing, wrong }]) => [
    ...missing.map((value) => ({ field, value, isMissing: true, what: shown(value) })),
    ...wrong.map((value) => ({ field, value, isMissing: false, what: shown(value) })),
  ]);

describe("POST /api/bookings names the field at fault", () => {
  it.each(cases(BOOKING_FIELDS))("$field: $what", async ({ field, value, isMissing }) => {
    const { status, body } = await world.post("/api/bookings", withField(world.submission(), field, value));
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: isMissing ? "Missing booking information" : "Invalid booking data",
    });
    expect(body.errors.map((error: { path: string }) => error.path)).toContain(field);
    for (const error of body.errors) expect(error.message).toMatch(/\S/);
  });

  it("answers unaccepted terms with the fixed text", async () => {
    const { body } = await world.post("/api/bookings", world.submission({ terms: false }));
    expect(body.errors).toEqual([{ path: "terms", message: "You must accept the terms and conditions" }]);
  });

  it("names every field of an empty body", async () => {
    const { body } = await world.post("/api/bookings", {});
    const required = Object.keys(BOOKING_FIELDS).filter((field) =>
      BOOKING_FIELDS[field]?.missing.includes(ABSENT),
    );
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual(required);
  });

  it("has written nothing", async () => {
    const [row] = await world.sql<{ events: number; people: number; hours: number }[]>`
      select (select count(*) from events) as events, (select count(*) from personal_data) as people,
        (select count(*) from room_hours) as hours`;
    expect(row).toEqual({ events: 0, people: 0, hours: 0 });
  });
});

describe("POST /api/contact names the field at fault", () => {
  it.each(cases(CONTACT_FIELDS))("$field: $what", async ({ field, value, isMissing }) => {
    const { status, body } = await world.post("/api/contact", withField(message(), field, value));
    expect({ status, code: body.code }).toEqual({
      status: 400,
      code: isMissing ? "MissingInformation" : "InvalidData",
    });
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual([field]);
  });

  it("accepts a message without phone and room", async () => {
    for (const nothing of [undefined, null, ""]) {
      const { status, body } = await world.post(
        "/api/contact",
        message({ phone: nothing, interestedRoom: nothing }),
      );
      expect(status).toBe(201);
      expect(body).toMatchObject({ success: true, id: expect.any(Number), message: expect.any(String) });
    }
  });
});

describe("payment calls name the field at fault", () => {
  it.each([
    [{}, "bookingId"],
    [{ bookingId: "1", customerEmail: "a@b.co" }, "bookingId"],
    [{ bookingId: 1 }, "customerEmail"],
    [{ bookingId: 1, customerEmail: "unknown" }, "customerEmail"],
    [{ bookingId: 1, customerEmail: "a@b.co", amount: true }, "amount"],
    [{ bookingId: 1, customerEmail: "a@b.co", customerName: 5 }, "customerName"],
  ])("create-payment-intent %j: %s", async (body, field) => {
    const answer = await world.post("/api/create-payment-intent", body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(field);
  });

  it.each([
    [{}, "paymentIntentId"],
    [{ paymentIntentId: "" }, "paymentIntentId"],
    [{ paymentIntentId: 5 }, "paymentIntentId"],
    [{ paymentIntentId: "x".repeat(256) }, "paymentIntentId"],
    [{ stripeToken: [] }, "stripeToken"],
  ])("payment %j: %s", async (body, field) => {
    const answer = await world.post("/api/bookings/1/payment", body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(field);
  });
});

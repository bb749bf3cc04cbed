/** Shows that the exports of other products are read as they are, one sample file each (decision 308). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Core } from "../context.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createTestClock, createTestCore } from "../testing/test-core.ts";
import { answersOf, planned, textsOf } from "./import-fixture.ts";
import { readBookings } from "./read-file.ts";

let database: TestDatabase;
let core: Core;
beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database, createTestClock("2030-01-07T15:00:00Z"));
});
afterAll(() => database.drop());

const sample = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, "../../samples", name));

describe("a sample of another product's export", () => {
  it.each([
    ["skedda.csv", ["line 2: made", "line 3: made"]],
    ["mrbs.csv", ["line 2: made"]],
    ["librebooking.csv", ["line 2: made"]],
    ["easy-appointments.csv", ["line 2: made", "line 3: cancelled where it comes from"]],
    ["cal-com.csv", ["line 2: made"]],
    ["jammed.csv", ["line 2: made"]],
    ["deutsch.csv", ["line 2: made"]],
  ])("%s is read without a question", async (name, lines) => {
    const plan = await planned(core, sample(name));
    expect({
      missing: plan.read.missing,
      unknown: plan.read.headers.filter(({ use }) => use === null),
      asked: plan.read.ambiguousDate,
    }).toEqual({ missing: [], unknown: [], asked: null });
    expect(textsOf(plan.results)).toEqual(lines);
  });

  it("of customers is read too", async () => {
    const plan = await planned(core, sample("customers.csv"), answersOf({ kind: "customers" }));
    expect(textsOf(plan.results)).toEqual(["line 2: made", "line 3: made"]);
  });

  it("gives the values that it has", () => {
    const read = readBookings(sample("deutsch.csv"), answersOf(), "America/New_York");
    expect(read.ok && read.lines[0]?.read).toMatchObject({
      value: {
        startsAt: new Date("2030-03-04T15:00:00Z"),
        endsAt: new Date("2030-03-04T17:00:00Z"),
        firstName: "Jörg",
        totalCents: 160_00,
        paidCents: 60_00,
        note: "Bringt ein\r\nSchlagzeug",
      },
    });
    const instants = readBookings(sample("cal-com.csv"), answersOf(), "America/New_York");
    expect(instants.ok && instants.lines[0]?.read).toMatchObject({
      value: { startsAt: new Date("2030-03-04T15:00:00Z"), reference: "abcDEF123", lastName: "Byron" },
    });
  });
});

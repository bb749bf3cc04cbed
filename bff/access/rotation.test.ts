import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../../core/booking/request-booking.ts";
import { createLinks } from "../../core/links.ts";
import { readConfig } from "../../core/platform/config/config.ts";
import { createLogger } from "../../core/platform/logger.ts";
import type { Close } from "../../core/platform/process.ts";
import { holderHashWith, keyedHash } from "../../core/platform/secrets/keyed-hash.ts";
import { loadKeys, seedKeys } from "../../core/platform/secrets/keys.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, testMeta } from "../../core/testing/test-core.ts";
import { isClosedDay, slotStarts } from "../../core/venue/time/opening-hours.ts";
import { addDays, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { seed } from "../../migrations/seed.ts";
import { catchUp } from "../../projections/engine/catch-up-fixture.ts";
import { followers } from "../../projections/followers.ts";
import { StaffLoggedIn } from "../contract/staff/staff.ts";
import { openBff } from "../open-bff.ts";

const OLD = "the first secret of this hub: thirty-two and more";
const NEW = "the second secret of this hub: as long as the first";
const PASSWORD = "correct horse";
const logger = createLogger({ logLevel: "silent" });
const dataDir = mkdtempSync(join(tmpdir(), "hub-rotation-"));

let database: TestDatabase;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await seed(database.url, { adminPassword: PASSWORD, sessionSecret: OLD });
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A BFF as `make bff` starts it, with these secrets in its environment. */
async function serve(secrets: { SESSION_SECRET: string; SESSION_SECRET_PREVIOUS?: string }) {
  const read = readConfig({ DATABASE_URL: database.runtimeUrl, DATA_DIR: dataDir, ...secrets });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const config = { ...read.config, port: 0, webFolder: "no web in these tests" };
  const opened = (close: Close): void => void closing.push(() => close(5_000));
  const bff = await openBff({ config, logger, opened }, database.runtimeUrl);
  const call = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${bff.port}${path}`, init);
  return { core: bff.core, addressHash: bff.addressHash, call };
}

type Served = Awaited<ReturnType<typeof serve>>;

/** Does at once what a worker does: answers wait for their projections. */
async function project({ core }: Served): Promise<void> {
  await catchUp(core.sql, ...followers(core));
}

async function logIn(served: Served): Promise<string> {
  const answer = await served.call("/api/auth/login", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "admin", password: PASSWORD }),
  });
  await project(served);
  return StaffLoggedIn.parse(await answer.json()).token;
}

const staffCall = async ({ call }: Served, token: string): Promise<number> =>
  (await call("/api/contact", { headers: { Authorization: `Bearer ${token}` } })).status;

async function bookAsGuest(served: Served): Promise<string> {
  const { core } = served;
  let day = addDays(venueDayOf(core.clock.now(), core.timeZone), 20);
  if (isClosedDay(day)) day = addDays(day, 1);
  const [startsAt = new Date()] = slotStarts(day, core.timeZone);
  const booked = await requestBooking(core, bookingRequest(core, { roomId: 2, startsAt }), testMeta);
  if (!booked.ok) throw new Error(booked.rejection.code);
  await project(served);
  const { id, booking } = booked.value;
  return core.links.guestBooking({ bookingId: id, personId: booking.personId }).token;
}

const fingerprints = ({ core, addressHash }: Served) => [
  core.holderHash("Ada@example.test"),
  addressHash("192.0.2.1"),
];

describe("another session secret", () => {
  it("ends sessions, and nothing else: mailed links open, and hashes of emails and addresses stay the same", async () => {
    const before = await serve({ SESSION_SECRET: OLD });
    const token = await logIn(before);
    const link = await bookAsGuest(before);
    expect(await staffCall(before, token)).toBe(200);

    const after = await serve({ SESSION_SECRET: NEW });
    expect(await staffCall(after, token)).toBe(401);
    expect(await staffCall(after, await logIn(after))).toBe(200);
    expect((await after.call(`/api/guest/${link}`)).status).toBe(200);
    expect(fingerprints(after)).toEqual(fingerprints(before));

    const gentle = await serve({ SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: OLD });
    expect(await staffCall(gentle, token)).toBe(200);
    // What it signs now has the new secret's key.
    expect(await staffCall(after, await logIn(gentle))).toBe(200);
  });

  it("does not make a migration create other keys", async () => {
    const kept = await loadKeys(database.sql);
    await seed(database.url, { adminPassword: undefined, sessionSecret: NEW });
    expect(await loadKeys(database.sql)).toEqual(kept);
  });
});

describe("the first keys", () => {
  it("of a new hub do not tell a reader the session secret", async () => {
    const kept = Object.values(await loadKeys(database.sql));
    expect(kept).not.toContain(OLD);
    expect(new Set(kept).size).toBe(3);
  });

  it("of a hub that has run before keep its links and its hashes valid", async () => {
    await database.ownerSql`delete from keys`;
    await seedKeys(database.ownerSql, OLD);
    const { core } = await serve({ SESSION_SECRET: NEW });
    const asBefore = createLinks({ key: keyedHash(OLD, "links", "mail"), publicUrl: "" });
    const booking = { bookingId: 7, personId: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11" };
    expect(core.links.guestBooking(booking).token).toBe(asBefore.guestBooking(booking).token);
    expect(core.holderHash("Ada@example.test")).toBe(holderHashWith(OLD)("ada@example.test"));
  });
});

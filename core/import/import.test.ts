/** Shows that an import goes through the guard, sends no mail, takes no money, is made once, and is undone as a whole (decisions 309 to 311). */
import { afterAll, beforeAll, expect, it } from "vitest";
import { handleBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import { load, requireExisting } from "../log/transact.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../testing/test-core.ts";
import {
  answersOf,
  BOOKING_HEADERS,
  csvOf,
  imported,
  importMetaOfTests,
  manyLines,
  planned,
  textsOf,
} from "./import-fixture.ts";
import { linesOf } from "./import-rows.ts";
import { undoImport } from "./undo.ts";

let database: TestDatabase;
let core: Core;
beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database);
});
afterAll(() => database.drop());

const undone = async (id: number): Promise<unknown> => {
  const outcome = await undoImport(core, id, importMetaOfTests);
  return outcome.ok ? outcome.value : outcome.rejection.code;
};

const bookingOf = async (importId: number) => {
  const [made] = await linesOf(core.sql, importId);
  if (!made) throw new Error(`Import ${importId} made nothing`);
  const { state } = await load(core.sql, bookingStream, made.streamId);
  return { id: made.streamId, booking: requireExisting(state) };
};

const COUNT = 600;
const CLASH_AT = 333;

it("a clash in the middle of many lines stops no other line", async () => {
  const lines = manyLines(COUNT, "2027-01-04");
  const [room = "", day = "", start = ""] = lines[CLASH_AT]?.split(",") ?? [];
  const roomId = core.rooms.all().find(({ slug }) => slug === room)?.id ?? 0;
  const startsAt = new Date(`${day}T${start.padStart(5, "0")}:00-05:00`);
  const plan = await planned(core, csvOf(BOOKING_HEADERS, lines));
  expect(plan.counts).toEqual({ made: COUNT, notMade: 0 });
  const other = await requestBooking(core, bookingRequest(core, { roomId, startsAt }), testMeta);
  if (!other.ok) throw new Error(other.rejection.code);
  const { id, lines: told } = await imported(core, csvOf(BOOKING_HEADERS, lines));
  expect(told.filter((text) => !text.endsWith(": made"))).toEqual([
    `line ${CLASH_AT + 2}: clash with booking ${other.value.id}`,
  ]);
  expect(await undone(id)).toEqual({ undone: COUNT - 1, kept: [] });
});

it("a booking that is taken after the dry run is found by the guard, and only its line is not made", async () => {
  const lines = manyLines(60, "2027-02-01");
  const bytes = csvOf(BOOKING_HEADERS, lines);
  const plan = await planned(core, bytes);
  const first = await imported(core, csvOf(BOOKING_HEADERS, [lines[7]?.replace("R-7", "other") ?? ""]));
  const { id: taken } = await bookingOf(first.id);
  const results = await plan.make({ importId: first.id, meta: importMetaOfTests }, () => undefined);
  expect(textsOf(results).filter((text) => !text.endsWith(": made"))).toEqual([
    `line 9: clash with booking ${taken}`,
  ]);
});

it("an imported booking is confirmed, and what was paid elsewhere is recorded on it alone", async () => {
  const { id } = await imported(
    core,
    csvOf(BOOKING_HEADERS, [
      "Auditorium,2027-03-01,10:00,12:00,Ada,Byron,ada@x.example,500.00,200.00,Piano,P-1",
    ]),
  );
  const { booking } = await bookingOf(id);
  expect(booking).toMatchObject({ status: "confirmed", receivedAtVenueCents: 200_00 });
  const types = await core.sql<{ type: string }[]>`
    select type from events where (meta ->> 'import')::integer = ${id} and stream like 'booking-%' order by version`;
  expect(types.map(({ type }) => type)).toEqual([
    "BookingRequested",
    "BookingConfirmed",
    "EarlierPaymentRecorded",
    "NoteTaken",
  ]);
});

it("what was changed since its import is kept when it is undone, and the rest is undone", async () => {
  const { id } = await imported(
    core,
    csvOf(BOOKING_HEADERS, [
      "Auditorium,2027-03-02,10:00,12:00,Ada,Byron,ada@x.example,500.00,200.00,,P-2",
      "Auditorium,2027-03-03,10:00,12:00,Ada,Byron,ada@x.example,500.00,,,P-3",
    ]),
  );
  const { id: bookingId } = await bookingOf(id);
  const cancelled = await handleBooking(
    core,
    bookingId,
    { type: "CancelBooking", cancelledBy: "venue", now: core.clock.now() },
    { commandId: "cancel an imported booking", meta: testMeta },
  );
  expect(cancelled.ok).toBe(true);
  expect(await undone(id)).toEqual({
    undone: 1,
    kept: [{ line: 2, text: `booking ${bookingId} was cancelled since` }],
  });
});

it("customers are told apart by their mailboxes, and unclaimed accounts are removed by undoing", async () => {
  const answers = answersOf({ kind: "customers" });
  const bytes = csvOf("First name,Last name,Email", [
    "Ada,Byron,Ada@mailbox.example",
    "Ada,B,ada@MAILBOX.example",
    "Grace,Hopper,no address",
  ]);
  const { id, lines } = await imported(core, bytes, answers);
  expect(lines).toEqual(["line 2: made", "line 3: already imported", "line 4: email: is no email address"]);
  expect(await undone(id)).toEqual({ undone: 1, kept: [] });
  expect(textsOf((await planned(core, bytes, answers)).results)[0]).toBe("line 2: made");
});

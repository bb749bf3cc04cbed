/**
 * Checks that a restored venue equals the one that was backed up: rooms with photos, settings, closures, bookings that were moved or kept,
 * and money at the desk.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BookingChange } from "../../core/booking/booking.ts";
import { handleBooking } from "../../core/booking/handle.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { ConflictChoice } from "../../core/closure/change-conflicting-booking.ts";
import { closeRooms, reopenRooms } from "../../core/closure/handle.ts";
import { checkHourClaims } from "../../core/hour-claims/hour-claim-check.ts";
import { createMoneyWorld, type MoneyWorld } from "../../core/payment/money-fixture.ts";
import { moveBookingByStaff } from "../../core/payment/move-booking.ts";
import { openSql, type Sql } from "../../core/platform/database/database.ts";
import { seedKeys } from "../../core/platform/secrets/keys.ts";
import { withEmptyDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { changeRoom, changeSettings } from "../../core/venue/handle.ts";
import { addPhoto, removePhoto } from "../../core/venue/photos/room-photos.ts";
import { readPhoto } from "../../core/venue/photos/stored-photos.ts";
import { seedVenue } from "../../core/venue/seed-venue.ts";
import { instantAt } from "../../core/venue/time/venue-time.ts";
import { catchUp } from "../../projections/engine/catch-up-fixture.ts";
import { followers } from "../../projections/followers.ts";
import { backUp, differencesIn, restore } from "./backup-fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "hub-venue-backup-"));
const file = join(folder, "hub.backup");
const DAY = "2027-02-05";
let world: MoneyWorld;

/** Every possible byte, including those that no text contains. */
const PIXELS = Buffer.from(Array.from({ length: 3 * 256 }, (_, at) => at % 256));
const PHOTOS: [string, Buffer][] = [
  ["The piano", PIXELS],
  ["Taken away", Buffer.from("gone")],
];
const photosOf = ({ rooms }: Pick<MoneyWorld["core"], "rooms">) => rooms.byId(6)?.photos ?? [];

const at = (hour: number): Date => instantAt(DAY, hour, world.core.timeZone);
async function book(roomId: number, hour: number): Promise<number> {
  const request = bookingRequest(world.core, { roomId, startsAt: at(hour) });
  const outcome = await requestBooking(world.core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}
async function change(id: number, command: BookingChange): Promise<void> {
  const outcome = await handleBooking(world.core, id, command, { commandId: randomUUID(), meta: testMeta });
  if (!outcome.ok) throw new Error(outcome.rejection.code);
}
async function close(roomIds: number[], from: number, to: number, bookings: [number, ConflictChoice][] = []) {
  const hours = { roomIds, startsAt: at(from), endsAt: at(to), reason: "Repairs", public: true };
  const asked = { ...hours, bookings: new Map(bookings) };
  const placed = await closeRooms(world.core, world.gateway, asked, testMeta);
  if (!placed.ok) throw new Error(placed.rejection.code);
  return placed.value.id;
}

beforeAll(async () => {
  world = await createMoneyWorld();
  const { core } = world;
  await seedKeys(world.ownerSql, "the session secret of this test");
  await seedVenue(world.ownerSql);
  await core.venue.reload();
  const context = { meta: testMeta };
  await changeRoom(core, 3, { turnaroundHours: 1, rates: { hourlyCents: 9_900 } }, context);
  await changeSettings(
    core,
    { from: undefined, changes: { phone: "(212) 555-0199", taxPercent: 8 } },
    context,
  );

  const [kept, cancelled, moved] = [await book(2, 10), await book(2, 11), await book(2, 12)];
  await close([2, 4], 9, 14, [
    [kept, "keep"],
    [cancelled, "cancel"],
    [moved, { startsAt: at(15), roomId: 3 }],
  ]);
  await close([2], 12, 18);
  await reopenRooms(core, await close([5, 6, 7], 9, 12), testMeta);

  await change(kept, { type: "ReceiveAtDesk", method: "cash", amountCents: 4_000 });
  await change(kept, { type: "ReturnAtDesk", method: "transfer", amountCents: 500 });
  const elsewhere = await book(6, 10);
  const asked = { bookingId: elsewhere, roomId: 7, startsAt: at(16), endsAt: at(18) };
  expect((await moveBookingByStaff(core, world.gateway, asked, testMeta)).ok).toBe(true);
  for (const [alt, bytes] of PHOTOS) {
    const files = [{ width: 480, format: "jpg" as const, bytes }];
    const photo = { width: 480, height: 320, files };
    const added = await addPhoto(core, 6, { alt, photo }, context);
    if (!added.ok) throw new Error(added.rejection.code);
  }
  // The pixels of a removed photo are gone, whether or not a backup was restored.
  await removePhoto(core, 6, photosOf(core)[1]?.photoId ?? "", context);
  await catchUp(world.sql, ...followers(core));
  await backUp(world.ownerSql, file);
}, 60_000);
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

it("is the same in every table, and follows the same rules", async () => {
  const tables = async (sql: Sql) => ({
    rooms: await sql`select * from rooms order by id`,
    hours: await sql`
      select room_id, starts_at, booking_id, held_until, array(select unnest(block_ids) order by 1) as blocks
      from room_hours order by 1, 2`,
    takings: await sql`select * from takings order by 1, 2`,
    blocks: await sql`select * from room_blocks order by 1`,
    photos: await sql`select * from room_photos order by photo_id, width, format`,
  });
  const before = await tables(world.ownerSql);
  expect(before.takings).toHaveLength(2);
  expect(before.hours.some(({ booking_id, blocks }) => booking_id !== null && blocks.length > 0)).toBe(true);
  await withEmptyDatabase(async (url) => {
    const restored = await restore(url, file);
    const sql = openSql(url, { max: 4 });
    expect(await tables(sql)).toEqual(before);
    expect(restored.claims).toEqual({ hours: restored.claimedHoursBefore, doubtful: [] });
    expect((await checkHourClaims(sql)).faults).toEqual([]);
    expect(await differencesIn(sql, restored.keys)).toEqual([]);

    const core = await createTestCore({ sql, ownerSql: sql }, world.core.clock);
    expect(core.settings.now()).toMatchObject({ phone: "(212) 555-0199", taxPercent: 8 });
    expect(core.rooms.byId(3)).toMatchObject({ turnaroundHours: 1, rates: { hourlyCents: 9_900 } });
    const [photo] = photosOf(core);
    expect(photosOf(core)).toEqual([{ photoId: photo?.photoId, alt: "The piano", width: 480, height: 320 }]);
    const asked = { photoId: photo?.photoId ?? "", width: 480, format: "jpg" as const };
    expect(await readPhoto(core, asked)).toEqual(PIXELS);
    const ask = async (roomId: number, hour: number) => {
      const request = bookingRequest(core, { roomId, startsAt: at(hour) });
      const outcome = await requestBooking(core, request, testMeta);
      return outcome.ok ? "booked" : outcome.rejection.code;
    };
    // A closed hour, one in the turnaround of the moved booking, and a free one.
    expect([await ask(2, 16), await ask(4, 9), await ask(3, 16), await ask(3, 14)]).toEqual(
      Array.from({ length: 4 }, () => "SlotTaken"),
    );
    expect([await ask(3, 17), await ask(6, 10), await ask(5, 9)]).toEqual(["booked", "booked", "booked"]);
    await sql.end();
  });
}, 60_000);

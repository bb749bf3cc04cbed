/** Checks that a closure of the whole venue also covers rooms that are added after it, also after a crash between the two. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import { checkHourClaims } from "../hour-claims/hour-claim-check.ts";
import { createMoneyWorld, type MoneyWorld } from "../payment/money-fixture.ts";
import { bookingRequest, testMeta } from "../testing/test-core.ts";
import { addRoom } from "../venue/handle.ts";
import { instantAt } from "../venue/time/venue-time.ts";
import { closeRooms, reopenRooms } from "./handle.ts";
import { coverNewRooms } from "./whole-venue.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const at = (hour: number): Date => instantAt("2027-03-02", hour, "America/New_York");

async function close(wholeVenue: boolean): Promise<number> {
  const outcome = await closeRooms(
    world.core,
    world.gateway,
    {
      roomIds: wholeVenue ? [] : world.core.rooms.all().map(({ id }) => id),
      wholeVenue,
      startsAt: at(9),
      endsAt: at(22),
      reason: "Christmas",
      public: false,
      bookings: new Map(),
    },
    testMeta,
  );
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

async function newRoom(): Promise<number> {
  const [{ rates } = { rates: null }] = world.core.rooms.all();
  if (!rates) throw new Error("no rooms");
  const { hourlyCents, halfDayCents, fullDayCents } = rates;
  const room = {
    name: "Dance Studio",
    description: "A sprung floor",
    capacity: 12,
    features: [],
    equipment: [],
    category: "basic" as const,
    rates: { hourlyCents, halfDayCents, fullDayCents },
  };
  const outcome = await addRoom(world.core, room, { meta: testMeta });
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

const closedIn = async (roomId: number): Promise<number> =>
  (await world.sql`select from room_hours where room_id = ${roomId} and block_ids <> '{}'`).length;

describe("a closure of the whole venue", () => {
  it("covers a room that is added later, once, and frees it when it is reopened", async () => {
    const [whole, named] = [await close(true), await close(false)];
    const room = await newRoom();
    expect(await closedIn(room)).toBe(0);
    await coverNewRooms(world.core, testMeta);
    await coverNewRooms(world.core, testMeta);
    expect(await closedIn(room)).toBe(13);
    expect((await checkHourClaims(world.sql)).faults).toEqual([]);
    const types = await world.sql<{ type: string }[]>`
      select type from events where stream = ${`block-${whole}`} order by version`;
    expect(types.map(({ type }) => type)).toEqual(["BlockPlaced", "BlockExtended"]);
    await reopenRooms(world.core, whole, testMeta);
    expect(await closedIn(room)).toBe(0);
    await reopenRooms(world.core, named, testMeta);
    expect((await checkHourClaims(world.sql)).faults).toEqual([]);
  });

  it("keeps a booking that the new room already has at these hours", async () => {
    const room = await newRoom();
    const id = await close(true);
    const later = await newRoom();
    const request = bookingRequest(world.core, { roomId: later, startsAt: at(10) });
    const booked = await requestBooking(world.core, request, testMeta);
    await coverNewRooms(world.core, testMeta);
    expect(await closedIn(later)).toBe(13);
    expect(await closedIn(room)).toBe(13);
    expect(booked.ok && (await loadBooking(world.core, booked.value.id)).state).toMatchObject({
      status: "pending",
    });
    expect((await checkHourClaims(world.sql)).faults).toEqual([]);
    await reopenRooms(world.core, id, testMeta);
  });
});

/** Shows that rooms are read from events of every version. */
import { expect, it } from "vitest";
import type { RawEvent } from "../../log/stream.ts";
import { decideRoom } from "./decide-room.ts";
import { roomStream } from "./room.ts";

const event = (version: number, type: string, data: unknown): RawEvent => ({
  ...{ stream: "room-8", version, type, schemaVersion: 1, data, commandId: `c${version}` },
  ...{
    meta: { actor: { kind: "system" }, requestId: "r" },
    at: { epoch: 1, xid: 1n, position: version },
  },
  occurredAt: new Date("2026-12-01T15:00:00Z"),
});

const rates = { hourlyCents: 1_000, halfDayCents: 3_000, fullDayCents: 5_000 };
const described = {
  ...{ name: "Attic", description: "Under the roof.", capacity: 4 },
  ...{ features: [], equipment: [], category: "basic" as const },
};
/** What a room of before has not told of itself. */
const untold = {
  ...{ widthFeet: null, depthFeet: null, heightFeet: null },
  ...{ plan: [], sound: "", look: "" },
};
const added = {
  ...described,
  slug: "attic",
  rates,
  imageUrl: "/rooms/attic.svg",
  images: [],
  displayOrder: 8,
};

it("can be read from events that are older than its latest fields", () => {
  const read = roomStream.decode(event(1, "RoomAdded", added));
  const state = read && roomStream.evolve(roomStream.initial, read);
  expect(state).toEqual({
    ...added,
    ...untold,
    ...{ exists: true, version: 1, photos: [], retired: false },
    ...{
      bookable: true,
      overlay: null,
      engineer: null,
      turnaroundHours: 0,
      priceRules: [],
      leastHours: 1,
      laterPrices: [],
    },
  });
});

it("is added with all fields, including those that were left out", () => {
  const decision = decideRoom({ type: "AddRoom", room: added }, roomStream.initial);
  const data = {
    ...added,
    ...untold,
    bookable: true,
    overlay: null,
    engineer: null,
    turnaroundHours: 0,
    priceRules: [],
    leastHours: 1,
    laterPrices: [],
  };
  expect(decision).toEqual({ ok: true, events: [{ type: "RoomAdded", data }] });
});

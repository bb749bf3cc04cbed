/** Scenarios of managers who change the venue and its rooms: hours, terms, prices, photos, rooms that are added and retired. */
import sharp from "sharp";
import type { RoomPhoto } from "../../../bff/contract/room.ts";
import type { RoomSettings } from "../../../bff/contract/venue/room-settings.ts";
import type { VenueWithChanges } from "../../../bff/contract/venue/venue-record.ts";
import { WEEKDAYS } from "../../../core/venue/time/opening-hours.ts";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import type { Random } from "../random.ts";
import { readVenue } from "./booking-calls.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import type { Colleague } from "./staff-session.ts";
import { today } from "./visitor.ts";

const ROOM = "PATCH /api/rooms/{id}";
const SETTINGS = "GET /api/staff/rooms";
const PATCH_SETTINGS = "PATCH /api/house";

/** The start of the name of every room that the traffic adds. */
const ADDED = "Random studio";

const ALL_DAY = { open: "00:00", close: "24:00" };
const SHORTER = { open: "07:00", close: "23:00" };

/** Opens every hour of every day, so that the tests do not depend on the time of day. */
export const openAllDay = (who: ScenarioContext) =>
  who.client.call(PATCH_SETTINGS, {
    body: { openingHours: Object.fromEntries(WEEKDAYS.map((day) => [day, ALL_DAY])) },
    repeatable: true,
  });

const amount = (random: Random, least: number, most: number): string => `${random.between(least, most)}.00`;

async function settingsOf({ client }: ScenarioContext): Promise<readonly RoomSettings[]> {
  const answer = await client.call<RoomSettings[]>(SETTINGS);
  return answer.ok ? answer.body : [];
}

let photo: Promise<Buffer> | undefined;
function photoFile(): Promise<Buffer> {
  const create = { width: 480, height: 320, channels: 3 as const, background: "#2340c4" };
  photo ??= sharp({ create }).png().toBuffer();
  return photo;
}

export const settingsScenarios: readonly Scenario<Colleague>[] = [
  {
    name: "changes the venue's settings",
    weight: 3,
    operations: [PATCH_SETTINGS, "GET /api/staff/house", "GET /api/rooms", "GET /api/house"],
    async run(who) {
      const { random } = who.client;
      const body = random.pick([
        { downpaymentPercent: random.pick([40, 50, 60]) },
        { holdMinutes: random.pick([1, 1, 2, 5]) },
        { taxPercent: random.pick([0, 8.875]) },
        { phone: `(212) 555-0${random.between(100, 999)}` },
      ]);
      await who.client.call(PATCH_SETTINGS, { body });
      await who.client.call("GET /api/staff/house");
      await readVenue(who);
    },
  },
  {
    name: "schedules opening hours and withdraws them",
    weight: 2,
    operations: [PATCH_SETTINGS, "DELETE /api/house/changes/{id}", "GET /api/house", "GET /api/rooms"],
    async run(who) {
      const { client, world } = who;
      const from = addDays(today(who), client.random.between(20, world.days));
      const openingHours = { sunday: client.random.pick([SHORTER, ALL_DAY]) };
      const answer = await client.call<VenueWithChanges>(PATCH_SETTINGS, { body: { from, openingHours } });
      const scheduled = answer.ok ? answer.body.upcoming.at(-1) : undefined;
      if (scheduled) await client.call("DELETE /api/house/changes/{id}", { params: { id: scheduled.id } });
      await readVenue(who);
    },
  },
  {
    name: "makes the venue its own: logo, steps, and how amounts are written",
    weight: 0.3,
    operations: [
      "GET /api/staff/setup",
      "PUT /api/staff/setup/step",
      "PUT /api/house/currency",
      "POST /api/house/logo",
      "DELETE /api/house/logo",
      "POST /api/staff/setup/payment-trial",
    ],
    async run({ client }) {
      const { random } = client;
      await client.call("GET /api/staff/setup");
      const step = { step: random.pick(["look", "team"]), done: random.pick([true, false]) };
      await client.call("PUT /api/staff/setup/step", { body: step });
      // Another currency would be refused or not, by whether anything was booked before.
      const style = { currency: "usd", moneyStyle: random.pick(["en-US", "de-CH"]) };
      await client.call("PUT /api/house/currency", { body: style });
      const form = new FormData();
      form.set("logo", new Blob([new Uint8Array(await photoFile())], { type: "image/png" }), "logo.png");
      await client.call("POST /api/house/logo", { form });
      await client.call("DELETE /api/house/logo");
      await client.call("POST /api/staff/setup/payment-trial");
    },
  },
  {
    name: "reads public holidays",
    weight: 0.5,
    operations: ["GET /api/holidays", "GET /api/holidays/places"],
    async run(who) {
      await who.client.call("GET /api/holidays", { query: { year: today(who).slice(0, 4) } });
      await who.client.call("GET /api/holidays/places");
    },
  },
  {
    name: "changes a room's prices",
    weight: 3,
    operations: [SETTINGS, ROOM, "GET /api/rooms", "GET /api/house"],
    async run(who) {
      const { client } = who;
      const rooms = await settingsOf(who);
      if (rooms.length === 0) return;
      const { id, version } = client.random.pick(rooms);
      const body = {
        version,
        hourlyRate: amount(client.random, 20, 60),
        halfDayRate: amount(client.random, 80, 200),
      };
      await client.call(ROOM, { params: { id }, body });
      await readVenue(who);
    },
  },
  {
    name: "adds a room, sets its turnaround, and retires older rooms",
    weight: 0.5,
    operations: ["POST /api/rooms", ROOM, SETTINGS],
    async run(who) {
      const { client } = who;
      const { random } = client;
      const name = `${ADDED} ${random.between(1, 1_000_000)}`;
      const rates = { hourlyRate: "30.00", halfDayRate: "100.00", fullDayRate: "180.00" };
      const body = { name, description: "A plain room.", capacity: 10, ...rates };
      const made = await client.call<{ id: number }>("POST /api/rooms", { body });
      if (made.ok) {
        const change = { turnaroundHours: random.between(0, 1), overlay: random.pick([null, "NEW"]) };
        await client.call(ROOM, { params: { id: made.body.id }, body: change });
      }
      const added = (await settingsOf(who)).filter((room) => room.name.startsWith(ADDED));
      for (const { id } of added.slice(0, -2)) {
        await client.call(ROOM, { params: { id }, body: { retired: true } });
      }
    },
  },
  {
    name: "closes a room to booking and opens it again",
    weight: 0.5,
    operations: [SETTINGS, ROOM],
    async run(who) {
      const rooms = await settingsOf(who);
      if (rooms.length === 0) return;
      const params = { id: who.client.random.pick(rooms).id };
      await who.client.call(ROOM, { params, body: { bookable: false } });
      await who.client.call(ROOM, { params, body: { bookable: true }, repeatable: true });
    },
  },
  {
    name: "adds a photo, changes its description, removes it",
    weight: 0.3,
    operations: [
      "POST /api/rooms/{id}/photos",
      "PATCH /api/rooms/{id}/photos/{photoId}",
      "DELETE /api/rooms/{id}/photos/{photoId}",
      "GET /photos/{id}/{file}",
    ],
    async run(who) {
      const { client, world } = who;
      if (world.rooms.length === 0) await readVenue(who);
      const id = world.rooms[0]?.id;
      if (id === undefined) return;
      const form = new FormData();
      form.set("alt", "A room in one color");
      form.set("photo", new Blob([new Uint8Array(await photoFile())], { type: "image/png" }), "room.png");
      const added = await client.call<RoomPhoto>("POST /api/rooms/{id}/photos", { params: { id }, form });
      if (!added.ok) return;
      const params = { id, photoId: added.body.id };
      const file = added.body.url.split("/").at(-1) ?? "";
      await client.call("GET /photos/{id}/{file}", { params: { id: added.body.id, file } });
      await client.call("PATCH /api/rooms/{id}/photos/{photoId}", { params, body: { alt: "A blue room" } });
      await client.call("DELETE /api/rooms/{id}/photos/{photoId}", { params });
    },
  },
];

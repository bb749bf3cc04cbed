/** Scenarios of visitors before they pay: read, book, change a hold, release it, send a message. */
import type { BookingCreated } from "../../../bff/contract/booking.ts";
import type { Found } from "../../../bff/contract/visitor/find.ts";
import { BOOKING_OPERATIONS, book, ownBooking, READ_OPERATIONS, readVenue } from "./booking-calls.ts";
import { drawHours, hoursFields, todayOf } from "./client/hours.ts";
import { person } from "./made-up-people.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";

export const visitorScenarios: readonly Scenario[] = [
  {
    name: "reads rooms and free hours",
    weight: 4,
    operations: [
      ...READ_OPERATIONS,
      "GET /api/rooms/{slug}",
      "GET /api/rooms/{id}/bookings",
      "GET /api/find",
    ],
    async run(who) {
      await readVenue(who);
      const { client, world } = who;
      const wanted = drawHours(world, client.random);
      if (!wanted) return;
      const { room, day, hour } = wanted;
      await client.call("GET /api/rooms/{slug}", { params: { slug: room.slug } });
      const query = { startDate: day, endDate: day };
      await client.call("GET /api/rooms/{id}/bookings", { params: { id: room.id }, query });
      await client.call<Found>("GET /api/find", { query: { day, start: `${hour}:00`, hours: 2, people: 2 } });
    },
  },
  {
    name: "books and does not pay",
    weight: 3,
    operations: [...BOOKING_OPERATIONS, "GET /api/bookings/held"],
    async run(who) {
      if (await book(who)) await who.client.call("GET /api/bookings/held");
    },
  },
  {
    name: "changes a hold",
    weight: 4,
    operations: [...BOOKING_OPERATIONS, "PUT /api/bookings/{id}/hold"],
    async run(who) {
      const booked = await book(who);
      if (!booked) return;
      await changeHold(who, booked.id, booked.roomId);
      await ownBooking(who, booked.id);
    },
  },
  {
    name: "releases a hold",
    weight: 4,
    operations: [...BOOKING_OPERATIONS, "POST /api/bookings/{id}/release", "GET /api/bookings/held"],
    async run(who) {
      const booked = await book(who);
      if (!booked) return;
      const release = { params: { id: booked.id }, body: {}, repeatable: true } as const;
      await who.client.call("POST /api/bookings/{id}/release", release);
      await ownBooking(who, booked.id);
      await who.client.call("GET /api/bookings/held");
    },
  },
  {
    name: "sends a message to the venue",
    weight: 1,
    operations: ["POST /api/contact"],
    async run({ client }) {
      const { firstName, lastName, email } = person(client.random);
      const message = "Is there a piano, and is it tuned?";
      await client.call("POST /api/contact", { body: { firstName, lastName, email, message } });
    },
  },
  {
    name: "reads the log's signed head",
    weight: 1,
    operations: [
      "GET /log/checkpoint",
      "GET /log/key",
      "GET /log/checkpoint/{size}",
      "GET /log/tile/{level}/{tile}",
    ],
    async run({ client }) {
      await client.call("GET /log/key");
      const head = await client.call<string>("GET /log/checkpoint");
      const size = head.ok ? Number(head.body.split("\n")[1]) : 0;
      if (!(size > 0)) return;
      await client.call("GET /log/checkpoint/{size}", { params: { size } });
      await client.call("GET /log/tile/{level}/{tile}", { params: { level: 0, tile: lastTile(size) } });
    },
  },
  {
    name: "reads a room's photo",
    weight: 1,
    operations: [...READ_OPERATIONS, "GET /photos/{id}/{file}"],
    async run(who) {
      await readVenue(who);
      const photos = who.world.rooms.flatMap((room) => room.photos);
      if (photos.length === 0) return;
      const { id, url } = who.client.random.pick(photos);
      const file = url.split("/").at(-1) ?? "";
      await who.client.call("GET /photos/{id}/{file}", { params: { id, file } });
    },
  },
];

/** The newest hashes of a log of this size: a whole tile, or a part of one (C2SP tlog-tiles). */
export function lastTile(size: number): string {
  const whole = Math.floor(size / 256);
  const part = size % 256;
  const number = part === 0 ? whole - 1 : whole;
  const digits = String(number % 1_000).padStart(3, "0");
  const place = number < 1_000 ? digits : `x${String(Math.floor(number / 1_000)).padStart(3, "0")}/${digits}`;
  return part === 0 ? place : `${place}.p/${part}`;
}

/** Other hours of the same room. */
async function changeHold({ client, world }: ScenarioContext, id: number, roomId: number): Promise<void> {
  const room = world.rooms.find((one) => one.id === roomId);
  for (let tries = 0; tries < 3; tries += 1) {
    const wanted = drawHours(world, client.random);
    if (!room || !world.settings || !wanted) return;
    const body = hoursFields({ ...wanted, room }, world.settings);
    const answer = await client.call<BookingCreated>("PUT /api/bookings/{id}/hold", { params: { id }, body });
    if (answer.ok || answer.status !== 409) return;
  }
}

/** The venue day; the UTC day while the settings are unknown. */
export const today = ({ world }: ScenarioContext): string =>
  world.settings ? todayOf(world, world.settings) : world.now().toISOString().slice(0, 10);

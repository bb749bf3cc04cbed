/** The part of the role matrix about series: holders and staff may make most of its calls. */
import { requestSeries } from "../../../core/series/request-series.ts";
import { seriesRequest } from "../../../core/series/series-fixture.ts";
import { testMeta } from "../../../core/testing/test-core.ts";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import type { StaffWorld } from "../../testing/staff-fixture.ts";
import { bookingForGuest } from "./role-matrix-bookings-fixture.ts";
import { type Expected, type StaffCall, workingStaff } from "./role-matrix-parts-fixture.ts";

let series = 0;
/** A visitor's series of two dates on hours of its own; the dates after them are free too. */
async function bookSeries({ core }: StaffWorld): Promise<{ id: number; bookingId: number }> {
  series += 1;
  const day = addDays("2027-05-04", (series % 4) + 28 * Math.floor(series / 40));
  const hour = 9 + (Math.floor(series / 4) % 10);
  const asked = { roomId: 4, day, hour, hours: 1, repeat: { every: 1, count: 2 } } as const;
  const made = await requestSeries(core, await seriesRequest(core, asked), testMeta);
  if (!made.ok) throw new Error(made.rejection.code);
  const [first] = made.value.bookings;
  return { id: made.value.id, bookingId: first?.id ?? 0 };
}
const ofSeries =
  (rest: string, body: (bookingId: number) => unknown = () => undefined) =>
  async (world: StaffWorld) => {
    const { id, bookingId } = await bookSeries(world);
    const path = `/api/series/${id}${rest}`;
    return rest === "" ? { path } : { method: "POST", path, body: body(bookingId) };
  };
/** All who neither are staff nor hold the series are told so. */
const NOT_THE_HOLDER: Expected = [
  403,
  "Only the person who made this booking can open it. Please use the link in the booking's mail",
];
const NO_HOLDERS = { "not signed in": NOT_THE_HOLDER, customer: NOT_THE_HOLDER };

export const SERIES_CALLS: readonly StaffCall[] = [
  {
    call: "book a series for a guest",
    route: "POST /api/staff/series",
    prepare: () => {
      const { body, ...call } = bookingForGuest();
      return {
        ...call,
        path: "/api/staff/series",
        body: { ...body, roomId: 5, repeat: { every: 1, count: 2 } },
      };
    },
    answers: workingStaff([201]),
  },
  {
    call: "read a series, which its holder may as well",
    route: "GET /api/series/{id}",
    prepare: ofSeries(""),
    answers: workingStaff([200]),
    outsiders: NO_HOLDERS,
  },
  ...(
    [
      ["cancel", 200, { scope: "all" }],
      ["move", 200, { scope: "all", startTime: "20:00" }],
      ["extend", 201, { count: 1 }],
    ] as const
  ).map(([action, done, body]) => ({
    call: `${action} a series, which its holder may as well`,
    route: `POST /api/series/{id}/${action}`,
    prepare: ofSeries(`/${action}`, (bookingId) => ("scope" in body ? { ...body, bookingId } : body)),
    answers: workingStaff([done]),
    outsiders: NO_HOLDERS,
  })),
  {
    call: "pay a series with a test token, which the series' own customer may as well",
    route: "POST /api/series/{id}/payment",
    prepare: ofSeries("/payment", () => ({ stripeToken: "tok_visa" })),
    answers: workingStaff([200, "Payment successful! Your bookings are confirmed."]),
    outsiders: { customer: [404, "Booking not found"] },
  },
  {
    call: "pay a series that does not exist with a test token",
    route: "POST /api/series/{id}/payment",
    prepare: () => ({
      method: "POST",
      path: "/api/series/999999/payment",
      body: { stripeToken: "tok_visa" },
    }),
    answers: workingStaff([404, "Series not found"]),
    outsiders: { customer: [404, "Booking not found"] },
  },
];

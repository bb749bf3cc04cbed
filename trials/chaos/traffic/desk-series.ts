/** Scenarios of series at the desk: book for a guest, cancel, move, add dates; and the swap of two visits. */
import { makePhoneBooking, type StaffPayment } from "./desk.ts";
import type { Scenario } from "./scenario.ts";
import { bookSeries, cancelDates, extendSeries, moveDates, readSeries } from "./series-calls.ts";
import type { KnownSeries } from "./shared-state.ts";
import type { Colleague } from "./staff-session.ts";

const BOOK = ["POST /api/series/quote", "POST /api/staff/series", "GET /api/series/{id}"] as const;
const BY_TOKEN = "POST /api/series/{id}/payment";
const SWAP = "POST /api/bookings/{id}/swap";

async function bookForGuest(who: Colleague, payment: StaffPayment): Promise<KnownSeries | null> {
  const reason = payment === "free" ? { priceReason: "The choir of the venue" } : {};
  const by = { operation: "POST /api/staff/series", fields: { payment, ...reason }, owner: null } as const;
  const series = await bookSeries(who, by);
  if (series) await readSeries(who, series);
  return series;
}

const someSeries = async (who: Colleague): Promise<KnownSeries | null> =>
  who.world.anySeries(who.client.random) ?? bookForGuest(who, "desk");

export const deskSeries: readonly Scenario<Colleague>[] = [
  ...(["link", "desk", "free"] as const).map(
    (payment): Scenario<Colleague> => ({
      name: `books a series for a guest: ${payment}`,
      weight: 2,
      operations: payment === "link" ? [...BOOK, BY_TOKEN] : BOOK,
      async run(who) {
        const series = await bookForGuest(who, payment);
        if (!series || payment !== "link" || who.client.random.chance(0.3)) return;
        const params = { id: series.id };
        await who.client.call(BY_TOKEN, { params, body: { stripeToken: "tok_visa" }, repeatable: true });
      },
    }),
  ),
  {
    name: "cancels dates of a series",
    weight: 3,
    operations: [...BOOK, "POST /api/series/{id}/cancel"],
    async run(who) {
      const series = await someSeries(who);
      if (!series) return;
      const cancelledBy = who.client.random.pick(["venue", "customer"] as const);
      await cancelDates(who, series, { cancelledBy, reason: "The heating failed", tellReason: true });
      await readSeries(who, series);
    },
  },
  {
    name: "moves dates of a series, and adds further ones",
    weight: 3,
    operations: [...BOOK, "POST /api/series/{id}/move", "POST /api/series/{id}/extend"],
    async run(who) {
      const series = await someSeries(who);
      if (!series) return;
      await moveDates(who, series, "staff");
      const payment = who.client.random.pick(["link", "desk", "free"]);
      if (who.client.random.chance(0.5)) await extendSeries(who, series, { payment });
      await readSeries(who, series);
    },
  },
  {
    name: "swaps two visits after a preview",
    weight: 2,
    operations: [SWAP, "GET /api/bookings/{id}"],
    async run(who) {
      const { client, world } = who;
      const one = world.anyBooking(client.random) ?? (await makePhoneBooking(who, "desk"));
      const other = await makePhoneBooking(who, "desk");
      if (!one || !other) return;
      const params = { id: one.id };
      const body = { with: other.id };
      await client.call(SWAP, { params, query: { dryRun: 1 }, body });
      await client.call(SWAP, { params, body });
      await client.call("GET /api/bookings/{id}", { params });
      await client.call("GET /api/bookings/{id}", { params: { id: other.id } });
    },
  },
];

/** Scenarios of visitors and customers with a series: book dates, pay them at once or not, cancel, move, extend, release. */
import { chargeCard } from "./booking-calls.ts";
import type { Customer } from "./customer-session.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import {
  bookSeries,
  cancelDates,
  extendSeries,
  moveDates,
  openSeriesPayment,
  ownDate,
  paySeries,
  readSeries,
  reportSeriesPayment,
  SERIES_OPERATIONS,
  SERIES_PAYMENT,
} from "./series-calls.ts";
import type { KnownSeries } from "./shared-state.ts";

const RELEASE = "POST /api/bookings/{id}/release";
const CARDS = [
  ["pm_card_visa", 8],
  ["pm_card_chargeDeclined", 2],
  ["pm_card_createDispute", 1],
  ["pm_card_createDisputeInquiry", 1],
  ["pm_card_refundFail", 1],
] as const;

/** A series, mostly paid. */
async function paidSeries(who: ScenarioContext): Promise<KnownSeries | null> {
  const series = await bookSeries(who);
  if (series && who.client.random.chance(0.75))
    await paySeries(who, series, who.client.random.weighted(CARDS));
  return series;
}

const readAll = async (who: ScenarioContext, series: KnownSeries): Promise<void> => {
  await readSeries(who, series);
  await ownDate(who, series);
};

export const seriesScenarios: readonly Scenario[] = [
  {
    name: "books a series and pays it at once, sometimes after a declined card, sometimes twice",
    weight: 8,
    operations: [...SERIES_OPERATIONS, ...SERIES_PAYMENT],
    async run(who) {
      const series = await bookSeries(who);
      if (!series) return;
      const { random } = who.client;
      if (!(await paySeries(who, series, random.weighted(CARDS))) || random.chance(0.2)) {
        await paySeries(who, series);
      }
      await readAll(who, series);
    },
  },
  {
    name: "opens the payment of a series and does not pay",
    weight: 3,
    operations: [...SERIES_OPERATIONS, "POST /api/create-payment-intent", "GET /api/bookings/held"],
    async run(who) {
      const series = await bookSeries(who);
      if (!series) return;
      const [booked] = series.dates;
      const intent = await openSeriesPayment(who, series);
      // It may be paid late.
      if (booked && intent)
        who.world.abandonedPayments.push({ booked, intent, client: who.client.name, seriesId: series.id });
      await who.client.call("GET /api/bookings/held");
      await readAll(who, series);
    },
  },
  {
    name: "releases a series by one of its dates, sometimes after the card was charged",
    weight: 3,
    operations: [...SERIES_OPERATIONS, ...SERIES_PAYMENT, RELEASE],
    async run(who) {
      const series = await bookSeries(who);
      if (!series) return;
      const { client } = who;
      const intent = client.random.chance(0.7) ? await openSeriesPayment(who, series) : null;
      const isCharged = intent !== null && client.random.chance(0.5);
      if (isCharged) await chargeCard(who, intent, { payment_method: "pm_card_visa" });
      const { id } = client.random.pick(series.dates);
      await client.call(RELEASE, { params: { id }, body: {}, repeatable: true });
      if (isCharged) await reportSeriesPayment(who, series.id, intent.paymentIntentId);
      await readAll(who, series);
    },
  },
  {
    name: "cancels one date of a series, it and the following, or all",
    weight: 5,
    operations: [...SERIES_OPERATIONS, ...SERIES_PAYMENT, "POST /api/series/{id}/cancel"],
    async run(who) {
      const series = await paidSeries(who);
      if (!series) return;
      await cancelDates(who, series);
      await readAll(who, series);
      if (who.client.random.chance(0.4)) await cancelDates(who, series, { scope: "all" });
    },
  },
  {
    name: "moves dates of a series, adds further ones and pays those",
    weight: 5,
    operations: [
      ...SERIES_OPERATIONS,
      ...SERIES_PAYMENT,
      "POST /api/series/{id}/move",
      "POST /api/series/{id}/extend",
    ],
    async run(who) {
      const series = await paidSeries(who);
      if (!series) return;
      await moveDates(who, series, "holder");
      const extended = await extendSeries(who, series);
      if (extended && who.client.random.chance(0.6)) await paySeries(who, series);
      await readAll(who, extended ?? series);
    },
  },
];

export const customersSeries: readonly Scenario<Customer>[] = [
  {
    name: "books a series signed in, pays it, and cancels dates of it",
    weight: 4,
    operations: [
      ...SERIES_OPERATIONS,
      ...SERIES_PAYMENT,
      "GET /api/auth/bookings",
      "POST /api/series/{id}/cancel",
    ],
    async run(who) {
      const { email } = who.account;
      const by = { operation: "POST /api/series", fields: { terms: true }, owner: email, email } as const;
      const series = await bookSeries(who, by);
      if (!series) return;
      await paySeries(who, series);
      await who.client.call("GET /api/auth/bookings");
      await readAll(who, series);
      if (who.client.random.chance(0.6)) await cancelDates(who, series);
    },
  },
];

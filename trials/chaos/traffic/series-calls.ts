/** Makes the calls of a series: read its dates, book those that are free, pay all of them at once, change and extend them. */
import { randomUUID } from "node:crypto";
import type { PaymentIntentOpened } from "../../../bff/contract/booking.ts";
import type {
  Series,
  SeriesCancellation,
  SeriesCancelled,
  SeriesCreated,
  SeriesQuote,
} from "../../../bff/contract/series.ts";
import type { Venue } from "../../../bff/contract/venue/venue-record.ts";
import { downpaymentOf } from "../../../core/booking/rules/pricing.ts";
import { venueClockOf } from "../../../core/venue/time/venue-time.ts";
import type { Random } from "../random.ts";
import { chargeCard, ownBooking, readVenue } from "./booking-calls.ts";
import { type DrawnHours, drawHours, hoursFields } from "./client/hours.ts";
import { person } from "./made-up-people.ts";
import type { ScenarioContext } from "./scenario.ts";
import type { KnownSeries } from "./shared-state.ts";

export const SERIES_OPERATIONS = [
  "POST /api/series/quote",
  "POST /api/series",
  "GET /api/series/{id}",
  "GET /api/bookings/{id}/own",
] as const;
export const SERIES_PAYMENT = ["POST /api/create-payment-intent", "POST /api/series/{id}/payment"] as const;

const MOST_TRIES = 4;

/** The dates that are asked for: what they cost, those that are left out, and those that take place elsewhere. */
interface Chosen {
  cents: number[];
  skip: string[];
  swaps: Record<string, { roomId: number; startTime: string }>;
}

type QuotedDate = SeriesQuote["dates"][number];

const centsOf = (amount: string): number => Math.round(Number(amount) * 100);
const amountOf = (cents: number): string => (cents / 100).toFixed(2);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
const repeatOf = (random: Random) => ({
  every: random.pick([1, 1, 2] as const),
  count: random.between(2, 6),
});

/** Leaves out what is taken, or takes one of the other places; sometimes leaves out a free date. */
function chosenOf(dates: readonly QuotedDate[], random: Random, { timeZone }: Venue): Chosen {
  const chosen: Chosen = { cents: [], skip: [], swaps: {} };
  for (const { date, state, totalAmount, alternatives } of dates) {
    const [other] = alternatives;
    if (state === "closed") continue;
    if (state === "taken" && other && random.chance(0.7)) {
      const { hour } = venueClockOf(new Date(other.startTime), timeZone);
      chosen.swaps[date] = { roomId: other.roomId, startTime: clock(hour) };
      chosen.cents.push(centsOf(other.totalAmount));
    } else if (state === "taken" || random.chance(0.1)) chosen.skip.push(date);
    else chosen.cents.push(centsOf(totalAmount));
  }
  return chosen;
}

interface By {
  operation: "POST /api/series" | "POST /api/staff/series";
  /** Fields beside those of the visit. */
  fields: Record<string, unknown>;
  owner: string | null;
  email?: string;
}

/** Books the free dates; null if no series was made. */
export async function bookSeries(
  who: ScenarioContext,
  by: By = { operation: "POST /api/series", fields: { terms: true }, owner: null },
): Promise<KnownSeries | null> {
  const { client, world } = who;
  if (world.rooms.length === 0 || !world.settings) await readVenue(who);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const wanted = drawHours(world, client.random);
    if (!world.settings || !wanted) return null;
    const made = await bookThese(who, wanted, world.settings, by);
    if (made !== "refused") return made;
  }
  return null;
}

async function bookThese(
  who: ScenarioContext,
  wanted: DrawnHours,
  settings: Venue,
  { operation, fields, owner, email }: By,
): Promise<KnownSeries | "refused" | null> {
  const { client, world } = who;
  const { random } = client;
  const repeat = repeatOf(random);
  const {
    totalAmount: _t,
    downpaymentAmount: _d,
    remainingAmount: _r,
    ...hours
  } = hoursFields(wanted, settings);
  const visit = { roomId: wanted.room.id, ...hours, engineerRequired: false };
  const quoted = await client.call<SeriesQuote>("POST /api/series/quote", { body: { ...visit, repeat } });
  if (!quoted.ok) return quoted.status === null || quoted.status === 503 ? null : "refused";
  const { cents, skip, swaps } = chosenOf(quoted.body.dates, random, settings);
  if (cents.length === 0) return "refused";
  const downpayment = sum(cents.map((one) => downpaymentOf(one, settings)));
  const guest = person(random);
  const isFree = fields.payment === "free";
  const amounts = {
    totalAmount: amountOf(sum(cents)),
    downpaymentAmount: amountOf(downpayment),
    remainingAmount: amountOf(sum(cents) - downpayment),
  };
  const body = {
    ...visit,
    ...guest,
    email: email ?? guest.email,
    eventType: "Rehearsal",
    repeat,
    skip,
    swaps,
    ...(isFree ? {} : amounts),
    ...fields,
  };
  const once = randomUUID();
  const answer = await client.call<SeriesCreated>(operation, { body, once });
  // A price or the opening hours have changed since they were read.
  if (answer.status === 400) await readVenue(who);
  if (!answer.ok) return answer.status === null || answer.status === 503 ? null : "refused";
  const made = known(answer.body, { email: body.email, owner });
  for (const date of made.dates) world.remember(date);
  world.rememberSeries(made);
  if (random.chance(0.1)) await client.call(operation, { body, once });
  return made;
}

function known(
  { id, bookings }: SeriesCreated,
  { email, owner }: Pick<KnownSeries, "email"> & { owner: string | null },
) {
  const dates = bookings.map(({ id: bookingId, roomId, startTime, endTime }) => ({
    ...{ id: bookingId, roomId, startTime, endTime },
    email,
    owner,
  }));
  return { id, email, dates };
}

/** The series as it is now, and one of its dates by itself. */
export async function readSeries({ client }: ScenarioContext, { id }: KnownSeries): Promise<Series | null> {
  const answer = await client.call<Series>("GET /api/series/{id}", { params: { id } });
  return answer.ok ? answer.body : null;
}

export const ownDate = (who: ScenarioContext, { dates }: KnownSeries) =>
  ownBooking(who, who.client.random.pick(dates).id);

/** The open payment of all downpayments that are due; null if there is nothing to pay. */
export async function openSeriesPayment(
  { client }: ScenarioContext,
  { id, email }: KnownSeries,
): Promise<PaymentIntentOpened | null> {
  const body = { seriesId: id, customerEmail: email };
  const answer = await client.call<PaymentIntentOpened>("POST /api/create-payment-intent", {
    body,
    repeatable: true,
  });
  return answer.ok ? answer.body : null;
}

/** Reports that the payment was made; repeats the report if there is no answer. */
export async function reportSeriesPayment(
  { client }: ScenarioContext,
  id: number,
  paymentIntentId: string,
): Promise<boolean> {
  const answer = await client.call("POST /api/series/{id}/payment", {
    params: { id },
    body: { paymentIntentId },
    repeatable: true,
  });
  return answer.ok;
}

export async function paySeries(
  who: ScenarioContext,
  series: KnownSeries,
  card = "pm_card_visa",
): Promise<boolean> {
  const intent = await openSeriesPayment(who, series);
  if (!intent) return false;
  await chargeCard(who, intent, { payment_method: card });
  return reportSeriesPayment(who, series.id, intent.paymentIntentId);
}

const SCOPES = ["one", "following", "all"] as const;

const chosenDate = (random: Random, { dates }: KnownSeries) => ({
  bookingId: random.pick(dates).id,
  scope: random.pick(SCOPES),
});

/** Shows what cancelling does, and does it; the refund that was shown is stated. */
export async function cancelDates(
  { client }: ScenarioContext,
  series: KnownSeries,
  fields: Partial<SeriesCancellation> = {},
): Promise<void> {
  const operation = "POST /api/series/{id}/cancel";
  const params = { id: series.id };
  const body = { ...chosenDate(client.random, series), ...fields };
  const shown = await client.call<SeriesCancelled>(operation, { params, query: { dryRun: 1 }, body });
  if (!shown.ok) return;
  await client.call(operation, { params, body: { ...body, refundAmount: shown.body.refundAmount } });
}

/** Moves dates to another start, by staff sometimes into another room. */
export async function moveDates(
  { client, world }: ScenarioContext,
  series: KnownSeries,
  by: "holder" | "staff",
): Promise<void> {
  const operation = "POST /api/series/{id}/move";
  const params = { id: series.id };
  const { random } = client;
  const wanted = drawHours(world, random);
  if (!wanted) return;
  const isElsewhere = by === "staff" && random.chance(0.3);
  const place = isElsewhere ? { roomId: wanted.room.id } : {};
  const body = { ...chosenDate(random, series), startTime: clock(wanted.hour), ...place };
  await client.call(operation, { params, query: { dryRun: 1 }, body });
  await client.call(operation, { params, body });
}

/** Adds up to three dates; those that are taken are left out in a second try. */
export async function extendSeries(
  { client, world }: ScenarioContext,
  series: KnownSeries,
  fields: Record<string, unknown> = {},
): Promise<KnownSeries | null> {
  const operation = "POST /api/series/{id}/extend";
  const params = { id: series.id };
  const body = { count: client.random.between(1, 3), ...fields };
  const shown = await client.call<{ dates?: string[] }>(operation, { params, query: { dryRun: 1 }, body });
  const skip = shown.ok ? [] : takenDays(shown.body);
  const answer = await client.call<SeriesCreated>(operation, { params, body: { ...body, skip }, once: true });
  if (!answer.ok) return null;
  const [first] = series.dates;
  const added = known(answer.body, { email: series.email, owner: first?.owner ?? null });
  for (const date of added.dates) world.remember(date);
  return { ...series, dates: [...series.dates, ...added.dates] };
}

/** The days that a refusal names. */
function takenDays(problem: unknown): string[] {
  const days = typeof problem === "object" && problem !== null && "dates" in problem ? problem.dates : [];
  return Array.isArray(days) ? days.map(String) : [];
}

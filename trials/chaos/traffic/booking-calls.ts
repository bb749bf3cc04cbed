/** Makes the first calls of a booking: read free hours, book, open a payment, charge the card, report the payment. */
import { randomUUID } from "node:crypto";
import type { BookingCreated, PaymentIntentOpened, PaymentRecorded } from "../../../bff/contract/booking.ts";
import type { HeldBooking } from "../../../bff/contract/customer/held-booking.ts";
import type { Room } from "../../../bff/contract/room.ts";
import type { Venue } from "../../../bff/contract/venue/venue-record.ts";
import { type DrawnHours, drawHours, hoursFields } from "./client/hours.ts";
import { person } from "./made-up-people.ts";
import type { ScenarioContext } from "./scenario.ts";
import type { KnownBooking } from "./shared-state.ts";

export const READ_OPERATIONS = ["GET /api/rooms", "GET /api/house"] as const;
export const BOOKING_OPERATIONS = ["POST /api/bookings", "GET /api/bookings/{id}/own"] as const;
export const PAYMENT_OPERATIONS = [
  "POST /api/create-payment-intent",
  "POST /api/bookings/{id}/payment",
] as const;

/** The current rooms and settings, for all clients. */
export async function readVenue({ client, world }: ScenarioContext): Promise<void> {
  const rooms = await client.call<Room[]>("GET /api/rooms");
  if (rooms.ok) world.rooms = rooms.body;
  const settings = await client.call<Venue>("GET /api/house");
  if (settings.ok) world.settings = settings.body;
}

/** How often a client looks for other hours if those it wanted are taken. */
const MOST_TRIES = 4;

interface BookedAs {
  owner?: string;
  email?: string;
  /** On the billing account of the signed-in customer. */
  onAccount?: boolean;
}

/** Books, then reads the booking at once, as the page after it does; null if the booking was not made. */
export async function book(who: ScenarioContext, as: BookedAs = {}): Promise<KnownBooking | null> {
  const { client, world } = who;
  if (world.rooms.length === 0 || !world.settings) await readVenue(who);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const wanted = drawHours(world, client.random);
    if (!world.settings || !wanted) return null;
    const made = await bookThese(who, wanted, world.settings, as);
    if (made !== "refused") return made;
  }
  return null;
}

async function bookThese(
  who: ScenarioContext,
  wanted: DrawnHours,
  settings: Venue,
  { owner, email, onAccount = false }: BookedAs,
): Promise<KnownBooking | "refused" | null> {
  const { client, world } = who;
  const { random } = client;
  const engineerRequired = wanted.room.engineerAvailable && random.chance(0.3);
  const guest = person(random);
  const body = {
    roomId: wanted.room.id,
    ...guest,
    email: email ?? guest.email,
    ...hoursFields(wanted, settings, engineerRequired),
    eventType: random.pick(["Rehearsal", "Recording", "Meeting", "A tea party"]),
    attendees: random.between(1, Math.min(4, wanted.room.capacity)),
    specialRequirements: random.chance(0.3) ? "A chair by the window" : "",
    engineerRequired,
    terms: true,
    ...(onAccount ? { payment: "account" } : {}),
  };
  const once = randomUUID();
  const answer = await client.call<BookingCreated>("POST /api/bookings", { body, once });
  // A price or the opening hours have changed since they were read.
  if (answer.status === 400) await readVenue(who);
  if (!answer.ok) return answer.status === null || answer.status === 503 ? null : "refused";
  const { id, roomId, startTime, endTime } = answer.body;
  const made = { id, roomId, startTime, endTime, email: body.email, owner: owner ?? null };
  world.remember(made);
  // A visitor who presses the button twice books once.
  if (random.chance(0.1)) await client.call("POST /api/bookings", { body, once });
  await ownBooking(who, id);
  return made;
}

export async function ownBooking({ client }: ScenarioContext, id: number): Promise<HeldBooking | null> {
  const answer = await client.call<HeldBooking>("GET /api/bookings/{id}/own", { params: { id } });
  return answer.ok ? answer.body : null;
}

/** The open payment of what a booking owes; null if there is nothing to pay. */
export async function openPayment(
  { client }: ScenarioContext,
  booked: Pick<KnownBooking, "id" | "email">,
  purpose: "downpayment" | "balance" = "downpayment",
): Promise<PaymentIntentOpened | null> {
  const body = { bookingId: booked.id, purpose, customerEmail: booked.email };
  const answer = await client.call<PaymentIntentOpened>("POST /api/create-payment-intent", {
    body,
    repeatable: true,
  });
  return answer.ok ? answer.body : null;
}

/** Does what the card form does; answers the intent's status, or null if the card was not charged or the result is unknown. */
export async function chargeCard(
  { client }: ScenarioContext,
  { paymentIntentId, clientSecret }: PaymentIntentOpened,
  card: Record<string, string>,
): Promise<string | null> {
  const form = { client_secret: clientSecret, ...card };
  const intent = await client.confirmCard<{ status: string }>(paymentIntentId, form);
  return intent?.status ?? null;
}

/** Reports that the payment was made; repeats the report if there is no answer. */
export async function reportPayment(
  { client }: ScenarioContext,
  bookingId: number,
  paymentIntentId: string,
): Promise<boolean> {
  const answer = await client.call<PaymentRecorded>("POST /api/bookings/{id}/payment", {
    params: { id: bookingId },
    body: { paymentIntentId },
    repeatable: true,
  });
  return answer.ok;
}

/** Pays what is due with a card that works. */
export async function payByCard(
  who: ScenarioContext,
  booked: Pick<KnownBooking, "id" | "email">,
  card = "pm_card_visa",
  purpose: "downpayment" | "balance" = "downpayment",
): Promise<boolean> {
  const intent = await openPayment(who, booked, purpose);
  if (!intent) return false;
  await chargeCard(who, intent, { payment_method: card });
  return reportPayment(who, booked.id, intent.paymentIntentId);
}

/** Recomputes every figure of analytics from the events alone, to compare the projection with them. */
import { bookingStream } from "../../../core/booking/state/booking-stream.ts";
import { inquiryStream } from "../../../core/inquiry/inquiry.ts";
import { eventsOf, type RawEvent } from "../../../core/log/stream.ts";
import { slotStarts } from "../../../core/venue/time/opening-hours.ts";
import { addDays, HOUR_MS, type VenueDay, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { broughtToAccount, type OnAccount, onAccountOf } from "./recomputed-account-fixture.ts";
import type { AnalyticsReport } from "./report.ts";

interface BookingFacts {
  /** Hours of the waitlist that were never taken: no booking (decision 286). */
  isOnlyOffered: boolean;
  roomId: number;
  email: string;
  createdOn: VenueDay;
  startsAt: Date;
  endsAt: Date;
  totalCents: number;
  downpaymentCents: number;
  status: "pending" | "confirmed" | "completed" | "cancelled";
  paymentStatus: string;
  receivedCents: number;
  /** Refunded or promised. */
  backCents: number;
  onAccount: OnAccount | null;
}

/** The payment status that the remaining money gives. */
function byMoney({ receivedCents, backCents, totalCents, downpaymentCents }: BookingFacts): string {
  const paid = receivedCents - backCents;
  if (paid <= 0) return "pending";
  return paid >= totalCents ? "paid" : paid >= downpaymentCents ? "downpaid" : "pending";
}

const LADDER = ["pending", "downpaid", "paid"];
const step = (status: string): number => Math.max(0, LADDER.indexOf(status));

interface Movement {
  roomId: number;
  bookingId: string;
  day: VenueDay;
  cents: number;
}

interface History {
  bookings: Map<string, BookingFacts>;
  movements: Movement[];
  inquiries: { email: string; day: VenueDay }[];
}

/** Reads the log's events one after another and applies the meaning of each. */
function readFacts(
  events: readonly RawEvent[],
  emails: ReadonlyMap<string, string>,
  timeZone: string,
): History {
  const history: History = { bookings: new Map(), movements: [], inquiries: [] };
  const emailOf = (personId: string): string => emails.get(personId)?.toLowerCase() ?? personId;
  for (const { type, data, occurredAt } of eventsOf(inquiryStream, events)) {
    if (type !== "InquiryReceived") continue;
    history.inquiries.push({ email: emailOf(data.personId), day: venueDayOf(occurredAt, timeZone) });
  }
  for (const event of eventsOf(bookingStream, events)) {
    const { stream } = event;
    const day = venueDayOf(event.occurredAt, timeZone);
    if (event.type === "BookingRequested") {
      const { roomId, personId, startsAt, endsAt, totalCents } = event.data;
      const onAccount = onAccountOf(event);
      history.bookings.set(stream, {
        isOnlyOffered: (event.data.waitlistEntryId ?? null) !== null,
        roomId,
        email: emailOf(personId),
        createdOn: day,
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
        totalCents,
        downpaymentCents: onAccount ? 0 : event.data.downpaymentCents,
        onAccount,
        status: "pending",
        paymentStatus: "pending",
        receivedCents: 0,
        backCents: 0,
      });
      continue;
    }
    const booking = history.bookings.get(stream);
    if (!booking) throw new Error(`${stream} does not begin with a request`);
    const move = (cents: number): void =>
      void history.movements.push({ roomId: booking.roomId, bookingId: stream, day, cents });
    const isActive = booking.status !== "cancelled";
    if (event.type === "DownpaymentReceived") {
      move(event.data.amountCents);
      booking.receivedCents += event.data.amountCents;
      const now = byMoney(booking);
      if (isActive && step(now) > step(booking.paymentStatus)) booking.paymentStatus = now;
    }
    if (event.type === "RefundRequested" || (event.type === "RefundIssued" && event.data.via === "venue")) {
      booking.backCents += event.data.amountCents;
      const now = byMoney(booking);
      if (isActive && step(now) < step(booking.paymentStatus)) booking.paymentStatus = now;
    }
    const becomesActive = event.type === "BookingConfirmed" || event.type === "BookingCompleted";
    if (becomesActive && !isActive) booking.paymentStatus = byMoney(booking);
    if (event.type === "BalanceReceived") {
      move(event.data.amountCents);
      booking.receivedCents += event.data.amountCents;
      if (event.data.settles) booking.paymentStatus = "paid";
    }
    if (event.type === "PaymentMarked") {
      move(event.data.amountCents);
      booking.receivedCents += event.data.amountCents;
      booking.paymentStatus = event.data.paymentStatus;
    }
    if (event.type === "PaymentFailed") booking.paymentStatus = "failed";
    if (event.type === "RefundIssued") move(-event.data.amountCents);
    if (event.type === "RefundFailed") move(event.data.reversedCents);
    if (event.type === "BookingConfirmed") {
      booking.status = "confirmed";
      booking.isOnlyOffered = false;
    }
    if (event.type === "BookingCompleted") booking.status = "completed";
    if (event.type === "BookingCancelled" || event.type === "BookingExpired") booking.status = "cancelled";
    if (event.type === "BookingRescheduled" || event.type === "BookingMoved") {
      booking.startsAt = new Date(event.data.startsAt);
      booking.endsAt = new Date(event.data.endsAt);
    }
    const brought = booking.onAccount ? broughtToAccount(booking.onAccount, event) : 0;
    if (brought !== 0) move(brought);
  }
  for (const [stream, { isOnlyOffered }] of history.bookings) {
    if (isOnlyOffered) history.bookings.delete(stream);
  }
  return history;
}

const total = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;

/** The report by the rules of decisions 131 to 134, from the events and the emails of the persons that they name. */
export function recomputeAnalytics(
  events: readonly RawEvent[],
  emails: ReadonlyMap<string, string>,
  now: Date,
  timeZone: string,
): AnalyticsReport {
  const { bookings: facts, movements, inquiries } = readFacts(events, emails, timeZone);
  const today = venueDayOf(now, timeZone);
  const lastDays = Array.from({ length: 30 }, (_, i) => addDays(today, i - 29));
  const lastWeek = lastDays.slice(-7);
  const bookings = [...facts.values()];
  const standing = bookings.filter(({ status }) => status !== "cancelled");
  const netOf = (id: string): number =>
    total(movements.filter(({ bookingId }) => bookingId === id).map(({ cents }) => cents));
  const bookingsOf = new Map<string, BookingFacts[]>();
  for (const booking of standing) {
    bookingsOf.set(booking.email, [...(bookingsOf.get(booking.email) ?? []), booking]);
  }
  const inquirers = new Set(inquiries.map(({ email }) => email));
  const converted = [...inquirers].filter((inquirer) =>
    inquiries.some(
      ({ email, day }) =>
        email === inquirer && (bookingsOf.get(inquirer) ?? []).some(({ createdOn }) => createdOn >= day),
    ),
  );
  const slots = lastDays.flatMap((day) => slotStarts(day, timeZone)).filter((slot) => slot < now);
  const valueCents = total(standing.map(({ totalCents }) => totalCents));
  const count = (status: BookingFacts["status"]): number =>
    bookings.filter((b) => b.status === status).length;
  const madeOn = (days: VenueDay[]): number => bookings.filter((b) => days.includes(b.createdOn)).length;
  return {
    revenue: {
      totalCents: total(movements.map(({ cents }) => cents)),
      thisMonthCents: total(movements.filter(({ day }) => lastDays.includes(day)).map(({ cents }) => cents)),
      remainingCents: total(
        standing
          .filter(({ paymentStatus }) => paymentStatus === "downpaid")
          .map(({ totalCents, receivedCents, backCents }) =>
            Math.max(0, totalCents - receivedCents + backCents),
          ),
      ),
      downpaymentsCents: total(
        [...facts]
          .filter(([, { status }]) => status !== "cancelled")
          .map(([id, { downpaymentCents }]) => Math.min(downpaymentCents, Math.max(0, netOf(id)))),
      ),
      valueCents,
    },
    customers: {
      unique: bookingsOf.size,
      returning: [...bookingsOf.values()].filter((theirs) => theirs.length >= 2).length,
      averageValueCents: standing.length === 0 ? 0 : Math.round(valueCents / standing.length),
    },
    inquiries: {
      total: inquiries.length,
      thisMonth: inquiries.filter(({ day }) => lastDays.includes(day)).length,
      conversionRate: percent(converted.length, inquirers.size),
    },
    bookings: {
      total: bookings.length,
      thisWeek: madeOn(lastWeek),
      thisMonth: madeOn(lastDays),
      pending: count("pending"),
      confirmed: count("confirmed"),
      completed: count("completed"),
      cancelled: count("cancelled"),
    },
    rooms: [...new Set(bookings.map(({ roomId }) => roomId))]
      .sort((a, b) => a - b)
      .map((roomId) => {
        const inRoom = standing.filter((booking) => booking.roomId === roomId);
        const used = slots.filter((slot) =>
          inRoom.some(({ startsAt, endsAt }) => startsAt <= slot && slot < endsAt),
        );
        return {
          roomId,
          bookings: inRoom.length,
          bookedHours: total(inRoom.map((b) => (b.endsAt.getTime() - b.startsAt.getTime()) / HOUR_MS)),
          revenueCents: total(movements.filter((m) => m.roomId === roomId).map(({ cents }) => cents)),
          utilization: percent(used.length, slots.length),
        };
      }),
    days: lastDays.map((day) => ({
      day,
      bookings: madeOn([day]),
      revenueCents: total(movements.filter((m) => m.day === day).map(({ cents }) => cents)),
      inquiries: inquiries.filter((inquiry) => inquiry.day === day).length,
    })),
  };
}

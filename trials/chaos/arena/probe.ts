/** Makes the bookings that measure recovery: on days that the traffic does not use, one call at a time for each BFF, recorded in the history. */
import { randomUUID } from "node:crypto";
import type { Room } from "../../../bff/contract/room.ts";
import type { Venue as VenueRecord } from "../../../bff/contract/venue/venue-record.ts";
import { priceOf } from "../../../core/booking/rules/pricing.ts";
import { isClosedDay } from "../../../core/venue/time/opening-hours.ts";
import { addDays, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import type { HistoryWriter } from "../history.ts";

/** The log position of a booking, as in the answer. */
export interface ProbeBooking {
  roomId: number;
  day: string;
  startTime: string;
  answeredAt: number;
}

const ZONE = "America/New_York";
/** The timeout of a visitor's browser; a longer wait counts as no answer. */
const PATIENCE_MS = 10_000;
/** Traffic uses only the days before these. */
const FIRST_DAY = 200;
const LAST_DAY = 360;
/** Open on every day that has opening hours. */
const HOURS = [12, 13, 14, 15, 16] as const;

export interface Probe {
  /** Books once at this address; null if the booking was not taken. */
  book(address: string): Promise<ProbeBooking | null>;
  /** Whether this address shows the hour as taken. */
  shows(address: string, probed: ProbeBooking): Promise<boolean>;
}

export function createProbe(history: HistoryWriter): Probe {
  let hours = 0;
  let addresses = 0;
  const today = venueDayOf(new Date(), ZONE);
  const openDays = Array.from({ length: LAST_DAY - FIRST_DAY }, (_, n) =>
    addDays(today, FIRST_DAY + n),
  ).filter((day) => !isClosedDay(day));

  /** Uses an hour that no other booking of the run uses. */
  function nextHour(): { day: string; hour: number } {
    const hour = HOURS[hours % HOURS.length] ?? 12;
    const day = openDays[Math.floor(hours / HOURS.length) % openDays.length] ?? today;
    hours += 1;
    return { day, hour };
  }

  /** Each call has its own address, so that no rate limit applies. */
  function headers(): Record<string, string> {
    addresses += 1;
    const address = `10.78.${Math.floor(addresses / 250) % 250}.${addresses % 250}`;
    return { "content-type": "application/json", "x-forwarded-for": address };
  }

  async function read<Body>(url: string): Promise<Body> {
    const answer = await fetch(url, { headers: headers(), signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`);
    return (await answer.json()) as Body; // the contract's shape of a 200
  }

  async function submissionFor(address: string) {
    const rooms = await read<Room[]>(`${address}/api/rooms`);
    const { downpaymentPercent } = await read<VenueRecord>(`${address}/api/house`);
    const room = rooms[hours % rooms.length];
    if (room === undefined) throw new Error("there is no room to book");
    const { day, hour } = nextHour();
    const rates = {
      hourlyCents: cents(room.hourlyRate),
      halfDayCents: cents(room.halfDayRate),
      fullDayCents: cents(room.fullDayRate),
    };
    const choice = { duration: "hourly", hourCount: 1, engineerRequired: false } as const;
    const price = priceOf(rates, choice, { downpaymentPercent });
    const name = `probe-${hours}`;
    const body = {
      roomId: room.id,
      firstName: "Grace",
      lastName: "Probe",
      email: `${name}@example.test`,
      phone: "212 555 0199",
      startDate: day,
      startTime: `${hour}:00`,
      endTime: `${hour + 1}:00`,
      eventType: "Rehearsal",
      totalAmount: price.totalCents / 100,
      downpaymentAmount: price.downpaymentCents / 100,
      remainingAmount: price.remainingCents / 100,
      terms: true,
    };
    return { name, day, body };
  }

  return {
    async book(address) {
      const given = await submissionFor(address).catch(() => null);
      if (given === null) return null;
      const { name, day, body } = given;
      const requestId = randomUUID();
      const askedAt = Date.now();
      let status: number | null = null;
      let retryAfter: string | null = null;
      let answer: unknown = null;
      try {
        const response = await fetch(`${address}/api/bookings`, {
          method: "POST",
          headers: { ...headers(), "x-request-id": requestId },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        answer = await response.json();
        retryAfter = response.headers.get("retry-after");
        status = response.status;
      } catch {
        // Without a whole answer it may have been booked or not.
      }
      const endedAt = Date.now();
      history.add({
        kind: "call",
        requestId,
        // Each call has a client of its own: the calls run at the same time, and a client's calls never overlap.
        client: name,
        operation: "POST /api/bookings",
        path: "/api/bookings",
        body,
        idempotencyKey: null,
        askedAt,
        endedAt,
        status,
        retryAfter,
        answer,
      });
      if (status !== 201) return null;
      const { startTime } = answer as { startTime: string }; // the contract's shape of a 201
      return { roomId: body.roomId, day, startTime, answeredAt: endedAt };
    },

    async shows(address, { roomId, day, startTime }) {
      const url = `${address}/api/rooms/${roomId}/bookings?startDate=${day}&endDate=${day}`;
      const spans = await read<{ startTime: string }[]>(url).catch(() => []);
      return spans.some((span) => span.startTime === startTime);
    },
  };
}

const cents = (dollars: string): number => Math.round(Number(dollars) * 100);

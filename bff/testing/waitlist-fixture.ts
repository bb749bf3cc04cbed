/** Takes evenings of rooms, lets people wait for them and frees them again, in tests of the waitlist's calls. */
import { randomUUID } from "node:crypto";
import { expireBooking, handleBooking } from "../../core/booking/handle.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import { bookingRequest, testMeta } from "../../core/testing/test-core.ts";
import { addDays, instantAt } from "../../core/venue/time/venue-time.ts";
import { customerWorld } from "./customer-fixture.ts";
import type { Answer, Call, StaffWorld } from "./staff-fixture.ts";

export const WAITED_ROOM = 5;

/** Hours of the evening, by the venue's clock. */
const EVENING = { from: 18, to: 20 } as const;

export interface Waiting {
  id: number;
  token: string;
  ahead: number;
  email: string;
}

export function waitlistOf(world: StaffWorld) {
  const { core, call } = world;
  let days = 0;
  let people = 0;

  /** A day of January or later that no other test uses; never a Sunday. */
  function nextDay(): string {
    days += 1;
    return addDays("2027-01-04", 7 * Math.floor(days / 6) + (days % 6));
  }

  const post = (path: string, body?: unknown, more: Call = {}): Promise<Answer> => {
    people += 1;
    const headers = { "X-Forwarded-For": `198.51.${100 + (people >> 8)}.${people & 255}`, ...more.headers };
    return call(path, { method: "POST", ...(body === undefined ? {} : { body }), ...more, headers });
  };

  /** An unpaid visit that has the evening of a room. */
  async function take(day: string, roomId = WAITED_ROOM, hours: { from: number; to: number } = EVENING) {
    const startsAt = instantAt(day, hours.from, core.timeZone);
    const asked = bookingRequest(core, { roomId, startsAt, hours: hours.to - hours.from });
    const outcome = await requestBooking(core, asked, testMeta);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    return outcome.value.id;
  }

  /** A day whose evening is taken, and the visit that has it. */
  async function takenEvening() {
    const day = nextDay();
    return { day, taken: await take(day) };
  }

  async function free(bookingId: number): Promise<void> {
    const context = { commandId: `free:${randomUUID()}`, meta: testMeta };
    const outcome = await handleBooking(core, bookingId, { type: "ReleaseHold" }, context);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
  }

  /** Two hours of the evening. */
  const wish = (day: string, changes: Record<string, unknown> = {}) => ({
    roomIds: [WAITED_ROOM],
    day,
    from: "18:00",
    to: "20:00",
    hours: 2,
    firstName: "Ida",
    lastName: "Rhodes",
    email: `waits-${randomUUID()}@example.test`,
    phone: "+1 212 555 0100",
    terms: true,
    ...changes,
  });

  async function join(day: string, changes: Record<string, unknown> = {}, more: Call = {}): Promise<Waiting> {
    const asked = wish(day, changes);
    const { status, body } = await post("/api/waitlist", asked, more);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { ...body, email: String(asked.email) };
  }

  const entry = async ({ token }: Pick<Waiting, "token">) => (await call(`/api/waitlist/${token}`)).body;

  /** A person who waited and has an offer, on a day of its own. */
  async function offered(changes: Record<string, unknown> = {}): Promise<Waiting & { day: string }> {
    const { day, taken } = await takenEvening();
    const waiting = await join(day, changes);
    await free(taken);
    return { ...waiting, day };
  }

  /** Lets the time of an offer pass; the clock is set back. */
  async function lapse(waiting: Waiting): Promise<void> {
    const { offer } = await entry(waiting);
    await customerWorld(world).atTime(new Date(offer.until), () => expireBooking(core, offer.bookingId));
  }

  return {
    nextDay,
    post,
    take,
    takenEvening,
    free,
    wish,
    join,
    entry,
    answer: ({ token }: Pick<Waiting, "token">, how: string, more: Call = {}) =>
      post(`/api/waitlist/${token}/${how}`, undefined, more),
    offered,
    lapse,
    /** A person whose offer ran out: the hours are free, and are not offered to them again by themselves. */
    async lapsedOnce(): Promise<Waiting & { day: string }> {
      const waiting = await offered();
      await lapse(waiting);
      return waiting;
    },
    instant: (day: string, hour: number): string => instantAt(day, hour, core.timeZone).toISOString(),
  };
}

export type WaitlistWorld = ReturnType<typeof waitlistOf>;

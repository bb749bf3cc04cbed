/** Does what the checker judges of the waitlist: offers that are claimed, declined, cancelled by staff and left to lapse, and one out of turn. */
import { expect } from "vitest";
import type { Client } from "./client-fixture.ts";

/** It is added first, so that the log knows it. */
const ROOM = 8;
const DAY = "2026-12-18";
const OFFER_MINUTES = 12 * 60;

interface Waiting {
  entry: number;
  token: string;
}

interface Queue {
  enter(client: string): Client;
  clock: { advanceMinutes(minutes: number): void };
}

const clockOf = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** Joins for hours from `first` on. */
async function join(client: Client, first: number, hours = 2): Promise<Waiting> {
  const { firstName, email } = client.submission();
  const body = {
    roomIds: [ROOM],
    day: DAY,
    from: clockOf(first),
    to: clockOf(first + hours),
    hours,
    firstName,
    email,
    terms: true,
  };
  const answer = await client.ask("POST /api/waitlist", "/api/waitlist", {
    body,
    key: `join-${client.client}`,
  });
  expect(answer.code, JSON.stringify(answer)).toBe(201);
  return { entry: answer.body.id, token: answer.body.token };
}

async function read(client: Client, { token }: Waiting) {
  const answer = await client.ask("GET /api/waitlist/{token}", `/api/waitlist/${token}`);
  expect(answer.code, JSON.stringify(answer)).toBe(200);
  return answer.body;
}

async function act(client: Client, { token }: Waiting, what: "decline" | "withdraw"): Promise<void> {
  const answer = await client.ask(`POST /api/waitlist/{token}/${what}`, `/api/waitlist/${token}/${what}`, {
    body: {},
  });
  expect(answer.code, JSON.stringify(answer)).toBe(200);
}

async function release(client: Client, id: number): Promise<void> {
  const answer = await client.ask("POST /api/bookings/{id}/release", `/api/bookings/${id}/release`, {
    body: {},
  });
  expect(answer.code, JSON.stringify(answer)).toBe(200);
}

/** A hold of two hours on the day of the waitlist. */
const hold = (client: Client, first: number): Promise<number> =>
  client.at(first).book({ roomId: ROOM, startDate: DAY });

/** Before other staff log in: the clock advances by days. */
export async function doWaitlist({ enter, clock }: Queue, login: { username: string; password: string }) {
  const manager = enter("staff-2");
  await manager.ask("POST /api/auth/login", "/api/auth/login", { body: login });
  const rates = { hourlyRate: "30.00", halfDayRate: "100.00", fullDayRate: "180.00" };
  const room = { name: "The loft", description: "A plain room.", capacity: 10, ...rates };
  const added = await manager.ask("POST /api/rooms", "/api/rooms", { body: room });
  expect(added.body.id, JSON.stringify(added)).toBe(ROOM);
  const host = enter("visitor-10");
  await host.pay(await hold(host, 11));
  await declinedAndWithdrawn(host, enter("visitor-15"), enter("visitor-16"));

  const morning = await hold(host, 9);
  const [ida, joan, karl, lena] = [
    enter("visitor-11"),
    enter("visitor-12"),
    enter("visitor-13"),
    enter("visitor-14"),
  ];
  const first = await join(ida, 9);
  const long = await join(karl, 9, 3);
  const second = await join(joan, 9);
  const third = await join(lena, 9);
  const pia = enter("visitor-20");
  const evening = await hold(host, 19);
  const alone = await join(pia, 19);
  await release(host, evening);
  await release(host, morning);
  await lapse(clock, enter("visitor-17"));
  const late = await pia.ask("POST /api/waitlist/{token}/take", `/api/waitlist/${alone.token}/take`, {
    body: {},
  });
  expect(late.code, JSON.stringify(late)).toBe(409);
  const { offer } = await read(joan, second);
  await joan.pay(offer.bookingId);
  const paid = await read(joan, second);
  expect(paid.state).toBe("claimed");
  const cancel = `/api/guest/${offer.bookingToken}/cancel`;
  const cancelled = await joan.ask("POST /api/guest/{token}/cancel", cancel, { body: {} });
  expect(cancelled.code, JSON.stringify(cancelled)).toBe(200);
  expect((await read(ida, first)).state).toBe("offered");
  await lapse(clock, enter("visitor-18"));
  expect(await read(ida, first)).toMatchObject({ state: "lapsed", left: "lapses" });
  expect((await read(lena, third)).state).toBe("offered");

  const afternoon = await hold(host, 15);
  const last = await join(enter("visitor-19"), 15);
  await release(host, afternoon);
  return {
    lapsed: first.entry,
    long: long.entry,
    running: third.entry,
    offered: last.entry,
    letGo: alone.entry,
  };
}

/** One declines the offer, which goes to the other, who leaves with it. */
async function declinedAndWithdrawn(host: Client, mia: Client, nora: Client): Promise<void> {
  const noon = await hold(host, 13);
  const declines = await join(mia, 13);
  const withdraws = await join(nora, 13);
  await release(host, noon);
  await act(mia, declines, "decline");
  expect((await read(nora, withdraws)).state).toBe("offered");
  await act(nora, withdraws, "withdraw");
}

/** An offer of the morning runs out: a stranger who asks for its hours is told that they are taken, by the next. */
async function lapse(clock: Queue["clock"], stranger: Client): Promise<void> {
  // One that is made in quiet hours runs until the evening of the next day.
  clock.advanceMinutes(2 * OFFER_MINUTES);
  const body = stranger.at(9).submission({ roomId: ROOM, startDate: DAY });
  expect((await stranger.ask("POST /api/bookings", "/api/bookings", { body })).code).toBe(409);
}

type Ask = (
  operation: string,
  path: string,
  body?: unknown,
  key?: string,
) => Promise<{ [field: string]: unknown }>;

/** Staff offer hours out of turn, to the one who had let them lapse, and cancel that booking. */
export async function doWaitlistAtDesk(by: Ask, letGo: number): Promise<void> {
  const reason = "They helped at the last concert";
  const { offer } = await by("POST /api/waitlist/{id}/offer", `/api/waitlist/${letGo}/offer`, { reason });
  const { bookingId } = offer as { bookingId: number }; // the contract says what a 200 has
  await by("GET /api/waitlist", "/api/waitlist");
  const cancelled = { status: "cancelled", cancelledBy: "venue" };
  await by("PATCH /api/bookings/{id}", `/api/bookings/${bookingId}`, cancelled);
  await by("GET /api/waitlist", "/api/waitlist");
}

/** Makes the load under faults: clients that book over HTTP one after another, and record whether and how each call was answered. */
import { setTimeout as delay } from "node:timers/promises";
import { instantAt } from "../../core/venue/time/venue-time.ts";
import { HEADERS, ZONE } from "../bench/servers/submissions.ts";

const CLIENTS = 4;
/** The pause of each client after an answer: some 36 bookings a second in all, whose mails are sent as fast as they come. */
const PAUSE_MS = 100;
/** The pause after a call that was not answered or not taken. */
const RETRY_MS = 50;
/** A client without an answer for this long gives up, as a browser does. */
const PATIENCE_MS = 10_000;

export interface AnsweredBooking {
  id: number;
  roomId: number;
  /** Venue day. */
  day: string;
  /** UTC instant, ISO 8601. */
  startsAt: string;
  /** In the time of `performance.now()`. */
  askedAt: number;
  answeredAt: number;
}

export interface Traffic {
  /** The bookings that were answered 201. */
  answered: AnsweredBooking[];
  /** How many calls got no status; they may have been carried out or not. */
  unanswered: number;
  /** How many calls were answered by each other status; after a 5xx they may have been carried out or not. */
  refused: Map<number, number>;
  /** Stops, and waits for the answers to calls in progress. */
  stop(): Promise<void>;
}

/** Sends each of `bodies` once to `http://127.0.0.1:<port>`, which may go away and come back. */
export function startTraffic(
  port: number,
  bodies: Generator<string, undefined>,
  { clients = CLIENTS, pauseMs = PAUSE_MS } = {},
): Traffic {
  let going = true;
  const traffic: Traffic = { answered: [], unanswered: 0, refused: new Map(), stop };

  async function client(): Promise<void> {
    while (going) {
      const body = bodies.next().value;
      if (body === undefined) throw new Error("every hour is booked");
      const taken = await book(body);
      await delay(taken ? pauseMs : RETRY_MS);
    }
  }

  async function book(body: string): Promise<boolean> {
    const askedAt = performance.now();
    let status: number;
    let answer: string;
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/bookings`, {
        method: "POST",
        headers: HEADERS,
        body,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      status = response.status;
      answer = await response.text();
    } catch {
      traffic.unanswered += 1;
      return false;
    }
    if (status !== 201) {
      traffic.refused.set(status, (traffic.refused.get(status) ?? 0) + 1);
      return false;
    }
    const { id } = JSON.parse(answer) as { id: number }; // the contract's shape of a 201
    const asked = JSON.parse(body) as { roomId: number; startDate: string; startTime: string }; // as `submissions` writes them
    traffic.answered.push({
      id,
      roomId: asked.roomId,
      day: asked.startDate,
      startsAt: instantAt(asked.startDate, Number.parseInt(asked.startTime, 10), ZONE).toISOString(),
      askedAt,
      answeredAt: performance.now(),
    });
    return true;
  }

  const running = Array.from({ length: clients }, client);
  async function stop(): Promise<void> {
    going = false;
    await Promise.all(running);
  }
  return traffic;
}

/** Waits for a booking that was requested after this moment and taken; answers when it was answered, or null after `withinMs`. */
export async function answeredAfter(
  { answered }: Traffic,
  moment: number,
  withinMs: number,
): Promise<number | null> {
  const until = performance.now() + withinMs;
  while (performance.now() < until) {
    const first = answered.find(({ askedAt }) => askedAt > moment);
    if (first) return first.answeredAt;
    await delay(20);
  }
  return null;
}

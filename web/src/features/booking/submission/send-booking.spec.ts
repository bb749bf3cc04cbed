/** Checks that a booking is made once, even if its answer is lost or the page is reloaded. */
import { beforeEach, expect, it, vi } from "vitest";
import type { BookingCreated, BookingSubmission } from "../../../../../bff/contract/booking.ts";
import { NoAnswerError, RequestError } from "../../../api/request.ts";
import { readDraft, unansweredHours } from "../../../session/booking-draft.ts";
import { sendBooking } from "./send-booking.ts";

const SUBMISSION: BookingSubmission = {
  roomId: 3,
  firstName: "Nina",
  lastName: "Simone",
  email: "nina@example.test",
  phone: "212 555 0100",
  startDate: "2026-12-12",
  startTime: "2026-12-12T19:00:00.000Z",
  endTime: "2026-12-12T21:00:00.000Z",
  eventType: "Rehearsal",
  totalAmount: "150.00",
  downpaymentAmount: "75.00",
  remainingAmount: "75.00",
  terms: true,
};

/** A server that answers the same key with the same booking, and refuses hours that are taken. */
class Server {
  readonly made = new Map<string, BookingCreated>();
  holdUntil = new Date(Date.now() + 60_000).toISOString();
  answers = true;

  readonly post = async (_: BookingSubmission, key: string): Promise<BookingCreated> => {
    const known = this.made.get(key);
    const running = [...this.made.values()].some((booking) => Date.parse(booking.holdUntil) > Date.now());
    if (!known && running) throw new RequestError(409, '{"message":"Time slot is already booked"}', null);
    const booking = known ?? this.#booking(this.made.size + 1);
    this.made.set(key, booking);
    if (!this.answers) throw new NoAnswerError("unreachable", null);
    return booking;
  };

  #booking(id: number): BookingCreated {
    const { roomId, startTime, endTime, totalAmount, downpaymentAmount, remainingAmount } = SUBMISSION;
    const amounts = {
      totalAmount: String(totalAmount),
      downpaymentAmount: String(downpaymentAmount),
      remainingAmount: String(remainingAmount),
      downpaymentDueAmount: String(downpaymentAmount),
      dueAmount: String(totalAmount),
    };
    const states = { status: "pending", paymentStatus: "pending", paymentRequired: true } as const;
    return {
      id,
      roomId,
      roomName: "Room",
      startTime,
      endTime,
      ...amounts,
      ...states,
      holdUntil: this.holdUntil,
    };
  }
}

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});

const send = (server: Server, changed: Partial<BookingSubmission> = {}) =>
  sendBooking("room", { ...SUBMISSION, ...changed }, server.post);

it("finds a booking whose answer was lost at the next press, and knows its hours until then", async () => {
  const server = new Server();
  server.answers = false;
  await expect(send(server)).rejects.toThrow(NoAnswerError);
  expect(unansweredHours(readDraft("room"))).toMatchObject({ roomId: 3, startTime: SUBMISSION.startTime });
  server.answers = true;
  expect((await send(server)).id).toBe(1);
  expect(server.made.size).toBe(1);
  expect(unansweredHours(readDraft("room"))).toBeNull();
});

it("finds it too if another field of the form was changed meanwhile", async () => {
  const server = new Server();
  server.answers = false;
  await expect(send(server)).rejects.toThrow(NoAnswerError);
  server.answers = true;
  expect((await send(server, { phone: "212 555 0199" })).id).toBe(1);
  expect(server.made.size).toBe(1);
});

it("requests a new hold if an old answer names a hold that has ended", async () => {
  const server = new Server();
  server.holdUntil = new Date(Date.now() - 1_000).toISOString();
  stored.set("draft:room", "nonsense");
  const first = await sendBooking("room", SUBMISSION, async (submission, key) => {
    const old = await server.post(submission, key);
    server.holdUntil = new Date(Date.now() + 60_000).toISOString();
    return old;
  });
  expect(first.id).toBe(2);
});

it("passes a refusal on, and does not count the hours as the visitor's own", async () => {
  const server = new Server();
  await send(server);
  stored.clear();
  await expect(send(server)).rejects.toThrow("already booked");
  expect(unansweredHours(readDraft("room"))).toBeNull();
});

/** A client of the product in the clean run: it keeps cookies and token, and writes what was answered to the history. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { StaffWorld } from "../../../../bff/testing/staff-fixture.ts";
import { submissionFor } from "../../../../bff/testing/submission-fixture.ts";
import { CARD } from "../../../../core/adapters/stripe/payment-fixture.ts";
import type { Call, HistoryEntry } from "../../history.ts";

/** The default room and day of a booking. */
export const ROOM = 5;
export const DAY = "2026-12-15";

interface Asked {
  method?: string;
  body?: unknown;
  key?: string;
  /** The client gave up before the answer came. */
  unanswered?: boolean;
}

/** What a payment is for. */
type PaidBy = { bookingId: number } | { seriesId: number } | { invoiceToken: string };

export function openClient(world: StaffWorld, history: HistoryEntry[], client: string) {
  const jar = new Map<string, string>();
  let token: string | null = null;
  let hour = 8;

  // biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of the answer
  async function ask(operation: string, path: string, asked: Asked = {}): Promise<any> {
    const [method = "GET"] = operation.split(" ");
    const { body, key, unanswered = false } = asked;
    const requestId = randomUUID();
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const askedAt = Date.now();
    const answer = await world.call(path, {
      method,
      token,
      body,
      headers: {
        "X-Request-Id": requestId,
        "X-Forwarded-For": `10.1.0.${(client.length * 7 + client.charCodeAt(client.length - 1)) % 250}`,
        ...(cookie ? { Cookie: cookie } : {}),
        ...(key === undefined ? {} : { "Idempotency-Key": key }),
      },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const call: Call = {
      kind: "call",
      requestId,
      client,
      operation,
      path,
      body: body ?? null,
      idempotencyKey: key ?? null,
      askedAt,
      endedAt: Date.now(),
      status: unanswered ? null : answer.status,
      retryAfter: answer.headers.get("retry-after"),
      answer: unanswered ? null : answer.body,
    };
    history.push(call);
    if (typeof answer.body.token === "string") token = answer.body.token;
    return { code: answer.status, body: answer.body };
  }

  function submission(changes: Record<string, unknown> = {}): Record<string, unknown> {
    const clock = (at: number): string => `${String(at).padStart(2, "0")}:00`;
    const hours = { startDate: DAY, startTime: clock(hour), endTime: clock(hour + 2) };
    return submissionFor(world.core, { roomId: ROOM, email: `${client}@example.test`, ...hours, ...changes });
  }

  return {
    client,
    ask,
    submission,
    at(first: number) {
      hour = first;
      return this;
    },
    async book(changes: Record<string, unknown> = {}, asked: Asked = {}): Promise<number> {
      const made = await ask("POST /api/bookings", "/api/bookings", { ...asked, body: submission(changes) });
      expect(made.code, JSON.stringify(made)).toBe(201);
      return made.body.id;
    },
    open(bookingId: number): Promise<{ id: string; secret: string }> {
      return this.openFor({ bookingId });
    },
    async openFor(of: PaidBy): Promise<{ id: string; secret: string }> {
      const body = { ...of, customerEmail: `${client}@example.test` };
      const opened = await ask("POST /api/create-payment-intent", "/api/create-payment-intent", { body });
      expect(opened.code, JSON.stringify(opened)).toBe(200);
      return { id: opened.body.paymentIntentId, secret: opened.body.clientSecret };
    },
    /** Does what the card form does, at the provider. */
    async charge({ id, secret }: { id: string; secret: string }, number = CARD.number): Promise<void> {
      await world.call(`/simulated-stripe/v1/payment_intents/${id}/confirm`, {
        method: "POST",
        body: { client_secret: secret, payment_method_data: { type: "card", card: { ...CARD, number } } },
      });
    },
    confirm: (bookingId: number, { id }: { id: string }) =>
      ask("POST /api/bookings/{id}/payment", `/api/bookings/${bookingId}/payment`, {
        body: { paymentIntentId: id },
      }),
    async pay(bookingId: number, number?: string): Promise<void> {
      const intent = await this.open(bookingId);
      await this.charge(intent, number);
      const paid = await this.confirm(bookingId, intent);
      expect(paid.code, JSON.stringify(paid)).toBe(200);
    },
    own: (bookingId: number) => ask("GET /api/bookings/{id}/own", `/api/bookings/${bookingId}/own`),
  };
}

export type Client = ReturnType<typeof openClient>;

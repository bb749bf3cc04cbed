/** Runs one change of the ledger: a transaction with its instant and its events, carried out once per idempotency key. */
import { createHash } from "node:crypto";
import Stripe from "stripe";
import type { Sql, TransactionSql } from "../../platform/database/database.ts";
import { newId } from "./identifiers.ts";
import { type IntentRow, unixSeconds } from "./stripe-objects.ts";
import { noSuch, type StripeErrorBody, StripeRefusal } from "./stripe-refusal.ts";

/** The answer to a request. A 402 was carried out too: the failed attempt is in the ledger. */
export interface Answer {
  status: 200 | 402;
  body: object;
}

export interface LedgerChange {
  requestId: string;
  now: Date;
  /** Whether webhooks are sent for this change's events. */
  notify: boolean;
  /** Absent for a browser's request, which has no key. */
  idempotency?: { key: string; method: string; path: string; parameters: object };
}

/** The open transaction of a change. */
export interface Ledger extends LedgerChange {
  tx: TransactionSql;
}

/** Stripe forgets keys after a day; so does this ledger, which would otherwise grow forever. */
const KEY_LIFETIME_MS = 24 * 3_600_000;
const MAX_KEY_LENGTH = 255;

export type SimulatedEventType =
  | "charge.dispute.closed"
  | "charge.dispute.created"
  | "charge.dispute.funds_reinstated"
  | "charge.dispute.funds_withdrawn"
  | "charge.dispute.updated"
  | "charge.refunded"
  | "payment_intent.canceled"
  | "payment_intent.payment_failed"
  | "payment_intent.succeeded"
  | "refund.created"
  | "refund.failed";

/**
 * Carries out a change in one transaction, or returns the answer that its idempotency key got before. Effect and key are
 * committed together: after a crash there are both or neither. A refusal is thrown and leaves nothing, not even the key.
 */
export function changeLedger(
  sql: Sql,
  change: LedgerChange,
  run: (ledger: Ledger) => Promise<Answer>,
): Promise<Answer & { replayOf: string | null }> {
  return sql.begin(async (tx) => {
    const ledger = { ...change, tx };
    const { idempotency } = change;
    if (!idempotency) return { ...(await run(ledger)), replayOf: null };

    const fingerprint = fingerprintOf(idempotency);
    const earlier = await earlierAnswer(tx, idempotency.key, fingerprint);
    if (earlier) return earlier;
    const answer = await run(ledger);
    await tx`
      insert into simulated_stripe.idempotency_keys (key, fingerprint, request_id, status, body, created_at)
      values (${idempotency.key}, ${fingerprint}, ${change.requestId}, ${answer.status},
        ${JSON.stringify(answer.body)}::text::jsonb, ${change.now})`;
    return { ...answer, replayOf: null };
  });
}

async function earlierAnswer(tx: TransactionSql, key: string, fingerprint: string) {
  if (key.length > MAX_KEY_LENGTH) {
    throw idempotencyError(400, `Idempotency keys can have at most ${MAX_KEY_LENGTH} characters.`);
  }
  const [lock] = await tx<{ gained: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('simulated_stripe ' || ${key}, 0)) as gained`;
  if (!lock?.gained) {
    throw idempotencyError(
      409,
      `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`,
      "idempotency_key_in_use",
    );
  }
  const [earlier] = await tx<{ fingerprint: string; request_id: string; status: 200 | 402; body: object }[]>`
    select fingerprint, request_id, status, body from simulated_stripe.idempotency_keys where key = ${key}`;
  if (!earlier) return null;
  if (earlier.fingerprint !== fingerprint) {
    throw idempotencyError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  return { status: earlier.status, body: earlier.body, replayOf: earlier.request_id };
}

/**
 * Locks an intent, and with it everything that belongs to its payment, until the change commits: two confirmations run
 * one after the other.
 */
export async function lockIntent(ledger: Ledger, id: string): Promise<IntentRow> {
  const [row] = await ledger.tx<IntentRow[]>`
    select * from simulated_stripe.payment_intents where id = ${id} for update`;
  if (!row) throw noSuch("payment_intent", id, "intent");
  return row;
}

/** Records an event together with the webhook that is due at once: both are committed with the change, or neither is. */
export async function recordEvent(
  ledger: Ledger,
  type: SimulatedEventType,
  object: Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund | Stripe.Dispute,
): Promise<void> {
  const id = newId("evt");
  const body = {
    id,
    object: "event",
    api_version: Stripe.API_VERSION,
    created: unixSeconds(ledger.now),
    data: { object },
    livemode: false,
    pending_webhooks: ledger.notify ? 1 : 0,
    request: { id: ledger.requestId, idempotency_key: ledger.idempotency?.key ?? null },
    type,
  };
  await ledger.tx`
    insert into simulated_stripe.events (id, type, body, created_at)
    values (${id}, ${type}, ${JSON.stringify(body)}::text::jsonb, ${ledger.now})`;
  if (ledger.notify) {
    await ledger.tx`insert into simulated_stripe.webhook_deliveries (event, due_at) values (${id}, ${ledger.now})`;
  }
}

/** Drops the idempotency keys that Stripe would have forgotten by now. */
export async function deleteExpiredKeys(sql: Sql, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEY_LIFETIME_MS);
  await sql`delete from simulated_stripe.idempotency_keys where created_at < ${before}`;
}

function idempotencyError(status: 400 | 409, message: string, code?: string): StripeRefusal {
  const body: StripeErrorBody = { type: "idempotency_error", message, ...(code ? { code } : {}) };
  return new StripeRefusal(status, body);
}

/** Identifies a request's content. Of a card, only the last digits are included, so that no hash of a card number is kept. */
function fingerprintOf(request: { method: string; path: string; parameters: object }): string {
  const canonical = JSON.stringify([request.method, request.path, withoutSecrets(request.parameters)]);
  return createHash("sha256").update(canonical).digest("hex");
}

function withoutSecrets(parameters: object): [string, unknown][] {
  return Object.entries(parameters)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => {
      if (typeof value === "object" && value !== null) return [name, withoutSecrets(value)];
      if (name === "cvc") return [name, null];
      return [name, name === "number" ? String(value).slice(-4) : value];
    });
}

/** Keeps `webhook_deliveries` and `webhook_tries`: what each webhook is told, in the log's order for each stream, and what its receiver answered. */
import type { Sql } from "../platform/database/database.ts";
import type { WebhookBody } from "./choices.ts";

export type DeliveryState = "waiting" | "delivered" | "failed" | "replaced";

/** The type of a test, which is told of no booking. */
export const TEST_TYPE = "webhook.test";

/** So many events become deliveries at a time for each webhook. */
const MADE_AT_ONCE = 1_000;

/**
 * Makes the deliveries of events that have come since the last call. The first of a stream is due at `now`, unless an earlier one of the
 * stream still waits; the others wait for it. Returns how many events were looked at.
 */
export async function makeDeliveries(sql: Sql, now: Date): Promise<number> {
  return sql.begin(async (tx) => {
    const behind = await tx<{ id: number }[]>`
      select c.webhook_id as id from webhook_cursors c join webhooks w using (webhook_id)
      where w.active and exists (select from public_events e where e.position > c.position)
      order by webhook_id for update of c`;
    if (behind.length === 0) return 0;
    const [made] = await tx<{ count: number }[]>`
      with told as (
        select c.webhook_id, w.events, e.*
        from webhook_cursors c join webhooks w using (webhook_id), lateral (
          select * from public_events e where e.position > c.position order by e.position limit ${MADE_AT_ONCE}) e
        where webhook_id = any (${behind.map(({ id }) => id)}::bigint[])
      ), moved as (
        update webhook_cursors c set position = t.last
        from (select webhook_id, max(position) as last from told group by webhook_id) t where c.webhook_id = t.webhook_id
      ), made as (
        insert into webhook_deliveries
          (webhook_id, message_id, type, stream, version, position, booking_id, occurred_at, made_at, next_at)
        select webhook_id, 'msg_' || webhook_id || '_' || position, type, stream, version, position, booking_id, occurred_at, ${now},
          case when row_number() over (partition by webhook_id, stream order by position) = 1 and not exists (
            select from webhook_deliveries d
            where d.webhook_id = told.webhook_id and d.stream = told.stream and d.state = 'waiting') then ${now}::timestamptz end
        from told where events && array['*', type]
        order by position
      )
      select count(*) as count from told`;
    return made?.count ?? 0;
  });
}

/** Makes the delivery of a test, which has a stream of its own; returns its id. */
export async function makeTestDelivery(sql: Sql, webhookId: number, now: Date): Promise<number> {
  const [made] = await sql<[{ id: number }]>`
    insert into webhook_deliveries (webhook_id, message_id, type, stream, version, occurred_at, made_at, next_at)
    values (${webhookId}, 'msg_' || ${webhookId}::bigint || '_' || gen_random_uuid(), ${TEST_TYPE}, 'webhook-' || ${webhookId}::bigint || '-test',
      1, ${now}, ${now}, ${now})
    returning delivery_id as id`;
  return made.id;
}

/** A delivery whose time has come. */
export interface DueDelivery {
  id: number;
  webhookId: number;
  url: string;
  body: WebhookBody;
  messageId: string;
  type: string;
  stream: string;
  version: number;
  /** Null for a test. */
  position: number | null;
  bookingId: number | null;
  occurredAt: Date;
  /** How often it was tried. */
  tries: number;
}

/** Those that are due longest first, of active webhooks; none of `except`, and none of the webhooks in `full`. */
export function findDue(
  sql: Sql,
  {
    now,
    except,
    full,
    limit,
  }: { now: Date; except: readonly number[]; full: readonly number[]; limit: number },
): Promise<DueDelivery[]> {
  return sql<DueDelivery[]>`
    select d.delivery_id as id, d.webhook_id as "webhookId", w.url, w.body, d.message_id as "messageId", d.type, d.stream, d.version,
      d.position, d.booking_id as "bookingId", d.occurred_at as "occurredAt", d.tries
    from webhook_deliveries d join webhooks w using (webhook_id)
    where d.next_at <= ${now} and w.active and d.delivery_id <> all (${[...except]}::bigint[])
      and d.webhook_id <> all (${[...full]}::bigint[])
    order by d.next_at, d.delivery_id limit ${limit}`;
}

/** When the next delivery of an active webhook is due; null if none waits. */
export async function nextDue(sql: Sql): Promise<Date | null> {
  const [next] = await sql<{ at: Date | null }[]>`
    select min(d.next_at) as at from webhook_deliveries d join webhooks w using (webhook_id)
    where d.next_at is not null and w.active`;
  return next?.at ?? null;
}

export interface Try {
  triedAt: Date;
  tookMs: number;
  status: number | null;
  failure: string | null;
  /** The beginning of the answer; null without one. */
  answer: string | null;
}

/** What a try leads to. */
export type AfterTry = { state: "waiting"; nextAt: Date } | { state: "delivered" | "failed" };

/**
 * Notes a try; if the delivery has ended, the next one of its stream is due. A delivery that was replaced meanwhile stays so. The webhook's
 * cursor is locked first, in a statement of its own: the statement after it then sees every delivery that was made before, and
 * `makeDeliveries` every try that was noted before. Otherwise each could leave the stream's next delivery to the other.
 */
export async function noteTry(
  sql: Sql,
  { id, webhookId, stream, tries }: Pick<DueDelivery, "id" | "webhookId" | "stream" | "tries">,
  { triedAt, tookMs, status, failure, answer }: Try,
  after: AfterTry,
): Promise<void> {
  const nextAt = after.state === "waiting" ? after.nextAt : null;
  await sql.begin(async (tx) => {
    await tx`select from webhook_cursors where webhook_id = ${webhookId} for update`;
    await tx`
      with noted as (
        insert into webhook_tries (delivery_id, nth, tried_at, took_ms, status, failure, answer)
        values (${id}, ${tries + 1}, ${triedAt}, ${tookMs}, ${status}, ${failure}, ${answer})
        on conflict do nothing
      ), changed as (
        update webhook_deliveries set tries = ${tries + 1}, state = ${after.state}, next_at = ${nextAt}
        where delivery_id = ${id} and state = 'waiting' returning delivery_id
      )
      update webhook_deliveries set next_at = ${triedAt}
      where ${after.state} <> 'waiting' and exists (select from changed) and delivery_id = (
        select min(delivery_id) from webhook_deliveries
        where webhook_id = ${webhookId} and stream = ${stream} and state = 'waiting' and delivery_id <> ${id})`;
  });
}

export interface ListedDelivery extends Omit<DueDelivery, "webhookId" | "url" | "body"> {
  state: DeliveryState;
  madeAt: Date;
  nextAt: Date | null;
  /** The newest first. */
  log: {
    triedAt: string;
    tookMs: number;
    status: number | null;
    failure: string | null;
    answer: string | null;
  }[];
}

/** One of a webhook's deliveries. */
export async function findDelivery(sql: Sql, webhookId: number, id: number): Promise<ListedDelivery | null> {
  const [found] = await listDeliveries(sql, webhookId, { before: id + 1, limit: 1 });
  return found?.id === id ? found : null;
}

/** A webhook's deliveries before one of them (null: from the newest), the newest first. */
export function listDeliveries(
  sql: Sql,
  webhookId: number,
  { before, limit, only }: { before: number | null; limit: number; only?: DeliveryState | undefined },
): Promise<ListedDelivery[]> {
  return sql<ListedDelivery[]>`
    select delivery_id as id, message_id as "messageId", type, stream, version, position, booking_id as "bookingId",
      occurred_at as "occurredAt", state, tries, made_at as "madeAt", next_at as "nextAt",
      coalesce((select json_agg(json_build_object('triedAt', tried_at, 'tookMs', took_ms, 'status', status, 'failure', failure,
        'answer', answer) order by nth desc) from webhook_tries t where t.delivery_id = d.delivery_id), '[]') as log
    from webhook_deliveries d
    where webhook_id = ${webhookId} ${before === null ? sql`` : sql`and delivery_id < ${before}`}
      ${only === undefined ? sql`` : sql`and state = ${only}`}
    order by delivery_id desc limit ${limit}`;
}

/** How many deliveries of each webhook wait after a failed try, and how many failed for good in the last 30 days. */
export async function countTrouble(sql: Sql): Promise<Map<number, { retrying: number; failed: number }>> {
  const rows = await sql<{ webhookId: number; retrying: number; failed: number }[]>`
    select webhook_id as "webhookId", count(*) filter (where state = 'waiting' and tries > 0) as retrying,
      count(*) filter (where state = 'failed') as failed
    from webhook_deliveries where state in ('waiting', 'failed') group by webhook_id`;
  return new Map(rows.map(({ webhookId, ...trouble }) => [webhookId, trouble]));
}

/** Days after which deliveries that have ended are forgotten, with what was answered. */
const KEPT_DAYS = 30;

export async function forgetDeliveries(sql: Sql, now: Date): Promise<number> {
  const { count } = await sql`
    delete from webhook_deliveries where state <> 'waiting' and made_at < ${now}::timestamptz - ${KEPT_DAYS} * interval '1 day'`;
  return count;
}

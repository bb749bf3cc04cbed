/** Keeps the table `webhooks`: where each sends, and its sealed secrets; changed in the append that says why. */
import type { Core } from "../context.ts";
import { type AppendRule, appendRule } from "../log/append-request.ts";
import type { Sql } from "../platform/database/database.ts";
import type { WebhookBody, WebhookEventName } from "./choices.ts";

export interface WebhookRow {
  id: number;
  url: string;
  events: WebhookEventName[];
  body: WebhookBody;
  active: boolean;
  /** `gone`: its receiver answered 410. */
  disabledBecause: "gone" | null;
  madeBy: number;
  /** UTC instants. */
  madeAt: Date;
  /** Until when the earlier secret signs too. */
  earlierUntil: Date | null;
}

interface Secrets {
  secretsOf: string;
  secret: string;
  earlierSecret: string | null;
  earlierUntil: Date | null;
}

const ownerOf = (secretsOf: string): string => `webhook:${secretsOf}`;

/** A secret as it is stored: encrypted, and bound to the webhook whose `secretsOf` it is. */
export const sealSecret = ({ vault }: Pick<Core, "vault">, secret: string, secretsOf: string): string =>
  vault.seal(secret, ownerOf(secretsOf));

export interface NewWebhookRow {
  url: string;
  events: readonly WebhookEventName[];
  body: WebhookBody;
  secretsOf: string;
  /** Sealed. */
  secret: string;
  madeBy: number;
}

export const addWebhookRow = (row: NewWebhookRow): AppendRule => appendRule("add_webhook", row);

/** What is undefined stays as it is. `disabledBecause` counts together with `active`. */
export const changeWebhookRow = (change: {
  url?: string | undefined;
  events?: readonly WebhookEventName[] | undefined;
  body?: WebhookBody | undefined;
  active?: boolean | undefined;
  disabledBecause?: "gone";
}): AppendRule => appendRule("change_webhook", change);

/** `secret`: sealed. */
export const rotateSecretRow = (given: { secret: string; earlierUntil: Date }): AppendRule =>
  appendRule("rotate_webhook_secret", given);

/** Deliveries of this position and later ones are made once more. */
export const replayRow = (from: number): AppendRule => appendRule("replay_webhook", { from });

/** Deletes its secrets; its deliveries stay. */
export const endWebhookRow: AppendRule = appendRule("end_webhook", {});

/** Every webhook that has not ended, the newest first, or the one with this id. */
export function listWebhooks(sql: Sql, id?: number): Promise<WebhookRow[]> {
  return sql<WebhookRow[]>`
    select webhook_id as id, url, events, body, active, disabled_because as "disabledBecause", made_by as "madeBy",
      made_at as "madeAt", earlier_until as "earlierUntil"
    from webhooks where ended_at is null ${id === undefined ? sql`` : sql`and webhook_id = ${id}`}
    order by webhook_id desc`;
}

/** What identifies its secrets, so that a new one can be sealed; null if there is no such webhook. */
export async function findSecretsOf(sql: Sql, id: number): Promise<string | null> {
  const [found] = await sql<{ secretsOf: string }[]>`
    select secrets_of as "secretsOf" from webhooks where webhook_id = ${id} and ended_at is null`;
  return found?.secretsOf ?? null;
}

/** The secrets that sign at `now`, the newest first; those that no known session secret opens are left out. */
export async function readSecrets(
  { sql, vault }: Pick<Core, "sql" | "vault">,
  id: number,
  now: Date,
): Promise<string[]> {
  const [found] = await sql<Secrets[]>`
    select secrets_of as "secretsOf", secret, earlier_secret as "earlierSecret", earlier_until as "earlierUntil"
    from webhooks where webhook_id = ${id}`;
  if (!found) return [];
  const isBoth = found.earlierSecret !== null && found.earlierUntil !== null && found.earlierUntil > now;
  return [found.secret, ...(isBoth && found.earlierSecret !== null ? [found.earlierSecret] : [])].flatMap(
    (sealed) => vault.open(sealed, ownerOf(found.secretsOf)) ?? [],
  );
}

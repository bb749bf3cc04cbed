/** Handles the commands of webhooks: an admin makes, changes, replays and ends them; the product disables one whose receiver is gone. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { AppendRule, EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { refuse, refuseField } from "../log/rejection.ts";
import { type Log, transact } from "../log/transact.ts";
import type { StaffRole } from "../staff/staff.ts";
import { type AllowedAddresses, readAddress } from "./address.ts";
import type { WebhookBody, WebhookEventName } from "./choices.ts";
import { findDelivery } from "./deliveries.ts";
import { BOTH_SIGN_MS, newWebhookSecret } from "./secrets.ts";
import { decide, type WebhookChange, type WebhookCommand, webhookStream } from "./webhook.ts";
import {
  addWebhookRow,
  changeWebhookRow,
  endWebhookRow,
  findSecretsOf,
  listWebhooks,
  replayRow,
  rotateSecretRow,
  sealSecret,
} from "./webhook-rows.ts";

type Keeper = Log & Pick<Core, "vault">;

interface Admin {
  id: number;
  role: StaffRole;
  meta: EventMeta;
}

/** How many webhooks a venue has at most: each is told of every event. */
const MAX_WEBHOOKS = 20;

/** Returns the secret, which no later answer has. `InvalidWebhook` names the field. */
export async function makeWebhook(
  core: Keeper,
  given: { url: string; events: readonly WebhookEventName[]; body: WebhookBody },
  by: Admin,
  allowed: AllowedAddresses,
): Promise<Outcome<{ id: number; secret: string }>> {
  const { events, body } = given;
  const address = readAddress(given.url, allowed);
  if (!address.ok) return address;
  if ((await listWebhooks(core.sql)).length >= MAX_WEBHOOKS)
    return refuseField("InvalidWebhook", "url", `There are ${MAX_WEBHOOKS} webhooks already; end one first`);
  const secret = newWebhookSecret();
  const secretsOf = randomUUID();
  const row = {
    url: address.url,
    events,
    body,
    secretsOf,
    secret: sealSecret(core, secret, secretsOf),
    madeBy: by.id,
  };
  const outcome = await transact(core, webhookStream, null, {
    commandId: `webhook:${randomUUID()}`,
    meta: by.meta,
    decide: (state) => decide({ type: "MakeWebhook", role: by.role, events, body }, state),
    appendRules: () => [addWebhookRow(row)],
  });
  return outcome.ok ? { ...outcome, value: { id: outcome.value.id, secret } } : outcome;
}

/** What is undefined stays. One that becomes active begins with what happens from then on. `WebhookNotFound`; `InvalidWebhook`. */
export async function changeWebhook(
  core: Keeper,
  id: number,
  given: Omit<WebhookChange, "movesTo"> & { url?: string | undefined },
  by: Admin,
  allowed: AllowedAddresses,
): Promise<Outcome<{ id: number }>> {
  const { url: wanted, ...change } = given;
  const address = wanted === undefined ? null : readAddress(wanted, allowed);
  if (address && !address.ok) return address;
  const [current] = await listWebhooks(core.sql, id);
  const url = address && address.url !== current?.url ? address.url : undefined;
  const command = {
    type: "ChangeWebhook" as const,
    role: by.role,
    change: { ...change, ...(url !== undefined && { movesTo: "another" as const }) },
  };
  return carryOut(core, id, { command, meta: by.meta, rules: [changeWebhookRow({ ...change, url })] });
}

/** Returns the new secret, which no later answer has; the earlier one signs too for a day. `WebhookNotFound`. */
export async function rotateSecret(
  core: Keeper,
  id: number,
  by: Admin,
): Promise<Outcome<{ id: number; secret: string }>> {
  const secretsOf = await findSecretsOf(core.sql, id);
  if (secretsOf === null) return refuse("WebhookNotFound");
  const secret = newWebhookSecret();
  const earlierUntil = new Date(core.clock.now().getTime() + BOTH_SIGN_MS);
  const rule = rotateSecretRow({ secret: sealSecret(core, secret, secretsOf), earlierUntil });
  const command = { type: "RotateSecret" as const, role: by.role };
  const outcome = await carryOut(core, id, { command, meta: by.meta, rules: [rule] });
  return outcome.ok ? { ...outcome, value: { id, secret } } : outcome;
}

/** Makes deliveries once more, from this position or this delivery on. `InvalidWebhook` names `from`; `WebhookNotFound`; `WebhookNotActive`. */
export async function replayWebhook(
  core: Log,
  id: number,
  from: { position: number } | { deliveryId: number },
  by: Admin,
): Promise<Outcome<{ id: number }>> {
  if ((await listWebhooks(core.sql, id)).length === 0) return refuse("WebhookNotFound");
  const position =
    "position" in from ? from.position : (await findDelivery(core.sql, id, from.deliveryId))?.position;
  if (position === undefined) return refuseField("InvalidWebhook", "from", "There is no such delivery");
  if (position === null) return refuseField("InvalidWebhook", "from", "A test cannot be replayed");
  return carryOut(core, id, {
    command: { type: "Replay", role: by.role, from: position },
    meta: by.meta,
    rules: [replayRow(position)],
  });
}

/** Nothing is sent any more, and its secrets are deleted. `WebhookNotFound`. */
export const endWebhook = (core: Log, id: number, by: Admin): Promise<Outcome<{ id: number }>> =>
  carryOut(core, id, {
    command: { type: "EndWebhook", role: by.role },
    meta: by.meta,
    rules: [endWebhookRow],
  });

const byProduct = (requestId: string): EventMeta => ({ actor: { kind: "system" }, requestId });

/** The receiver is gone. */
export const disableWebhook = (core: Log, id: number): Promise<Outcome<{ id: number }>> =>
  carryOut(core, id, {
    command: { type: "Disable" },
    meta: byProduct(`webhook-gone:${id}`),
    rules: [changeWebhookRow({ active: false, disabledBecause: "gone" })],
  });

/** Tells admins of a delivery that has failed for good. `day`: the venue's; a webhook tells one a day. */
export const noteFailure = (
  core: Log,
  id: number,
  { deliveryId, day }: { deliveryId: number; day: string },
): Promise<Outcome<{ id: number }>> => {
  const commandId = `webhook-failure:${id}:${day}`;
  return carryOut(core, id, {
    command: { type: "NoteFailure", deliveryId },
    meta: byProduct(commandId),
    rules: [],
    commandId,
  });
};

async function carryOut(
  core: Log,
  id: number,
  {
    command,
    meta,
    rules,
    commandId = `webhook:${randomUUID()}`,
  }: { command: WebhookCommand; meta: EventMeta; rules: readonly AppendRule[]; commandId?: string },
): Promise<Outcome<{ id: number }>> {
  const outcome = await transact(core, webhookStream, id, {
    commandId,
    meta,
    decide: (state) => decide(command, state),
    appendRules: () => rules,
  });
  return outcome.ok ? { ...outcome, value: { id } } : outcome;
}

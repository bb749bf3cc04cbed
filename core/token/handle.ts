/** Handles the commands of tokens: an admin makes and ends them; the product notes a use from a new network. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { refuse } from "../log/rejection.ts";
import { type Log, transact } from "../log/transact.ts";
import { CODE_USED, type CodeProof } from "../staff/second-factor-store.ts";
import type { StaffRole } from "../staff/staff.ts";
import { addDays, instantAt, venueDayOf } from "../venue/time/venue-time.ts";
import type { TokenScope } from "./scopes.ts";
import { decide, tokenStream } from "./token.ts";
import { addTokenNetwork, addTokenRow, endTokenRow, NETWORK_KNOWN, noteTokenUse } from "./token-rows.ts";
import { newTokenSecret, tokenSecretHash, tokenText } from "./token-text.ts";

interface Admin {
  id: number;
  role: StaffRole;
  meta: EventMeta;
}

export interface NewToken {
  name: string;
  scopes: readonly TokenScope[];
  /** The venue's last day on which it works. */
  expiresOn: string;
  /** Where it is made, as `networkOf` writes it. */
  network: string;
}

/**
 * Makes a token; returns its text, which is known only now. `proof`: of the admin's second factor, used up by the same append.
 * `InvalidToken` names the field; `InvalidSecondFactorCode` if the code was used meanwhile.
 */
export async function makeToken(
  core: Log & Pick<Core, "timeZone">,
  { name, scopes, expiresOn, network }: NewToken,
  by: Admin,
  proof: CodeProof | null,
): Promise<Outcome<{ id: number; token: string }>> {
  const secret = newTokenSecret();
  const today = venueDayOf(core.clock.now(), core.timeZone);
  const row = {
    name,
    secretHash: tokenSecretHash(secret),
    scopes,
    expiresOn,
    expiresAt: instantAt(addDays(expiresOn, 1), 0, core.timeZone),
    madeBy: by.id,
    network,
  };
  const outcome = await transact(core, tokenStream, null, {
    commandId: `token:${randomUUID()}`,
    meta: by.meta,
    decide: (state) => decide({ type: "MakeToken", role: by.role, scopes, expiresOn, today }, state),
    appendRules: () => [
      addTokenRow(row),
      ...(proof ?? []).map((operation) => ({ ...operation, staffId: by.id })),
    ],
    refusals: { [CODE_USED]: refuse("InvalidSecondFactorCode") },
  });
  if (!outcome.ok) return outcome;
  const { id } = outcome.value;
  return { ...outcome, value: { id, token: tokenText(id, secret) } };
}

/** Ends a token at once: the next call with it is refused, and so is an append that is under way. `TokenNotFound`. */
export async function endToken(core: Log, id: number, by: Admin): Promise<Outcome<{ id: number }>> {
  const outcome = await transact(core, tokenStream, id, {
    commandId: `token:${randomUUID()}`,
    meta: by.meta,
    decide: (state) => decide({ type: "EndToken", role: by.role }, state),
    appendRules: () => [endTokenRow],
  });
  return outcome.ok ? { ...outcome, value: { id } } : outcome;
}

/** Notes a use of a token; if its maker must be told of the network, by an event. */
export async function noteUse(
  core: Log,
  { id, network }: { id: number; network: string },
  requestId: string,
): Promise<void> {
  const isTold = await noteTokenUse(core.sql, { id, network, now: core.clock.now() });
  if (!isTold) return;
  // A refusal says that another call has told it, or that the token has just ended.
  await transact(core, tokenStream, id, {
    commandId: `token-network:${randomUUID()}`,
    meta: { actor: { kind: "token", id }, requestId },
    decide: (state) => decide({ type: "NoteNewNetwork" }, state),
    appendRules: () => [addTokenNetwork(network)],
    refusals: { [NETWORK_KNOWN]: refuse("ConcurrentChange") },
  });
}

/** Changes a billing account: its events, the documents that they name and the bookings that they pay, in one append (decisions 260 to 265). */
import {
  type AccountPlan,
  appendsOf,
  beginPlan,
  type NextNumbers,
  readNextNumbers,
} from "../booking/billing/account-plan.ts";
import type { Core } from "../context.ts";
import {
  type AppendRule,
  COMMAND_REPEATED,
  type EventMeta,
  SESSION_INVALID,
  STREAM_CHANGED,
  withOthers,
} from "../log/append-request.ts";
import { appendInOneStatement } from "../log/append-statements.ts";
import type { Outcome } from "../log/decision.ts";
import { commandIdOf, findFirstRequest, type IdempotentRequest } from "../log/idempotency.ts";
import type { LogPosition } from "../log/position.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { PERSON_STANDS } from "../person/personal-data.ts";

/** Two documents that are issued at once get the same number, and one of them is tried again. */
const MAX_ATTEMPTS = 60;

export interface AccountChange<Value> {
  commandId: string;
  meta: EventMeta;
  /** Adds events to the plan; asked again if another change was faster. Without events nothing is appended. */
  decide(
    plan: AccountPlan,
    numbers: NextNumbers,
  ): Promise<{ ok: true; value: Value } | Refused> | { ok: true; value: Value } | Refused;
  appendRules?: readonly AppendRule[];
  /** Only decides, and writes nothing. */
  dryRun?: boolean;
}

/** The account after the change, and what was decided. `null` as the value: this command was carried out before. */
export interface ChangedAccount<Value> {
  commandId: string;
  plan: AccountPlan;
  value: Value | null;
}

/** `AccountNotFound` for an unknown account. */
export async function changeAccount<Value>(
  core: Core,
  id: number,
  change: AccountChange<Value>,
): Promise<Outcome<ChangedAccount<Value>>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [plan, numbers] = await Promise.all([beginPlan(core, id), readNextNumbers(core)]);
    if (!plan) return refuse("AccountNotFound");
    const decided = await change.decide(plan, numbers);
    if (!decided.ok) return decided;
    const { commandId, meta } = change;
    const value = { commandId, plan, value: decided.value };
    if (plan.events.length === 0 || change.dryRun) return { ok: true, value, position: null };
    const [own, ...others] = await appendsOf(core, [plan], numbers);
    if (!own) throw new Error("The change has no append");
    const first = {
      ...own,
      commandId,
      meta,
      occurredAt: core.clock.now(),
      appendRules: change.appendRules ?? [],
    };
    const result = await appendInOneStatement(core.sql, withOthers([first], others));
    if (result.ok) {
      core.afterAppend(result.position);
      return { ok: true, value, position: result.position };
    }
    switch (result.violated) {
      case SESSION_INVALID:
        return refuse("SessionEnded");
      case PERSON_STANDS:
        return refuse("PersonErased");
      case COMMAND_REPEATED:
        return carriedOutBefore(core, id, commandId);
      case STREAM_CHANGED:
        break;
      default:
        throw new Error(`No refusal explains the violation of ${result.violated} by an account`);
    }
  }
  return refuse("ConcurrentChange");
}

async function carriedOutBefore<Value>(
  core: Core,
  id: number,
  commandId: string,
  position: LogPosition | null = null,
): Promise<Outcome<ChangedAccount<Value>>> {
  const plan = await beginPlan(core, id);
  return plan ? { ok: true, value: { commandId, plan, value: null }, position } : refuse("AccountNotFound");
}

/** The same for a request that may be repeated with its key: then it answers the account as it is by then (decision 31). */
export async function changeAccountOnce<Value>(
  core: Core,
  id: number,
  { request, ...change }: Omit<AccountChange<Value>, "commandId"> & { request: IdempotentRequest },
): Promise<Outcome<ChangedAccount<Value>>> {
  const commandId = commandIdOf(`account-${id}`, request);
  const { bodyHash } = request;
  if (bodyHash === null) return changeAccount(core, id, { ...change, commandId });
  const answered = async (): Promise<Outcome<ChangedAccount<Value>> | null> => {
    const first = await findFirstRequest(core.sql, commandId, { bodyHash });
    return first?.ok ? carriedOutBefore<Value>(core, id, commandId, first.at) : first;
  };
  // Checked first: what was due is no longer due once it has been received.
  const before = await answered();
  if (before) return before;
  const outcome = await changeAccount(core, id, {
    ...change,
    commandId,
    meta: { ...change.meta, bodyHash },
  });
  return outcome.ok ? outcome : ((await answered()) ?? outcome);
}

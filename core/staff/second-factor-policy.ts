/** Sets which roles must have a second factor: one stream for the venue, and the table that every staff call reads. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { appendRule, type EventMeta } from "../log/append-request.ts";
import type { Decision, Outcome } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";
import { type Log, transact } from "../log/transact.ts";
import type { Sql } from "../platform/database/database.ts";
import { ADMINS, STAFF_ROLES, type StaffActor, type StaffRole } from "./staff.ts";

/** `roles`: all roles that must have one from now on. */
const definitions = [
  defineEvent("SecondFactorPolicySet", z.object({ roles: z.array(z.enum(STAFF_ROLES)) })),
] as const;
export type PolicyEvent = EventOf<(typeof definitions)[number]>;

interface Policy {
  roles: readonly StaffRole[];
}

/** The one stream `second-factor-policy-1`. */
export const policyStream = defineStream({
  category: "second-factor-policy",
  events: definitions,
  initial: { roles: [] } as Policy, // otherwise the type of its list would allow no elements
  evolve: (_: Policy, { data }: PolicyEvent): Policy => ({ roles: data.roles }),
});

/** There is one policy. */
const THE_POLICY = 1;

/** Demands a second factor of exactly these roles; only for admins. Staff without one may then only set up a second factor. */
export async function setSecondFactorPolicy(
  core: Log,
  roles: readonly StaffRole[],
  { by, meta }: { by: Exclude<StaffActor, "product">; meta: EventMeta },
): Promise<Outcome<readonly StaffRole[]>> {
  const wanted = STAFF_ROLES.filter((role) => roles.includes(role));
  const outcome = await transact(core, policyStream, THE_POLICY, {
    commandId: `second-factor-policy:${randomUUID()}`,
    meta,
    decide: (policy): Decision<PolicyEvent> => {
      if (!ADMINS.includes(by.role)) return refuse("RoleNotPermitted");
      const already = wanted.length === policy.roles.length && wanted.every((r) => policy.roles.includes(r));
      const set = { type: "SecondFactorPolicySet", data: { roles: wanted } } as const;
      return { ok: true, events: already ? [] : [set] };
    },
    appendRules: () => [appendRule("set_second_factor_policy", { roles: wanted })],
  });
  return outcome.ok ? { ...outcome, value: wanted } : outcome;
}

/** The roles that must have a second factor now, in the order of `STAFF_ROLES`. */
export async function secondFactorRoles(sql: Sql): Promise<StaffRole[]> {
  const rows = await sql<{ role: string }[]>`select role from second_factor_policy where demanded`;
  return STAFF_ROLES.filter((known) => rows.some(({ role }) => role === known));
}

/** Decides which calls a program may make with its token: those of its scopes, 600 a minute, and no others (decision 294). */
import { createMiddleware } from "hono/factory";
import type { StaffRole } from "../../core/staff/staff.ts";
import type { TokenScope } from "../../core/token/scopes.ts";
import { findToken } from "../../core/token/token-rows.ts";
import { readTokenText } from "../../core/token/token-text.ts";
import type { Bff } from "../context.ts";
import { problem } from "../http/answers.ts";
import type { RespondingContext } from "../http/hono-env.ts";
import { calls } from "../http/openapi.ts";
import type { ProblemCode } from "../http/problem-reasons.ts";
import {
  checkAccess,
  readStaff,
  type SignedIn,
  STAFF_PROBLEMS,
  type StaffOrTokenEnv,
  type TokenCaller,
} from "./staff-access.ts";

/** Answers of every call that a token may make, for its documentation. */
const TOKEN_PROBLEMS = [
  ...STAFF_PROBLEMS,
  "TokenNotValid",
  "TokenScopeMissing",
  "TooManyRequests",
] as const satisfies readonly ProblemCode[];

type Given = Pick<Bff, "core" | "sessions" | "limits" | "tokenUses">;

/** Calls for active staff, of the given roles or of all that run the hub, and for tokens with this scope. */
export const staffAndTokenCalls = (
  given: Given,
  tag: string,
  scope: TokenScope,
  roles?: readonly StaffRole[],
) =>
  calls(tag, {
    middleware: requireStaffOrToken(given, scope, roles),
    problems: TOKEN_PROBLEMS,
    security: [{ session: [] }, { token: [scope] }],
  });

function requireStaffOrToken(given: Given, scope: TokenScope, roles: readonly StaffRole[] | undefined) {
  return createMiddleware<StaffOrTokenEnv>((c, next) =>
    checkAccess(c, next, async () => {
      const read = await given.sessions.read(c.env.incoming, "staff");
      const caller =
        read.state === "token"
          ? await readCaller(c, given, read.text, scope)
          : await readStaff(c, given, { roles });
      if (caller.ok) c.set("staff", caller.account);
      return caller;
    }),
  );
}

/** The token that calls; otherwise the problem to answer with: 401 for one that does not work, 403 without the scope, 429 above its limit. */
async function readCaller(
  c: RespondingContext,
  { core, limits, tokenUses }: Given,
  text: string,
  scope: TokenScope,
): Promise<SignedIn<TokenCaller>> {
  const claim = readTokenText(text);
  const token = claim && (await findToken(core.sql, claim, core.clock.now()));
  if (!token) return { ok: false, response: problem(c, "TokenNotValid") };
  const { id } = token;
  const above = await limits.countTokenCall(c, id);
  if (above) return { ok: false, response: above };
  await tokenUses.note({ id, network: limits.networkOf(c) }, c.get("requestId"));
  if (!token.scopes.includes(scope)) {
    const message = `This token lacks the scope ${scope}`;
    const headers = { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"` };
    return { ok: false, response: problem(c, "TokenScopeMissing", { message, headers }) };
  }
  return { ok: true, account: { tokenId: id, role: "desk" } };
}

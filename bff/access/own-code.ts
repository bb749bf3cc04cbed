/** Checks a code of the second factor that a signed-in colleague typed for a change: wrong ones count like those of a login. */
import type { Context } from "hono";
import type { Outcome } from "../../core/log/decision.ts";
import { type Refused, refuse } from "../../core/log/rejection.ts";
import { checkCode } from "../../core/staff/code-attempts.ts";
import type { CodeProof } from "../../core/staff/second-factor-store.ts";
import type { Bff } from "../context.ts";
import { codeLimitName } from "./login-challenge.ts";
import { type StaffEnv, staffMeta } from "./staff-access.ts";

/** Carries out a change with the proof of the code, which it uses up. A person at a colleague's screen must not find the code by trying. */
export function withOwnCode<Changed>(
  c: Context<StaffEnv>,
  { core, limits }: Pick<Bff, "core" | "limits">,
  code: string,
  change: (proof: CodeProof) => Promise<Outcome<Changed>>,
) {
  const { id } = c.get("staff");
  return limits.limitedLogin(c, {
    kind: "staff",
    account: codeLimitName(id),
    async check() {
      const typed = { staffId: id, code, challenge: null, network: limits.addressHashOf(c) };
      return ofSession(await checkCode(core, typed, staffMeta(c)));
    },
    async open({ proof, uncount }) {
      const outcome = await change(proof);
      if (outcome.ok) await uncount();
      return ofSession(outcome);
    },
  });
}

const NOT_ACCEPTED = refuse("CodeNotAccepted", {
  errors: [{ path: "code", message: "This code is not valid, or was used already" }],
});

/** A wrong code does not end the session: the problem names the form's field. */
export const ofSession = <Result extends { ok: true } | Refused>(result: Result): Result | Refused =>
  !result.ok && result.rejection.code === "InvalidSecondFactorCode" ? NOT_ACCEPTED : result;

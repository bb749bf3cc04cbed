/** The calls about one's own second factor, and about the roles that must have one. */
import type { Context } from "hono";
import { z } from "zod";
import type { EventMeta } from "../../../../core/log/append-request.ts";
import type { Outcome } from "../../../../core/log/decision.ts";
import { credentialsOf } from "../../../../core/staff/credentials.ts";
import { checkOwnPassword } from "../../../../core/staff/handle.ts";
import { newSecret } from "../../../../core/staff/one-time-codes.ts";
import {
  enrollSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from "../../../../core/staff/second-factor.ts";
import { secondFactorRoles, setSecondFactorPolicy } from "../../../../core/staff/second-factor-policy.ts";
import { type CodeProof, findSecondFactor } from "../../../../core/staff/second-factor-store.ts";
import { ADMINS, STAFF_ROLES } from "../../../../core/staff/staff.ts";
import { passwordFingerprint } from "../../../access/login-challenge.ts";
import { ofSession, withOwnCode } from "../../../access/own-code.ts";
import { type StaffEnv, staffCalls, staffMeta } from "../../../access/staff-access.ts";
import type { TicketPurpose } from "../../../access/tickets.ts";
import type { App, Bff } from "../../../context.ts";
import {
  RecoveryCodes,
  SecondFactorChange,
  SecondFactorConfirmation,
  SecondFactorEnrolment,
  SecondFactorPolicy,
  SecondFactorStart,
  SecondFactorStatus,
  SecondFactorTurnedOff,
} from "../../../contract/staff/second-factor.ts";
import { answerCreated, answerWritten, problem } from "../../../http/answers.ts";
import { FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../../http/openapi.ts";

/** The secret that a browser was shown after the password was typed, and the account that it is for. */
const EnrolmentClaims = z.object({
  sub: z.string(),
  secret: z.string(),
  /** The session and the password with which it was begun: it ends with either. */
  session: z.string(),
  password: z.string(),
});
const ENROLMENT: TicketPurpose<typeof EnrolmentClaims> = {
  name: "second-factor-enrolment",
  lastsSeconds: 15 * 60,
  claims: EnrolmentClaims,
};

const CODE_PROBLEMS = [...FORM_PROBLEMS, "CodeNotAccepted", "ConcurrentChange"] as const;
const PASSWORD_PROBLEMS = ["WrongPassword", "StaffNotFound", "TooManyRequests", "PasswordsBusy"] as const;

export function secondFactorRoutes(app: App, bff: Bff): void {
  const { core, tickets, limits } = bff;
  const staff = staffCalls(bff, "Second factor");
  const admins = staffCalls(bff, "Second factor", ADMINS);
  const enrolling = staffCalls(bff, "Second factor", STAFF_ROLES, { beforeEnrolment: true });
  const everyRole = staffCalls(bff, "Second factor", STAFF_ROLES);

  app.openapi(
    enrolling.get("/api/staff/second-factor", {
      summary: "Whether one's own account has a second factor, and must have one",
      responses: { 200: jsonAnswer("The state of the second factor", SecondFactorStatus) },
    }),
    async (c) => {
      const { id, role } = c.get("staff");
      const [factor, demanded] = await Promise.all([
        findSecondFactor(core.sql, id),
        secondFactorRoles(core.sql),
      ]);
      const status: SecondFactorStatus = {
        on: factor !== null,
        enrolledAt: factor?.enrolledAt.toISOString() ?? null,
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
        demanded: demanded.includes(role),
      };
      return c.json(status, 200);
    },
  );

  app.openapi(
    enrolling.post("/api/staff/second-factor/enrolment", {
      summary: "A new secret for an authenticator app",
      description:
        "Asks for one's password; a wrong one counts like a failed login. The second factor is on once its first code is confirmed.",
      request: jsonBody(SecondFactorStart),
      responses: { 200: jsonAnswer("The secret, as text and as a QR code's text", SecondFactorEnrolment) },
      problems: [...FORM_PROBLEMS, ...PASSWORD_PROBLEMS, "SecondFactorAlreadyOn"],
    }),
    async (c) => {
      const { id, sessionId: session } = c.get("staff");
      if (await findSecondFactor(core.sql, id)) return problem(c, "SecondFactorAlreadyOn");
      const own = await withPassword(c, c.req.valid("json").currentPassword);
      if (!own.ok) return own.response;
      const { username } = own.value;
      const { secret, uri } = newSecret({ issuer: core.settings.now().name, label: username });
      const password = passwordFingerprint(own.value);
      const enrolment = await tickets.issue(ENROLMENT, { sub: String(id), secret, session, password });
      return c.json({ secret, uri, enrolment } satisfies SecondFactorEnrolment, 200);
    },
  );

  app.openapi(
    enrolling.post("/api/staff/second-factor", {
      summary: "Turn one's second factor on, with a first code",
      description: "In the session that began it. All other sessions of the account end.",
      request: jsonBody(SecondFactorConfirmation),
      responses: { 201: jsonAnswerOfWrite("The second factor is on", RecoveryCodes) },
      problems: [...CODE_PROBLEMS, "EnrolmentEnded", "SecondFactorAlreadyOn"],
    }),
    async (c) => {
      const { enrolment, code } = c.req.valid("json");
      const { id, sessionId } = c.get("staff");
      const claims = await tickets.read(ENROLMENT, enrolment);
      const account = await credentialsOf(core.sql, id);
      const isTheirs = claims?.sub === String(id) && claims.session === sessionId;
      if (!isTheirs || account === null || claims.password !== passwordFingerprint(account)) {
        return problem(c, "EnrolmentEnded");
      }
      const outcome = await enrollSecondFactor(
        core,
        { secret: claims.secret, code },
        { id, sessionId, meta: staffMeta(c) },
      );
      const message = "Second factor turned on";
      return answerCreated(c, ofSession(outcome), (recoveryCodes) => ({ recoveryCodes, message }));
    },
  );

  app.openapi(
    everyRole.post("/api/staff/second-factor/recovery-codes", {
      summary: "Make ten new recovery codes, with password and code; the earlier ones no longer work",
      request: jsonBody(SecondFactorChange),
      responses: { 200: jsonAnswerOfWrite("The new codes", RecoveryCodes) },
      problems: [...CODE_PROBLEMS, ...PASSWORD_PROBLEMS, "CodeLoginClosed", "SecondFactorOff"],
    }),
    async (c) => {
      const changed = await withCode(c, c.req.valid("json"), renewRecoveryCodes);
      if (!changed.ok) return changed.response;
      return answerWritten(c, changed, (recoveryCodes) => ({
        recoveryCodes,
        message: "Recovery codes renewed",
      }));
    },
  );

  app.openapi(
    everyRole.post("/api/staff/second-factor/turn-off", {
      summary: "Turn one's own second factor off, with password and code",
      request: jsonBody(SecondFactorChange),
      responses: { 200: jsonAnswerOfWrite("The second factor is off", SecondFactorTurnedOff) },
      problems: [...CODE_PROBLEMS, ...PASSWORD_PROBLEMS, "CodeLoginClosed", "SecondFactorOff"],
    }),
    async (c) => {
      const changed = await withCode(c, c.req.valid("json"), turnOffSecondFactor);
      if (!changed.ok) return changed.response;
      return answerWritten(c, changed, () => ({ message: "Second factor turned off" }));
    },
  );

  app.openapi(
    staff.get("/api/staff/second-factor-policy", {
      summary: "The roles that must have a second factor",
      responses: { 200: jsonAnswer("The policy", SecondFactorPolicy) },
    }),
    async (c) => c.json({ roles: await secondFactorRoles(core.sql) } satisfies SecondFactorPolicy, 200),
  );

  app.openapi(
    admins.put("/api/staff/second-factor-policy", {
      summary: "Require a second factor for these roles, and for no others",
      description:
        "For admins. Staff with such a role and no second factor get `SecondFactorRequired` from every call for staff until they have set one up.",
      request: jsonBody(SecondFactorPolicy),
      responses: { 200: jsonAnswerOfWrite("The policy", SecondFactorPolicy) },
      problems: [...FORM_PROBLEMS, "ConcurrentChange"],
    }),
    async (c) => {
      const { roles } = c.req.valid("json");
      const change = { by: c.get("staff"), meta: staffMeta(c) };
      const outcome = await setSecondFactorPolicy(core, roles, change);
      return answerWritten(c, outcome, (value) => ({ roles: [...value] }));
    },
  );

  /** The holder of a stolen session does not have the password: wrong passwords count like those of a login. */
  async function withPassword(c: Context<StaffEnv>, currentPassword: string) {
    const account = await credentialsOf(core.sql, c.get("staff").id);
    if (!account) return { ok: false as const, response: problem(c, "StaffNotFound") };
    return limits.limitedLogin(c, {
      kind: "staff",
      account: account.username,
      check: () => checkOwnPassword(core, account, currentPassword),
      open: async (checked) => ({ ok: true as const, value: checked, position: null }),
    });
  }

  async function withCode<Changed>(
    c: Context<StaffEnv>,
    { currentPassword, code }: SecondFactorChange,
    change: (
      core: Bff["core"],
      proof: CodeProof,
      own: { id: number; meta: EventMeta },
    ) => Promise<Outcome<Changed>>,
  ) {
    const { id } = c.get("staff");
    const own = { id, meta: staffMeta(c) };
    if (!(await findSecondFactor(core.sql, id)))
      return { ok: false as const, response: problem(c, "SecondFactorOff") };
    const account = await withPassword(c, currentPassword);
    if (!account.ok) return account;
    return withOwnCode(c, bff, code, (proof) => change(core, proof, own));
  }
}

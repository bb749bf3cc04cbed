/** The calls by which staff log in and out (decisions 87, 91). */
import type { Outcome } from "../../../../core/log/decision.ts";
import { refuse } from "../../../../core/log/rejection.ts";
import { readPerson } from "../../../../core/person/personal-data.ts";
import { type NewSession, newSession } from "../../../../core/session/sessions.ts";
import { checkCode, closedCodeLogin, openCodeLogin } from "../../../../core/staff/code-attempts.ts";
import type { StaffCredentials } from "../../../../core/staff/credentials.ts";
import {
  checkStaffPassword,
  type SignedInStaff,
  setPasswordByLink,
  signInStaff,
} from "../../../../core/staff/handle.ts";
import { visitorMeta } from "../../../access/customer-access.ts";
import { endSentSessions } from "../../../access/log-out.ts";
import { codeLimitName, issueLoginChallenge, readLoginChallenge } from "../../../access/login-challenge.ts";
import type { App, Bff } from "../../../context.ts";
import { LoginOpened, LoginReopening, SecondFactorLogin } from "../../../contract/staff/second-factor.ts";
import {
  LoggedOut,
  PasswordChanged,
  StaffLoggedIn,
  StaffLogin,
  StaffPasswordByLink,
} from "../../../contract/staff/staff.ts";
import { logPositionHeader, problem, refusal } from "../../../http/answers.ts";
import type { BffContext } from "../../../http/hono-env.ts";
import { calls, FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../../http/openapi.ts";

interface PasswordAccepted {
  credentials: StaffCredentials;
  session: NewSession;
  /** Null while the code is still missing. */
  signedIn: SignedInStaff | null;
}

/** RFC 9110 requires that every 401 says how to sign in. */
const BEARER = { "WWW-Authenticate": "Bearer" };

export function staffLoginRoutes(app: App, bff: Bff): void {
  const { core, sessions, limits, devices } = bff;
  const visitors = calls("Staff");
  app.openapi(
    visitors.post("/api/auth/login", {
      summary: "Log in as staff",
      description:
        "The session is answered as a token and set as a cookie; either is valid for 12 hours. An unknown username, a wrong password and a deactivated account get the same answer. With a second factor the right password gets a `challenge`, for `/api/auth/login/second-factor`.",
      request: jsonBody(StaffLogin),
      responses: { 200: jsonAnswerOfWrite("Logged in", StaffLoggedIn) },
      problems: [
        ...FORM_PROBLEMS,
        "InvalidStaffCredentials",
        "SecondFactorCodeNeeded",
        "CodeLoginClosed",
        "TooManyRequests",
        "ConcurrentChange",
        "PasswordsBusy",
      ],
    }),
    async (c) => {
      const typed = c.req.valid("json");
      const login = await limits.limitedLogin(c, {
        kind: "staff",
        account: typed.username,
        async check() {
          const credentials = await checkStaffPassword(core, typed);
          return credentials ? { ok: true, value: credentials } : refuse("InvalidStaffCredentials");
        },
        async open(credentials): Promise<Outcome<PasswordAccepted>> {
          const session = newSession("staff", core.clock.now());
          const outcome = await signInStaff(core, credentials, session, c.get("requestId"));
          if (outcome.ok) return { ...outcome, value: { credentials, session, signedIn: outcome.value } };
          if (outcome.rejection.code !== "SecondFactorCodeNeeded") return outcome;
          // The password was right: that is not a failure to count, and not yet a login.
          return { ok: true, value: { credentials, session, signedIn: null }, position: null };
        },
        proves: ({ signedIn }) => signedIn !== null,
      });
      if (!login.ok) return login.response;
      const { credentials, session, signedIn } = login.value;
      if (signedIn === null) {
        const challenge = await issueLoginChallenge(bff, credentials);
        return problem(c, "SecondFactorCodeNeeded", { challenge, headers: BEARER });
      }
      const loggedIn = await giveSession(c, session, credentials, signedIn);
      return c.json(loggedIn, 200, { "Cache-Control": "no-store", ...logPositionHeader(login.position) });
    },
  );

  app.openapi(
    visitors.post("/api/auth/login/second-factor", {
      summary: "Complete a login with a code of the second factor",
      description:
        "`challenge` is what `/api/auth/login` answered less than five minutes ago; `code` the six digits of the authenticator app, or a recovery code. A code works once. Ten wrong codes end the challenge; twenty within an hour close the account's login until the mailed link opens it.",
      request: jsonBody(SecondFactorLogin),
      responses: { 200: jsonAnswerOfWrite("Logged in", StaffLoggedIn) },
      problems: [
        ...FORM_PROBLEMS,
        "LoginChallengeEnded",
        "CodeLoginClosed",
        "InvalidSecondFactorCode",
        "InvalidStaffCredentials",
        "TooManyRequests",
        "ConcurrentChange",
      ],
    }),
    async (c) => {
      const { challenge, code } = c.req.valid("json");
      const challenged = await readLoginChallenge(bff, challenge);
      if (challenged === null) return problem(c, "LoginChallengeEnded", { headers: BEARER });
      const { account: credentials, name } = challenged;
      c.set("challenged", credentials);
      const { id } = credentials;
      const session = newSession("staff", core.clock.now());
      const login = await limits.limitedLogin(c, {
        kind: "staff",
        account: codeLimitName(id),
        async check() {
          const typed = { staffId: id, code, challenge: name, network: limits.addressHashOf(c) };
          return checkCode(core, typed, visitorMeta(c));
        },
        async open({ proof, uncount }) {
          const outcome = await signInStaff(core, credentials, session, c.get("requestId"), proof);
          if (outcome.ok) await uncount();
          return outcome;
        },
      });
      if (!login.ok) return login.response;
      devices.remember(c, { kind: "staff", account: credentials.username });
      const loggedIn = await giveSession(c, session, credentials, login.value);
      return c.json(loggedIn, 200, { "Cache-Control": "no-store", ...logPositionHeader(login.position) });
    },
  );

  app.openapi(
    visitors.post("/api/auth/login/open", {
      summary: "Open a login that wrong codes have closed",
      description: "By the link that was mailed when it was closed; once.",
      middleware: limits.accounts,
      request: jsonBody(LoginReopening),
      responses: { 200: jsonAnswerOfWrite("Codes are accepted again", LoginOpened) },
      problems: [...FORM_PROBLEMS, "LinkInvalid", "TooManyRequests", "ConcurrentChange"],
    }),
    async (c) => {
      const { token } = c.req.valid("json");
      const closed = await closedCodeLogin(core, token);
      if (closed) c.set("challenged", { id: closed.staffId });
      const outcome = await openCodeLogin(core, token, visitorMeta(c));
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const opened: LoginOpened = { message: "Your login is open again. You can log in with a code now." };
      return c.json(opened, 200, { "Cache-Control": "no-store", ...logPositionHeader(outcome.position) });
    },
  );

  app.openapi(
    visitors.post("/api/auth/staff-password", {
      summary: "Set one's password by the mailed link",
      description: "Once, by the link of an invitation or of a reset. All sessions of the account end.",
      middleware: limits.accounts,
      request: jsonBody(StaffPasswordByLink),
      responses: { 200: jsonAnswerOfWrite("The password is set", PasswordChanged) },
      problems: [
        ...FORM_PROBLEMS,
        "LinkInvalid",
        "PasswordTooCommon",
        "TooManyRequests",
        "PasswordsBusy",
        "StaffNotFound",
        "ConcurrentChange",
      ],
    }),
    async (c) => {
      const outcome = await setPasswordByLink(core, c.req.valid("json"), c.get("requestId"));
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const set: PasswordChanged = { message: "Your password is set. You can log in now." };
      return c.json(set, 200, { "Cache-Control": "no-store", ...logPositionHeader(outcome.position) });
    },
  );

  async function giveSession(
    c: BffContext,
    session: NewSession,
    { id, username, email, createdAt, updatedAt }: StaffCredentials,
    { role, personId, secondFactor, signedInAt }: SignedInStaff,
  ): Promise<StaffLoggedIn> {
    const person = await readPerson(core.sql, personId);
    return {
      token: await sessions.issue(c, session, { id, role }),
      staff: {
        id,
        username,
        firstName: person?.firstName ?? "",
        lastName: person?.lastName ?? "",
        email,
        role,
        isActive: true,
        secondFactor,
        lastLogin: signedInAt.toISOString(),
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      },
    };
  }

  app.openapi(
    visitors.post("/api/auth/logout", {
      summary: "Log out as staff",
      description: "Ends the session and takes its cookie back: no copy of the token is valid any longer.",
      responses: { 200: jsonAnswer("Logged out, whether or not one was logged in", LoggedOut) },
      problems: ["ForeignOrigin"],
    }),
    async (c) => {
      if (!(await endSentSessions(c, bff, "staff"))) return problem(c, "ForeignOrigin");
      return c.json({ message: "You have been logged out successfully." } satisfies LoggedOut, 200);
    },
  );
}

/** The calls by which customers register, log in and out, verify their email and set a new password (decisions 91, 95, 96). */
import type { Context } from "hono";
import { type CustomerAccount, customerAccount, profileOf } from "../../../core/customer/account.ts";
import {
  registerCustomer,
  requestEmailVerification,
  requestPasswordReset,
  resetPassword,
  signInCustomer,
  verifyEmail,
} from "../../../core/customer/handle.ts";
import { verificationTokenHolder } from "../../../core/customer/mailed-links.ts";
import { insertSession, type NewSession, newSession } from "../../../core/session/sessions.ts";
import {
  actingCustomer,
  customerCalls,
  customerMeta,
  requireCustomer,
  signedInCustomer,
  visitorMeta,
} from "../../access/customer-access.ts";
import { endSentSessions } from "../../access/log-out.ts";
import type { App, Bff } from "../../context.ts";
import {
  CustomerLogin,
  CustomerSession,
  CustomerUser,
  Done,
  EmailToVerify,
  EmailVerification,
  ForgottenPassword,
  LinkToken,
  PasswordReset,
  Registration,
} from "../../contract/customer/customer.ts";
import { answerWritten, logPositionHeader, problem, refusal } from "../../http/answers.ts";
import { calls, FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";
import { customerUserJson } from "../../wire/customer-user-json.ts";

const NOT_KEPT = { "Cache-Control": "no-store" };
const LIMITED_FORM = [...FORM_PROBLEMS, "TooManyRequests"] as const;

export function customerAccountRoutes(app: App, bff: Bff): void {
  const { core, sessions, limits, devices, logger } = bff;
  const visitors = calls("Customers");
  const customers = customerCalls(bff, "Customers");

  app.openapi(
    visitors.post("/api/auth/register", {
      summary: "Create a customer's account",
      description: "Signs in at once; a mail with a link to verify the email follows.",
      middleware: limits.accounts,
      request: jsonBody(Registration),
      responses: { 201: jsonAnswerOfWrite("The account is created", CustomerSession) },
      problems: [...LIMITED_FORM, "PasswordTooCommon", "EmailTaken", "ConcurrentChange", "PasswordsBusy"],
    }),
    async (c) => {
      const { phone, ...typed } = c.req.valid("json");
      const registration = { ...typed, phone: phone ?? null };
      const session = newSession("customer", core.clock.now());
      const outcome = await registerCustomer(core, registration, visitorMeta(c), session);
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const given = await giveSession(c, session, outcome.value);
      devices.remember(c, { kind: "customer", account: outcome.value.email });
      return c.json(given, 201, { ...NOT_KEPT, ...logPositionHeader(outcome.position) });
    },
  );

  app.openapi(
    visitors.post("/api/auth/user-login", {
      summary: "Log in as a customer",
      description:
        "The session is answered as a token and set as a cookie; either is valid for 7 days. An unknown email and a wrong password get the same answer.",
      request: jsonBody(CustomerLogin),
      responses: { 200: jsonAnswer("Logged in", CustomerSession) },
      problems: [...LIMITED_FORM, "InvalidCredentials", "PasswordsBusy"],
    }),
    async (c) => {
      const typed = c.req.valid("json");
      const login = await limits.limitedLogin(c, {
        kind: "customer",
        account: typed.email,
        check: () => signInCustomer(core, typed),
        async open(account) {
          const session = newSession("customer", core.clock.now());
          await insertSession(core.sql, session, account);
          return { ok: true, value: await giveSession(c, session, account), position: null };
        },
      });
      return login.ok ? c.json(login.value, 200, NOT_KEPT) : login.response;
    },
  );

  app.openapi(
    visitors.post("/api/auth/user-logout", {
      summary: "Log out as a customer",
      description: "Ends the session and takes its cookie back: no copy of the token is valid any longer.",
      responses: { 200: jsonAnswer("Logged out, whether or not one was logged in", Done) },
      problems: ["ForeignOrigin"],
    }),
    async (c) => {
      if (!(await endSentSessions(c, bff, "customer"))) return problem(c, "ForeignOrigin");
      bff.bookingCookies.clear(c);
      return c.json(done("You have been successfully logged out."), 200);
    },
  );

  app.openapi(
    customers.get("/api/auth/me", {
      summary: "The signed-in customer",
      responses: { 200: jsonAnswer("The account as it is now", CustomerUser) },
    }),
    async (c) => c.json(await userOf(c.get("customer")), 200),
  );

  app.openapi(
    visitors.get("/api/auth/verify-email", {
      summary: "Look at a verification link",
      description: "Changes nothing, so that a mail scanner that follows links verifies no email.",
      request: { query: LinkToken },
      responses: { 200: jsonAnswer("The email that the link is for", EmailToVerify) },
      problems: ["MissingInformation", "InvalidData", "LinkInvalid"],
    }),
    async (c) => {
      const holder = await verificationTokenHolder(core, c.req.valid("query").token);
      const account = holder && (await customerAccount(core, holder.customerId));
      if (!account) return problem(c, "LinkInvalid");
      const { id, email, emailVerified } = account;
      const passwordNeeded = !emailVerified && (await signedInCustomer(c, bff))?.id !== id;
      return c.json({ email, emailVerified, passwordNeeded } satisfies EmailToVerify, 200, NOT_KEPT);
    },
  );

  app.openapi(
    visitors.post("/api/auth/verify-email", {
      summary: "Verify an email by its link",
      description:
        "Bookings that were made as a guest with this email are the customer's from now on. A caller who is not signed in to the account sets a new password with it (409 without): all older sessions end, since another person may have opened the account.",
      middleware: limits.accounts,
      request: jsonBody(EmailVerification),
      responses: { 200: jsonAnswerOfWrite("The email is verified", Done) },
      problems: [...LIMITED_FORM, "LinkInvalid", "PasswordNeeded", "PasswordTooCommon", "ConcurrentChange"],
    }),
    async (c) => {
      const asked = c.req.valid("json");
      const customer = await signedInCustomer(c, bff);
      const signedInAs = customer && actingCustomer(customer);
      const outcome = await verifyEmail(core, { ...asked, signedInAs }, visitorMeta(c));
      return answerWritten(c, outcome, ({ id }) =>
        done(
          asked.password !== undefined && customer?.id !== id
            ? "Your email is verified and your new password set. Please sign in with it."
            : "Your email is verified.",
        ),
      );
    },
  );

  app.openapi(
    customers.post("/api/auth/verify-email/resend", {
      summary: "Ask for another verification mail",
      description: "At most one every two minutes is sent, and none once the email is verified.",
      middleware: [limits.accounts, requireCustomer(bff)] as const,
      responses: { 200: jsonAnswerOfWrite("A mail is on its way, unless none is needed", Done) },
      problems: ["TooManyRequests", "ConcurrentChange"],
    }),
    async (c) => {
      const customer = c.get("customer");
      const outcome = await requestEmailVerification(core, customer.id, customerMeta(c, customer));
      return answerWritten(c, outcome, ({ emailVerified }) =>
        done(
          emailVerified ? "Your email is already verified." : "We have sent you a link to verify your email.",
        ),
      );
    },
  );

  app.openapi(
    visitors.post("/api/auth/forgot-password", {
      summary: "Ask for a link to set a new password",
      description:
        "The answer is the same whether or not there is an account. At most one mail every two minutes is sent.",
      middleware: limits.accounts,
      request: jsonBody(ForgottenPassword),
      responses: { 200: jsonAnswer("If there is an account, a mail is on its way", Done) },
      problems: [...LIMITED_FORM],
    }),
    (c) => {
      // Not awaited: the time of the answer must not tell whether there is an account.
      requestPasswordReset(core, c.req.valid("json").email, visitorMeta(c)).catch((error: unknown) =>
        logger.error(
          { err: error, requestId: c.get("requestId") },
          "a password reset could not be asked for",
        ),
      );
      const message = "If there is an account with this email, we have sent it a link to set a new password.";
      return c.json(done(message), 200, NOT_KEPT);
    },
  );

  app.openapi(
    visitors.post("/api/auth/reset-password", {
      summary: "Set a new password by its link",
      description: "The link works once, for an hour. Earlier sessions end; the email counts as verified.",
      middleware: limits.accounts,
      request: jsonBody(PasswordReset),
      responses: { 200: jsonAnswerOfWrite("The new password is set", Done) },
      problems: [...LIMITED_FORM, "LinkInvalid", "PasswordTooCommon", "ConcurrentChange", "PasswordsBusy"],
    }),
    async (c) => {
      const outcome = await resetPassword(core, c.req.valid("json"), visitorMeta(c));
      return answerWritten(c, outcome, ({ email }) => {
        sessions.clearCookie(c, "customer");
        // The mailbox proves the owner: however many strangers try this account, the owner can sign in from this device.
        devices.remember(c, { kind: "customer", account: email });
        return done("Your new password is set. Please sign in with it.");
      });
    },
  );

  async function giveSession(
    c: Context,
    session: NewSession,
    account: CustomerAccount,
  ): Promise<CustomerSession> {
    const { id } = account;
    return { token: await sessions.issue(c, session, { id }), user: await userOf(account) };
  }

  async function userOf(account: CustomerAccount): Promise<CustomerUser> {
    return customerUserJson(await profileOf(core, account));
  }
}

const done = (message: string): Done => ({ success: true, message });

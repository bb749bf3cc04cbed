/**
 * The calls by which a signed-in customer changes their profile and password and ends their sessions, and by which an account made with
 * another person's email is removed (decisions 88, 95).
 */
import { profileOf } from "../../../core/customer/account.ts";
import {
  changePassword,
  checkOwnPassword,
  disownAccount,
  logOutEverywhere,
} from "../../../core/customer/handle.ts";
import { changeProfile } from "../../../core/customer/profile.ts";
import { refusedPassword } from "../../../core/person/new-password.ts";
import { customerCalls, customerMeta, requireCustomer, visitorMeta } from "../../access/customer-access.ts";
import type { App, Bff } from "../../context.ts";
import { CustomerUser, Done, LinkToken, ProfileChange } from "../../contract/customer/customer.ts";
import { PasswordChange } from "../../contract/password.ts";
import { answerWritten, logPositionHeader, refusal } from "../../http/answers.ts";
import { calls, FORM_PROBLEMS, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";
import { customerUserJson } from "../../wire/customer-user-json.ts";

const LIMITED_FORM = [...FORM_PROBLEMS, "TooManyRequests"] as const;

export function ownCustomerAccountRoutes(app: App, bff: Bff): void {
  const { core, sessions, limits } = bff;
  const customers = customerCalls(bff, "Customers");
  const visitors = calls("Customers");

  app.openapi(
    customers.post("/api/auth/user-logout-everywhere", {
      summary: "Log out as a customer, on every device",
      description: "Ends all sessions of the account, this one too.",
      responses: { 200: jsonAnswerOfWrite("All sessions have ended", Done) },
      problems: ["ConcurrentChange"],
    }),
    async (c) => {
      const customer = c.get("customer");
      const outcome = await logOutEverywhere(core, customer.id, customerMeta(c, customer));
      return answerWritten(c, outcome, () => {
        sessions.clearCookie(c, "customer");
        bff.bookingCookies.clear(c);
        return done("You have been logged out on every device.");
      });
    },
  );

  app.openapi(
    customers.patch("/api/auth/me", {
      summary: "Change one's own name and phone",
      description:
        "The email stays: it is what the account signs in with. Bookings keep the name they were made with.",
      middleware: [limits.profiles, requireCustomer(bff)] as const,
      request: jsonBody(ProfileChange),
      responses: { 200: jsonAnswerOfWrite("The account as it is now", CustomerUser) },
      problems: [...LIMITED_FORM, "LinkInvalid", "ConcurrentChange"],
    }),
    async (c) => {
      const customer = c.get("customer");
      const { phone, ...names } = c.req.valid("json");
      const profile = { ...names, phone: phone ?? null };
      const outcome = await changeProfile(core, customer, profile, customerMeta(c, customer));
      return answerWritten(c, outcome, async (value) => customerUserJson(await profileOf(core, value)));
    },
  );

  app.openapi(
    customers.post("/api/auth/user-password", {
      summary: "Change one's own password",
      description:
        "Asks for the current one; a wrong one counts like a failed login. All other sessions of the account end.",
      middleware: [limits.accounts, requireCustomer(bff)] as const,
      request: jsonBody(PasswordChange),
      responses: { 200: jsonAnswerOfWrite("The new password is set", Done) },
      problems: [
        ...LIMITED_FORM,
        "PasswordTooCommon",
        "WrongPassword",
        "LinkInvalid",
        "ConcurrentChange",
        "PasswordsBusy",
      ],
    }),
    async (c) => {
      const customer = c.get("customer");
      const { email, sessionId } = customer;
      const { currentPassword, password } = c.req.valid("json");
      const refused = refusedPassword(core.passwords, password, [email]);
      if (refused) return refusal(c, refused.rejection);
      const changed = await limits.limitedLogin(c, {
        kind: "customer",
        account: email,
        check: () => checkOwnPassword(core, customer, currentPassword),
        open: (checked) => changePassword(core, checked, { password, sessionId }, customerMeta(c, customer)),
      });
      if (!changed.ok) return changed.response;
      return c.json(done("Your new password is set."), 200, logPositionHeader(changed.position));
    },
  );

  app.openapi(
    visitors.post("/api/auth/disown-account", {
      summary: "Remove an account that another person opened with one's email",
      description:
        "By the link of a verification mail, as long as the email is not verified. All its sessions end.",
      middleware: limits.accounts,
      request: jsonBody(LinkToken),
      responses: { 200: jsonAnswerOfWrite("The account is removed", Done) },
      problems: [...LIMITED_FORM, "LinkInvalid", "EmailAlreadyVerified", "ConcurrentChange"],
    }),
    async (c) => {
      const outcome = await disownAccount(core, c.req.valid("json").token, visitorMeta(c));
      return answerWritten(c, outcome, () => done("The account has been removed."));
    },
  );
}

const done = (message: string): Done => ({ success: true, message });

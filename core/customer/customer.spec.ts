/** Checks the decisions about a customer's account. */
import { describe, expect, it } from "vitest";
import { specification } from "../testing/decider-specification.ts";
import { type CustomerEvent, decide, evolve, MAIL_INTERVAL_MS, noCustomer } from "./customer.ts";

const { given } = specification({ initial: noCustomer, evolve, decide });

const personId = "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11";
const registered: CustomerEvent = { type: "CustomerRegistered", data: { personId } };
const verified: CustomerEvent = { type: "CustomerEmailVerified", data: {} };
const now = new Date("2026-12-01T15:00:00.000Z");
const soon = new Date(now.getTime() + MAIL_INTERVAL_MS - 1);
const later = new Date(now.getTime() + MAIL_INTERVAL_MS);

describe("a customer's account", () => {
  it("is registered once", () => {
    given().when({ type: "RegisterCustomer", personId }).expect(registered);
    given(registered).when({ type: "RegisterCustomer", personId }).expectNothing();
  });

  it("changes its customer's name and phone, in another row of personal data each time", () => {
    const other = "6a1d4d4a-65c7-4e1b-b58c-4e3f1d8a4b22";
    given(registered)
      .when({ type: "ChangeProfile", personId: other })
      .expect({ type: "CustomerProfileChanged", data: { personId: other } });
    given().when({ type: "ChangeProfile", personId: other }).expectRefused("LinkInvalid");
  });

  it("has its email verified once, from its own session", () => {
    const verify = { type: "VerifyEmail", by: "own-session" } as const;
    given(registered).when(verify).expect(verified);
    given(registered, verified).when(verify).expectNothing();
    given().when(verify).expectRefused("LinkInvalid");
  });

  it("has its email verified from elsewhere only together with a new password, and by one link once", () => {
    const changed: CustomerEvent = { type: "CustomerPasswordChanged", data: {} };
    given(registered)
      .when({ type: "VerifyEmail", by: "link-alone" })
      .expectRefused("PasswordNeeded", "password");
    given(registered).when({ type: "VerifyEmail", by: "new-password" }).expect(changed, verified);
    given(registered, verified)
      .when({ type: "VerifyEmail", by: "new-password" })
      .expectRefused("LinkInvalid");
    given(registered, verified).when({ type: "VerifyEmail", by: "link-alone" }).expectNothing();
  });

  it("is disowned while its email is not verified, and is then removed", () => {
    const disowned: CustomerEvent = { type: "CustomerAccountDisowned", data: {} };
    given(registered).when({ type: "DisownAccount" }).expect(disowned);
    given(registered, verified).when({ type: "DisownAccount" }).expectRefused("EmailAlreadyVerified");
    given(registered, disowned).when({ type: "VerifyEmail", by: "own-session" }).expectRefused("LinkInvalid");
  });

  it("asks once to be erased, and waits", () => {
    const asked: CustomerEvent = { type: "ErasureRequested", data: {} };
    given(registered).when({ type: "RequestErasure" }).expect(asked);
    given(registered, asked).when({ type: "RequestErasure" }).expectNothing();
    given().when({ type: "RequestErasure" }).expectRefused("LinkInvalid");
  });

  it("asks again once the email is verified, because only then everything under that email is included", () => {
    const asked: CustomerEvent = { type: "ErasureRequested", data: {} };
    given(registered, asked, verified).when({ type: "RequestErasure" }).expect(asked);
    given(registered, asked, verified, asked).when({ type: "RequestErasure" }).expectNothing();
    given(registered, verified, asked).when({ type: "RequestErasure" }).expectNothing();
  });

  it("does not ask for erasure on behalf of a person who takes it over by its mailbox", () => {
    const asked: CustomerEvent = { type: "ErasureRequested", data: {} };
    const taken: CustomerEvent[] = [
      { type: "CustomerPasswordChanged", data: {} },
      { type: "CustomerEmailVerified", data: {} },
    ];
    expect([registered, asked, ...taken].reduce(evolve, noCustomer)).toMatchObject({
      erasureRequested: null,
    });
  });

  it("is sent another verification mail, but no second one shortly after, and none once verified", () => {
    const asked: CustomerEvent = { type: "EmailVerificationRequested", data: { at: now.toISOString() } };
    given(registered).when({ type: "RequestEmailVerification", now }).expect(asked);
    given(registered, asked).when({ type: "RequestEmailVerification", now: soon }).expectNothing();
    given(registered, asked)
      .when({ type: "RequestEmailVerification", now: later })
      .expect({ ...asked, data: { at: later.toISOString() } });
    given(registered, verified).when({ type: "RequestEmailVerification", now }).expectNothing();
  });

  it("is sent a link to set a new password, but no second one shortly after", () => {
    const asked: CustomerEvent = { type: "PasswordResetRequested", data: { at: now.toISOString() } };
    given(registered).when({ type: "RequestPasswordReset", now }).expect(asked);
    given(registered, asked).when({ type: "RequestPasswordReset", now: soon }).expectNothing();
    given(registered, asked, { type: "CustomerPasswordChanged", data: {} })
      .when({ type: "RequestPasswordReset", now: soon })
      .expect({ ...asked, data: { at: soon.toISOString() } });
  });

  it("has its email verified by setting a password through a mailed link", () => {
    const changed: CustomerEvent = { type: "CustomerPasswordChanged", data: {} };
    given(registered).when({ type: "ChangePassword", byMailedLink: true }).expect(changed, verified);
    given(registered, verified).when({ type: "ChangePassword", byMailedLink: true }).expect(changed);
    given(registered).when({ type: "ChangePassword", byMailedLink: false }).expect(changed);
  });
});

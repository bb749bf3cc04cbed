/** Checks registering, signing in, verifying the email and resetting the password on a real database. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Core } from "../context.ts";
import { newSession } from "../session/sessions.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createTestCore, type TestClock, testMeta } from "../testing/test-core.ts";
import { customerAccount } from "./account.ts";
import {
  registerCustomer,
  requestEmailVerification,
  requestPasswordReset,
  resetPassword,
  signInCustomer,
  verifyEmail,
} from "./handle.ts";
import {
  PASSWORD_RESET_VALID_MS,
  passwordResetLink,
  VERIFICATION_VALID_MS,
  verificationLink,
} from "./mailed-links.ts";

let database: TestDatabase;
let core: Core & { clock: TestClock };
beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database);
});
afterAll(() => database.drop());

let customers = 0;
const registration = (email = `customer-${++customers}@example.test`) => ({
  email,
  password: "secret1",
  firstName: "Ada",
  lastName: "Byron",
  phone: null,
});

async function register(email?: string) {
  const request = registration(email);
  const session = newSession("customer", core.clock.now());
  const outcome = await registerCustomer(core, request, testMeta, session);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  const { id } = outcome.value;
  const own = { kind: "customer" as const, sessionId: session.sessionId, accountId: id };
  return { ...request, id, own };
}

const typesOf = async (id: number): Promise<string[]> => {
  const rows = await core.sql<{ type: string }[]>`
    select type from events where stream = ${`customer-${id}`} order by version`;
  return rows.map((row) => row.type);
};
const refused = (code: string) => ({ ok: false, rejection: { code } });
const forward = (ms: number) => core.clock.set(new Date(core.clock.now().getTime() + ms));

describe("registering", () => {
  it("keeps name, email and password out of the log", async () => {
    const { id } = await register("Ada.Log@example.test");
    const [event] = await core.sql`select data, meta from events where stream = ${`customer-${id}`}`;
    expect(JSON.stringify(event)).not.toMatch(/ada|byron|secret|argon/i);
    const [row] = await core.sql`select password_hash from customer_credentials where customer_id = ${id}`;
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });

  it("makes one account of many simultaneous tries, whatever the case of the email", async () => {
    const spellings = ["one@example.test", "ONE@example.test", "One@Example.Test"];
    const outcomes = await Promise.all(
      Array.from({ length: 9 }, (_, i) => registerCustomer(core, registration(spellings[i % 3]), testMeta)),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    for (const outcome of outcomes.filter((one) => !one.ok)) {
      expect(outcome).toMatchObject({ rejection: { code: "EmailTaken", errors: [{ path: "email" }] } });
    }
    const [people] =
      await core.sql`select count(*) from personal_data where lower(email) = 'one@example.test'`;
    expect(Number(people?.count)).toBe(1);
  });
});

describe("signing in", () => {
  it("accepts only the right password, and gives unknown emails the same answer", async () => {
    const { id, email } = await register();
    const signIn = (who: string, password: string) => signInCustomer(core, { email: who, password });
    expect(await signIn(email.toUpperCase(), "secret1")).toMatchObject({ ok: true, value: { id } });
    const wrong = await signIn(email, "Secret1");
    expect(wrong).toEqual(refused("InvalidCredentials"));
    expect(await signIn("unknown@example.test", "secret1")).toEqual(wrong);
  });
});

describe("verifying the email", () => {
  it("accepts the mailed link until it expires, and again without a change", async () => {
    const { id, own } = await register();
    const link = await verificationLink(core, id, core.clock.now());
    if (!link) throw new Error("no link");
    const start = core.clock.now();
    forward(VERIFICATION_VALID_MS - 1);
    expect(await verifyEmail(core, { token: link.token, signedInAs: own }, testMeta)).toMatchObject({
      ok: true,
      value: { id, emailVerified: true },
    });
    expect((await verifyEmail(core, { token: link.token, signedInAs: own }, testMeta)).ok).toBe(true);
    expect(await typesOf(id)).toEqual(["CustomerRegistered", "CustomerEmailVerified"]);
    forward(1);
    expect(await verifyEmail(core, { token: link.token, signedInAs: own }, testMeta)).toEqual(
      refused("LinkInvalid"),
    );
    core.clock.set(start);
    expect(await verificationLink(core, id, core.clock.now())).toBeNull();
  });

  it("accepts no link of another account, purpose or key", async () => {
    const [ada, eve] = [await register(), await register()];
    const now = core.clock.now();
    const [adas, eves, reset] = [
      await verificationLink(core, ada.id, now),
      await verificationLink(core, eve.id, now),
      await passwordResetLink(core, ada.id, now),
    ];
    const forged = `${ada.id}.${eves?.token.split(".").slice(1).join(".")}`;
    for (const token of [forged, reset?.token ?? "", `${adas?.token}x`, "1.2.3", ""]) {
      expect(await verifyEmail(core, { token, signedInAs: ada.own }, testMeta)).toEqual(
        refused("LinkInvalid"),
      );
    }
    expect((await customerAccount(core, ada.id))?.emailVerified).toBe(false);
  });

  it("requests only one more mail at a time", async () => {
    const { id } = await register();
    await requestEmailVerification(core, id, testMeta);
    await requestEmailVerification(core, id, testMeta);
    expect(await typesOf(id)).toEqual(["CustomerRegistered", "EmailVerificationRequested"]);
  });
});

describe("setting a new password", () => {
  async function asked() {
    const customer = await register();
    await requestPasswordReset(core, customer.email.toUpperCase(), testMeta);
    const link = await passwordResetLink(core, customer.id, core.clock.now());
    if (!link) throw new Error("no link");
    return { ...customer, token: link.token };
  }
  const reset = (token: string, password = "another1") => resetPassword(core, { token, password }, testMeta);

  it("works once, ends older sessions and verifies the email", async () => {
    const { id, email, token } = await asked();
    expect(await reset(token)).toMatchObject({
      ok: true,
      value: { id, passwordVersion: 2, emailVerified: true },
    });
    expect(await reset(token, "a third one")).toEqual(refused("LinkInvalid"));
    expect((await signInCustomer(core, { email, password: "secret1" })).ok).toBe(false);
    expect((await signInCustomer(core, { email, password: "another1" })).ok).toBe(true);
    expect(await typesOf(id)).toEqual([
      "CustomerRegistered",
      "PasswordResetRequested",
      "CustomerPasswordChanged",
      "CustomerEmailVerified",
    ]);
  });

  it("accepts one of many simultaneous clicks", async () => {
    const { id, token } = await asked();
    const outcomes = await Promise.all(Array.from({ length: 6 }, (_, i) => reset(token, `password-${i}`)));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual(
      Array.from({ length: 5 }, () => refused("LinkInvalid")),
    );
    expect((await customerAccount(core, id))?.passwordVersion).toBe(2);
  });

  it("is possible for an hour", async () => {
    const start = core.clock.now();
    const { id, token } = await asked();
    forward(PASSWORD_RESET_VALID_MS);
    expect(await reset(token)).toEqual(refused("LinkInvalid"));
    expect(await passwordResetLink(core, id, start)).toBeNull();
    core.clock.set(start);
    expect((await reset(token)).ok).toBe(true);
  });

  it("writes nothing for an email without an account", async () => {
    const count = async () => Number((await core.sql`select count(*) from events`)[0]?.count);
    const before = await count();
    await requestPasswordReset(core, "unknown@example.test", testMeta);
    expect(await count()).toBe(before);
  });
});

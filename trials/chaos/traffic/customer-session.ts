/** Keeps a client signed in as a customer: register, log in again, change the password, end sessions, request an erasure. */
import { randomUUID } from "node:crypto";
import type { CustomerSession } from "../../../bff/contract/customer/customer.ts";
import { type Credentials, changePassword, logIn, newCredentials } from "./client/passwords.ts";
import { person } from "./made-up-people.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";

export interface Customer extends ScenarioContext {
  account: CustomerAccount;
}

interface CustomerAccount extends Credentials {
  email: string;
  registered: boolean;
  /** Their email, by the link in its mail. */
  verified: boolean;
  /** No login is possible any more, for example because the account was erased. */
  over: boolean;
}

export const newCustomerAccount = (): CustomerAccount => ({
  email: `customer-${randomUUID()}@example.test`,
  ...newCredentials(),
  registered: false,
  verified: false,
  over: false,
});

/** Signs in if that is needed; answers whether the client is then signed in. */
export async function signInCustomer(who: Customer): Promise<boolean> {
  const { client, account } = who;
  if (!client.signedOut()) return true;
  if (!account.registered) {
    const { firstName, lastName } = person(client.random);
    const { email, password } = account;
    const body = { email, password, firstName, lastName };
    const answer = await client.call<CustomerSession>("POST /api/auth/register", { body });
    // 409: an earlier call without an answer has registered the account.
    account.registered = answer.ok || answer.status === 409;
    if (answer.ok) client.setToken(answer.body.token);
    return answer.ok;
  }
  const status = await logIn(client, "POST /api/auth/user-login", { email: account.email }, account);
  account.over = status === 401;
  return !client.signedOut();
}

export const accounts: readonly Scenario<Customer>[] = [
  {
    name: "registers another account, logs out and in",
    weight: 1,
    operations: ["POST /api/auth/register", "POST /api/auth/user-logout", "POST /api/auth/user-login"],
    async run({ world, client }) {
      const other = { world, client: client.openSecondSession(), account: newCustomerAccount() };
      if (!(await signInCustomer(other))) return;
      await other.client.call("POST /api/auth/user-logout");
      other.client.setToken(null);
      await signInCustomer(other);
    },
  },
  {
    name: "reads the account and changes the name",
    weight: 2,
    operations: ["GET /api/auth/me", "PATCH /api/auth/me", "GET /api/auth/my-data"],
    async run({ client }) {
      await client.call("GET /api/auth/me");
      const { firstName, lastName, phone } = person(client.random);
      await client.call("PATCH /api/auth/me", { body: { firstName, lastName, phone } });
      await client.call("GET /api/auth/me");
      await client.call("GET /api/auth/my-data");
    },
  },
  {
    name: "reads the loyalty points",
    weight: 1,
    operations: ["GET /api/customer/{email}/loyalty"],
    async run({ client, account }) {
      await client.call("GET /api/customer/{email}/loyalty", { params: { email: account.email } });
    },
  },
  {
    name: "changes the password",
    weight: 1,
    operations: ["POST /api/auth/user-password", "GET /api/auth/me"],
    async run(who) {
      await changePassword(who.client, "POST /api/auth/user-password", who.account);
      await who.client.call("GET /api/auth/me");
    },
  },
  {
    name: "ends all sessions",
    weight: 1,
    operations: ["POST /api/auth/user-logout-everywhere", "POST /api/auth/user-login"],
    async run(who) {
      await who.client.call("POST /api/auth/user-logout-everywhere");
      who.client.setToken(null);
      await signInCustomer(who);
    },
  },
  {
    name: "requests mails with links",
    weight: 1,
    operations: ["POST /api/auth/verify-email/resend", "POST /api/auth/forgot-password"],
    async run({ client, account }) {
      await client.call("POST /api/auth/verify-email/resend");
      await client.call("POST /api/auth/forgot-password", { body: { email: account.email } });
    },
  },
  {
    name: "requests an erasure",
    weight: 1,
    operations: ["POST /api/auth/erasure-request"],
    async run({ client, account, world }) {
      const answer = await client.call("POST /api/auth/erasure-request");
      if (answer.ok) world.erasureRequests.push(account.email);
    },
  },
];

/** Scenarios of staff accounts: made, deactivated, reactivated, deleted; passwords, sessions and second factors. */
import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { RecoveryCodes, SecondFactorEnrolment } from "../../../bff/contract/staff/second-factor.ts";
import type { StaffLoggedIn } from "../../../bff/contract/staff/staff.ts";
import { changePassword } from "./client/passwords.ts";
import { person } from "./made-up-people.ts";
import type { Scenario } from "./scenario.ts";
import { type Colleague, createStaffAccount, type StaffLogin, signInStaff } from "./staff-session.ts";

/** Scenarios of every colleague with their own account. */
export const ownAccount: readonly Scenario<Colleague>[] = [
  {
    name: "changes the password",
    weight: 0.5,
    operations: ["POST /api/auth/password", "GET /api/staff/second-factor"],
    async run({ client, login }) {
      await changePassword(client, "POST /api/auth/password", login);
      await client.call("GET /api/staff/second-factor");
    },
  },
  {
    name: "logs out, here and everywhere, and logs in again",
    weight: 0.5,
    operations: ["POST /api/auth/logout", "POST /api/auth/logout-everywhere", "POST /api/auth/login"],
    async run(who) {
      for (const operation of ["POST /api/auth/logout", "POST /api/auth/logout-everywhere"]) {
        await who.client.call(operation);
        who.client.setToken(null);
        if (!(await signInStaff(who))) return;
      }
    },
  },
];

/** Scenarios of managers. */
export const accountScenarios: readonly Scenario<Colleague>[] = [
  {
    name: "makes an account, deactivates and reactivates it",
    weight: 1,
    operations: [
      "POST /api/staff/create",
      "PATCH /api/staff/{id}/deactivate",
      "PATCH /api/staff/{id}/reactivate",
      "GET /api/staff",
    ],
    async run({ client }) {
      const hired = await createStaffAccount(client, client.random.pick(["staff", "auditor"]));
      if (!hired) return;
      const params = { id: hired.id };
      await client.call("PATCH /api/staff/{id}/deactivate", { params });
      await client.call("PATCH /api/staff/{id}/reactivate", { params });
      await client.call("GET /api/staff");
    },
  },
  {
    name: "invites a colleague, changes the role and mails another link",
    weight: 1,
    operations: [
      "POST /api/staff/invitations",
      "PATCH /api/staff/{id}/role",
      "POST /api/staff/{id}/password-link",
    ],
    async run({ client }) {
      const username = `invited-${randomUUID().slice(0, 18)}`;
      const { firstName, lastName } = person(client.random);
      const invited = await client.call<{ id: number }>("POST /api/staff/invitations", {
        body: { username, firstName, lastName, email: `${username}@hub.example.test`, role: "desk" },
      });
      if (!invited.ok) return;
      const params = { id: invited.body.id };
      await client.call("PATCH /api/staff/{id}/role", { params, body: { role: "staff" } });
      await client.call("POST /api/staff/{id}/password-link", { params });
    },
  },
];

/** Scenarios of admins. */
export const administering: readonly Scenario<Colleague>[] = [
  {
    name: "makes an account that sets up a second factor, and deletes it",
    weight: 1,
    operations: [
      "POST /api/staff/create",
      "POST /api/auth/login",
      "POST /api/staff/second-factor/enrolment",
      "POST /api/staff/second-factor",
      "POST /api/auth/login/second-factor",
      "POST /api/staff/second-factor/recovery-codes",
      "POST /api/staff/second-factor/turn-off",
      "DELETE /api/staff/{id}/second-factor",
      "DELETE /api/staff/{id}",
    ],
    async run(who) {
      const hired = await createStaffAccount(who.client, "staff");
      if (!hired) return;
      await setUpSecondFactor({ ...who, client: who.client.openSecondSession(), login: hired });
      const params = { id: hired.id };
      await who.client.call("DELETE /api/staff/{id}/second-factor", { params });
      await who.client.call("DELETE /api/staff/{id}", { params });
    },
  },
  {
    name: "sets that no role needs a second factor",
    weight: 0.5,
    operations: ["PUT /api/staff/second-factor-policy", "GET /api/staff/second-factor-policy"],
    async run({ client }) {
      await client.call("PUT /api/staff/second-factor-policy", { body: { roles: [] } });
      await client.call("GET /api/staff/second-factor-policy");
    },
  },
  {
    name: "erases a person",
    weight: 1,
    operations: ["GET /api/erasures", "POST /api/erasures"],
    async run({ client, world }) {
      await client.call("GET /api/erasures");
      const { random } = client;
      const waits = random.chance(0.5) ? world.anyEntry(random)?.email : undefined;
      const email =
        world.erasureRequests.shift() ??
        waits ??
        world.anyBooking(random)?.email ??
        "no-booking@example.test";
      await client.call("POST /api/erasures", { body: { email, confirm: email } });
    },
  },
];

/** Sets up a second factor, logs in with it, makes new recovery codes, turns it off. */
async function setUpSecondFactor(who: Colleague & { login: StaffLogin }): Promise<void> {
  const { client, login } = who;
  if (!(await signInStaff(who))) return;
  const currentPassword = login.password;
  const begun = await client.call<SecondFactorEnrolment>("POST /api/staff/second-factor/enrolment", {
    body: { currentPassword },
  });
  if (!begun.ok) return;
  const { secret, enrolment } = begun.body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const body = { enrolment, code };
  const enrolled = await client.call<RecoveryCodes>("POST /api/staff/second-factor", { body });
  if (!enrolled.ok) return;
  const [first, second] = enrolled.body.recoveryCodes;
  client.setToken(null);
  await logInByCode(who, first);
  const renewal = { body: { currentPassword, code: second } };
  const renewed = await client.call<RecoveryCodes>("POST /api/staff/second-factor/recovery-codes", renewal);
  if (!renewed.ok) return;
  const [last] = renewed.body.recoveryCodes;
  await client.call("POST /api/staff/second-factor/turn-off", { body: { currentPassword, code: last } });
}

async function logInByCode({ client, login }: Colleague, code: string | undefined): Promise<void> {
  const { username, password } = login;
  const asked = await client.call("POST /api/auth/login", { body: { username, password } });
  if (asked.status !== 401) return;
  const { challenge } = asked.body as { challenge?: string }; // the API's document says what a 401 is
  const answer = await client.call<StaffLoggedIn>("POST /api/auth/login/second-factor", {
    body: { challenge, code },
  });
  if (answer.ok) client.setToken(answer.body.token);
}

/** Scenarios of staff accounts: made, deactivated, reactivated, deleted; passwords, sessions and second factors. */
import { Secret, TOTP } from "otpauth";
import type { RecoveryCodes, SecondFactorEnrolment } from "../../contract/staff/second-factor.ts";
import type { StaffLoggedIn } from "../../contract/staff/staff.ts";
import { changePassword } from "./passwords.ts";
import type { Scenario } from "./scenario.ts";
import { type Colleague, hire, type StaffLogin, signInStaff } from "./staff-session.ts";

/** Scenarios of every colleague with their own account. */
export const ownAccount: readonly Scenario<Colleague>[] = [
  {
    name: "changes the password",
    weight: 0.5,
    operations: ["POST /api/auth/password", "GET /api/staff/second-factor"],
    async act({ caller, login }) {
      await changePassword(caller, "POST /api/auth/password", login);
      await caller.call("GET /api/staff/second-factor");
    },
  },
  {
    name: "logs out, here and everywhere, and logs in again",
    weight: 0.5,
    operations: ["POST /api/auth/logout", "POST /api/auth/logout-everywhere", "POST /api/auth/login"],
    async act(who) {
      for (const operation of ["POST /api/auth/logout", "POST /api/auth/logout-everywhere"]) {
        await who.caller.call(operation);
        who.caller.carry(null);
        if (!(await signInStaff(who))) return;
      }
    },
  },
];

/** Scenarios of managers. */
export const hiring: readonly Scenario<Colleague>[] = [
  {
    name: "makes an account, deactivates and reactivates it",
    weight: 1,
    operations: [
      "POST /api/staff/create",
      "PATCH /api/staff/{id}/deactivate",
      "PATCH /api/staff/{id}/reactivate",
      "GET /api/staff",
    ],
    async act({ caller }) {
      const hired = await hire(caller, caller.random.pick(["staff", "auditor"]));
      if (!hired) return;
      const params = { id: hired.id };
      await caller.call("PATCH /api/staff/{id}/deactivate", { params });
      await caller.call("PATCH /api/staff/{id}/reactivate", { params });
      await caller.call("GET /api/staff");
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
    async act(who) {
      const hired = await hire(who.caller, "staff");
      if (!hired) return;
      await setUpSecondFactor({ ...who, caller: who.caller.beside(), login: hired });
      const params = { id: hired.id };
      await who.caller.call("DELETE /api/staff/{id}/second-factor", { params });
      await who.caller.call("DELETE /api/staff/{id}", { params });
    },
  },
  {
    name: "sets that no role needs a second factor",
    weight: 0.5,
    operations: ["PUT /api/staff/second-factor-policy", "GET /api/staff/second-factor-policy"],
    async act({ caller }) {
      await caller.call("PUT /api/staff/second-factor-policy", { body: { roles: [] } });
      await caller.call("GET /api/staff/second-factor-policy");
    },
  },
  {
    name: "erases a person",
    weight: 1,
    operations: ["GET /api/erasures", "POST /api/erasures"],
    async act({ caller, world }) {
      await caller.call("GET /api/erasures");
      const email =
        world.erasable.shift() ?? world.anyBooking(caller.random)?.email ?? "no-booking@example.test";
      await caller.call("POST /api/erasures", { body: { email, confirm: email } });
    },
  },
];

/** Sets up a second factor, logs in with it, makes new recovery codes, turns it off. */
async function setUpSecondFactor(who: Colleague & { login: StaffLogin }): Promise<void> {
  const { caller, login } = who;
  if (!(await signInStaff(who))) return;
  const currentPassword = login.password;
  const begun = await caller.call<SecondFactorEnrolment>("POST /api/staff/second-factor/enrolment", {
    body: { currentPassword },
  });
  if (!begun.ok) return;
  const { secret, enrolment } = begun.body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const body = { enrolment, code };
  const enrolled = await caller.call<RecoveryCodes>("POST /api/staff/second-factor", { body });
  if (!enrolled.ok) return;
  const [first, second] = enrolled.body.recoveryCodes;
  caller.carry(null);
  await logInByCode(who, first);
  const renewal = { body: { currentPassword, code: second } };
  const renewed = await caller.call<RecoveryCodes>("POST /api/staff/second-factor/recovery-codes", renewal);
  if (!renewed.ok) return;
  const [last] = renewed.body.recoveryCodes;
  await caller.call("POST /api/staff/second-factor/turn-off", { body: { currentPassword, code: last } });
}

async function logInByCode({ caller, login }: Colleague, code: string | undefined): Promise<void> {
  const { username, password } = login;
  const asked = await caller.call("POST /api/auth/login", { body: { username, password } });
  if (asked.status !== 401) return;
  const { challenge } = asked.body as { challenge?: string }; // the API's document says what a 401 is
  const answer = await caller.call<StaffLoggedIn>("POST /api/auth/login/second-factor", {
    body: { challenge, code },
  });
  if (answer.ok) caller.carry(answer.body.token);
}

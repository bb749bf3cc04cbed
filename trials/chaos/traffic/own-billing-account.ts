/** Scenario of a customer with a billing account of their own: verify the email by its mail, wait for the account, book on it. */
import type { OwnAccount } from "../../../bff/contract/billing/accounts.ts";
import { BOOKING_OPERATIONS, book } from "./booking-calls.ts";
import { verificationToken } from "./client/mailbox.ts";
import type { Customer } from "./customer-session.ts";
import { otherTime } from "./guest-link.ts";
import type { Scenario } from "./scenario.ts";

const OWN = "GET /api/billing-account";
const VERIFY = "POST /api/auth/verify-email";

/** How often a customer looks whether a manager has opened the account. */
const MOST_LOOKS = 30;

/** Whether the customer has a billing account that they can book on, or gets one by waiting. */
async function hasAccount({ client, world, account }: Customer): Promise<boolean> {
  if (!account.verified) {
    const token = await verificationToken(world.outbox, account.email);
    if (token === null) return false;
    const answer = await client.call(VERIFY, { body: { token }, repeatable: true });
    if (!answer.ok) return false;
    account.verified = true;
    world.accountWishes.push(account.email);
  }
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const own = await client.call<OwnAccount>(OWN);
    if (own.ok && own.body.account) return true;
    if (client.signedOut()) return false;
  }
  return false;
}

export const ownBillingAccount: readonly Scenario<Customer>[] = [
  {
    name: "books on their own billing account, and moves or cancels the visit",
    weight: 4,
    operations: [VERIFY, OWN, ...BOOKING_OPERATIONS],
    async run(who) {
      const { client, account } = who;
      if (!(await hasAccount(who))) return;
      const booked = await book(who, { owner: account.email, email: account.email, onAccount: true });
      if (booked) {
        const params = { id: booked.id };
        const next = client.random.pick(["keep", "move", "cancel"]);
        if (next === "move") {
          const body = otherTime(who, booked);
          await client.call("POST /api/auth/bookings/{id}/reschedule", { params, body });
        }
        if (next === "cancel") await client.call("POST /api/auth/bookings/{id}/cancel", { params, body: {} });
      }
      await client.call<OwnAccount>(OWN);
    },
  },
];

/** The call for a customer's loyalty record, for that customer or staff (decision 141). */
import { toAmount } from "../../../core/booking/rules/money.ts";
import { accountOf } from "../../../core/customer/account.ts";
import { credentialsByEmail } from "../../../core/customer/credentials.ts";
import type { BookingOwner } from "../../../projections/views/booking-owner.ts";
import { loyaltyRecord } from "../../../projections/views/loyalty.ts";
import { CUSTOMER_PROBLEMS, readCustomer } from "../../access/customer-access.ts";
import { readStaff, STAFF_PROBLEMS } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import { LoyaltyPath, LoyaltyRecord } from "../../contract/customer/loyalty.ts";
import { type ProblemResponse, problem } from "../../http/answers.ts";
import type { RespondingContext } from "../../http/hono-env.ts";
import { calls, jsonAnswer } from "../../http/openapi.ts";

const visitors = calls("Feedback");

export function loyaltyRoutes(app: App, { core, sessions, reads }: Bff): void {
  app.openapi(
    visitors.get("/api/customer/{email}/loyalty", {
      summary: "A customer's tier, points and benefits",
      description:
        "For that customer, and for staff. All other emails get the same refusal, whether or not there is an account.",
      request: { params: LoyaltyPath },
      responses: { 200: jsonAnswer("The record", LoyaltyRecord) },
      problems: [...CUSTOMER_PROBLEMS, ...STAFF_PROBLEMS, "InvalidData", "NotYourRecord"],
    }),
    async (c) => {
      const owner = await ownerFor(c, c.req.valid("param").email);
      if (!owner.ok) return owner.response;
      const { tier, bookings, spentCents, points, benefits } = await reads.read(
        c.env.incoming,
        ["loyalty", "feedback"],
        (sql) => loyaltyRecord(sql, owner.value),
      );
      const record: LoyaltyRecord = {
        loyaltyTier: tier,
        totalBookings: bookings,
        totalSpent: toAmount(spentCents),
        loyaltyPoints: points,
        benefits,
      };
      return c.json(record, 200, { "Cache-Control": "no-store" });
    },
  );

  async function ownerFor(
    c: RespondingContext,
    email: string,
  ): Promise<{ ok: true; value: BookingOwner } | { ok: false; response: ProblemResponse }> {
    const asStaff = await sessions.read(c.env.incoming, "staff");
    if (asStaff.state === "valid" && asStaff.session.kind === "staff") {
      const staff = await readStaff(c, { core, sessions });
      return staff.ok ? { ok: true, value: await ownerByEmail(email) } : staff;
    }
    const customer = await readCustomer(c, { core, sessions });
    if (!customer.ok) return customer;
    const { id, email: own, emailVerified } = customer.account;
    if (own.toLowerCase() !== email.toLowerCase())
      return { ok: false, response: problem(c, "NotYourRecord") };
    return { ok: true, value: { userId: id, guestEmail: emailVerified ? own : null } };
  }

  /** The bookings that count for this email: those of the account if there is one, as its customer sees them; otherwise the guest's. */
  async function ownerByEmail(email: string): Promise<BookingOwner> {
    const account = await accountOf(core, await credentialsByEmail(core.sql, email));
    if (!account) return { userId: null, guestEmail: email };
    return { userId: account.id, guestEmail: account.emailVerified ? account.email : null };
  }
}

/** The calls by which admins see who asks to be erased, and erase a person. */
import { z } from "zod";
import { erasePerson } from "../../../core/erasure/handle.ts";
import { erasureRequests } from "../../../core/erasure/requests.ts";
import { ADMINS } from "../../../core/staff/staff.ts";
import { bookingsOfPerson, countUpcoming } from "../../../projections/views/person-bookings.ts";
import { staffCalls, staffMeta } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import { ErasureRequest, ErasureResult, ErasureSubmission } from "../../contract/staff/erasure.ts";
import { answerWritten } from "../../http/answers.ts";
import { FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";

export function erasureRoutes(app: App, bff: Bff): void {
  const { core } = bff;
  const admins = staffCalls(bff, "Staff: personal data", ADMINS);

  app.openapi(
    admins.get("/api/erasures", {
      summary: "Customers who ask to be erased, the longest waiting first",
      responses: { 200: jsonAnswer("The waiting requests", z.array(ErasureRequest)) },
    }),
    async (c) => {
      return c.json(await erasureRequests(core, bookingsOfPerson(core.sql)), 200);
    },
  );

  app.openapi(
    admins.post("/api/erasures", {
      summary: "Erase a person permanently",
      description:
        "Deletes names, addresses, free text and the customer's account from every table and mail file; bookings, money and figures stay, without a name. Upcoming bookings keep their hours. The log records `PersonErased`, without the email. With `customerId` only that account's own data is erased: use it for a request with an unverified email. An email without any data is answered with no records, and so is a repeat.",
      request: jsonBody(ErasureSubmission),
      responses: { 200: jsonAnswerOfWrite("What has been erased", ErasureResult) },
      problems: [...FORM_PROBLEMS, "StaffAccountStands", "ConcurrentChange"],
    }),
    async (c) => {
      const { email, customerId } = c.req.valid("json");
      const order = { email, customerId, bookingsOf: bookingsOfPerson(core.sql) };
      const outcome = await erasePerson(core, order, staffMeta(c));
      return answerWritten(c, outcome, async ({ records, account, bookingIds }) => ({
        records,
        account,
        upcomingBookings: await countUpcoming(core.sql, bookingIds, core.clock.now()),
        message:
          records === 0 && !account ? "There is no data under this email" : "The person has been erased",
      }));
    },
  );
}

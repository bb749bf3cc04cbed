/** The calls by which a customer downloads all that is kept of them, and asks for it to be erased. */
import { z } from "zod";
import { profileOf } from "../../../core/customer/account.ts";
import { requestErasure } from "../../../core/customer/handle.ts";
import { customerCalls, customerMeta, requireCustomer } from "../../access/customer-access.ts";
import type { App, Bff } from "../../context.ts";
import { CustomerUser } from "../../contract/customer/customer.ts";
import { MyData } from "../../contract/customer/my-data.ts";
import { answerWritten } from "../../http/answers.ts";
import { json, jsonAnswerOfWrite } from "../../http/openapi.ts";
import { customerUserJson } from "../../wire/customer-user-json.ts";
import { myDataJson } from "../../wire/my-data-json.ts";

export function ownDataRoutes(app: App, bff: Bff): void {
  const { core, reads, limits } = bff;
  const customers = customerCalls(bff, "Customers");

  app.openapi(
    customers.get("/api/auth/my-data", {
      summary: "All of one's own data, as a JSON file",
      description:
        "The account, bookings with their payments, feedback, messages, entries of the waitlist, loyalty, open sessions and the mails that were sent. What was typed as a guest is in it once the email is verified.",
      middleware: [requireCustomer(bff), limits.ownData] as const,
      responses: {
        200: {
          description: "The file",
          headers: z.object({ "Content-Disposition": z.string() }),
          content: json(MyData),
        },
      },
      problems: ["TooManyRequests"],
    }),
    async (c) => {
      const data = await reads.read(c.env.incoming, ["bookings", "feedback", "inquiries", "loyalty"], (sql) =>
        myDataJson({ ...core, sql }, c.get("customer")),
      );
      return c.json(data, 200, {
        "Content-Disposition": `attachment; filename="my-data-${data.generatedAt.slice(0, 10)}.json"`,
        "Cache-Control": "no-store",
      });
    },
  );

  app.openapi(
    customers.post("/api/auth/erasure-request", {
      summary: "Ask for all of one's own data to be erased",
      description:
        "The admins get a message and erase manually, since an erasure cannot be undone. With an unverified email the request covers the account and what was booked while signed in; with a verified one, everything under the email. After verifying, the customer can ask again. Asking again while a request waits changes nothing.",
      middleware: [requireCustomer(bff), limits.ownData] as const,
      responses: { 200: jsonAnswerOfWrite("The account, with the request", CustomerUser) },
      problems: ["TooManyRequests", "LinkInvalid", "ConcurrentChange"],
    }),
    async (c) => {
      const customer = c.get("customer");
      const outcome = await requestErasure(core, customer.id, customerMeta(c, customer));
      return answerWritten(c, outcome, async (value) => customerUserJson(await profileOf(core, value)));
    },
  );
}

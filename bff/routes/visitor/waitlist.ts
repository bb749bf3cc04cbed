/** The calls by which a person joins the waitlist, and with the mailed link sees, takes or declines an offer, or leaves (decisions 273, 276). */
import { createRoute, z } from "@hono/zod-openapi";
import type { Entry } from "../../../core/booking/waitlist/waitlist.ts";
import type { Core } from "../../../core/context.ts";
import type { EventMeta } from "../../../core/log/append-request.ts";
import type { Outcome } from "../../../core/log/decision.ts";
import { joinWaitlist } from "../../../core/waitlist/join.ts";
import { declineOffer, takeOffer, withdrawEntry } from "../../../core/waitlist/leave.ts";
import { linkedEntry } from "../../../core/waitlist/linked-entry.ts";
import { customerMeta, signedInCustomer, visitorMeta } from "../../access/customer-access.ts";
import { refuseOtherSites } from "../../access/request-origin.ts";
import type { App, Bff } from "../../context.ts";
import { WaitlistEntry, WaitlistJoin, WaitlistJoined } from "../../contract/visitor/waitlist.ts";
import { answerCreated, answerWritten, problem } from "../../http/answers.ts";
import { IDEMPOTENCY_KEY_PARAMETER, REPEAT_PROBLEMS, readRepeatable } from "../../http/idempotency.ts";
import {
  BODY_PROBLEMS,
  calls,
  jsonAnswer,
  jsonAnswerOfWrite,
  jsonBody,
  OPEN_TO_ALL,
  problems,
} from "../../http/openapi.ts";
import type { ProblemCode } from "../../http/problem-reasons.ts";
import { checkedJson } from "../../http/validation.ts";
import { holdersEntry } from "../../wire/read-waitlist.ts";
import { parseWaitlistJoin } from "../../wire/waitlist-json.ts";
import { setNoStore } from "../customer/booking-access.ts";
import { waitlistProofRoute } from "./waitlist-proof.ts";

const ByToken = z.object({
  token: z.string().meta({ description: "From the answer to joining, and from the link in mails" }),
});

/** What the holder does with an entry, by the last part of the call's address. */
const ANSWERS: readonly {
  path: "decline" | "withdraw" | "take";
  summary: string;
  description: string;
  carryOut(core: Core, id: number, meta: EventMeta): Promise<Outcome<Entry>>;
  problems: readonly ProblemCode[];
}[] = [
  {
    path: "decline",
    summary: "Decline an offer",
    description:
      "The hours go to the next who waits, and the entry ends. To wait on, let the offer run out. A repeat changes nothing.",
    carryOut: declineOffer,
    problems: ["NotOffered", "NoLongerHeld"],
  },
  {
    path: "withdraw",
    summary: "Leave the waitlist",
    description: "An offer is released with it. A repeat changes nothing.",
    carryOut: withdrawEntry,
    problems: ["NotWaiting", "NoLongerHeld"],
  },
  {
    path: "take",
    summary: "Take an offer with which nothing is due now",
    description:
      "The booking is confirmed. Where a downpayment is due, paying it on the booking's own page takes the offer. A repeat changes nothing.",
    carryOut: takeOffer,
    problems: ["NotOffered", "PaymentNeeded", "HoldExpired", "BookingOver"],
  },
];

export function waitlistRoutes(app: App, bff: Bff): void {
  const { core, sessions, limits } = bff;
  const holders = calls("Waitlist", { middleware: setNoStore, problems: ["WaitlistEntryNotFound"] });

  app.openAPIRegistry.registerPath(
    createRoute({
      method: "post",
      path: "/api/waitlist",
      security: OPEN_TO_ALL,
      tags: ["Waitlist"],
      summary: "Join the waitlist",
      description:
        "For hours that are taken now: when hours that fit become free, the first who waits is offered them by mail, held for a while in their name. 409 `HoursAreFree` names hours that can be booked at once. One mailbox has at most five open entries. An entry made while signed in belongs to the customer.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: jsonBody(WaitlistJoin),
      responses: {
        201: jsonAnswerOfWrite("The entry waits", WaitlistJoined),
        ...problems(
          ...BODY_PROBLEMS,
          ...REPEAT_PROBLEMS,
          "MissingInformation",
          "InvalidWish",
          "HoursAreFree",
          "TooManyWaiting",
          "TooManyRequests",
          "SessionEnded",
          "ConcurrentChange",
        ),
      },
    }),
  );
  app.post(
    "/api/waitlist",
    limits.bookings,
    bff.bodies.small,
    checkedJson(WaitlistJoin, { missing: "MissingInformation", invalid: "InvalidWish" }),
    async (c) => {
      const customer = await signedInCustomer(c, { core, sessions });
      const body = c.req.valid("json");
      const repeatable = readRepeatable(c, core, body);
      if (!repeatable.ok) return repeatable.response;
      const outcome = await joinWaitlist(
        core,
        {
          ...parseWaitlistJoin(body),
          ...repeatable,
          userId: customer?.id ?? null,
          heldBy: customer?.emailVerified ? "account" : "mailbox",
        },
        customer ? customerMeta(c, customer) : visitorMeta(c),
      );
      c.header("Cache-Control", "no-store");
      return answerCreated(c, outcome, ({ entry: { id, personId }, ahead }): WaitlistJoined => {
        const { token } = core.links.waitlist({ entryId: id, personId });
        return { id, token, ahead };
      });
    },
  );

  app.openapi(
    holders.get("/api/waitlist/{token}", {
      summary: "An entry of the waitlist",
      description: "As it is now: an offer whose time is over has lapsed.",
      request: { params: ByToken },
      responses: { 200: jsonAnswer("The entry", WaitlistEntry) },
    }),
    async (c) => {
      const entry = await linkedEntry(core, c.req.valid("param").token);
      if (!entry) return problem(c, "WaitlistEntryNotFound");
      return c.json(await holdersEntry(core, entry), 200);
    },
  );

  waitlistProofRoute(app, bff);

  for (const { path, summary, description, carryOut, problems: own } of ANSWERS) {
    app.openapi(
      holders.post(`/api/waitlist/{token}/${path}`, {
        summary,
        description,
        middleware: [limits.bookingChanges, refuseOtherSites(bff.publicUrl), setNoStore] as const,
        request: { params: ByToken },
        responses: { 200: jsonAnswerOfWrite("The entry as it is now", WaitlistEntry) },
        problems: [...own, "ForeignOrigin", "TooManyRequests", "ConcurrentChange"],
      }),
      async (c) => {
        const entry = await linkedEntry(core, c.req.valid("param").token);
        if (!entry) return problem(c, "WaitlistEntryNotFound");
        const outcome = await carryOut(core, entry.id, visitorMeta(c));
        return answerWritten(c, outcome, (after) => holdersEntry(core, after));
      },
    );
  }
}

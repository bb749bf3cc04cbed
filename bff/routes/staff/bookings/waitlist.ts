/** The calls by which staff see who waits for hours, and managers offer hours out of turn (decision 279). */
import { MANAGERS } from "../../../../core/staff/staff.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { offerOutOfTurn } from "../../../../core/waitlist/offer-out-of-turn.ts";
import { staffCalls, staffMeta } from "../../../access/staff-access.ts";
import type { App, Bff } from "../../../context.ts";
import {
  OfferOutOfTurn,
  StaffWaitlist,
  StaffWaitlistEntry,
  WaitlistQuery,
} from "../../../contract/visitor/waitlist.ts";
import { answerWritten } from "../../../http/answers.ts";
import { ById, FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../../http/openapi.ts";
import { staffEntry, staffWaitlist } from "../../../wire/read-waitlist.ts";

export function staffWaitlistRoutes(app: App, bff: Bff): void {
  const { core } = bff;

  app.openapi(
    staffCalls(bff, "Staff: desk").get("/api/waitlist", {
      summary: "Who waits for hours, in the order of the waitlist",
      description:
        "Entries that wait or have an offer: of a day, or of up to a week, with what has the hours now; all of them without a day.",
      request: { query: WaitlistQuery },
      responses: { 200: jsonAnswer("The entries", StaffWaitlist) },
      problems: ["InvalidData"],
    }),
    async (c) => {
      const { roomId, ...asked } = c.req.valid("query");
      await core.venue.refreshIfExpired();
      return c.json(await staffWaitlist(core, { days: daysOf(asked), roomId }), 200);
    },
  );

  app.openapi(
    staffCalls(bff, "Staff: desk", MANAGERS).post("/api/waitlist/{id}/offer", {
      summary: "Offer free hours out of turn",
      description:
        "The first free hours that fit. It takes nothing from another offer. The reason stays in the log, where everyone who waits can read it.",
      request: { params: ById, ...jsonBody(OfferOutOfTurn) },
      responses: { 200: jsonAnswerOfWrite("The entry with its offer", StaffWaitlistEntry) },
      problems: [
        ...FORM_PROBLEMS,
        "WaitlistEntryNotFound",
        "NothingFits",
        "AlreadyOffered",
        "NotWaiting",
        "ConcurrentChange",
      ],
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const { reason, ...asked } = c.req.valid("json");
      const given = { reason, days: daysOf(asked), meta: staffMeta(c) };
      const outcome = await offerOutOfTurn(core, id, given);
      return answerWritten(c, outcome, (entry) => staffEntry(core, entry));
    },
  );
}

const daysOf = ({ day, until = day }: { day?: VenueDay | undefined; until?: VenueDay | undefined }) =>
  day === undefined || until === undefined ? undefined : { day, until };

/** The call for the proof of an entry's place on the waitlist, with its link (decision 278). */
import { z } from "zod";
import { linkedEntry } from "../../../core/waitlist/linked-entry.ts";
import { readOrderProof } from "../../../core/waitlist/proof.ts";
import type { App, Bff } from "../../context.ts";
import { WaitlistProof } from "../../contract/visitor/waitlist.ts";
import { problem } from "../../http/answers.ts";
import { calls, jsonAnswer } from "../../http/openapi.ts";
import { setNoStore } from "../customer/booking-access.ts";

const params = z.object({
  token: z.string().meta({ description: "From the answer to joining, and from the link in mails" }),
});

const waitlist = calls("Waitlist", {
  middleware: setNoStore,
  problems: ["WaitlistEntryNotFound", "NothingSealed"],
});

export function waitlistProofRoute(app: App, { core }: Pick<Bff, "core">): void {
  app.openapi(
    waitlist.get("/api/waitlist/{token}/proof", {
      summary: "The proof of the waitlist's order",
      description:
        "The entry's own events, and every offer that was made while it was open, each with its path to a signed head of the log. `/log/verify-log.mjs --waitlist` checks the answer.",
      request: { params },
      responses: { 200: jsonAnswer("The proof", WaitlistProof) },
    }),
    async (c) => {
      const entry = await linkedEntry(core, c.req.valid("param").token);
      if (!entry) return problem(c, "WaitlistEntryNotFound");
      const proof = await readOrderProof(core.sql, entry.id);
      if (!proof) return problem(c, "NothingSealed");
      const events = proof.events.map((event) => ({ ...event, entry: { ...event.entry } }));
      const answer: WaitlistProof = { ...proof, events, timeZone: core.timeZone };
      return c.json(answer, 200);
    },
  );
}

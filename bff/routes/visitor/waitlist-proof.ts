/** The call for the proof of an entry's place on the waitlist, with its link (decision 278). */
import { z } from "zod";
import { readOrderProof } from "../../../core/waitlist/proof.ts";
import type { App, Bff } from "../../context.ts";
import { WaitlistProof } from "../../contract/visitor/waitlist.ts";
import { problem } from "../../http/answers.ts";
import { calls, jsonAnswer } from "../../http/openapi.ts";
import { setNoStore } from "../customer/booking-access.ts";

const params = z.object({
  token: z
    .string()
    .meta({ description: "From the mail about the waitlist, or from the answer to joining it" }),
});

const waitlist = calls("Waitlist", { middleware: setNoStore, problems: ["LinkInvalid", "NothingSealed"] });

/** `entryWith`: the number of the entry that a token opens; null if it opens none. */
export function waitlistProofRoute(
  app: App,
  { core }: Pick<Bff, "core">,
  entryWith: (token: string) => Promise<number | null>,
): void {
  app.openapi(
    waitlist.get("/api/waitlist/{token}/proof", {
      summary: "The proof of the waitlist's order",
      description:
        "The entry's own events, and every offer that was made while it was open, each with its path to a signed head of the log. `/log/verify-log.mjs --waitlist` checks the answer.",
      request: { params },
      responses: { 200: jsonAnswer("The proof", WaitlistProof) },
    }),
    async (c) => {
      const entryId = await entryWith(c.req.valid("param").token);
      if (entryId === null) return problem(c, "LinkInvalid");
      const proof = await readOrderProof(core.sql, entryId);
      if (!proof) return problem(c, "NothingSealed");
      const events = proof.events.map((event) => ({ ...event, entry: { ...event.entry } }));
      const answer: WaitlistProof = { ...proof, events, timeZone: core.timeZone };
      return c.json(answer, 200);
    },
  );
}

/** The wire shape of a visit as the holders of its shared link see it (decision 229). */
import { z } from "zod";
import { Instant, namedObject } from "../fields.ts";

export const SharedVisit = namedObject("SharedVisit", {
  roomId: z.number().int(),
  roomName: z.string(),
  roomSlug: z.string(),
  startTime: Instant,
  endTime: Instant,
  timeZone: z.string().meta({ description: "The venue's IANA time zone; the visit's times are in it" }),
  status: z
    .enum(["unconfirmed", "confirmed", "cancelled"])
    .meta({ description: "Unconfirmed until the downpayment is paid" }),
});
export type SharedVisit = z.infer<typeof SharedVisit>;

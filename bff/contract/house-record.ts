/** Owns the wire shape of how the house is reached (SPEC §2 contact). */
import { z } from "zod";

/** The house's own particulars, its mail address as its operator set it. */
export const House = z
  .object({
    name: z.string(),
    address: z.object({ street: z.string(), city: z.string() }),
    phone: z.string(),
    email: z.string(),
    openDays: z.string(),
    hours: z.string(),
    directions: z.string(),
    mapUrl: z.string(),
    social: z.array(z.object({ name: z.string(), url: z.string() })),
    timeZone: z.string().meta({ description: "IANA; every opening hour is meant in it" }),
  })
  .meta({ id: "House" });
export type House = z.infer<typeof House>;

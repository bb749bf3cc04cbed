/** Owns what of the takings lives in the address: the day. */
import { z } from "zod/mini";
import { isVenueDay } from "../../../../core/venue/venue-time.ts";
import { orAbsent } from "../address.ts";

/** Absent: today. */
export const takingsSearch = z.object({ day: orAbsent(z.string().check(z.refine(isVenueDay))) });

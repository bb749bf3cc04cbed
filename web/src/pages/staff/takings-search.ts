/** The day of the takings in the address. */
import { z } from "zod/mini";
import { isVenueDay } from "../../../../core/venue/venue-time.ts";
import { orAbsent } from "../address.ts";

/** Absent for today. */
export const takingsSearch = z.object({ day: orAbsent(z.string().check(z.refine(isVenueDay))) });

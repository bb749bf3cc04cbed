/** Owns the terms that bookings of tests are made under where nothing is said of them: those that a new house opens with. */
import type { AgreedTerms } from "../booking/booking-state.ts";
import { FIRST_TERMS } from "../venue/house.ts";

export const AGREED: AgreedTerms = { ...FIRST_TERMS, rates: null };

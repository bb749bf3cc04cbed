/** The terms of bookings in tests that set none: those of a new venue. */
import type { AgreedTerms } from "../booking/state/booking-state.ts";
import { FIRST_TERMS } from "../venue/settings.ts";

export const TEST_TERMS: AgreedTerms = { ...FIRST_TERMS, rates: null };

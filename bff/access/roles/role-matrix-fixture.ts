/** The role matrix: every staff call, and the answer that each role gets (decision 102). */

import { ACCOUNT_CALLS } from "./role-matrix-accounts-fixture.ts";
import { BILLING_CALLS } from "./role-matrix-billing-fixture.ts";
import { BOOKING_CALLS } from "./role-matrix-bookings-fixture.ts";
import { OPEN_CALLS } from "./role-matrix-open-fixture.ts";
import { OPERATION_CALLS } from "./role-matrix-operations-fixture.ts";
import type { StaffCall } from "./role-matrix-parts-fixture.ts";
import { SERIES_CALLS } from "./role-matrix-series-fixture.ts";
import { VENUE_CALLS } from "./role-matrix-venue-fixture.ts";

export { CALLERS, type Caller, OUTSIDERS, ROLE_REFUSED } from "./role-matrix-parts-fixture.ts";

/** The last call ends each caller's session. */
export const CALLS: readonly StaffCall[] = [
  ...VENUE_CALLS,
  ...ACCOUNT_CALLS,
  ...BOOKING_CALLS,
  ...SERIES_CALLS,
  ...BILLING_CALLS,
  ...OPEN_CALLS,
  ...OPERATION_CALLS,
];

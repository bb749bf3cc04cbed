/** Says in plain words what each scope of a token opens. */
import type { TokenScope } from "../../../../../bff/contract/open/tokens.ts";

export const SCOPE_WORDS: Record<TokenScope, { title: string; opens: string }> = {
  "bookings:read": { title: "See bookings", opens: "Who booked which hours, and what is paid" },
  "bookings:write": {
    title: "Make and change bookings",
    opens: "Book, move, cancel, mark arrivals, record money. It does not see other bookings",
  },
  "rooms:write": { title: "Change rooms", opens: "Add and describe rooms, set prices and photos" },
  "analytics:read": {
    title: "See figures and payments",
    opens: "Analytics, and the files for the bookkeeper",
  },
  "events:read": {
    title: "Follow what happens",
    opens: "What happened to bookings, by number, without names",
  },
};

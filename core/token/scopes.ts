/** Lists the scopes of tokens: each opens the calls that name it, and no others (decision 294). Pure. */

export const TOKEN_SCOPES = [
  "bookings:read",
  "bookings:write",
  "rooms:write",
  "analytics:read",
  "events:read",
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

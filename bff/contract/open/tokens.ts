/** The wire shapes of tokens, by which programs call the API (decision 294). */
import { z } from "zod";
import { TOKEN_SCOPES } from "../../../core/token/scopes.ts";
import { Day, Id, Instant, namedObject, requiredLine } from "../fields.ts";

export { TOKEN_SCOPES, type TokenScope } from "../../../core/token/scopes.ts";

const TokenScopes = z
  .array(z.enum(TOKEN_SCOPES, { error: `A scope is one of ${TOKEN_SCOPES.join(", ")}` }), {
    error: "Scopes must be a list",
  })
  .min(1, "Choose at least one scope")
  .max(20, "Scopes must be at most 20")
  .meta({ description: "What it opens, and nothing else", examples: [["bookings:read"]] });

export const NewToken = namedObject("NewToken", {
  name: requiredLine("Name", 60).meta({
    description: "The program that gets it; the audit tells its acts by this name",
    examples: ["Bookkeeper"],
  }),
  scopes: TokenScopes,
  expiresOn: Day.meta({ description: "The venue's last day on which it works" }),
  code: z
    .string()
    .trim()
    .max(60, "This is too long for a code")
    .optional()
    .meta({ description: "A code of one's second factor; required from admins who have one" }),
});
export type NewToken = z.input<typeof NewToken>;

const token = {
  id: Id,
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  expiresOn: Day,
  state: z.enum(["active", "expired", "ended"]),
  madeBy: z.string().meta({ description: "The name of the admin who made it" }),
  createdAt: Instant,
  lastUsedAt: Instant.nullable().meta({ description: "To the minute" }),
  endedAt: Instant.nullable(),
  networks: z.array(z.string()).meta({
    description:
      "The networks that it was used from, the newest first: an IPv4 address by its /24, an IPv6 address by its /64",
    examples: [["203.0.113.0/24"]],
  }),
};

export const Token = namedObject("Token", token);
export type Token = z.infer<typeof Token>;

/** The only answer that has the token itself. */
export const MadeToken = namedObject("MadeToken", {
  ...token,
  token: z.string().meta({
    description: "Sent as `Authorization: Bearer`. It is stored as a hash: no later answer has it",
    examples: ["hub_3_Q2hhcmxpZSBwYXJrZXIgYXQgbWludG9u5d3f01ab"],
  }),
});
export type MadeToken = z.infer<typeof MadeToken>;

/** Makes the secrets of webhooks and signs with them, as Standard Webhooks says (decision 300). */
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** How long the earlier secret signs too after a rotation. */
export const BOTH_SIGN_MS = 24 * 60 * 60 * 1_000;

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

/** The headers of one try. `secrets`: the newest first; each signs. `at`: when it is sent, in whole seconds on the wire. */
export function signedHeaders(
  { messageId, at, body }: { messageId: string; at: Date; body: string },
  secrets: readonly string[],
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(" "),
  };
}

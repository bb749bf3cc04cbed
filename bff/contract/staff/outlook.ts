/** The wire shapes of the integration test page: whether Microsoft Graph is reachable, and whether a mail is sent (decision 80). */
import { z } from "zod";
import { Instant, namedObject } from "../fields.ts";

export const GraphConnection = namedObject("GraphConnection", {
  connected: z.boolean().meta({ description: "The application may use the sender's mailbox and calendar" }),
  configured: z.boolean(),
  timestamp: Instant,
  error: z.string().nullable().meta({ description: "Why it is not connected; null when it is" }),
});
export type GraphConnection = z.infer<typeof GraphConnection>;

export const TestEmail = namedObject("TestEmail", {
  success: z.boolean().meta({ description: "A mail server has accepted the mail" }),
  timestamp: Instant,
  error: z.string().nullable(),
  sentTo: z.string().meta({ description: "The venue's own mailbox" }),
  via: z.enum(["graph", "smtp", "outbox"]),
});
export type TestEmail = z.infer<typeof TestEmail>;

/** Owns the messages of `/ws` (SPEC §4, §7; DECISIONS Live). They carry keys only: the refetch is the update. */
import { z } from "zod";
import { Id } from "./wire.ts";

export const SubscribeRoom = z.object({ type: z.literal("subscribe_room"), roomId: Id });
export type SubscribeRoom = z.infer<typeof SubscribeRoom>;

export const LIVE_EVENTS = ["booking_created", "booking_payment_confirmed", "booking_cancelled"] as const;

export const LiveMessage = z
  .object({
    type: z.enum(LIVE_EVENTS),
    data: z.object({ roomId: Id, roomName: z.string() }),
    logPosition: z.string().meta({ description: "Send it as Read-After with the refetch" }),
  })
  .meta({ id: "LiveMessage" });
export type LiveMessage = z.infer<typeof LiveMessage>;

export const LiveError = z.object({ type: z.literal("error"), message: z.string() });
export type LiveError = z.infer<typeof LiveError>;

export const LiveServerMessage = z.union([LiveMessage, LiveError]);
export type LiveServerMessage = z.infer<typeof LiveServerMessage>;

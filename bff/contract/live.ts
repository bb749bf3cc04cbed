/** The messages of `/ws` (decisions 143, 144). They carry keys only: the page fetches the data again. */
import { z } from "zod";
import { Id, namedObject } from "./fields.ts";

export const SubscribeRoom = z.object({ type: z.literal("subscribe_room"), roomId: Id });
export type SubscribeRoom = z.infer<typeof SubscribeRoom>;

const LIVE_EVENTS = [
  "booking_created",
  "booking_payment_confirmed",
  "booking_cancelled",
  /** The room, its price or the venue's hours have changed. */
  "room_changed",
  /** An entry of the waitlist that names the room was made, offered hours or ended. */
  "waitlist_changed",
] as const;

export const LiveMessage = namedObject("LiveMessage", {
  type: z.enum(LIVE_EVENTS),
  data: z.object({ roomId: Id, roomName: z.string() }),
  logPosition: z.string().meta({ description: "Send it as Read-After with the refetch" }),
});
export type LiveMessage = z.infer<typeof LiveMessage>;

/** Only a socket that was opened with a staff session may subscribe; it gets messages about every booking and every visitor's message. */
export const SubscribeStaff = z.object({ type: z.literal("subscribe_staff") });
export type SubscribeStaff = z.infer<typeof SubscribeStaff>;

export const StaffLiveMessage = namedObject("StaffLiveMessage", {
  type: z.enum([
    "staff_booking_changed",
    "staff_message_received",
    "staff_person_erased",
    "staff_guest_noted",
    /** A room, the venue's hours or a closure has changed. */
    "staff_venue_changed",
    /** A person joined or left the waitlist, or an offer was made or ended. */
    "staff_waitlist_changed",
  ]),
  data: z.object({
    id: Id.meta({
      description: "The number of the booking, message, erasure, note, room, block or waitlist",
    }),
  }),
  logPosition: z.string(),
});
export type StaffLiveMessage = z.infer<typeof StaffLiveMessage>;

/** The answer to `subscribe_staff`. */
export const StaffSubscribed = z.object({
  type: z.literal("staff_subscribed"),
  logPosition: z
    .string()
    .meta({ description: "Messages follow about events after it; send it as Read-After" }),
});
export type StaffSubscribed = z.infer<typeof StaffSubscribed>;

export const LiveError = z.object({ type: z.literal("error"), message: z.string() });
export type LiveError = z.infer<typeof LiveError>;

export const LiveMessageOrError = z.union([LiveMessage, LiveError]);
export type LiveMessageOrError = z.infer<typeof LiveMessageOrError>;

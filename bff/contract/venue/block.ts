/** The wire shapes of closures: hours of rooms that are closed, and what happens to conflicting bookings (decisions 126, 127). */
import { z } from "zod";
import { Day, Id, Instant, InstantInput, requiredText, roomNumber, shape, span } from "../wire.ts";

const DISPOSITION = "Enter keep, cancel or a new startTime";

const BookingInTheWay = z.union(
  [z.enum(["keep", "cancel"]), z.object({ startTime: InstantInput, roomId: roomNumber.optional() })],
  { error: DISPOSITION },
);

export const NewBlock = shape("NewBlock", {
  roomIds: z
    .array(roomNumber, { error: "Name the rooms" })
    .min(1, "Name at least one room")
    .max(100, "At most 100 rooms"),
  startTime: z.string({ error: "Start is required" }).pipe(InstantInput),
  endTime: z.string({ error: "End is required" }).pipe(InstantInput),
  reason: requiredText("Reason"),
  public: z
    .boolean({ error: "Public must be true or false" })
    .default(false)
    .meta({ description: "Whether visitors see the reason" }),
  bookings: z
    .record(z.string().regex(/^[1-9]\d{0,14}$/, "Name bookings by their numbers"), BookingInTheWay)
    .optional()
    .meta({
      description:
        "By number, what to do with each conflicting booking: keep it, cancel it with the venue's refund, or move it as staff move a visit, within its room by default, with the difference in price due or refunded",
      examples: [{ "42": "keep", "43": { startTime: "2026-12-14T15:00:00Z", roomId: 2 } }],
    }),
});

/** A new reason for a closure. */
export const BlockChange = shape("BlockChange", {
  reason: requiredText("Reason").nullable().meta({
    description: "The new reason; null removes it. The earlier reason is erased permanently",
  }),
});

/** Shown instead of a reason that was removed or erased. */
const NO_REASON = "The reason was removed";

/** Shown instead of the reason of a closure that this code cannot read. */
export const UNREADABLE_BLOCK = "These closed hours cannot be read by this version";

export const Block = shape("Block", {
  id: Id,
  roomIds: z.array(Id),
  ...span,
  reason: z
    .string()
    .meta({ description: "A fixed text if the closure cannot be read or its reason was removed" }),
  public: z.boolean(),
});
export type Block = z.infer<typeof Block>;

/** A closure in the list. */
export const ListedBlock = Block.extend({
  placedBy: z.string().meta({ description: "Who closed these hours" }),
  placedAt: Instant,
}).meta({ id: "ListedBlock" });
export type ListedBlock = z.infer<typeof ListedBlock>;

export const BlocksQuery = z.object({
  from: z.union([Day, InstantInput], { error: "Enter from as an ISO date" }),
  to: z.union([Day, InstantInput], { error: "Enter to as an ISO date" }),
});

export const ReasonChanged = shape("ReasonChanged", { message: z.string() });

export const BlockLifted = shape("BlockLifted", { message: z.string() });

/** A reason as staff read it. */
export const reasonWords = ({
  reason,
  unreadable,
}: {
  reason: string | null;
  unreadable: boolean;
}): string => (unreadable ? UNREADABLE_BLOCK : (reason ?? NO_REASON));

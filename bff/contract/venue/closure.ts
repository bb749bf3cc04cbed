/** The wire shapes of closures: hours of rooms that are closed, and what happens to conflicting bookings (decisions 126, 127). */
import { z } from "zod";
import { Day, Id, Instant, InstantInput, namedObject, requiredText, roomNumber, span } from "../fields.ts";

const DISPOSITION = "Enter keep, cancel or a new startTime";

const ConflictChoice = z.union(
  [z.enum(["keep", "cancel"]), z.object({ startTime: InstantInput, roomId: roomNumber.optional() })],
  { error: DISPOSITION },
);

export const NewClosure = namedObject("NewBlock", {
  roomIds: z
    .array(roomNumber, { error: "Name the rooms" })
    .max(100, "At most 100 rooms")
    .default([])
    .meta({ description: "At least one, unless it is the whole venue" }),
  wholeVenue: z
    .boolean({ error: "Whole venue must be true or false" })
    .default(false)
    .meta({ description: "Every room, also those that are added later; `roomIds` is then ignored" }),
  startTime: z.string({ error: "Start is required" }).pipe(InstantInput),
  endTime: z.string({ error: "End is required" }).pipe(InstantInput),
  reason: requiredText("Reason"),
  public: z
    .boolean({ error: "Public must be true or false" })
    .default(false)
    .meta({ description: "Whether visitors see the reason" }),
  bookings: z
    .record(z.string().regex(/^[1-9]\d{0,14}$/, "Name bookings by their numbers"), ConflictChoice)
    .optional()
    .meta({
      description:
        "By number, what to do with each conflicting booking: keep it, cancel it with the venue's refund, or move it as staff move a visit, within its room by default: it costs no more there, and a lower price is refunded",
      examples: [{ "42": "keep", "43": { startTime: "2026-12-14T15:00:00Z", roomId: 2 } }],
    }),
});

/** A new reason for a closure. */
export const ClosureReasonChange = namedObject("BlockChange", {
  reason: requiredText("Reason").nullable().meta({
    description: "The new reason; null removes it. The earlier reason is erased permanently",
  }),
});

/** Shown instead of a reason that was removed or erased. */
const NO_REASON = "The reason was removed";

/** Shown instead of the reason of a closure that this code cannot read. */
export const UNREADABLE_CLOSURE = "These closed hours cannot be read by this version";

export const Closure = namedObject("Block", {
  id: Id,
  roomIds: z.array(Id),
  ...span,
  reason: z
    .string()
    .meta({ description: "A fixed text if the closure cannot be read or its reason was removed" }),
  public: z.boolean(),
  wholeVenue: z.boolean(),
});
export type Closure = z.infer<typeof Closure>;

/** A closure in the list. */
export const ClosureInList = Closure.extend({
  placedBy: z.string().meta({ description: "Who closed these hours" }),
  placedAt: Instant,
}).meta({ id: "ListedBlock" });
export type ClosureInList = z.infer<typeof ClosureInList>;

export const ClosuresQuery = z.object({
  from: z.union([Day, InstantInput], { error: "Enter from as an ISO date" }),
  to: z.union([Day, InstantInput], { error: "Enter to as an ISO date" }),
});

export const ReasonChanged = namedObject("ReasonChanged", { message: z.string() });

export const BlockLifted = namedObject("BlockLifted", { message: z.string() });

/** A reason as staff read it. */
export const closureReason = ({
  reason,
  unreadable,
}: {
  reason: string | null;
  unreadable: boolean;
}): string => (unreadable ? UNREADABLE_CLOSURE : (reason ?? NO_REASON));

/** The streams `block-N`: closures of rooms' hours, and what closing and reopening decide. Pure; UTC instants, whole hours. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { type FieldError, refuse } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";
import { HOUR_MS, isWholeVenueHour } from "../venue/time/venue-time.ts";

const roomIds = z.array(z.number().int().positive().max(2_147_483_647)).min(1).readonly();

/**
 * Version 1 stored the text itself. The log keeps them, but a reader of the event must not repeat words that cannot be erased. A
 * migration has copied them into a row of personal data, whose id is made from the event as it is here.
 */
function withReasonApart({ reason, ...data }: Record<string, unknown>): Record<string, unknown> {
  const said = ["closure", data.startsAt, data.endsAt, [data.roomIds].flat().join(","), reason].join(" ");
  const hash = createHash("md5").update(said).digest("hex");
  const marked = `${hash.slice(0, 12)}3${hash.slice(13, 16)}8${hash.slice(17)}`;
  const reasonId = marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { ...data, reasonId };
}

const definitions = [
  defineEvent(
    "BlockPlaced",
    z.object({
      roomIds,
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
      /** The row of personal data with staff's reason. */
      reasonId: z.uuid(),
      /** Whether visitors are told the reason. */
      public: z.boolean(),
      /** Bookings that stay within these hours. */
      kept: z.array(z.number().int().positive()).readonly(),
      /** Covers every room, also those that are added later. */
      wholeVenue: z.boolean().default(false),
    }),
    [withReasonApart],
  ),
  /** A closure of the whole venue covers further rooms from now on; bookings in `kept` stay. */
  defineEvent("BlockExtended", z.object({ roomIds, kept: z.array(z.number().int().positive()).readonly() })),
  defineEvent("BlockLifted", z.object({})),
  /** Staff changed the reason; the earlier words are erased with the event. */
  defineEvent("BlockReasonSet", z.object({ reasonId: z.uuid() })),
  /** Staff removed the reason; the words are erased with the event. */
  defineEvent("BlockReasonRemoved", z.object({})),
] as const;

export type ClosureEvent = EventOf<(typeof definitions)[number]>;

interface PlacedClosure {
  exists: true;
  roomIds: readonly number[];
  startsAt: Date;
  endsAt: Date;
  /** A row of personal data; null once the reason is removed. */
  reasonId: string | null;
  public: boolean;
  wholeVenue: boolean;
  lifted: boolean;
}
export type ClosureState = { exists: false } | PlacedClosure;

export const closureStream = defineStream({
  category: "block",
  events: definitions,
  initial: { exists: false } as ClosureState,
  evolve(state, event: ClosureEvent): ClosureState {
    if (event.type === "BlockPlaced") {
      const { startsAt, endsAt, kept: _kept, ...placed } = event.data;
      return {
        exists: true,
        ...placed,
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
        lifted: false,
      };
    }
    if (!state.exists) return state;
    switch (event.type) {
      case "BlockExtended":
        return { ...state, roomIds: [...state.roomIds, ...event.data.roomIds] };
      case "BlockLifted":
        return { ...state, lifted: true };
      case "BlockReasonSet":
        return { ...state, reasonId: event.data.reasonId };
      case "BlockReasonRemoved":
        return { ...state, reasonId: null };
      default:
        return event satisfies never;
    }
  },
});

/** Longer closures have to be split: each hour of each room is an hour claim. */
const MAX_DAYS = 92;

export interface NewClosure {
  roomIds: readonly number[];
  startsAt: Date;
  endsAt: Date;
  public: boolean;
  /** Covers every room, also those that are added later. */
  wholeVenue?: boolean | undefined;
}

/** What is wrong with the hours of a closure (decision 126), by `startTime` and `endTime`. */
export function closureErrors(
  { startsAt, endsAt }: Pick<NewClosure, "startsAt" | "endsAt">,
  { now, timeZone }: { now: Date; timeZone: string },
): FieldError[] {
  const errors: FieldError[] = [];
  if (!isWholeVenueHour(startsAt, timeZone)) {
    errors.push({ path: "startTime", message: "Start on a whole hour" });
  }
  if (!isWholeVenueHour(endsAt, timeZone) || (endsAt.getTime() - startsAt.getTime()) % HOUR_MS !== 0) {
    errors.push({ path: "endTime", message: "End on a whole hour" });
  } else if (endsAt <= startsAt) errors.push({ path: "endTime", message: "End after the start" });
  else if (endsAt <= now) errors.push({ path: "endTime", message: "Choose an end in the future" });
  else if (endsAt.getTime() - startsAt.getTime() > MAX_DAYS * 24 * HOUR_MS) {
    errors.push({ path: "endTime", message: `At most ${MAX_DAYS} days at once` });
  }
  return errors;
}

export function decideClosure(
  {
    startsAt,
    endsAt,
    wholeVenue = false,
    ...block
  }: NewClosure & { kept: readonly number[]; reasonId: string },
  at: { now: Date; timeZone: string },
): Decision<ClosureEvent> {
  const errors = closureErrors({ startsAt, endsAt }, at);
  if (errors.length > 0) return refuse("InvalidBlock", { errors });
  const data = { ...block, wholeVenue, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
  return { ok: true, events: [{ type: "BlockPlaced", data }] };
}

/** Covers further rooms; those that it has, and a closure that is reopened, stay as they are. */
export function decideExtension(
  state: ClosureState,
  { roomIds, kept }: { roomIds: readonly number[]; kept: readonly number[] },
): Decision<ClosureEvent> {
  if (!state.exists) return refuse("BlockNotFound");
  const added = roomIds.filter((id) => !state.roomIds.includes(id));
  if (state.lifted || !state.wholeVenue || added.length === 0) return { ok: true, events: [] };
  return { ok: true, events: [{ type: "BlockExtended", data: { roomIds: added, kept } }] };
}

/** Reopens; a closure that is reopened already stays as it is. */
export function decideReopening(state: ClosureState): Decision<ClosureEvent> {
  if (!state.exists) return refuse("BlockNotFound");
  return { ok: true, events: state.lifted ? [] : [{ type: "BlockLifted", data: {} }] };
}

/** Changes the reason to another row of personal data; null removes it. Works after reopening too, because the reason is still shown. */
export function decideReasonChange(state: ClosureState, reasonId: string | null): Decision<ClosureEvent> {
  if (!state.exists) return refuse("BlockNotFound");
  if (reasonId !== null) return { ok: true, events: [{ type: "BlockReasonSet", data: { reasonId } }] };
  return { ok: true, events: state.reasonId === null ? [] : [{ type: "BlockReasonRemoved", data: {} }] };
}

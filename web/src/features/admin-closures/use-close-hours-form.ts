/** Keeps the state of a closure's form: what is asked for, its errors, the conflicting bookings and the choice for each. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Closure } from "../../../../bff/contract/venue/closure.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { fieldErrors, refusalMessage } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { BOOKINGS_KEY } from "../../api/staff-bookings.ts";
import { useRefresh } from "../../form/after-change.ts";
import { useZone } from "../../format/venue.ts";
import { toast } from "../../ui/toast/toast.tsx";
import { CLOSURES_KEY, type ConflictingBooking, closeHours, conflictingBookingsIn } from "./calls.ts";
import { type ClosureSpan, instantsOf, type RequestedClosure, spanAsked } from "./closure-span.ts";
import type { NamedRoom } from "./closure-words.ts";

/** Where a booking is moved; `startTime` is the instant, empty until one is chosen. */
export interface NewPlace {
  roomId: number;
  startTime: string;
}
/** What happens to a conflicting booking. */
export type ConflictChoice = "keep" | "cancel" | NewPlace;

export interface ClosureDraft {
  /** Every room, also those that are added later. */
  wholeVenue: boolean;
  roomIds: readonly number[];
  span: ClosureSpan;
  reason: string;
  isPublic: boolean;
}

/** By the API's paths, so that the server's errors find their fields. */
type Errors = ReadonlyMap<string, string>;

export interface BlockFormOptions {
  asked: RequestedClosure;
  rooms: readonly NamedRoom[];
  onClose(): void;
  onPlaced(block: Closure): void;
}

export function useCloseHoursForm({ asked, rooms, onClose, onPlaced }: BlockFormOptions) {
  const zone = useZone();
  const refresh = useRefresh();
  const [draft, setDraft] = useState<ClosureDraft>(() => ({
    wholeVenue: asked.roomIds === undefined,
    roomIds: asked.roomIds ?? rooms.map(({ id }) => id),
    span: spanAsked(asked, venueDayOf(new Date(), zone), zone),
    reason: asked.reason ?? "",
    isPublic: false,
  }));
  const [errors, setErrors] = useState<Errors>(new Map());
  const [inTheWay, setInTheWay] = useState<readonly ConflictingBooking[]>([]);
  const [said, setSaid] = useState<ReadonlyMap<number, ConflictChoice>>(new Map());
  const form = useRef<HTMLFormElement>(null);

  const hours = instantsOf(draft.span, zone);

  function change(next: Partial<ClosureDraft>): void {
    setDraft({ ...draft, ...next });
    setErrors(new Map());
    // Other hours may have other conflicting bookings.
    if (next.roomIds || next.span) setInTheWay([]);
  }

  useEffect(() => {
    if (errors.size === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-first-choice]")?.focus();
  }, [errors]);

  const placing = useMutation({
    mutationFn: (span: NonNullable<typeof hours>) => {
      const bookings = Object.fromEntries(
        inTheWay.flatMap(({ id }) => (said.has(id) ? [[String(id), said.get(id) ?? "keep"]] : [])),
      );
      const { wholeVenue, roomIds, reason, isPublic } = draft;
      return closeHours({ wholeVenue, roomIds: [...roomIds], ...span, reason, public: isPublic, bookings });
    },
    onSuccess: (block) => {
      const counted = (what: (becomes: ConflictChoice | undefined) => boolean) =>
        inTheWay.filter(({ id }) => what(said.get(id))).length;
      const cancelled = counted((becomes) => becomes === "cancel");
      const moved = counted((becomes) => typeof becomes === "object");
      toast({
        title: "Hours Closed",
        description: `${changesWords(cancelled, moved)}They cannot be booked.`,
      });
      refresh(CLOSURES_KEY, ROOMS_KEY, BOOKINGS_KEY);
      onPlaced(block);
      onClose();
    },
    onError: (error) => {
      const found = conflictingBookingsIn(error);
      if (found !== null) {
        const known = new Set(inTheWay.map(({ id }) => id));
        setInTheWay([...inTheWay, ...found.filter(({ id }) => !known.has(id))]);
      } else {
        setErrors(fieldErrors(error));
        // The list of free hours is fetched again, to show the current ones.
        refresh(CLOSURES_KEY);
      }
    },
  });

  function submit(): void {
    if (placing.isPending) return;
    const wrong = mistakesOf(draft, inTheWay, said);
    setErrors(wrong);
    if (wrong.size === 0 && hours !== null) placing.mutate(hours);
  }

  const inWay = conflictingBookingsIn(placing.error) !== null;
  return {
    draft,
    change,
    hours,
    errors,
    inTheWay,
    said,
    say(id: number, becomes: ConflictChoice) {
      setSaid(new Map(said).set(id, becomes));
      setErrors(new Map());
    },
    sayAll(becomes: "keep" | "cancel") {
      setSaid(new Map(inTheWay.map(({ id }) => [id, becomes])));
      setErrors(new Map());
    },
    form,
    submit,
    busy: placing.isPending,
    /** The server's message, if it belongs to no field. */
    refused: placing.isError && !inWay && errors.size === 0 ? wordsOf(placing.error) : null,
  };
}

/** Staff who close hours have chosen no slot: the taken hours are those that a booking was to move to. */
const wordsOf = (error: unknown): string =>
  error instanceof RequestError && error.problem?.code === "SlotTaken"
    ? "The new time of a booking has been taken. Nothing was changed. Choose another time for it."
    : refusalMessage(error, "These hours could not be closed. Please try again.");

/** `"2 bookings cancelled, 1 booking moved. "`; empty if there are none. */
function changesWords(cancelled: number, moved: number): string {
  const words = [[cancelled, "cancelled"] as const, [moved, "moved"] as const].flatMap(([number, what]) =>
    number === 0 ? [] : [`${countText(number, "booking")} ${what}`],
  );
  return words.length === 0 ? "" : `${words.join(", ")}. `;
}

function mistakesOf(
  draft: ClosureDraft,
  inTheWay: readonly ConflictingBooking[],
  said: ReadonlyMap<number, ConflictChoice>,
): Errors {
  const wrong = new Map<string, string>();
  if (draft.roomIds.length === 0) wrong.set("roomIds", "Choose at least one room");
  if (draft.span.day === "") wrong.set("startTime", "Choose a day");
  if (draft.span.kind !== "hours" && draft.span.untilDay === "") wrong.set("endTime", "Choose the last day");
  if (draft.reason.trim() === "") wrong.set("reason", "Reason is required");
  for (const { id } of inTheWay) {
    const becomes = said.get(id);
    if (becomes === undefined) wrong.set(`bookings.${id}`, "Choose what happens to this booking");
    else if (typeof becomes === "object" && becomes.startTime === "") {
      wrong.set(`bookings.${id}.startTime`, "Choose a time");
    }
  }
  return wrong;
}

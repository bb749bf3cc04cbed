/** Keeps how a phone booking repeats, the quote of its dates, and what was chosen for each of them. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { SeriesQuote, SeriesQuoteRequest } from "../../../../../bff/contract/series.ts";
import type { BookingDuration } from "../../../../../core/booking/rules/pricing.ts";
import type { VenueDay } from "../../../../../core/venue/time/venue-time.ts";
import { refusalMessage } from "../../../api/refusal.ts";
import { seriesQuoteQuery } from "../../../api/staff-series.ts";
import {
  type DateChoices,
  exceptionsOf,
  isBooked,
  type ListedDate,
  listDates,
  lostSince,
  NO_CHOICES,
  sumsOf,
} from "../../../format/series/date-list.ts";
import { noRepeat, type RepeatChoice, repeatError, repeatOf } from "../../../format/series/repeat-choice.ts";
import { currentVenue, useZone } from "../../../format/venue.ts";

/** What a draft keeps of a series. */
export interface SeriesDraft {
  repeat: RepeatChoice;
  choices: DateChoices;
  /** Days that others took while the list was shown. */
  lost: readonly VenueDay[];
}

export const noSeries: SeriesDraft = { repeat: noRepeat, choices: NO_CHOICES, lost: [] };

const withLost = (draft: SeriesDraft, days: readonly VenueDay[]): SeriesDraft => ({
  ...draft,
  lost: [...new Set([...draft.lost, ...days])],
});

/** The visit on every date; instants of the first one. */
interface FirstVisit {
  roomId: number;
  day: VenueDay;
  today: VenueDay;
  startsAt: Date;
  endsAt: Date;
  hours: number;
  duration: BookingDuration;
  attendees: number | null;
  engineerRequired: boolean;
}

type Bounds = Pick<FirstVisit, "day" | "today">;

/** `first`: null while room and hours are not chosen. */
export function useSeries(kept: SeriesDraft, { day, today }: Bounds, first: FirstVisit | null) {
  const zone = useZone();
  const client = useQueryClient();
  const listId = useId();
  const [draft, setDraft] = useState(kept);
  const [complained, setComplained] = useState(false);
  const { repeat, choices } = draft;
  const bounds = { first: day, today };
  const rule = repeatOf(repeat, bounds);
  const asked: SeriesQuoteRequest | null =
    rule && first
      ? {
          roomId: first.roomId,
          startDate: first.day,
          startTime: first.startsAt.toISOString(),
          endTime: first.endsAt.toISOString(),
          attendees: first.attendees,
          engineerRequired: first.engineerRequired,
          bookingDuration: first.duration,
          hourCount: first.hours,
          repeat: rule,
        }
      : null;
  const query = seriesQuoteQuery(asked ?? NOTHING_ASKED);
  const quote = useQuery({ ...query, enabled: asked !== null });
  const roomId = first?.roomId ?? 0;
  const shown = asked && quote.data;
  const dates = useMemo(() => (shown ? listDates(shown, roomId, choices) : null), [shown, roomId, choices]);

  // A date that others took since the last answer to the same question is marked where it is.
  const text = JSON.stringify(asked);
  const last = useRef<{ text: string; quote: SeriesQuote } | null>(null);
  useEffect(() => {
    if (!shown || quote.isPlaceholderData) return;
    const before = last.current;
    last.current = { text, quote: shown };
    if (before?.text !== text || before.quote === shown) return;
    const lost = lostSince(
      listDates(before.quote, roomId, choices),
      listDates(shown, roomId, choices),
    ).filter((each) => !draft.lost.includes(each));
    if (lost.length > 0) setDraft((old) => withLost(old, lost));
  }, [shown, quote.isPlaceholderData, text, roomId, choices, draft.lost]);

  const error = repeatError(repeat, bounds);
  const failure =
    quote.isError && asked ? refusalMessage(quote.error, "The dates could not be looked up") : null;
  const isOn = repeat.rule !== "none";
  const isEmpty = "count" in repeat.end && repeat.end.count === "";
  const endId = `${listId}-end`;
  const trouble =
    !isOn || asked === null ? error : (failure ?? (dates?.some(isBooked) === false ? NO_DATE : null));
  return {
    isOn,
    draft,
    bounds,
    /** The id of the list, which gets the focus when something is wrong with its dates. */
    listId,
    /** Null while the quote is not known. */
    dates,
    /** Null while the quote is not known. In cents. */
    sums: dates && sumsOf(dates, currentVenue()),
    isOld: quote.isPlaceholderData,
    isLoading: quote.isLoading,
    failure,
    /** Why it cannot be asked for, at the field that was typed. */
    error: isEmpty && !complained ? null : error,
    /** The errors for an `ErrorSummary`. */
    wrong: complained && trouble !== null ? [{ id: error === null ? listId : endId, message: trouble }] : [],
    endId,
    setRepeat: (next: RepeatChoice) => setDraft((old) => ({ ...old, repeat: next })),
    /** Whether others took the date while the list was shown. */
    isLost: ({ day: of, state }: ListedDate): boolean =>
      (state === "taken" || state === "closed") && draft.lost.includes(of),
    setChoices: (next: DateChoices) => setDraft((old) => ({ ...old, choices: next })),
    /** What is sent of the series; null if it does not repeat or the dates are not known yet. */
    payload: () => rule && dates && { repeat: rule, ...exceptionsOf(dates, zone) },
    /** Returns whether it can be sent; if not, the reasons are in `wrong`. */
    check({ focus }: { focus: boolean }): boolean {
      setComplained(true);
      const isReady = !isOn || (trouble === null && dates !== null && !quote.isPlaceholderData);
      if (!isReady && focus) document.getElementById(error === null ? listId : endId)?.focus();
      return isReady;
    },
    /** A booking was refused because others have these days: the list is read again, and then says so. */
    async lose(days: readonly VenueDay[]): Promise<void> {
      await client.refetchQueries({ queryKey: query.queryKey });
      setDraft((old) => withLost(old, days));
      document.getElementById(listId)?.focus();
    },
  };
}

export type SeriesOfForm = ReturnType<typeof useSeries>;

const NO_DATE = "No date is left to book";

/** Never sent. */
const NOTHING_ASKED: SeriesQuoteRequest = {
  roomId: 0,
  startDate: "",
  startTime: "",
  endTime: "",
  repeat: { every: 1, count: 2 },
};

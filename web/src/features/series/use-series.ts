/** Keeps how a visit repeats while it is chosen: the visitor's choice, kept in this tab, and the server's quote for it, which stays current. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import type { SeriesQuoteRequest } from "../../../../bff/contract/series.ts";
import { monthOf, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { roomBookingsQuery } from "../../api/rooms.ts";
import { quoteSeries } from "../../api/series.ts";
import {
  type DateChoices,
  type DatePlace,
  exceptionsOf,
  type ListedDate,
  listDates,
  NO_CHOICES,
  sumsOf,
  withSkip,
  withSwap,
} from "../../format/series/date-list.ts";
import { useVenue, useZone } from "../../format/venue.ts";
import { type BookingChoice, type BookingSpan, hoursOf } from "../../session/booking-choice.ts";
import { readDraft, type SeriesDraft, updateDraft } from "../../session/booking-draft.ts";
import { choiceProblem, everyOf, firstChoice, repeatOf } from "./repeat-choice.ts";

export interface SeriesOf {
  room: Room;
  choice: BookingChoice;
  /** The instants of the first date. */
  span: BookingSpan;
  /** Null until it is entered. */
  people: number | null;
  engineer: boolean;
  /** It goes on the customer's billing account. */
  onAccount: boolean;
  /** Today at the venue. */
  today: VenueDay;
}

/** How long after a key the dates are asked for, so that typing does not ask for each key. */
const PAUSE_MS = 350;
/** The least time between two quotes because of other visitors' bookings. */
const NEWS_MS = 2_000;

/** The first value, and later ones once they have stayed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The choice of a tab, which a reload and the way back from the payment keep. */
function useSeriesDraft(slug: string) {
  const [draft, setDraft] = useState<SeriesDraft | null>(() => readDraft(slug).series ?? null);
  useEffect(() => updateDraft(slug, { series: draft }), [slug, draft]);
  return [draft, setDraft] as const;
}

/** The quote of the wanted series, asked again when the room's hours change. The answer to an earlier question is dropped. */
function useQuote(wanted: SeriesQuoteRequest | null) {
  const asked = useSettled(JSON.stringify(wanted));
  const quote = useQuery({
    queryKey: ["series-quote", asked],
    queryFn: ({ signal }) => quoteSeries(JSON.parse(asked) as SeriesQuoteRequest, signal),
    enabled: wanted !== null && asked !== "null",
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  // The page reads the month again with every message about the room.
  const month = roomBookingsQuery(wanted?.roomId ?? 0, monthOf(wanted?.startDate ?? ""));
  const { dataUpdatedAt: news } = useQuery({ ...month, enabled: false });
  const askAgain = useEffectEvent(() => {
    // Before the first question has settled there is nothing to ask again.
    if (wanted !== null && asked !== "null") void quote.refetch({ cancelRefetch: true });
  });
  const waitMs = useEffectEvent(() => Math.max(PAUSE_MS, quote.dataUpdatedAt + NEWS_MS - Date.now()));
  const [first] = useState(news);
  useEffect(() => {
    if (news === first) return;
    const timer = setTimeout(askAgain, waitMs());
    return () => clearTimeout(timer);
  }, [news, first]);
  // Typing has not settled, or the answer to it has not come: what is shown is of an earlier question.
  const outdated = quote.isPlaceholderData || quote.isPending || asked !== JSON.stringify(wanted);
  return { quote, outdated, question: asked };
}

/** Swaps hold for the hours that they were chosen instead of. */
const choicesOf = (draft: SeriesDraft | null, hours: string): DateChoices =>
  draft === null ? NO_CHOICES : { skip: draft.skip, swaps: draft.hours === hours ? draft.swaps : {} };

export function useSeries({ room, choice, span, people, engineer, today }: Omit<SeriesOf, "onAccount">) {
  const zone = useZone();
  const venue = useVenue();
  const [draft, setDraft] = useSeriesDraft(room.slug);
  /** Days that the last attempt to book found taken, until a later quote. */
  const [lost, setLost] = useState<{ days: readonly VenueDay[]; at: number }>({ days: [], at: 0 });

  const day = choice.day ?? "";
  const problem = draft === null ? null : choiceProblem(draft, { day, today });
  const { duration, hourCount, startHour } = choice;
  const wanted: SeriesQuoteRequest | null =
    draft === null || problem !== null
      ? null
      : {
          roomId: room.id,
          startDate: day,
          startTime: span.startsAt.toISOString(),
          endTime: span.endsAt.toISOString(),
          attendees: people,
          engineerRequired: engineer && room.engineerAvailable,
          bookingDuration: duration,
          hourCount: duration === "hourly" ? hourCount : null,
          repeat: repeatOf(draft),
        };
  const { quote, outdated, question } = useQuote(wanted);

  const hours = `${startHour}-${(startHour ?? 0) + hoursOf(choice)}`;
  const { data, dataUpdatedAt } = quote;
  const dates: ListedDate[] = useMemo(() => {
    if (draft === null || data === undefined) return [];
    const days = dataUpdatedAt > lost.at ? [] : lost.days;
    return listDates(data, room.id, choicesOf(draft, hours), days);
  }, [draft, data, dataUpdatedAt, hours, lost, room.id]);

  const edit = (changed: Partial<SeriesDraft>) => setDraft(draft && { ...draft, ...changed });
  const choices = choicesOf(draft, hours);
  const choose = ({ skip, swaps }: DateChoices) => edit({ hours, skip: [...skip], swaps });
  return {
    draft,
    /** Why the end of the series does not fit. */
    problem,
    dates,
    quote,
    outdated,
    question,
    sums: useMemo(() => sumsOf(dates, venue), [dates, venue]),
    exceptions: useMemo(() => exceptionsOf(dates, zone), [dates, zone]),
    repeat: wanted?.repeat ?? null,
    /** `value`: of the select. */
    chooseRule(value: string): void {
      const every = everyOf(value);
      setDraft(every === null ? null : { ...(draft ?? firstChoice(every, day)), every });
    },
    edit,
    skip: (of: VenueDay): void => choose(withSkip(choices, of, true)),
    unskip: (of: VenueDay): void => choose(withSkip(choices, of, false)),
    swap: (of: VenueDay, place: DatePlace): void => choose(withSwap(choices, of, place)),
    undoSwap: (of: VenueDay): void => choose(withSwap(choices, of, null)),
    /** Marks what an attempt to book found taken. */
    lose(days: readonly VenueDay[]): void {
      setLost({ days, at: Date.now() });
      choose(days.reduce((kept, of) => withSwap(kept, of, null), choices));
      void quote.refetch();
    },
  };
}

export type SeriesState = ReturnType<typeof useSeries>;

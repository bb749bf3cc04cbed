/** Staff's calls about series: what its dates would be, booking it, and changing its dates together (decisions 250 to 254). */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  Series,
  SeriesCancellation,
  SeriesCancelled,
  SeriesCreated,
  SeriesExtension,
  SeriesMove,
  SeriesMoved,
  SeriesQuote,
  SeriesQuoteRequest,
  StaffSeriesSubmission,
} from "../../../bff/contract/series.ts";
import { BOOKINGS_KEY } from "./staff-bookings.ts";
import { staffQuery, staffRequest } from "./staff-request.ts";

/** Under the bookings' key: a series is its bookings, and a quote shows which of its dates they leave free. */
const SERIES_KEY = [...BOOKINGS_KEY, "series"] as const;

/** `POST /api/series/quote`, read again whenever a booking changes. The list before it stays on screen until it arrives. */
export const seriesQuoteQuery = (asked: SeriesQuoteRequest) =>
  queryOptions({
    queryKey: [...SERIES_KEY, "quote", asked],
    queryFn: ({ signal }) => staffRequest<SeriesQuote>("POST", "/api/series/quote", asked, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** `POST /api/staff/series`; carried out once for each key. @throws RequestError 409 with the `dates` that are lost. */
export const makePhoneSeries = (
  series: StaffSeriesSubmission,
  idempotencyKey: string,
): Promise<SeriesCreated> =>
  staffRequest<SeriesCreated>("POST", "/api/staff/series", series, { idempotencyKey });

/** `GET /api/series/{id}`: its dates as they are now. */
export const seriesQuery = (id: number) =>
  staffQuery<Series>([...SERIES_KEY, "one", id], `/api/series/${id}`);

/** A call as it would be: it is never cached, because refunds depend on the notice, and free hours on others. */
const dryRun = <Answer>(id: number, change: "cancel" | "move" | "extend", body: object) =>
  queryOptions({
    queryKey: [...SERIES_KEY, "dry-run", id, change, body],
    queryFn: ({ signal }) =>
      staffRequest<Answer>("POST", `/api/series/${id}/${change}?dryRun=1`, body, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export const cancelDatesPreview = (id: number, asked: SeriesCancellation) =>
  dryRun<SeriesCancelled>(id, "cancel", asked);

/** @throws RequestError 409 with the `dates` that cannot move. */
export const moveDatesPreview = (id: number, asked: SeriesMove) => dryRun<SeriesMoved>(id, "move", asked);

/** @throws RequestError 409 with the `dates` that are taken. */
export const addDatesPreview = (id: number, asked: SeriesExtension) =>
  dryRun<SeriesCreated>(id, "extend", asked);

/** `POST /api/series/{id}/cancel`. @throws RequestError 409 if the refund is no longer the stated one. */
export const cancelDates = (id: number, asked: SeriesCancellation): Promise<SeriesCancelled> =>
  staffRequest<SeriesCancelled>("POST", `/api/series/${id}/cancel`, asked);

/** `POST /api/series/{id}/move`. @throws RequestError 409 with the `dates` that cannot move. */
export const moveDates = (id: number, asked: SeriesMove): Promise<SeriesMoved> =>
  staffRequest<SeriesMoved>("POST", `/api/series/${id}/move`, asked);

/** `POST /api/series/{id}/extend`; carried out once for each key. @throws RequestError 409 with the `dates` that are taken. */
export const addDates = (
  id: number,
  asked: SeriesExtension,
  idempotencyKey: string,
): Promise<SeriesCreated> =>
  staffRequest<SeriesCreated>("POST", `/api/series/${id}/extend`, asked, { idempotencyKey });

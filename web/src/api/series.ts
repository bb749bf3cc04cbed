/** The calls about a series: its quote, the series itself, and changing or adding dates (decisions 250 to 254). */
import { queryOptions } from "@tanstack/react-query";
import type { PaymentConfirmation, PaymentRecorded } from "../../../bff/contract/booking.ts";
import type {
  Series,
  SeriesCancellation,
  SeriesCancelled,
  SeriesCreated,
  SeriesExtension,
  SeriesMove,
  SeriesMoved,
  SeriesPaymentRecorded,
  SeriesQuote,
  SeriesQuoteRequest,
} from "../../../bff/contract/series.ts";
import { toAmount, toCents } from "../../../core/booking/rules/money.ts";
import type { BookingAccess } from "./customer-bookings.ts";
import { customerRequest } from "./customer-request.ts";
import { read, request } from "./request.ts";

/** The access by which a series is seen and changed: a right to any of its dates, or the cookie of the browser that made it. */
export type SeriesAccess = BookingAccess | { kind: "hold" };

/** The query key of every read of a series. */
export const SERIES_KEY = ["series"] as const;

const callBy = (access: SeriesAccess) => (access.kind === "customer" ? customerRequest : request);

const tokenOf = (access: SeriesAccess): { token?: string } =>
  access.kind === "guest" ? { token: access.token } : {};

/** `POST /api/series/quote`. @throws RequestError 400 with field errors. */
export const quoteSeries = (wanted: SeriesQuoteRequest, signal: AbortSignal): Promise<SeriesQuote> =>
  request<SeriesQuote>("POST", "/api/series/quote", wanted, { signal });

/** `GET /api/series/{id}`: the dates as they are now. @throws RequestError 403 `NotTheHolder`. */
export const seriesQuery = (id: number, access: SeriesAccess) =>
  queryOptions({
    queryKey: [...SERIES_KEY, id, access.kind],
    queryFn: read<Series>(`/api/series/${id}?${new URLSearchParams(tokenOf(access))}`, callBy(access)),
    staleTime: 0,
  });

/**
 * `POST /api/series/{id}/payment`: the server asks the provider for the one payment of all dates and records it once. Answers the first date,
 * with the sum of all.
 */
export async function confirmSeriesPayment(id: number, paymentIntentId: string): Promise<PaymentRecorded> {
  const body = { paymentIntentId } satisfies PaymentConfirmation;
  const recorded = await request<SeriesPaymentRecorded>("POST", `/api/series/${id}/payment`, body);
  const { success, message, bookings } = recorded;
  const [first] = bookings;
  if (!first) throw new Error("A series without a date");
  const totalAmount = toAmount(bookings.reduce((sum, one) => sum + (toCents(one.totalAmount) ?? 0), 0));
  const due = { remainingAmount: first.dueAmount, downpaymentDueAmount: toAmount(0) };
  return { success, message, booking: { ...first, ...due, totalAmount } };
}

/** Which series is changed, by which access, and whether the change is only to be shown. */
interface SeriesChange {
  id: number;
  access: SeriesAccess;
  dryRun: boolean;
}

const change = <Answer>(
  { id, access, dryRun }: SeriesChange,
  call: "cancel" | "move" | "extend",
  body: object,
  key?: string,
): Promise<Answer> =>
  callBy(access)<Answer>(
    "POST",
    `/api/series/${id}/${call}${dryRun ? "?dryRun=1" : ""}`,
    { ...body, ...tokenOf(access) },
    key === undefined ? {} : { idempotencyKey: key },
  );

/** @throws RequestError 409 `RefundChanged` if an amount is not what was shown. */
export const cancelDates = (
  of: SeriesChange,
  body: Pick<SeriesCancellation, "bookingId" | "scope" | "refundAmount" | "owedAmount">,
): Promise<SeriesCancelled> => change(of, "cancel", body);

/** @throws RequestError 409 with the `dates` that cannot move. */
export const moveDates = (
  of: SeriesChange,
  body: Pick<SeriesMove, "bookingId" | "scope" | "startTime">,
): Promise<SeriesMoved> => change(of, "move", body);

/** The same `key` and body add the dates once. @throws RequestError 409 with the `dates` that are taken. */
export const extendSeries = (
  of: SeriesChange,
  body: Pick<SeriesExtension, "count" | "skip">,
  key?: string,
): Promise<SeriesCreated> => change(of, "extend", body, key);

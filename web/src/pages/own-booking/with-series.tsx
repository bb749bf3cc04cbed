/** Reads the series of a booking for the pages on which its dates are paid, confirmed or changed together. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import type { Series } from "../../../../bff/contract/series.ts";
import { type SeriesAccess, seriesQuery } from "../../api/series.ts";
import { BookingNotLoaded } from "./booking-sheet.tsx";

interface WithSeriesProps {
  booking: OwnBooking;
  access: SeriesAccess;
  /** Reads the booking again. */
  onNews(): Promise<unknown>;
  /** The page's title. */
  title: string;
  /** `series` is null for a booking of its own; `onNews` reads both again. */
  children(series: Series | null, onNews: () => Promise<unknown>): ReactNode;
}

export function WithSeries({ booking, access, onNews, title, children }: WithSeriesProps) {
  const { seriesId } = booking;
  const read = useQuery({ ...seriesQuery(seriesId ?? 0, access), enabled: seriesId !== undefined });
  if (seriesId === undefined) return children(null, onNews);
  if (!read.data) return <BookingNotLoaded title={title} read={read} />;
  return children(read.data, () => Promise.all([read.refetch(), onNews()]));
}

/** The booking with what one payment of its series asks for. */
export const withSums = (
  booking: OwnBooking,
  { totalAmount, downpaymentDueAmount, dueAmount, holdUntil }: Series,
): OwnBooking => ({ ...booking, totalAmount, downpaymentDueAmount, dueAmount, holdUntil });

/** How many dates a payment would confirm; 1 for a booking of its own. */
export const heldDates = (series: Series | null): number =>
  series?.bookings.filter(({ status }) => status === "pending").length ?? 1;

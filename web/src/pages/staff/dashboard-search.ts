/** Owns what of the dashboard lives in the address: the tab, how bookings are looked for, the open booking. Reload and Back restore it. */
import { z } from "zod/mini";
import { BOOKING_STATUSES, PAYMENT_STATUSES } from "../../../../core/booking/statuses.ts";
import type { BookingPage } from "../../api/staff-bookings.ts";
import type { InquiryPage } from "../../api/staff-inquiries.ts";
import { orAbsent, wholeNumber } from "../address.ts";

const numberFrom = (lowest: number) => orAbsent(wholeNumber(lowest, 1_000_000_000));

const textOf = (search: string | number | undefined): string => String(search ?? "").slice(0, 200);

/** Digits alone stand in the address as a number. */
const searched = orAbsent(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((typed) => {
      const text = textOf(typed);
      return text === "" ? undefined : /^[1-9]\d{0,14}$/.test(text) ? Number(text) : text;
    }),
  ),
);

/**
 * What differs from the plain dashboard; the rest, and whatever is malformed, is absent, never an error. So the plain
 * words themselves (the first tab, "all", the first page) are none of the schema's.
 */
export const dashboardSearch = z.object({
  tab: orAbsent(z.enum(["messages", "feedback", "staff", "rooms", "closures", "house"])),
  search: searched,
  status: orAbsent(z.enum(BOOKING_STATUSES)),
  payment: orAbsent(z.enum(PAYMENT_STATUSES)),
  sort: orAbsent(z.enum(["startTime", "totalAmount"])),
  order: orAbsent(z.literal("asc")),
  /** Venue days on which the visits begin, both included. */
  from: orAbsent(z.iso.date()),
  to: orAbsent(z.iso.date()),
  page: numberFrom(2),
  /** The booking whose details are open. */
  booking: numberFrom(1),
  /** The page of messages. */
  messages: numberFrom(2),
  /** Which messages, where not those that are open, and by which words. */
  inbox: orAbsent(z.enum(["all", "new", "answered", "done"])),
  words: searched,
  /** Whose feedback is shown. */
  room: numberFrom(1),
  /** The room that is being set; 0 for one that is being added. */
  edit: numberFrom(0),
});

export type DashboardSearch = z.output<typeof dashboardSearch>;

/** What is asked of the list of bookings. */
export const bookingPageOf = (search: DashboardSearch): BookingPage => ({
  search: textOf(search.search),
  status: search.status ?? "all",
  paymentStatus: search.payment ?? "all",
  sort: search.sort ?? "createdAt",
  order: search.order ?? "desc",
  from: search.from,
  to: search.to,
  page: search.page ?? 1,
});

/** The address after a change of what is asked; anything but leafing begins at the first page. */
export function withBookingPage(search: DashboardSearch, change: Partial<BookingPage>): DashboardSearch {
  const { paymentStatus: payment, ...next } = { ...bookingPageOf(search), page: 1, ...change };
  return dashboardSearch.parse({ ...search, ...next, payment });
}

/** What is asked of the list of messages. */
export const inquiryPageOf = ({ inbox, words, messages }: DashboardSearch): InquiryPage => ({
  stage: inbox ?? "open",
  search: textOf(words),
  page: messages ?? 1,
});

/** The same for messages. */
export function withInquiryPage(search: DashboardSearch, change: Partial<InquiryPage>): DashboardSearch {
  const { stage: inbox, search: words, page: messages } = { ...inquiryPageOf(search), page: 1, ...change };
  return dashboardSearch.parse({ ...search, inbox, words, messages });
}
